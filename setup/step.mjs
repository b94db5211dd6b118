/**
 * Logs a step's name and how long it took. Written in plain JavaScript, so that it runs on any Node version:
 * the project's own Node is one of the packages.
 * @returns what `work` returns
 */
export async function step(name, work) {
  const begun = performance.now();
  console.log(`${name}…`);
  const result = await work();
  console.log(`${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return result;
}

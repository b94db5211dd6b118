/**
 * Logs what starts, and how long it took. Plain JavaScript for any Node version, because the project's own
 * Node is one of the packages.
 * @returns what `work` returns
 */
export async function step(name, work) {
  const begun = performance.now();
  console.log(`${name}…`);
  const result = await work();
  console.log(`${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return result;
}

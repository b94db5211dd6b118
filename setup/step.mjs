/**
 * Says what is being done, and once it is done how long it took. Plain JavaScript for any Node, because
 * the project's own comes with the packages.
 * @returns what `work` returns
 */
export async function step(name, work) {
  const begun = performance.now();
  console.log(`${name}…`);
  const result = await work();
  console.log(`${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return result;
}

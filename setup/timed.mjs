/**
 * Logs a command and how long it took. Written in plain JavaScript, so that it runs on any Node version:
 * the project's own Node is one of the packages.
 * @returns what `work` returns
 */
export async function timed(command, work) {
  const start = performance.now();
  console.log(`${command}…`);
  const result = await work();
  const seconds = ((performance.now() - start) / 1000).toFixed(1).replace(".", ",");
  console.log(`${command}: ${seconds} s`);
  return result;
}

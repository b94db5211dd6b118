/** The major version that the tests run on (.nvmrc). */
const tested = 26;

/**
 * Logs if this is another major version of Node than the tested one.
 * @throws with a sentence for the owner if it lacks what orders need
 */
export function checkNode(version = process.versions.node, hasTemporal = "Temporal" in globalThis) {
  if (!hasTemporal)
    throw new Error(
      `La tienda necesita Node ${tested}, y este es el ${version}: le falta Temporal.`,
    );
  if (Number.parseInt(version, 10) !== tested)
    console.error(`La tienda está probada con Node ${tested}, y este es el ${version}.`);
}

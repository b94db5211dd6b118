/**
 * Installs what package.json asks for, unless it is there already: without a network too, then.
 * Plain JavaScript for any Node, because the project's own comes with the packages.
 */
import { spawnSync } from "node:child_process";

const oldest = 20;

if (Number(process.versions.node.split(".")[0]) < oldest) {
  console.error(
    "The shop needs Node " +
      oldest +
      " or newer to install itself; this is " +
      process.versions.node +
      ".",
  );
  process.exit(1);
}

// On Windows npm is a command file, which only a shell runs.
const npm = (...args) =>
  spawnSync("npm", args, { stdio: ["ignore", "ignore", "inherit"], shell: true });

if (npm("ls", "--loglevel=silent").status !== 0) {
  const { status } = npm("install");
  if (status !== 0) {
    console.error(
      "The packages can't be installed: npm needs its registry, or a full cache, for the first time.",
    );
    process.exit(status ?? 1);
  }
}

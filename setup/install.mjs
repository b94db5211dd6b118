/**
 * Installs what package.json asks for, unless it is there already: without a network too, then. The
 * order desk has packages of its own, for those who take real orders: `node setup/install.mjs desk`.
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

const folders = process.argv.slice(2);
if (folders.length === 0) folders.push(".", ...(process.env.ORDER_DESK === "real" ? ["desk"] : []));

// On Windows npm is a command file, which only a shell runs.
const npm = (cwd, args) =>
  spawnSync(`npm ${args}`, { cwd, stdio: ["ignore", "ignore", "inherit"], shell: true });

for (const folder of folders) {
  if (npm(folder, "ls --loglevel=silent").status === 0) continue;
  const { status } = npm(folder, "install");
  if (status !== 0) {
    console.error(
      "The packages can't be installed: npm needs its registry, or a full cache, for the first time.",
    );
    process.exit(status ?? 1);
  }
}

/**
 * Installs package.json's packages. Needs no network if they are already installed.
 * Less common commands have their own folder and packages: `node setup/install.mjs . desk`.
 * Options are passed to npm: `--omit=dev` leaves out the test packages. Written in plain JavaScript, so that it
 * runs on any Node version: the project's own Node is one of the packages.
 */
import { spawnSync } from "node:child_process";
import { step } from "./step.mjs";

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

const options = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const folders = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
if (process.env.ORDER_DESK === "real" && !folders.includes("desk")) folders.push("desk");

// On Windows npm is a .cmd file, which only a shell can run.
const npm = (cwd, command) =>
  spawnSync(["npm", command, ...options].join(" "), {
    cwd,
    stdio: ["ignore", "ignore", "inherit"],
    shell: true,
  });

for (const folder of folders) {
  if (npm(folder, "ls --loglevel=silent").status === 0) continue;
  const name = folder === "." ? "install" : `install ${folder}`;
  const { status } = await step(name, () => npm(folder, "install"));
  if (status !== 0) {
    console.error(
      "The packages can't be installed: npm needs its registry, or a full cache, for the first time.",
    );
    process.exit(status ?? 1);
  }
}

/**
 * Installs the packages that are missing. Needs no network if there are none.
 * `node setup/install.mjs .` leaves out the workspaces, and `node setup/install.mjs . desk` installs them too.
 * Folders with a lock file of their own are named alone: `node setup/install.mjs mutation`.
 * Options are passed to npm: `--omit=dev` leaves out the test packages. Written in plain JavaScript, so that it
 * runs on any Node version: the project's own Node is one of the packages.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { step } from "./step.mjs";

const oldest = 20;

if (Number(process.versions.node.split(".")[0]) < oldest) {
  console.error(
    "Para instalarse, la tienda necesita Node " +
      oldest +
      " o más nuevo; este es " +
      process.versions.node +
      ".",
  );
  process.exit(1);
}

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

const { workspaces } = readJson("package.json");
const options = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const folders = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
if (process.env.ORDER_DESK === "real" && !folders.includes("desk")) folders.push("desk");

/** Whether the packages of `folder` are in npm's list of what it has installed in `root`. */
function isInstalled(folder, root) {
  try {
    const { dependencies, devDependencies } = readJson(`${folder}/package.json`);
    const { packages } = readJson(`${root}/node_modules/.package-lock.json`);
    const needed = { ...dependencies, ...(!options.includes("--omit=dev") && devDependencies) };
    return Object.entries(needed).every(([name, version]) =>
      [`node_modules/${name}`, `${folder}/node_modules/${name}`].some(
        (path) => packages[path]?.version === version,
      ),
    );
  } catch {
    return false;
  }
}

async function install(root, ...more) {
  const command = ["npm", "install", ...options, ...more].join(" ");
  const { status } = await step(command, () =>
    // On Windows npm is a .cmd file, which only a shell can run.
    spawnSync(command, { cwd: root, stdio: ["ignore", "ignore", "inherit"], shell: true }),
  );
  if (status === 0) return;
  console.error(
    "No se pueden instalar los paquetes: la primera vez, npm necesita su registro o una caché completa.",
  );
  process.exit(status ?? 1);
}

const isWorkspace = (folder) => workspaces?.includes(folder);
const shop = folders.filter((folder) => folder === "." || isWorkspace(folder));
if (!shop.every((folder) => isInstalled(folder, "."))) {
  await install(".", ...(shop.some(isWorkspace) ? [] : ["--workspaces=false", "--no-save"]));
}
for (const folder of folders.filter((folder) => !shop.includes(folder))) {
  if (!isInstalled(folder, folder)) await install(folder);
}

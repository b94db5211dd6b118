/** Written in plain JavaScript, so that it runs on any Node version. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { timed } from "./timed.mjs";

const oldestNode = 20;

/** The repository. Scripts of a workspace run in its folder. */
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const readJson = (file) => JSON.parse(readFileSync(join(root, file), "utf8"));

/**
 * Installs the packages that are missing. Needs no network if there are none.
 * @param omit «dev» leaves the test packages out
 * @param folders have a lock file of their own
 * @param needsWorkspaces includes the packages of all workspaces; in a workspace they always are
 */
export async function install({ omit = [], folders = [], needsWorkspaces = false }) {
  if (Number(process.versions.node.split(".")[0]) < oldestNode) {
    console.error(
      `Para instalarse, la tienda necesita Node ${oldestNode} o más nuevo; este es ${process.versions.node}.`,
    );
    process.exit(1);
  }
  const { workspaces = [] } = readJson("package.json");
  const isInRoot = realpathSync(process.cwd()) === realpathSync(root);
  const wanted = isInRoot && !needsWorkspaces ? ["."] : [".", ...workspaces];
  if (!wanted.every((folder) => isInstalled(folder, ".", omit))) {
    const alone = wanted.length === 1 ? ["--workspaces=false", "--no-save"] : [];
    await npmInstall(".", [...omit.map((kind) => `--omit=${kind}`), ...alone]);
  }
  for (const folder of folders) {
    if (!isInstalled(folder, folder, omit)) await npmInstall(folder, []);
  }
}

/** Returns true if npm's list of installed packages in `place` contains those of `folder`. */
function isInstalled(folder, place, omit) {
  try {
    const { dependencies, devDependencies } = readJson(`${folder}/package.json`);
    const { packages } = readJson(`${place}/node_modules/.package-lock.json`);
    const needed = { ...dependencies, ...(!omit.includes("dev") && devDependencies) };
    return Object.entries(needed).every(([name, version]) =>
      [`node_modules/${name}`, `${folder}/node_modules/${name}`].some(
        (path) => packages[path]?.version === version,
      ),
    );
  } catch {
    return false;
  }
}

async function npmInstall(folder, options) {
  const has = (name) => existsSync(join(root, folder, name));
  // The first time, exactly what the lock file says.
  const isFirst = has("package-lock.json") && !has("node_modules");
  const command = ["npm", isFirst ? "ci" : "install", ...options].join(" ");
  const { status } = await timed(command, () =>
    // On Windows npm is a .cmd file, which only a shell can run.
    spawnSync(command, {
      cwd: join(root, folder),
      stdio: ["ignore", "ignore", "inherit"],
      shell: true,
    }),
  );
  if (status === 0) return;
  console.error(
    "No se pueden instalar los paquetes: la primera vez, npm necesita su registro o una caché completa.",
  );
  process.exit(status ?? 1);
}

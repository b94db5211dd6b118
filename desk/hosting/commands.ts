/** The owner's commands on the server, after `aurelia`. */
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { health } from "./probes.ts";
import { lastLogLine, untilRunning } from "./steps.ts";
import {
  dataFolder,
  readAsShop,
  type System,
  settingsOf,
  succeeds,
  writeAsShop,
} from "./system.ts";

const moment = () => new Date().toISOString().slice(0, 16).replace("T", "-").replace(":", "");

/** Runs one of desk/cli.ts's commands. */
export const runOrdersCommand = ({ runShop }: System, ...words: string[]) =>
  runShop("aurelia", "npm", "run", "-s", "orders", "--", ...words).trim();

/** Copies the orders into a new file, also in a folder that the shop's user can't write. */
export function copy(system: System, wanted?: string) {
  const made = `${dataFolder}/copia-${moment()}.${endOf(system)}`;
  const file = wanted ?? made;
  if (existsSync(file)) throw new Error(`${file} ya existe: elige otro nombre.`);
  const isShops = isInShopsFolder(system, file);
  const output = runOrdersCommand(system, "backup", isShops ? file : made);
  if (!isShops) {
    try {
      system.run("sh", "-c", `set -C; umask 077; ${readAsShop}`, made, file);
    } finally {
      rmSync(made, { force: true });
    }
  }
  console.log(output.replace(made, file));
  const { hostname } = new URL(settingsOf(system).SITE_URL ?? "");
  console.log(`Para llevarla a tu ordenador, escribe en él: scp root@${hostname}:${file} .`);
}

/** Whether a file is in a folder where the shop's user could plant links. Only that user may follow them. */
const isInShopsFolder = (system: System, file: string) =>
  [dataFolder, settingsOf(system).BACKUP_FOLDER].some(
    (folder) => folder && file.startsWith(`${folder}/`),
  );

const endOf = (system: System) =>
  settingsOf(system).DATABASE_URL?.startsWith("postgres") ? "dump" : "db";

/** The copies on this server, the newest last. */
export function copies(system: System): string[] {
  const { BACKUP_FOLDER = "" } = settingsOf(system);
  return [BACKUP_FOLDER, dataFolder]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => /^(orders|copia|antes)-\d[\w-]*\.(db|dump)$/.test(name))
        .map((name) => join(folder, name)),
    )
    .map((file) => ({ file, made: system.modified(file) }))
    .sort((a, b) => a.made - b.made)
    .map(({ file }) => file);
}

/** Replaces the orders with a copy, and starts the shop again. */
export async function restore(system: System, file: string): Promise<void> {
  const { run } = system;
  // The shop's user may be unable to read a file elsewhere.
  const isShops = isInShopsFolder(system, file);
  const readable = isShops ? file : `${dataFolder}/restaurar.${endOf(system)}`;
  if (!isShops) run("sh", "-c", writeAsShop, file, readable);
  try {
    run("systemctl", "stop", "aurelia");
    console.log(runOrdersCommand(system, "restore", readable).replace(readable, file));
  } finally {
    if (!isShops) rmSync(readable, { force: true });
    run("systemctl", "start", "aurelia");
  }
  await untilRunning(system);
  if (!(await health()).works) throw new Error(`La tienda no arranca.${lastLogLine(system)}`);
  console.log("La tienda está en marcha.");
}

/** The version that runs, the version that is being prepared, and the one before. */
const [current, next, previous] = ["/srv/aurelia", "/srv/aurelia.new", "/srv/aurelia.old"];

/**
 * Prepares the newest version beside the one that runs, and exchanges them. If the new one can't sell, the old one
 * starts again, with the orders as they were.
 * @param prepare runs the new version's own `desk/hosting/server`
 */
export async function update(
  system: System,
  prepare: (folder: string, word: "preparar" | "arrancar") => boolean,
): Promise<void> {
  const { run } = system;
  run("git", "-C", current, "fetch", "--quiet");
  const [here, there] = ["HEAD", "@{upstream}"].map((name) =>
    run("git", "-C", current, "rev-parse", name).trim(),
  );
  if (here === there) {
    console.log("Ya tienes la última versión.");
    // An interrupted update may have stopped the shop.
    if (!prepare(current, "arrancar")) throw new Error("La tienda no está en marcha.");
    return;
  }
  console.log(run("git", "-C", current, "log", "--format=· %s", "HEAD..@{upstream}").trimEnd());
  run("rm", "-rf", next);
  run("cp", "-a", current, next);
  run("git", "-C", next, "merge", "--quiet", "--ff-only", "@{upstream}");
  if (!prepare(next, "preparar"))
    throw new Error("La versión nueva no se puede preparar. La tienda sigue con la de antes.");

  // Stop the shop, so that nothing is ordered between the copy and the exchange.
  run("systemctl", "stop", "aurelia");
  const copy = `${dataFolder}/antes-${moment()}-${here?.slice(0, 7)}.${endOf(system)}`;
  try {
    rmSync(copy, { force: true });
    console.log(runOrdersCommand(system, "backup", copy));
  } catch (error) {
    run("systemctl", "start", "aurelia");
    throw new Error(
      `No se pueden copiar los pedidos, y no se ha cambiado nada: ${(error as Error).message}`,
    );
  }
  rmSync(previous, { recursive: true, force: true });
  exchange(previous, next);
  prepare(current, "arrancar");
  if ((await health()).works) {
    const old = readdirSync(dataFolder).filter(
      (name) => name.startsWith("antes-") && !copy.endsWith(name),
    );
    for (const name of old) rmSync(join(dataFolder, name));
    return console.log("La versión nueva está en marcha.");
  }
  const reason = lastLogLine(system);
  succeeds(system, "systemctl", "stop", "aurelia");
  exchange(next, previous);
  prepare(current, "arrancar");
  if (!(await health()).works) {
    succeeds(system, "systemctl", "stop", "aurelia");
    // The new version has changed the tables. Nothing was ordered since the copy, so restore it.
    await restore(system, copy);
  }
  throw new Error(
    `La versión nueva no arranca, y la tienda ha vuelto a la de antes, con todos los pedidos.${reason}`,
  );
}

/**
 * Moves the current version to `to`, and the one in `from` to its place. /usr/local/bin/aurelia repairs an interrupted
 * exchange.
 */
function exchange(to: string, from: string): void {
  renameSync(current, to);
  renameSync(from, current);
}

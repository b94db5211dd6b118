import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { checkFile, faultIn, openDatabase } from "./database.ts";

/**
 * The number of orders in a file.
 * @throws with a sentence if the file is damaged or is not a database of the shop
 */
function ordersIn(file: string): number {
  if (!existsSync(file)) throw new Error(`No existe el archivo ${file}.`);
  const fault = faultIn(file, "integrity_check");
  if (fault) throw new Error(`${file} está dañado: ${fault}.`);
  using database = new DatabaseSync(file, { readOnly: true });
  const isShop = database.prepare("select 1 from sqlite_schema where name = 'orders'").get();
  if (!isShop) throw new Error(`En ${file} no hay pedidos: no es una base de datos de la tienda.`);
  // The shop has no triggers or views. A foreign trigger would run with the next order.
  const foreign = database
    .prepare(
      "select type || ' ' || name as name from sqlite_schema where type in ('trigger', 'view')",
    )
    .get()?.name;
  if (foreign)
    throw new Error(`${file} tiene algo que no es de la tienda (${foreign}): usa otra copia.`);
  return Number(database.prepare("select count(*) as count from orders").get()?.count);
}

/**
 * Copies the whole database into a new file, also while the shop sells, and checks the copy.
 * @returns the number of orders in the copy
 * @throws with a sentence, and leaves no file
 */
export function copyDatabase(from: string, to: string): number {
  checkFile(from);
  try {
    closeSync(openSync(to, "wx", 0o600));
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === "EEXIST";
    if (exists) throw new Error(`${to} ya existe: elige otro nombre.`);
    throw new Error(`No se puede escribir ${to}: ${(error as Error).message}.`);
  }
  try {
    using database = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
    database.prepare("vacuum into ?").run(to);
    sync(to);
    return ordersIn(to);
  } catch (error) {
    rmSync(to);
    throw new Error(`No se puede copiar ${from}: ${(error as Error).message}`);
  }
}

function sync(file: string): void {
  const descriptor = openSync(file, "r+");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/**
 * Returns true if another process has the database open. Checks through a hard link, so that
 * neither the file nor its journal changes: SQLite knows a file by its inode, and the journal by
 * its name.
 */
export function isInUse(file: string): boolean {
  const probe = `${file}.in-use`;
  rmSync(probe, { force: true });
  linkSync(file, probe);
  const database = new DatabaseSync(probe, { timeout: 0 });
  try {
    database.exec("pragma locking_mode = exclusive; begin exclusive; rollback");
    return false;
  } catch (error) {
    // A damaged file is not in use.
    return ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;
  } finally {
    database.close();
    for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(probe + end, { force: true });
  }
}

const parts = ["", "-wal", "-shm"];

/**
 * Replaces the database with a copy, after opening the copy.
 * @returns the number of its orders, and the path of the previous database, if there was one
 * @throws with a sentence if the copy is damaged or the shop is running; then nothing has changed
 */
export async function restoreDatabase(copy: string, to: string, now: number) {
  ordersIn(copy);
  if (existsSync(to) && isInUse(to)) {
    throw new Error(`${to} está en uso: detén la tienda y restaura después.`);
  }
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const fresh = `${to}.restored`;
  for (const end of parts) rmSync(fresh + end, { force: true });
  const orders = copyDatabase(copy, fresh);
  try {
    await (await openDatabase(fresh, "migrate")).destroy();
  } catch (error) {
    for (const end of parts) rmSync(fresh + end, { force: true });
    throw error;
  }
  const moment = new Date(now).toISOString().slice(0, 19).replaceAll(":", "-");
  const aside = existsSync(to) ? `${to}.before-${moment}` : undefined;
  for (const end of parts.filter((end) => existsSync(to + end))) {
    if (aside) renameSync(to + end, aside + end);
    else rmSync(to + end);
  }
  renameSync(fresh, to);
  return { orders, aside };
}

import { execFile } from "node:child_process";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { shop } from "../app/shop/shop.ts";
import { type Desk, hour } from "./context.ts";
import { checkFile, faultIn, transact } from "./database.ts";
import { enqueue } from "./outbox.ts";

const madridDay = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Madrid" });

/** The day of a time in ms, as Madrid has it: «2026-11-22». */
export const dayOf = (time: number) => madridDay.format(time);

export const nameOfCopy = (day: string) => `orders-${day}.db`;

/** What is never deleted from an order's history: orders, and what happened to them. */
function countsOf(database: DatabaseSync): { orders: number; events: number } {
  const count = (table: string) =>
    Number(database.prepare(`select count(*) as count from ${table}`).get()?.count);
  return { orders: count("orders"), events: count("events") };
}

/** Opens a file for as long as this takes. */
function reading<T>(file: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/**
 * How many orders a file holds.
 * @throws with a sentence when it is no whole database of the shop's
 */
export function ordersIn(file: string): number {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const fault = faultIn(file, "integrity_check");
  if (fault) throw new Error(`${file} is damaged: ${fault}.`);
  try {
    return reading(file, countsOf).orders;
  } catch {
    throw new Error(`${file} has no orders in it: it is not a database of the shop's.`);
  }
}

/**
 * Copies the whole database into a new file, also while the shop sells, and tries what it wrote.
 * @returns how many orders the copy holds
 * @throws with a sentence, and leaves no file then
 */
export function copyDatabase(from: string, to: string): number {
  checkFile(from);
  try {
    closeSync(openSync(to, "wx", 0o600));
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === "EEXIST";
    if (exists) throw new Error(`${to} is there already: name another file.`);
    throw new Error(`${to} can't be written: ${(error as Error).message}.`);
  }
  try {
    const [before, after] = reading(from, (database) => {
      const before = countsOf(database);
      database.prepare("vacuum into ?").run(to);
      return [before, countsOf(database)];
    });
    sync(to);
    const orders = ordersIn(to);
    const copied = reading(to, countsOf);
    for (const table of ["orders", "events"] as const) {
      if (copied[table] < before[table] || copied[table] > after[table]) {
        throw new Error(`${to} has ${copied[table]} ${table} of ${before[table]}.`);
      }
    }
    return orders;
  } catch (error) {
    rmSync(to);
    throw new Error(`${from} can't be copied: ${(error as Error).message}`);
  }
}

function sync(file: string): void {
  const descriptor = openSync(file, "r+");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/**
 * Whether another process has the database open. It is asked under another name, so that neither the file
 * nor its journal changes: SQLite knows a file by its inode, and the journal by its name.
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
    // What is no database any more is nobody's.
    return ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;
  } finally {
    database.close();
    for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(probe + end, { force: true });
  }
}

/**
 * Puts a copy in the place of the database.
 * @returns how many orders it holds, and where what was there before lies now, if there was anything
 * @throws with a sentence when the copy is not whole or the shop runs; nothing is changed then
 */
export function restoreDatabase(copy: string, to: string, now: number) {
  const orders = ordersIn(copy);
  if (existsSync(to) && isInUse(to)) {
    throw new Error(`${to} is in use: stop the shop, and restore then.`);
  }
  const fresh = `${to}.restored`;
  rmSync(fresh, { force: true });
  const copied = copyDatabase(copy, fresh);
  if (copied !== orders) throw new Error(`${copy} has changed meanwhile: try again.`);
  const moment = new Date(now).toISOString().slice(0, 19).replaceAll(":", "-");
  const aside = existsSync(to) ? `${to}.before-${moment}` : undefined;
  for (const end of ["", "-wal", "-shm"]) {
    if (aside && existsSync(to + end)) renameSync(to + end, aside + end);
    rmSync(to + end, { force: true });
  }
  renameSync(fresh, to);
  return { orders, aside };
}

const daysKept = 14;
const monthsKept = 12;

/** Of these copies those that may go: the newest 14 stay, and of each of the newest 12 months the first. */
export function expendable(names: string[]): string[] {
  const copies = names.filter((name) => /^orders-\d{4}-\d\d-\d\d\.db$/.test(name)).sort();
  const monthOf = (name: string) => name.slice(0, "orders-2026-11".length);
  const firsts = copies.filter((name, index) => monthOf(name) !== monthOf(copies[index - 1] ?? ""));
  const kept = new Set([...copies.slice(-daysKept), ...firsts.slice(-monthsKept)]);
  return copies.filter((name) => !kept.has(name));
}

/** A night's copy is made from three o'clock on, or when the shop is started afterwards. */
const nightEnds = 3 * hour;

/**
 * Copies the database into this folder once a day, whenever it is called then. What fails is tried again
 * after an hour, and the owner is told once a day. It runs in a process of its own: a large database would
 * keep every request waiting.
 */
export function nightlyBackup(desk: Desk, url: string, folder: string, run = copyByCommand) {
  let failedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const day = dayOf(desk.now() - nightEnds);
    const file = join(folder, nameOfCopy(day));
    if (existsSync(file) || Math.abs(desk.now() - failedAt) < hour) return;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const part = `${file}.part`;
      rmSync(part, { force: true });
      const said = await run(url, part);
      renameSync(part, file);
      console.log(said.replace(part, file));
      for (const name of expendable(readdirSync(folder))) rmSync(join(folder, name));
    } catch (error) {
      failedAt = desk.now();
      const reason = (error as Error).message;
      console.error(`The backup failed, and is tried again in an hour: ${reason}`);
      await transact(desk.db, (trx) =>
        enqueue(desk, trx, {
          about: "backup",
          kind: `owner backup ${day}`,
          recipient: shop.email,
          subject: "La copia de seguridad no se ha hecho",
          text: `La copia de los pedidos del ${day} no se ha podido guardar en ${folder}:\n\n${reason}\n\nMira que la carpeta exista, que la tienda pueda escribir en ella y que quede sitio. Se intenta otra vez cada hora; si hoy no sale, mañana te volvemos a avisar.`,
        }),
      );
    }
  };
}

const command = join(import.meta.dirname, "cli.ts");

/** @returns what it says @throws what it complains of */
async function copyByCommand(url: string, file: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [command, "backup", file], {
      env: { DATABASE_URL: url },
    });
    return stdout.trim();
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(stderr?.trim() || message);
  }
}

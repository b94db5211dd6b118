import { execFile } from "node:child_process";
import { closeSync, existsSync, openSync, rmSync, statSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { nameOf, openDatabase } from "./database.ts";

/* Backups of PostgreSQL, by pg_dump and pg_restore. */

const run = promisify(execFile);

/**
 * Runs a program on the database at this address. The password goes through the environment, because every user of the
 * machine can read arguments, and error messages quote them.
 * @throws with a sentence for the owner
 */
async function program(
  name: "pg_dump" | "pg_restore",
  args: string[],
  address?: string,
): Promise<void> {
  const url = address === undefined ? undefined : new URL(address);
  const password = url && (decodeURIComponent(url.password) || url.searchParams.get("password"));
  if (url) url.password = "";
  url?.searchParams.delete("password");
  try {
    await run(name, [...args, ...(url ? [`--dbname=${url.href}`] : [])], {
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    });
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: string };
    if (code === "ENOENT") {
      throw new Error(
        `Falta el programa ${name}: instálalo con «apt-get install postgresql-client».`,
      );
    }
    // Node's own message would quote the command line.
    throw new Error(`${name}: ${stderr?.trim().split("\n")[0] || `ha terminado con ${code}`}`);
  }
}

/**
 * Dumps the database into a new file, also while the shop sells, and reads the dump's contents.
 * @returns the number of orders before the dump
 * @throws with a sentence, and leaves no file
 */
export async function dumpDatabase(url: string, to: string): Promise<number> {
  const orders = await countOrders(url);
  if (existsSync(to)) throw new Error(`${to} ya existe: elige otro nombre.`);
  // The dump has the names and addresses of all customers.
  closeSync(openSync(to, "wx", 0o600));
  try {
    await program("pg_dump", ["--format=custom", "--no-owner", `--file=${to}`], url);
    await program("pg_restore", ["--list", to]);
    return orders;
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  }
}

/**
 * Replaces the database's tables with those of a dump, in one transaction. The database may be empty.
 * @returns the number of its orders
 * @throws with a sentence if the dump can't be read or the shop is running; then nothing has changed
 */
export async function restoreDump(file: string, url: string): Promise<number> {
  if (!existsSync(file) || statSync(file).size === 0)
    throw new Error(`No hay ninguna copia en ${file}.`);
  await refuseWhileInUse(url);
  const options = ["--clean", "--if-exists", "--no-owner", "--single-transaction"];
  await program("pg_restore", [...options, file], url);
  await (await openDatabase(url, "migrate")).destroy();
  return countOrders(url);
}

async function countOrders(url: string): Promise<number> {
  await using db = await openDatabase(url, "read");
  const { count } = await db
    .selectFrom("orders")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How long, in ms, a connection that was closed may still be listed. */
const closingTimeout = 1_000;

async function refuseWhileInUse(url: string): Promise<void> {
  const { default: pg } = await import("pg");
  const client = new pg.Client(url);
  await client.connect();
  const isAlone = async () => {
    const { rows } = await client.query(
      "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    return rows.length === 0;
  };
  try {
    const deadline = performance.now() + closingTimeout;
    while (!(await isAlone())) {
      if (performance.now() > deadline)
        throw new Error(`${nameOf(url)} está en uso: detén la tienda y restaura después.`);
      await wait(50);
    }
  } finally {
    await client.end();
  }
}

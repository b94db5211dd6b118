import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import {
  CamelCasePlugin,
  type Dialect,
  Kysely,
  PostgresDialect,
  SqliteDialect,
  type SqliteStatement,
  sql,
  type Transaction,
} from "kysely";
import { migrate, type Tables } from "./schema.ts";

export type Database = Kysely<Tables>;

/** How long, in ms, a request waits for a database that is locked or away. */
const patience = 250;

const isPostgres = (url: string) => /^postgres(ql)?:/.test(url);

/** Opens the database at this address, a file or a `postgres://`, and brings its tables to the newest form. */
export async function openDatabase(url: string): Promise<Database> {
  const dialect = isPostgres(url) ? await postgres(url) : sqlite(url);
  const db: Database = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
  await migrate(db, isPostgres(url) ? "serial" : "integer");
  if (!isPostgres(url)) await stopWaiting(db);
  return db;
}

/** How long, in ms, opening waits for another process that has the file. */
const patienceAtStart = 5_000;

/** SQLite as Node brings it. */
function sqlite(file: string): Dialect {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: patienceAtStart });
  // FULL: what was acknowledged is on the disk, whatever happens to the machine.
  database.exec("pragma journal_mode = wal; pragma synchronous = full");
  return new SqliteDialect({
    database: {
      close: () => database.close(),
      prepare: (text) => statement(database, text),
    },
  });
}

/** It works in our own thread: were it to wait there, every request would. `transact` asks again instead. */
const stopWaiting = (db: Database) => sql`pragma busy_timeout = 0`.execute(db);

const nothing: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

function statement(database: DatabaseSync, text: string): SqliteStatement {
  // A full disk ends the transaction by itself; to roll it back once more would hide the reason.
  if (text === "rollback" && !database.isTransaction) return nothing;
  // A transaction that first reads and then writes would fail at once when another process writes.
  const prepared = database.prepare(text === "begin" ? "begin immediate" : text);
  type Values = Parameters<typeof prepared.all>;
  return {
    reader: prepared.columns().length > 0,
    all: (values) => prepared.all(...(values as Values)),
    run: (values) => prepared.run(...(values as Values)),
    iterate: (values) => prepared.iterate(...(values as Values)),
  };
}

async function postgres(url: string): Promise<Dialect> {
  const { default: pg } = await import("pg");
  // Times in ms pass 32 bits and stay far below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: patience,
    lock_timeout: patience,
    idle_in_transaction_session_timeout: 10_000,
  });
  // A connection that breaks while it is idle: the next request opens another one.
  pool.on("error", (error) => console.error(`The database: ${error.message}`));
  return new PostgresDialect({ pool });
}

/**
 * Runs a transaction, and waits its turn when another process has the database.
 * @throws when that takes longer than 250 ms (`isAway`), and what the work throws.
 */
export async function transact<T>(
  db: Database,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + patience;
  for (;;) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      // SQLite tells so at the very begin, before anything is done.
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await wait(5 + Math.random() * 15);
    }
  }
}

const isBusy = (error: unknown) =>
  error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === 5;

/** SQLite's codes for busy, locked, out of memory, read-only, broken, full and not to be opened. */
const sqliteAway = new Set([5, 6, 7, 8, 10, 13, 14]);
/** PostgreSQL's classes of errors: connection, resources, intervention, system; and its lock timeout. */
const postgresAway = /^(08|53|57|58)|^55P03$/;

/** Whether the database could not be reached or could not write, so that a later try may succeed. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code = "" } = error as Error & { errcode?: number; code?: string };
  if (errcode !== undefined) return sqliteAway.has(errcode & 0xff);
  return (
    postgresAway.test(code) ||
    /^E(CONN|PIPE|HOST|TIMEDOUT)/.test(code) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message) ||
    isAway(error.cause)
  );
}

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import {
  CamelCasePlugin,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  SqliteDialect,
  type SqliteStatement,
  sql,
  type Transaction,
} from "kysely";
import { migrate, type Tables } from "./schema.ts";

export type Database = Kysely<Tables>;

/** How long, in ms, a request waits for a database that is locked or away. */
const lockTimeout = 250;
/** How long, in ms, a request waits for a connection to PostgreSQL: many at once are opened one by one. */
const connectTimeout = 2_000;
/** How long, in ms, a start waits: others may be writing, or PostgreSQL be starting as well. */
const startTimeout = 5_000;

const isPostgres = (url: string) => /^postgres(ql)?:/.test(url);

/** Opens the database at this address, a file or a `postgres://`, and brings its tables to the newest form. */
export async function openDatabase(url: string): Promise<Database> {
  const deadline = performance.now() + startTimeout;
  for (;;) {
    try {
      return await open(url);
    } catch (error) {
      // Or another process has made the tables in the meantime.
      const mayPass = /^table .* already exists/.test(reason(error)) || isBusy(error);
      if (!(mayPass || (isPostgres(url) && isUnavailable(error))) || performance.now() > deadline) {
        throw new Error(`The database can't be opened: ${reason(error)}.`, { cause: error });
      }
      await wait(20 + Math.random() * 80);
    }
  }
}

async function open(url: string): Promise<Database> {
  const dialect = isPostgres(url) ? await postgres(url) : sqlite(url);
  const db: Database = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
  try {
    await migrate(db, isPostgres(url) ? "serial" : "integer");
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Of a host with several addresses each has a reason of its own, and the whole has none. */
const reason = (error: unknown) =>
  error instanceof AggregateError ? String(error.errors[0]?.message) : (error as Error).message;

/** SQLite as Node brings it. It works in our own thread: were it to wait there, every request would. */
function sqlite(file: string): Dialect {
  mkdirSync(dirname(file), { recursive: true });
  // Never blocks on another process: `transact` asks again instead.
  const database = new DatabaseSync(file, { timeout: 0 });
  // FULL: what was acknowledged is on the disk, whatever happens to the machine.
  database.exec("pragma journal_mode = wal; pragma synchronous = full");
  return new SqliteDialect({
    database: {
      close: () => database.close(),
      prepare: (sql) => statement(database, sql),
    },
  });
}

const nothing: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

function statement(database: DatabaseSync, sql: string): SqliteStatement {
  // A full disk ends the transaction by itself; to roll it back once more would hide the reason.
  if (sql === "rollback" && !database.isTransaction) return nothing;
  // A transaction that first reads and then writes would fail at once when another process writes.
  const prepared = database.prepare(sql === "begin" ? "begin immediate" : sql);
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
    connectionTimeoutMillis: connectTimeout,
    lock_timeout: lockTimeout,
    // Of a server that has frozen nothing else would tell.
    query_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
  });
  // A connection that breaks while it is idle: the next request opens another one.
  pool.on("error", (error) => console.error(`The database: ${error.message}`));
  // A connection that breaks in a transaction fails its next query; without a listener Node exits.
  pool.on("connect", (client) => client.on("error", () => {}));
  return new PostgresDialect({ pool });
}

/**
 * Runs a transaction, and waits its turn when another process has the database. Within a transaction it
 * is a part of that one.
 * @throws when that takes longer than 250 ms (`isUnavailable`), and what the work throws.
 */
export async function transact<T>(
  db: Database,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  if (db.isTransaction) return work(db as Transaction<Tables>);
  const deadline = performance.now() + lockTimeout;
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

/** Within a transaction: who does this too, with the same name, waits. SQLite has one writer anyway. */
export async function oneAtATime(trx: Transaction<Tables>, name: string): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx);
}

const isBusy = (error: unknown) =>
  error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === 5;

/** SQLite's codes for busy, locked, out of memory, read-only, broken, full and not to be opened. */
const sqliteUnavailable = new Set([5, 6, 7, 8, 10, 13, 14]);
/** PostgreSQL's classes of errors: connection, resources, intervention, system; and its lock timeout. */
const postgresUnavailable = /^(08|53|57|58)|^55P03$/;

/** Whether the database could not be reached or could not write, so that a later try may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code = "", syscall } = error as NodeJS.ErrnoException & { errcode?: number };
  if (errcode !== undefined) return sqliteUnavailable.has(errcode & 0xff);
  return (
    postgresUnavailable.test(code) ||
    /^E(CONN|PIPE|HOST|TIMEDOUT)/.test(code) ||
    // Such as a socket's file that is not there (ENOENT).
    syscall === "connect" ||
    /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable/.test(
      error.message,
    ) ||
    isUnavailable(error.cause)
  );
}

import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  SqliteAdapter,
  SqliteDialect,
  type SqliteStatement,
  sql,
} from "kysely";
import type { PoolClient } from "pg";
import { isSqlite } from "./dialect.ts";
import { migrate, migrationsOf } from "./migrations.ts";
import { reasonOf } from "./reason.ts";
import type { Tables, Trx } from "./tables.ts";

export type Database = Kysely<Tables>;

/** How long, in ms, a request waits while another process writes to SQLite. */
const busyTimeout = 250;
/** How long, in ms, a request waits for a row lock of PostgreSQL, for which many may queue. */
const lockTimeout = 2_000;
/** How long, in ms, a request waits for a connection to PostgreSQL. Connections open one by one. */
const connectTimeout = 2_000;
/** How long, in ms, PostgreSQL may take for a query of a request or a job. */
const queryTimeout = 5_000;
/**
 * How long, in ms, a start waits: other processes may be writing, or PostgreSQL may be starting.
 */
const startTimeout = 5_000;

export const isPostgres = (url: string) => /^postgres(ql)?:/.test(url);

/** The database's name for messages, without user and password. */
export function nameOf(url: string): string {
  if (!isPostgres(url)) return url;
  const { hostname, pathname, searchParams } = new URL(url);
  return `${pathname.slice(1)} (${searchParams.get("host") || hostname})`;
}

/** What opening may change: create a missing database, run the migrations of an existing one, or nothing. */
export type OpenMode = "create" | "migrate" | "read";

/**
 * Opens the database at this address, a file or a `postgres://`.
 * @throws with a sentence for the owner
 */
export async function openDatabase(url: string, mode: OpenMode = "create"): Promise<Database> {
  if (mode !== "create" && !isPostgres(url) && !existsSync(url)) throw new Error(missing(url));
  const deadline = performance.now() + startTimeout;
  for (;;) {
    try {
      return await open(url, mode);
    } catch (error) {
      if (error instanceof UnusableDatabase) throw error;
      const mayPass = isBusy(error) || (isPostgres(url) && isUnavailable(error));
      if (!mayPass || performance.now() > deadline) {
        const failed = `No se puede abrir la base de datos ${nameOf(url)}`;
        throw new Error(`${failed}: ${reasonOf(error)}.`, { cause: error });
      }
      await wait(20 + Math.random() * 80);
    }
  }
}

/** An error that the owner has to fix. A retry would not help. */
class UnusableDatabase extends Error {}

const missing = (url: string) =>
  `No hay ninguna base de datos de la tienda en ${nameOf(url)}: comprueba DATABASE_URL. ` +
  "Una tienda nueva empieza con «npm run -s orders -- new».";

async function open(url: string, mode: OpenMode): Promise<Database> {
  const db = await connect(url, "short waits");
  try {
    if (mode !== "create") {
      const tables = await db.introspection.getTables();
      if (!tables.some(({ name }) => name === "orders")) throw new UnusableDatabase(missing(url));
    }
    const { isNewer, missing: due } = await migrationsOf(db);
    if (isNewer) {
      throw new UnusableDatabase(
        `${nameOf(url)} es de una versión más nueva de la tienda: arranca esa versión, o restaura una copia anterior.`,
      );
    }
    if (mode === "read" && due) {
      throw new UnusableDatabase(
        `${nameOf(url)} es de una versión anterior de la tienda: arranca la tienda una vez, y se pondrá al día.`,
      );
    }
    if (due) await runMigrations(db, url);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Runs the migrations. On PostgreSQL they may wait and take minutes, on connections of their own. */
async function runMigrations(opened: Database, url: string): Promise<void> {
  const db = isPostgres(url) ? await connect(url, "long waits") : opened;
  try {
    await migrate(db);
  } finally {
    if (db !== opened) await db.destroy();
  }
}

/** Whether requests and jobs use the database, or a migration that may take its time. */
type Waits = "short waits" | "long waits";

async function connect(url: string, waits: Waits): Promise<Database> {
  const dialect = isPostgres(url) ? await postgres(url, waits) : sqlite(url);
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
}

/** Node's SQLite. It runs in our thread, so waiting would block every request. */
function sqlite(file: string): Dialect {
  if (file !== ":memory:") {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, "a", 0o600));
    checkFile(file);
  }
  // Never blocks on another process: `transact` retries instead.
  const database = new DatabaseSync(file, { timeout: 0 });
  // FULL: an acknowledged order is on the disk, whatever happens to the machine. Deleted data is
  // overwritten, so that a person's data can't be read in the file.
  database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on");
  const prepared = new Map<string, SqliteStatement>();
  const dialect = new SqliteDialect({
    database: {
      close: () => database.close(),
      prepare(sql) {
        // A full disk has ended the transaction. A second rollback would hide the reason.
        const wanted = sql === "rollback" && !database.isTransaction ? "select 1" : sql;
        const known = prepared.get(wanted);
        if (known) return known;
        // `in` lists of different lengths are different statements.
        if (prepared.size >= maxPrepared) prepared.clear();
        const made = statement(database, wanted);
        prepared.set(wanted, made);
        return made;
      },
    },
  });
  dialect.createAdapter = () => new TransactionalDdl();
  return dialect;
}

/**
 * Runs migrations in one transaction, so that a killed first start leaves nothing behind. By default Kysely uses none
 * on SQLite.
 */
class TransactionalDdl extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/**
 * Makes the database private to its user. SQLite gives `-wal` and `-shm` the same rights.
 * @throws {UnusableDatabase} if it is damaged or missing
 */
export function checkFile(file: string): void {
  if (!existsSync(file)) throw new UnusableDatabase(missing(file));
  const { mode, size, uid } = statSync(file);
  if (mode & 0o007 && uid === process.geteuid?.()) chmodSync(file, mode & 0o770);
  if (size === 0) return;
  const journal = `${file}-wal`;
  if (isCopy(file) && existsSync(journal) && statSync(journal).size > 0) {
    throw new UnusableDatabase(
      `${file} es una copia, y ${journal}, a su lado, es de la base de datos que había antes: ` +
        `juntos no valen. Quita de ahí ${journal} y ${file}-shm, y vuelve a arrancar.`,
    );
  }
  const fault = faultIn(file, "quick_check");
  if (fault) {
    throw new UnusableDatabase(
      `La base de datos ${file} está dañada (${fault}): pon en su lugar una copia ` +
        "con «npm run -s orders -- restore <archivo>».",
    );
  }
}

/** Returns true if `vacuum into` wrote the file: a copy has no journal of its own. */
function isCopy(file: string): boolean {
  const head = Buffer.alloc(20);
  const descriptor = openSync(file, "r");
  readSync(descriptor, head);
  closeSync(descriptor);
  return head.toString("latin1", 0, 15) === "SQLite format 3" && head[18] === 1;
}

/**
 * The fault of an SQLite file, if there is one. Opened read-only, so that its journal is not
 * written back.
 */
export function faultIn(
  file: string,
  check: "quick_check" | "integrity_check",
): string | undefined {
  try {
    // A first start that was killed leaves a rollback journal, which only a writer can use.
    const readOnly = !existsSync(`${file}-journal`);
    using database = new DatabaseSync(file, { readOnly, timeout: 0 });
    const found = database.prepare(`pragma ${check}(1)`).get()?.[check];
    return found === "ok" ? undefined : String(found).replace(/\s+/g, " ");
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return (error as Error).message;
  }
}

/** How many prepared statements are kept. */
const maxPrepared = 500;

function statement(database: DatabaseSync, sql: string): SqliteStatement {
  // Take the write lock first: a transaction that reads and then writes fails if another process
  // writes.
  const prepared = database.prepare(sql === "begin" ? "begin immediate" : sql);
  type Values = Parameters<typeof prepared.all>;
  return {
    reader: prepared.columns().length > 0,
    all: (values) => prepared.all(...(values as Values)),
    run: (values) => prepared.run(...(values as Values)),
    iterate: (values) => prepared.iterate(...(values as Values)),
  };
}

async function postgres(url: string, waits: Waits): Promise<Dialect> {
  const { default: pg } = await import("pg");
  // Times in ms exceed 32 bits and stay far below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: connectTimeout,
    // Only a timeout reveals a server that has frozen.
    ...(waits === "short waits" && { query_timeout: queryTimeout }),
    keepAlive: true,
  });
  // An idle connection that breaks. The next request opens another one.
  pool.on("error", (error) => console.error(`Base de datos: ${error.message}`));
  // A connection that breaks in a transaction fails its next query. Without a listener Node would
  // exit.
  pool.on("connect", (client) => client.on("error", () => {}));
  // Close a connection that waits for an answer: another server may have taken over.
  pool.on("release", (_error, client: PoolClient & { readyForQuery?: boolean }) => {
    if (!client.readyForQuery) void client.end().catch(() => {});
  });
  const dialect = new PostgresDialect({ pool });
  if (waits === "short waits") dialect.createDriver = () => new PooledDriver({ pool });
  return dialect;
}

/** Set timeouts per transaction: connection poolers refuse them as connection parameters. */
class PooledDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(
      CompiledQuery.raw(
        `begin; set local lock_timeout = ${lockTimeout}; set local idle_in_transaction_session_timeout = 10000`,
      ),
    );
  }
}

/**
 * Truncates SQLite's journal, which still holds deleted data.
 * @returns false if somebody reads the database, such as a backup: try again later
 */
export async function emptyJournal(db: Database): Promise<boolean> {
  if (!isSqlite(db)) return true;
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  return rows[0]?.busy === 0;
}

/**
 * Runs a transaction. On SQLite, retries for 250 ms while another process holds the write lock. A nested call
 * joins the outer transaction.
 * @throws an error that `isUnavailable` recognises if the lock stays taken, and the errors of `work`
 */
export async function transact<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Trx);
  const deadline = performance.now() + busyTimeout;
  for (;;) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      // SQLite reports a lock at `begin`, before any work.
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await wait(5 + Math.random() * 15);
    }
  }
}

/** Writes at a start, which may wait longer than a request while other processes write. */
export async function writeAtStart<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + startTimeout;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
  }
}

/** Takes a lock of this name for the transaction. */
export async function takeLock(trx: Trx, name: string): Promise<void> {
  // SQLite has only one writer anyway.
  if (!isSqlite(trx)) await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx);
}

const isBusy = (error: unknown) =>
  error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === 5;

/** SQLite's codes for busy, locked, out of memory, read-only, corrupt, full and can't open. */
const sqliteUnavailable = new Set([5, 6, 7, 8, 10, 13, 14]);
/**
 * PostgreSQL's error classes for connection, resources, intervention and system, its lock timeout
 * and its deadlock.
 */
const postgresUnavailable = /^(08|53|57|58)|^(55P03|40P01)$/;

/** Returns true if the database could not be reached or written, so that a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code = "", syscall } = error as NodeJS.ErrnoException & { errcode?: number };
  if (errcode !== undefined) return sqliteUnavailable.has(errcode & 0xff);
  return (
    postgresUnavailable.test(code) ||
    /^E(CONN|PIPE|HOST|TIMEDOUT)/.test(code) ||
    // For example a missing socket file (ENOENT).
    syscall === "connect" ||
    /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable/.test(
      error.message,
    ) ||
    isUnavailable(error.cause)
  );
}

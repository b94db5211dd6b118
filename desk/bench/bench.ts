/**
 * `node desk/bench/bench.ts`, or `npm run bench -- --orders`: compares the order desk with a bare loop of the
 * same inserts in the same run. Prints a table.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { sql } from "kysely";
import pg from "pg";
import type { DeskSettings } from "../../app/desk/shop/settings-schema.ts";
import { completeOrder } from "../../app/shop/testing/order.ts";
import { findPostgres } from "../../setup/programs.ts";
import type { Desk } from "../context.ts";
import { listOrders } from "../orders/counter.ts";
import { type PlaceRequest, place } from "../orders/orders.ts";
import { type Database, openDatabase } from "../storage/database.ts";
import { unlimited } from "../testing/limits.ts";
import { startPostgres } from "../testing/postgres.ts";

/** Sequential orders for the rate, concurrent ones for latency, and the total for memory and lists. */
const inARow = 1_000;
const atOnce = 8;
const inAll = 100_000;

async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "aurelia-orders-"));
  const programs = findPostgres();
  const postgres = programs ? await startPostgres(programs, "durable") : undefined;
  const [load = 0] = loadavg();
  try {
    const file = join(folder, "orders.db");
    const rows = [await measure("SQLite", file, bareSqlite(file))];
    if (postgres) {
      const url = `postgres://postgres@localhost/postgres?host=${postgres.folder}`;
      rows.push(await measure("PostgreSQL", url, barePostgres(url)));
    }
    console.log(
      [
        `Node ${process.version}, ${cpus().length} cores, load ${load.toFixed(1)} before it began.`,
        "",
        "| database | orders a second | bare inserts a second | ratio | p50, eight at once | p99 |",
        "|---|---|---|---|---|---|",
        ...rows,
        "",
        ...(await measureMany(join(folder, "many.db"))),
      ].join("\n"),
    );
  } finally {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Orders and bare inserts per second, sequentially, and the latency in ms of eight concurrent clients. */
async function measure(database: string, url: string, bare: Bare): Promise<string> {
  const desk = deskOn(await openDatabase(url));
  await order(desk);
  const insert = await bareInsert(bare);
  // Alternate, so that other load on the machine affects both.
  const rates: number[] = [];
  const bareRates: number[] = [];
  for (let turn = 0; turn < 5; turn++) {
    rates.push(await perSecond(inARow / 5, () => order(desk)));
    bareRates.push(await perSecond(inARow / 5, insert));
  }
  const waits: number[] = [];
  const client = async () => {
    for (let placed = 0; placed < inARow / atOnce; placed++) {
      waits.push(await timed(() => order(desk)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  await bare.close();
  await desk.db.destroy();
  const rate = quantile(rates, 0.5);
  const bareRate = quantile(bareRates, 0.5);
  const [p50, p99] = [quantile(waits, 0.5), quantile(waits, 0.99)];
  return `| ${database} | ${rate.toFixed()} | ${bareRate.toFixed()} | ${(rate / bareRate).toFixed(2)} | ${p50.toFixed(1)} ms | ${p99.toFixed(1)} ms |`;
}

function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function perSecond(times: number, work: () => Promise<void>): Promise<number> {
  const all = async () => {
    for (let time = 0; time < times; time++) await work();
  };
  return (times * 1_000) / (await timed(all));
}

const settings = { SELLER_NAME: "Banco de pruebas", SELLER_IBAN: "ES9121000418450200051332" };
const deskOn = (db: Database): Desk => ({
  db,
  settings: settings as DeskSettings,
  iban: settings.SELLER_IBAN,
  price: 8999,
  publication: { state: "current" },
  now: Date.now,
  terms: { version: "2026-11-22", text: "" },
  limits: unlimited,
});

async function order(desk: Desk): Promise<void> {
  const { outcome } = await place(desk, newAttempt());
  if (outcome !== "placed") throw new Error(`The order was not taken: ${outcome}.`);
}

function newAttempt(): PlaceRequest {
  const key = randomBytes(16).toString("hex");
  return {
    key,
    total: 8999,
    order: { ...completeOrder, email: `${key}@ejemplo.es` },
  };
}

/** A bare database driver, without the desk's code. */
interface Bare {
  place: (index: number) => string;
  run: (text: string, values?: (string | number | null)[]) => Promise<Row | undefined>;
  close: () => Promise<void>;
}

const tables = ["orders", "events", "mails"] as const;
type Row = Record<string, string | number | null>;

/** A copy of a row's columns, with new values for the unique ones. */
function anew({ id, ...row }: Row): Row {
  const fresh = () => randomBytes(16).toString("hex");
  for (const name of ["token", "request_key", "about"]) if (name in row) row[name] = fresh();
  // The database numbers events, and a copied event belongs to the same order.
  return typeof id === "number" ? row : { ...row, id: fresh() };
}

/** Inserts the rows that an order writes, without the desk's lookups, price check and email texts. */
async function bareInsert({ run, place }: Bare): Promise<() => Promise<void>> {
  const inserts: { text: string; row: Row }[] = [];
  for (const table of tables) {
    const row = (await run(`select * from ${table} limit 1`)) ?? {};
    const names = Object.keys(anew(row));
    const places = names.map((_, index) => place(index));
    const text = `insert into ${table} (${names.join(", ")}) values (${places.join(", ")})`;
    inserts.push({ text, row });
  }
  return async () => {
    await run("begin");
    for (const { text, row } of inserts) await run(text, Object.values(anew(row)));
    await run("commit");
  };
}

function bareSqlite(file: string): Bare {
  const database = new DatabaseSync(file, { timeout: 250 });
  database.exec("pragma synchronous = full");
  const prepared = new Map<string, StatementSync>();
  return {
    place: () => "?",
    async run(text, values = []) {
      const statement = prepared.get(text) ?? database.prepare(text);
      prepared.set(text, statement);
      return statement.get(...values) as Row | undefined;
    },
    close: async () => database.close(),
  };
}

function barePostgres(url: string): Bare {
  const client = new pg.Client(url);
  const connected = client.connect();
  return {
    place: (index) => `$${index + 1}`,
    async run(text, values) {
      await connected;
      return (await client.query({ name: text.slice(0, 40), text, values })).rows[0];
    },
    close: () => client.end(),
  };
}

/** Writes without durability: memory and lists depend only on the number of orders. */
async function measureMany(file: string): Promise<string[]> {
  const desk = deskOn(await openDatabase(file));
  await sql`pragma synchronous = off`.execute(desk.db);
  const mebibytes = () => (process.memoryUsage().rss / 2 ** 20).toFixed();
  for (let placed = 0; placed < inAll / 10; placed++) await order(desk);
  const before = mebibytes();
  for (let placed = inAll / 10; placed < inAll; placed++) await order(desk);
  const after = mebibytes();

  const middle = await desk.db
    .selectFrom("orders")
    .select(["placedAt", "id"])
    .orderBy("placedAt", "desc")
    .offset(inAll / 2)
    .limit(1)
    .executeTakeFirstOrThrow();
  const lists = {
    "the first page": () => listOrders(desk),
    "the page in the middle": () => listOrders(desk, {}, `${middle.placedAt}~${middle.id}`),
    "the first page of a state": () => listOrders(desk, { state: "pending" }),
    "a state without orders": () => listOrders(desk, { state: "refunded" }),
  };
  const lines = [
    `Memory with ${inAll / 10} orders placed: ${before} MiB; with ${inAll}: ${after} MiB.`,
    "",
    `| list of ${inAll} orders | p99 of 100 |`,
    "|---|---|",
  ];
  for (const [name, list] of Object.entries(lists)) {
    const times: number[] = [];
    for (let time = 0; time < 100; time++) times.push(await timed(list));
    lines.push(`| ${name} | ${quantile(times, 0.99).toFixed(1)} ms |`);
  }
  await desk.db.destroy();
  return lines;
}

await bench();

/**
 * `node desk/bench.ts`, or `npm run bench -- --orders`: what the order desk takes, beside a bare loop of
 * the same inserts in the same run. Prints a table.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import pg from "pg";
import type { DeskSettings } from "../app/shop/settings-schema.ts";
import { findPostgres } from "../e2e/setup/programs.ts";
import type { Desk } from "./context.ts";
import { listOrders } from "./counter.ts";
import { type Database, openDatabase } from "./database.ts";
import { type Attempt, place } from "./orders.ts";
import type { Order } from "./schema.ts";
import { startPostgres } from "./testing/postgres.ts";

/** Orders in a row for the rate, at once for the waiting, and in all for memory and lists. */
const inARow = 1_000;
const atOnce = 8;
const inAll = 100_000;

interface OrdersResult {
  database: string;
  /** Orders a second, one after the other, and of the bare loop beside them. */
  rate: number;
  bareRate: number;
  /** In ms, with eight at once. */
  p50: number;
  p99: number;
}

async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "aurelia-orders-"));
  const programs = findPostgres();
  const postgres = programs ? await startPostgres(programs, "durable") : undefined;
  const [load = 0] = loadavg();
  try {
    const file = join(folder, "orders.db");
    const results = [await measure("SQLite", file, bareSqlite)];
    if (postgres) {
      const url = `postgres://postgres@localhost/postgres?host=${postgres.folder}`;
      results.push(await measure("PostgreSQL", url, barePostgres));
    }
    report(results, await measureMany(join(folder, "many.db")), load);
  } finally {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  database: string,
  url: string,
  openBare: (url: string) => Promise<Bare>,
): Promise<OrdersResult> {
  const desk = deskOn(await openDatabase(url));
  await order(desk);
  const bare = await openBare(url);
  // In turns, so that whatever else the machine does meets both.
  const rates: { ours: number; bare: number }[] = [];
  for (let turn = 0; turn < 5; turn++) {
    const ours = await perSecond(inARow / 5, () => order(desk));
    rates.push({ ours, bare: await perSecond(inARow / 5, bare.insert) });
  }
  const waits: number[] = [];
  const client = async () => {
    for (let placed = 0; placed < inARow / atOnce; placed++) {
      const begun = performance.now();
      await order(desk);
      waits.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  await bare.close();
  await desk.db.destroy();
  return {
    database,
    rate: quantile(
      rates.map(({ ours }) => ours),
      0.5,
    ),
    bareRate: quantile(
      rates.map(({ bare }) => bare),
      0.5,
    ),
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
  };
}

function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}

async function perSecond(times: number, work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  for (let time = 0; time < times; time++) await work();
  return (times * 1_000) / (performance.now() - begun);
}

const settings = { SELLER_NAME: "Banco de pruebas", SELLER_IBAN: "ES9121000418450200051332" };
const deskOn = (db: Database): Desk => ({
  db,
  settings: settings as DeskSettings,
  now: Date.now,
  limits: { unpaidPerEmail: Number.POSITIVE_INFINITY, ordersPerHour: Number.POSITIVE_INFINITY },
});

async function order(desk: Desk): Promise<void> {
  const { outcome } = await place(desk, newAttempt());
  if (outcome !== "placed") throw new Error(`The order was not taken: ${outcome}.`);
}

function newAttempt(): Attempt {
  const key = randomBytes(16).toString("hex");
  return {
    key,
    total: 8999,
    order: {
      firstName: "Lucía",
      lastName: "Ibáñez",
      email: `${key}@ejemplo.es`,
      phone: "+34 612345678",
      address: "Calle Mayor, 1",
      city: "Madrid",
      postalCode: "28013",
      country: "ES",
      quantity: 1,
    },
  };
}

/** The same rows that an order writes, and nothing else: no look for another, no price, no words. */
interface Bare {
  insert: () => Promise<void>;
  close: () => Promise<void>;
}

const tables = ["orders", "events", "mails"] as const;
type Row = Record<string, string | number | null>;

/** The columns of a row, with values that meet no constraint of the first. */
function anew({ id, ...row }: Row): Row {
  const fresh = () => randomBytes(16).toString("hex");
  for (const name of ["token", "request_key", "about"]) if (name in row) row[name] = fresh();
  // The events count by themselves, and stay with the order that they tell of.
  return typeof id === "number" ? row : { ...row, id: fresh() };
}

async function bareSqlite(file: string): Promise<Bare> {
  const database = new DatabaseSync(file, { timeout: 250 });
  database.exec("pragma synchronous = full");
  const inserts = tables.map((table) => {
    const row = database.prepare(`select * from ${table} limit 1`).get() as Row;
    const names = Object.keys(anew(row));
    const places = names.map(() => "?").join(", ");
    const statement = database.prepare(
      `insert into ${table} (${names.join(", ")}) values (${places})`,
    );
    return () => statement.run(...Object.values(anew(row)));
  });
  return {
    async insert() {
      database.exec("begin immediate");
      for (const insert of inserts) insert();
      database.exec("commit");
    },
    close: async () => database.close(),
  };
}

async function barePostgres(url: string): Promise<Bare> {
  const client = new pg.Client(url);
  await client.connect();
  const inserts: (() => Promise<unknown>)[] = [];
  for (const table of tables) {
    const { rows } = await client.query(`select * from ${table} limit 1`);
    const names = Object.keys(anew(rows[0]));
    const places = names.map((_, index) => `$${index + 1}`).join(", ");
    const text = `insert into ${table} (${names.join(", ")}) values (${places})`;
    inserts.push(() => client.query({ name: table, text, values: Object.values(anew(rows[0])) }));
  }
  return {
    async insert() {
      await client.query("begin");
      for (const insert of inserts) await insert();
      await client.query("commit");
    },
    close: () => client.end(),
  };
}

interface Many {
  /** MiB of the process, with a tenth of the orders placed and with all. */
  before: number;
  after: number;
  /** ms for a page of the counter's list: the first, the one in the middle, the first of a state. */
  lists: Record<string, number>;
}

/** Memory and lists depend on how many orders there are, and not on how safely they were written. */
async function measureMany(file: string): Promise<Many> {
  const desk = deskOn(await openDatabase(file));
  await sql`pragma synchronous = off`.execute(desk.db);
  const mebibytes = () => process.memoryUsage().rss / 2 ** 20;
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
    "the first page": await listed(() => listOrders(desk)),
    "the page in the middle": await listed(() =>
      listOrders(desk, undefined, `${middle.placedAt}~${middle.id}`),
    ),
    "the first page of a state": await listed(() => listOrders(desk, "pending")),
    "a state without orders": await listed(() => listOrders(desk, "refunded")),
  };
  await desk.db.destroy();
  return { before, after, lists };
}

async function listed(list: () => Promise<Order[]>): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < 100; time++) {
    const begun = performance.now();
    await list();
    times.push(performance.now() - begun);
  }
  return quantile(times, 0.99);
}

function report(results: OrdersResult[], { before, after, lists }: Many, load: number): void {
  const figure = (value: number, decimals = 0) => value.toFixed(decimals);
  console.log(
    [
      `Node ${process.version}, ${cpus().length} cores, load ${figure(load, 1)} before it began.`,
      "",
      "| database | orders a second | bare inserts a second | ratio | p50, eight at once | p99 |",
      "|---|---|---|---|---|---|",
      ...results.map(
        ({ database, rate, bareRate, p50, p99 }) =>
          `| ${database} | ${figure(rate)} | ${figure(bareRate)} | ${figure(rate / bareRate, 2)} | ${figure(p50, 1)} ms | ${figure(p99, 1)} ms |`,
      ),
      "",
      `Memory with ${inAll / 10} orders placed: ${figure(before)} MiB; with ${inAll}: ${figure(after)} MiB.`,
      "",
      `| list of ${inAll} orders | p99 of 100 |`,
      "|---|---|",
      ...Object.entries(lists).map(([name, time]) => `| ${name} | ${figure(time, 1)} ms |`),
    ].join("\n"),
  );
}

await bench();

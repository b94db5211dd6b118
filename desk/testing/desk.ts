import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll, inject, onTestFinished } from "vitest";
import type { DeskSettings } from "../../app/desk/shop/settings-schema.ts";
import type { Order as OrderRequest } from "../../app/shop/order.ts";
import type { Desk } from "../context.ts";
import { seller } from "../demo/shop.ts";
import { findOrder, historyOf, type PlaceRequest, place } from "../orders/orders.ts";
import type { CardPayment } from "../orders/payment.ts";
import { writeState } from "../orders/shop-state.ts";
import { openDatabase } from "../storage/database.ts";
import type { Order } from "../storage/tables.ts";
import { unlimited } from "./limits.ts";

const postgres = inject("postgres");

/** The databases that each suite runs on. */
export const databases = [
  "SQLite" as const,
  ...(postgres === undefined ? [] : ["PostgreSQL" as const]),
];
export type DatabaseName = (typeof databases)[number];

export const settings: DeskSettings & { DEMO: string } = {
  ...seller,
  DEMO: "yes",
  SELLER_IBAN: "ES9121000418450200051332",
  SMTP_URL: "smtp://127.0.0.1:1",
  DESK_PASSWORD: "una contraseña larga",
  DATABASE_URL: "",
  BACKUP_FOLDER: "",
  TRUSTED_PROXY: "",
  STRIPE_SECRET_KEY: "",
  STRIPE_WEBHOOK_SECRET: "",
  SHOP_NOTICE: "",
  SHOP_REOPENS: "pronto",
};

/** A folder that is deleted when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "aurelia-desk-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The address of a new database without tables. */
export async function freshDatabase(database: DatabaseName): Promise<string> {
  if (database === "SQLite") return join(temporaryFolder(), "orders.db");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await asPostgres("postgres", (client) => client.query(`create database ${name}`));
  return postgresUrl(name);
}

/** Creating tables takes a tenth of a second, so each test file does it once. */
let empty: string | undefined;
const left: string[] = [];
afterAll(() => {
  if (empty) rmSync(dirname(empty), { recursive: true });
});

/** The address of a database with empty tables. */
async function emptyDatabase(database: DatabaseName): Promise<string> {
  if (database === "SQLite") {
    const file = await freshDatabase(database);
    empty ??= await makeEmpty();
    copyFileSync(empty, file);
    return file;
  }
  const url = left.pop() ?? (await freshDatabase(database));
  onTestFinished(async () => {
    const name = new URL(url).pathname.slice(1);
    await asPostgres(name, (client) =>
      client.query(
        "truncate orders, events, mails, withdrawals, withdrawal_orders, order_terms, terms, shop_state restart identity",
      ),
    );
    left.push(url);
  });
  return url;
}

async function makeEmpty(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "aurelia-desk-"));
  const file = join(folder, "empty.db");
  await (await openDatabase(file)).destroy();
  return file;
}

export const postgresUrl = (name: string, folder = postgres) =>
  `postgres://postgres@localhost/${name}?host=${folder}`;

/** Runs the work on a separate connection. */
export async function asPostgres<T>(name: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client(postgresUrl(name));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export interface TestDesk extends Desk {
  url: string;
  /** Moves the clock forward by this many ms, or back. */
  pass: (time: number) => void;
}

export const start = Date.UTC(2026, 10, 22, 9, 5);

/** A desk with its own database and a stopped clock. It closes when the test ends. */
export async function testDesk(database: DatabaseName, changes: Partial<Desk> = {}) {
  const url = await emptyDatabase(database);
  const db = await openDatabase(url);
  onTestFinished(() => db.destroy());
  let time = start;
  const terms = { version: "2026-11-22", text: "Los términos de servicio, enteros." };
  const now = () => time;
  const pass = (passed: number) => {
    time += passed;
  };
  const shop = {
    iban: settings.SELLER_IBAN,
    price: 8999,
    publication: { state: "current" } as const,
  };
  return {
    db,
    url,
    settings,
    ...shop,
    terms,
    now,
    pass,
    limits: unlimited,
    ...changes,
  } as TestDesk;
}

export const undisputed = { disputed: 0, lost: 0, payment: "pi_1" };

/** A fake card provider, whose methods the test can replace. */
export const card = (changes: Partial<CardPayment>): CardPayment => ({
  isTest: true,
  start: async () => ({ address: "https://pago.example/1", reference: "1" }),
  check: async ({ providerReceived: received, providerRefunded: refunded }) => ({
    received,
    refunded,
    ...undisputed,
  }),
  end: async () => {},
  refund: async () => "done",
  changedSince: async () => [],
  readNotice: async () => ({}),
  isUnknown: () => false,
  isUnavailable: () => false,
  ...changes,
});

export const lucia: OrderRequest = {
  firstName: "Lucía",
  lastName: "Gómez",
  email: "lucia@correo.example",
  phone: "+34 600000000",
  address: "Calle Mayor, 1",
  city: "Madrid",
  postalCode: "28013",
  country: "ES",
  quantity: 1,
};

export const newKey = () => randomBytes(16).toString("hex");

/** The page's request for one bottle, with the test's changes. */
export const attempt = (changes: Partial<OrderRequest> = {}): PlaceRequest => ({
  key: newKey(),
  total: 8999 * (changes.quantity ?? 1),
  order: { ...lucia, ...changes },
});

/** Places an order. @throws when it is refused */
export async function placed(desk: Desk, changes: Partial<OrderRequest> = {}): Promise<Order> {
  const answer = await place(desk, attempt(changes));
  if (answer.outcome !== "placed") throw new Error(`The order was not taken: ${answer.outcome}`);
  return answer.order;
}

/** The current state of the order. */
export async function now(desk: Desk, { id }: { id: string }): Promise<Order> {
  const order = await findOrder(desk, id);
  if (!order) throw new Error(`There is no order ${id}.`);
  return order;
}

/** The history of an order, as «who what amount note». */
export async function story(desk: Desk, order: Order): Promise<string[]> {
  return (await historyOf(desk, order)).map(({ who, what, amount, note }) =>
    [who, what, amount, note].filter((part) => part !== null).join(" "),
  );
}

/** The kinds of an order's emails to its shopper, without event numbers. */
export async function mailsOf({ db }: Desk, { id }: { id: string }): Promise<string[]> {
  const mails = await db.selectFrom("mails").select("kind").where("about", "=", id).execute();
  const kinds = mails.map(({ kind }) => kind.replace(/ \d+$/, ""));
  return kinds.filter((kind) => !kind.startsWith("owner ")).sort();
}

/** Pauses sales. An empty `until` resumes them. */
export const pause = ({ db }: Desk, until: string) => writeState(db, "paused", until || undefined);

/** Sets how many bottles are left. Without a number they are not counted. */
export const setStock = ({ db }: Desk, bottles: number | undefined) =>
  writeState(db, "stock", bottles?.toString());

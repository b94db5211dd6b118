import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { inject, onTestFinished } from "vitest";
import type { Order as OrderRequest } from "../../app/shop/order.ts";
import {
  type ShopSettings,
  shopSettings,
  validateSettings,
} from "../../app/shop/settings-schema.ts";
import { completeOrder } from "../../app/shop/testing/complete-order.ts";
import { seller } from "../demo/demo-shop.ts";
import { eraseOrder } from "../jobs/erase.ts";
import type { EnterRequest } from "../orders/enter-order.ts";
import { addEntry, ledgerOf, type NewEntry } from "../orders/ledger.ts";
import { changeOrder, eventsOf, orderById } from "../orders/orders.ts";
import { type PlaceRequest, place } from "../orders/place.ts";
import {
  type FactName,
  firstValues,
  readFacts,
  storeMissingFacts,
} from "../orders/stored-facts.ts";
import { storeTerms } from "../orders/terms.ts";
import type { DeskSettings } from "../shop/settings-schema.ts";
import type { CardPayment } from "../storage/card-payment.ts";
import { type Database, openDatabase } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import { storeSetting } from "../storage/stored-settings.ts";
import type { Order, Trx } from "../storage/tables.ts";
import { unlimited } from "./limits.ts";
import { asPostgres, emptyTables, urlOf } from "./postgres.ts";
import { untilAvailable } from "./until-available.ts";

const postgres = inject("postgres");

/** The databases that each suite runs on: with WHOLE=yes both. */
export const databases = [
  "SQLite" as const,
  ...(postgres === undefined ? [] : ["PostgreSQL" as const]),
];
export type DatabaseName = (typeof databases)[number];

export const settings: DeskSettings & ShopSettings & { DEMO: string } = {
  ...seller,
  ...validateSettings(shopSettings, { PRODUCT_PRICE: "89,99" }).settings,
  DEMO: "yes",
  SELLER_IBAN: "ES9121000418450200051332",
  SMTP_URL: "smtp://127.0.0.1:1",
  OWNER_EMAIL: "duena@aurelia.example",
  DATABASE_URL: "",
  BACKUP_FOLDER: "",
  TRUSTED_PROXY: "",
  STRIPE_SECRET_KEY: "",
  STRIPE_WEBHOOK_SECRET: "",
  SHOP_NOTICE: "",
};

/** A folder that is deleted when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "aurelia-desk-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The address of a new database without tables. */
export async function freshDatabase(database: DatabaseName): Promise<string> {
  return database === "SQLite" ? join(temporaryFolder(), "orders.db") : createPostgres();
}

async function createPostgres(options = ""): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await asPostgres(postgresUrl("postgres"), (client) =>
    client.query(`create database ${name} ${options}`),
  );
  return postgresUrl(name);
}

/** Open PostgreSQL databases whose test has ended. Creating one takes ten times as long as emptying one. */
const reusable: OpenDatabase[] = [];

interface OpenDatabase {
  url: string;
  db: Database;
}

/** Deletes, because `truncate` writes new files and takes five times as long. */
const clear = sql.raw(`
  delete from mails; delete from withdrawals; delete from events; delete from payments; delete from orders;
  delete from terms_by_facts; delete from terms; delete from settings; delete from sessions; delete from email_links;
  delete from stock_moves; update stock set bottles = null;
  select setval(seqrelid, 1, false) from pg_sequence`);

/** A database with empty tables. When the test ends, SQLite's is closed, and PostgreSQL's is emptied for another test. */
async function emptyDatabase(database: DatabaseName): Promise<OpenDatabase> {
  if (database === "SQLite") {
    const url = await freshDatabase(database);
    copyFileSync(inject("emptySqlite"), url);
    const db = await openDatabase(url);
    onTestFinished(() => db.destroy());
    return { url, db };
  }
  const emptied = reusable.pop() ?? (await createTables());
  onTestFinished(async () => {
    await clear.execute(emptied.db);
    reusable.push(emptied);
  });
  // A new object on the same connections, because the outbox pauses per database object when mail is down.
  return { url: emptied.url, db: emptied.db.withTables() };
}

async function createTables(): Promise<OpenDatabase> {
  const url = await createPostgres(`template ${emptyTables}`);
  return { url, db: await openDatabase(url) };
}

/** The address of a database of this test run. */
export const postgresUrl = (name: string) => urlOf(postgres ?? "", name);

export interface TestDesk extends Desk {
  url: string;
  /** Moves the clock forward by this many ms, or back. */
  pass: (time: number) => void;
}

export const start = Date.UTC(2026, 10, 22, 9, 5);

/** One fixed sentence for the facts of `settings`; terms of other facts quote them. */
const renderTerms: Desk["renderTerms"] = async ({ price, phone, shipping }) =>
  price === 8999 && phone === settings.SHOP_PHONE
    ? "Los términos de servicio, enteros."
    : `Cada frasco cuesta ${price} céntimos, y el envío ${shipping.cost}. Llame al ${phone}.`;

/** A desk with its own database and a stopped clock, until the test ends. */
export async function testDesk(database: DatabaseName, changes: Partial<Desk> = {}) {
  const { url, db } = await emptyDatabase(database);
  await storeMissingFacts(db, firstValues(settings));
  let time = start;
  const now = () => time;
  const pass = (passed: number) => {
    time += passed;
  };
  const desk: TestDesk = {
    db,
    url,
    settings,
    now,
    pass,
    limits: unlimited,
    build: "test",
    renderTerms,
    wake: () => {},
    failing: () => [],
    ...changes,
  };
  await storeTerms(desk, await readFacts(db));
  return desk;
}

/** The desk of a later build, with other terms. */
export async function newTerms(desk: TestDesk, text: string): Promise<TestDesk> {
  const later = { ...desk, build: text, renderTerms: async () => text };
  await storeTerms(later, await readFacts(desk.db));
  return later;
}

/** A fake card provider without any payment, whose methods the test can replace. */
export const card = (changes: Partial<CardPayment>): CardPayment => ({
  isTest: true,
  start: async () => ({ address: "https://pago.example/1", reference: "1" }),
  check: async () => ({ isPageOpen: true, payment: null, entries: [] }),
  end: async () => {},
  refund: async () => "done",
  changedSince: async () => [],
  readWebhook: async () => ({}),
  isUnknown: () => false,
  isUnavailable: () => false,
  ...changes,
});

export const lucia: OrderRequest = {
  ...completeOrder,
  lastName: "Gómez",
  email: "lucia@correo.example",
  phone: "+34 600000000",
};

export const newKey = () => randomBytes(16).toString("hex");

/** The page's request for one bottle, with the test's changes. */
export const placeRequest = (changes: Partial<OrderRequest> = {}): PlaceRequest => ({
  key: newKey(),
  total: 8999 * (changes.quantity ?? 1),
  order: { ...lucia, ...changes },
});

const { quantity: _, ...recipient } = lucia;

/** What the owner enters for an order by telephone, with the test's changes. */
export const enterRequest = (changes: Partial<EnterRequest> = {}): EnterRequest => ({
  key: newKey(),
  recipient,
  quantity: 1,
  total: 8999,
  method: "transfer",
  isPaid: false,
  isDelivered: false,
  ...changes,
});

/** A bottle that is sold in person: paid and handed over. */
export const soldInPerson = (changes: Partial<EnterRequest> = {}) =>
  enterRequest({ recipient: null, method: "cash", isPaid: true, isDelivered: true, ...changes });

/** Places an order. @throws when it is refused */
export async function placed(desk: Desk, changes: Partial<OrderRequest> = {}): Promise<Order> {
  const answer = await place(desk, placeRequest(changes));
  if (answer.outcome !== "placed") throw new Error(`The order was refused: ${answer.outcome}`);
  return answer.order;
}

/** Does the work this many times at once. */
export const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => untilAvailable(() => work(index))));

/** The current state of the order. */
export const reread = ({ db }: Desk, { id }: { id: string }): Promise<Order> => orderById(db, id);

/** Changes an order under its lock. @throws if there is none */
export async function change<T>(
  desk: Desk,
  { id }: { id: string },
  work: (trx: Trx, order: Order) => Promise<T>,
): Promise<T> {
  const result = await changeOrder(desk, id, undefined, work);
  if (result === undefined) throw new Error(`There is no order ${id}.`);
  return result;
}

/** Adds an entry to the order's ledger: by default, a payment of this many cents that the owner has received. */
export const enter = (
  desk: Desk,
  order: { id: string },
  amount: number,
  entry: Partial<NewEntry> = {},
): Promise<Order> =>
  change(desk, order, async (trx, before) => {
    await addEntry(desk, trx, before, { kind: "payment", who: "owner", amount, ...entry });
    return order;
  }).then((changed) => reread(desk, changed));

/** Places an order that is paid in full by transfer. */
export async function paid(desk: Desk, changes: Partial<OrderRequest> = {}): Promise<Order> {
  const order = await placed(desk, changes);
  return enter(desk, order, order.total);
}

/** The history of an order, as «who kind note». */
export async function story({ db }: Desk, { id }: { id: string }): Promise<string[]> {
  return (await eventsOf(db, id)).map(({ who, kind, note }) =>
    [who, kind, note].filter((part) => part !== null).join(" "),
  );
}

/** The ledger of an order, as «who kind cents», with «back» for an entry that reverses another. */
export async function ledger({ db }: Desk, { id }: { id: string }): Promise<string[]> {
  return (await ledgerOf(db, id)).map(({ who, kind, amount, reverses }) =>
    [who, kind, amount, reverses !== null && "back"].filter(Boolean).join(" "),
  );
}

/** The templates of an order's emails to its shopper, in alphabetical order. */
export async function mailsOf({ db }: Desk, { id }: { id: string }): Promise<string[]> {
  const mails = await db
    .selectFrom("mails")
    .select("template")
    .where("orderId", "=", id)
    .where("audience", "=", "shopper")
    .execute();
  return mails.map(({ template }) => template).sort();
}

export const setFact = ({ db }: Desk, name: FactName, value: string) =>
  storeSetting(db, name, value);

/** Pauses sales. An empty `until` resumes them. */
export const pause = (desk: Desk, until: string) => setFact(desk, "paused", until);

/** Sets how many bottles are left. Without a number they are not counted. */
export const setStock = ({ db }: Desk, bottles: number | undefined) =>
  db
    .updateTable("stock")
    .set({ bottles: bottles ?? null })
    .execute();

/** Erases an order's personal data, as if it had been delivered long ago. */
export async function erase(desk: Desk, { id }: Pick<Order, "id">): Promise<void> {
  const delivered = { fulfilment: "delivered", deliveredAt: null } as const;
  await desk.db.updateTable("orders").set(delivered).where("id", "=", id).execute();
  if (!(await eraseOrder(desk, id, "owner"))) throw new Error("The order is not erasable.");
}

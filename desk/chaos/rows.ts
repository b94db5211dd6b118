import { sql } from "kysely";
import type { Database } from "../storage/database.ts";
import { isSqlite } from "../storage/dialect.ts";
import { moneyOf, standingOf } from "./model.ts";
import { addTrigger } from "./planted.ts";

export type Rows = Awaited<ReturnType<typeof readRows>>;

/** All rows that the judge reads. */
export async function readRows(db: Database) {
  const orders = await db.selectFrom("orders").selectAll().execute();
  const events = await db.selectFrom("events").selectAll().orderBy("id").execute();
  const payments = await db.selectFrom("payments").selectAll().orderBy("id").execute();
  const eventsOf = Map.groupBy(events, ({ orderId }) => orderId);
  const paymentsOf = Map.groupBy(payments, ({ orderId }) => orderId);
  const mails = await db.selectFrom("mails").selectAll().execute();
  const { rows: placings } = await sql<Placing>`select * from placings`.execute(db);
  const { rows: leases } = await sql<Lease>`select * from leases`.execute(db);
  return {
    orders: orders.map((order) => ({
      ...order,
      events: eventsOf.get(order.id) ?? [],
      entries: paymentsOf.get(order.id) ?? [],
    })),
    payments,
    mails,
    withdrawals: await db.selectFrom("withdrawals").selectAll().execute(),
    terms: await db.selectFrom("terms").selectAll().execute(),
    stock: await db.selectFrom("stock").selectAll().executeTakeFirstOrThrow(),
    moves: await db.selectFrom("stockMoves").selectAll().execute(),
    placings,
    leases,
  };
}

/** One order with its events, its entries in the ledger, and what the model says of them. */
export async function readOrderRows(db: Database, id: string) {
  const order = await db
    .selectFrom("orders")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const events = await db
    .selectFrom("events")
    .selectAll()
    .where("orderId", "=", id)
    .orderBy("id")
    .execute();
  const entries = await db.selectFrom("payments").selectAll().where("orderId", "=", id).execute();
  return {
    order,
    entries,
    events,
    money: moneyOf(order.total, entries),
    standing: standingOf(order.quantity, events),
  };
}

export type StoredOrder = Rows["orders"][number];

/** What the shop held when it accepted a shopper's order. */
interface Placing {
  orderId: string;
  /** How many bottles it has left for others. */
  bottles: number | null;
  /** The orders that were not closed or sent, this one too: «7KQ2M9XA/unpaid/2 8W…», with the bottles that are kept. */
  open: string;
}

/** How a shop took an email to send it. */
interface Lease {
  mailId: string;
  /** Until when the email is that shop's, by the shop's clock, in ms. */
  dueAt: number;
  /** When that was stored, by the database's clock, in real ms. */
  takenAt: number;
}

/** Notes each lease of an email. An attempt is counted when its lease is taken. */
export async function watchLeases(db: Database): Promise<void> {
  const takenAt = isSqlite(db)
    ? sql`unixepoch('subsec') * 1000`
    : sql`extract(epoch from clock_timestamp()) * 1000`;
  await sql`create table leases
    (mail_id text, due_at double precision, taken_at double precision)`.execute(db);
  await addTrigger(db, {
    name: "watch_leases",
    on: sql`after update on mails`,
    when: sql`new.attempts > old.attempts`,
    run: sql`insert into leases values (new.id, new.due_at, ${takenAt})`,
  });
}

/** Notes for each order of a shopper, in its own transaction, how many bottles it has left, and which orders were open. */
export async function watchPlacing(db: Database): Promise<void> {
  await sql`create table placings (order_id text, bottles integer, open text)`.execute(db);
  await addTrigger(db, {
    name: "watch_placing",
    on: sql`after insert on events`,
    when: sql`new.kind = 'placed' and new.who = 'shopper'`,
    run: sql`insert into placings select new.order_id, bottles,
      (select string_agg(id || '/' || status || '/' || (quantity - removed), ' ') from orders
        where status in ('unpaid', 'partially paid', 'paid')) from stock`,
  });
}

import { type SqlBool, sql } from "kysely";
import { readNumber } from "../../app/desk/shop/order-number.ts";
import type { OrderState } from "../../app/desk/shop/order-rules.ts";
import type { Desk } from "../context.ts";
import { mailsOf } from "../mail/outbox.ts";
import { transact } from "../storage/database.ts";
import type { Mail, Order } from "../storage/schema.ts";
import { findOrder, openWithdrawal } from "./orders.ts";

const ordersPerPage = 50;

/** A search: orders in a state, or of a person. */
export interface Wanted {
  state?: OrderState | undefined;
  /** A name, an email address or an order number, in any spelling. */
  text?: string | undefined;
}

/**
 * Newest first. Each page starts after the last row of the previous one, which is fast for any
 * number of orders.
 */
export function listOrders({ db }: Desk, { state, text }: Wanted = {}, before?: string) {
  const [time, id = ""] = before?.split("~") ?? [];
  let orders = db.selectFrom("orders").selectAll();
  if (state) orders = orders.where("state", "=", state);
  if (text) orders = orders.where((is) => is.or([isNumber(text), ...spellings(text).map(isAbout)]));
  if (Number.isSafeInteger(Number(time)) && Number(time) > 0) {
    orders = orders.where((is) =>
      is(is.refTuple("placedAt", "id"), "<", is.tuple(Number(time), id)),
    );
  }
  return orders
    .orderBy("placedAt", "desc")
    .orderBy("id", "desc")
    .limit(ordersPerPage + 1)
    .execute();
}

const isNumber = (text: string) => sql<SqlBool>`id = ${readNumber(text)}`;

const isAbout = (text: string) =>
  sql<SqlBool>`first_name || ' ' || last_name || ' ' || lower(email) like ${`%${text}%`} escape '\\'`;

/** Databases fold different letters, and no accents: names must be typed as shoppers write them. */
function spellings(text: string): string[] {
  const plain = text.trim().replace(/[%_\\]/g, "\\$&");
  const name = plain.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
  return [...new Set([plain, plain.toLowerCase(), plain.toUpperCase(), name])];
}

/** The cursor of a page: `listOrders` continues after it. */
const cursorOf = ({ placedAt, id }: Order) => `${placedAt}~${id}`;

/** A page of the list, and the cursor of the next one. */
export async function pageOfOrders(desk: Desk, wanted: Wanted, before?: string) {
  const found = await listOrders(desk, wanted, before);
  const orders = found.slice(0, ordersPerPage);
  const last = found.length > ordersPerPage ? orders.at(-1) : undefined;
  return { orders, next: last && cursorOf(last) };
}

/** The number of orders in each state. */
export async function countOrders({ db }: Desk): Promise<Partial<Record<OrderState, number>>> {
  const counts = await db
    .selectFrom("orders")
    .select((of) => ["state", of.fn.countAll<number>().as("count")])
    .groupBy("state")
    .execute();
  return Object.fromEntries(counts.map(({ state, count }) => [state, Number(count)]));
}

/** How many of each kind the counter's first page shows. */
const shownAtOnce = { toPack: 5, oddMoney: 50 };

/**
 * The condition for unreconciled money, as in `amountMismatch` (app/desk/shop/order-format.ts). It
 * is written as in its index (schema.ts).
 */
const isOdd = sql<SqlBool>`case when state in ('paid', 'shipped', 'delivered')
  then received < total or received - refunded > total or received < refunded
  else received <> refunded end or disputed > 0`;

/** The withdrawal is handled, and nothing was refunded. */
const isWithdrawnAndKept = sql<SqlBool>`withdrawn_at is not null and refunded = 0 and received > 0
  and not exists (${openWithdrawal})`;

/** The orders that wait for the owner, oldest first: parcels to pack, and unreconciled money. */
export async function waitingOrders({ db }: Desk) {
  const orders = db.selectFrom("orders").orderBy("placedAt").orderBy("id");
  const toPack = orders.where("state", "=", "paid").where("withdrawnAt", "is", null);
  const { count } = await toPack
    .clearOrderBy()
    .select((of) => of.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return {
    toPack: await toPack.selectAll().limit(shownAtOnce.toPack).execute(),
    toPackCount: Number(count),
    oddMoney: await orders
      .selectAll()
      .where((is) => is.or([isOdd, isWithdrawnAndKept]))
      .limit(shownAtOnce.oddMoney)
      .execute(),
  };
}

export interface Foreseen {
  order: Order;
  /** The emails that would be sent. */
  mails: Mail[];
}

/**
 * Previews a step for its question: takes it in a transaction, reads the result and rolls back.
 * @returns undefined if the step would be refused
 */
export async function foresee(
  desk: Desk,
  id: string,
  step: (trial: Desk) => Promise<unknown>,
): Promise<Foreseen | undefined> {
  let foreseen: Foreseen | undefined;
  const takeBack = new Error("A trial is taken back.");
  const trial = transact(desk.db, async (trx) => {
    const inTrial = { ...desk, db: trx };
    const before = new Set((await mailsOf(inTrial, { id })).map((mail) => mail.id));
    const done = await step(inTrial);
    const order = await findOrder(inTrial, id);
    const mails = (await mailsOf(inTrial, { id })).filter((mail) => !before.has(mail.id));
    if (done === true && order) foreseen = { order, mails };
    throw takeBack;
  });
  await trial.catch((error) => {
    if (error !== takeBack) throw error;
  });
  return foreseen;
}

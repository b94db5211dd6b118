import {
  type Expression,
  expressionBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from "kysely";
import { readNumber } from "../../app/desk/shop/order-number.ts";
import type { OrderState } from "../../app/desk/shop/order-rules.ts";
import type { Desk } from "../context.ts";
import { mailsOf } from "../mail/outbox.ts";
import { rehearse } from "../storage/database.ts";
import { pageOf, readCursor } from "../storage/paging.ts";
import { ordersOver, ordersWith, readSearch } from "../storage/search.ts";
import type { Mail, Order, Tables } from "../storage/tables.ts";
import { findOrder, isUnreconciled, isWanted, openWithdrawal } from "./orders.ts";

const ordersPerPage = 50;

/** A search: orders in a state, or of a person. */
export interface Wanted {
  state?: OrderState | undefined;
  /**
   * An order number, or amounts and the beginnings of words: name, email address, telephone,
   * address or tracking, in any spelling.
   */
  text?: string | undefined;
}

/**
 * Newest first. Each page starts after the last row of the previous one, which is fast for any
 * number of orders.
 */
export async function listOrders(desk: Desk, { state, text }: Wanted = {}, before?: string) {
  const { db } = desk;
  const named = text && (await findOrder(desk, readNumber(text)));
  if (named) return [named];
  const last = readCursor(before);
  let orders = db.selectFrom("orders").selectAll();
  if (state) orders = orders.where("state", "=", state);
  if (text) orders = orders.where(await matching(db, text));
  if (last) {
    orders = orders.where((is) =>
      is(is.refTuple("placedAt", "id"), "<", is.tuple(last.time, last.id)),
    );
  }
  return orders
    .orderBy("placedAt", "desc")
    .orderBy("id", "desc")
    .limit(ordersPerPage + 1)
    .execute();
}

/** From this many orders on, a word or an amount is common, such as a city. */
const common = 500;

/**
 * The condition for a search. The orders of a rare word or amount come from an index; a common one
 * is compared with the newest orders, which soon fill a page.
 */
async function matching(db: Desk["db"], text: string): Promise<Expression<SqlBool>> {
  const is = expressionBuilder<Tables, "orders">();
  const { amounts, terms } = readSearch(text);
  const conditions = await Promise.all([
    ...amounts.map(async (cents): Promise<Expression<SqlBool>> => {
      const orders = ordersOver(db, cents);
      return (await isRare(db, orders))
        ? is("id", "in", orders)
        : sql<SqlBool>`${cents} in (total, received)`;
    }),
    ...terms.map(async (term): Promise<Expression<SqlBool>> => {
      const orders = ordersWith(db, term);
      return (await isRare(db, orders))
        ? is("id", "in", orders)
        : is.exists(orders.where(sql`order_id`, "=", sql.ref("orders.id")));
    }),
  ]);
  return conditions.length > 0 ? is.and(conditions) : sql<SqlBool>`1 = 0`;
}

async function isRare(
  db: Desk["db"],
  orders: SelectQueryBuilder<Tables, never, { orderId: string }>,
): Promise<boolean> {
  const { count } = await db
    .selectFrom(orders.limit(common).as("some"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count) < common;
}

/** A page of the list, and the cursor of the next one. */
export async function pageOfOrders(desk: Desk, wanted: Wanted, before?: string) {
  const found = await listOrders(desk, wanted, before);
  const { page, next } = pageOf(found, ordersPerPage, ({ placedAt }) => placedAt);
  return { orders: page, next };
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
const shownAtOnce = { toPack: 5, unreconciled: 50 };

/** The withdrawal is handled, and nothing was refunded. */
const isWithdrawnAndKept = sql<SqlBool>`withdrawn_at is not null and refunded = 0 and received > 0
  and not exists (${openWithdrawal})`;

/**
 * The orders that wait for the owner, oldest first: parcels to pack, and unreconciled money, which
 * blocks shipping. An order that a withdrawal perhaps means waits under that withdrawal.
 */
export async function waitingOrders({ db }: Desk, mostToPack = shownAtOnce.toPack) {
  const orders = db.selectFrom("orders").orderBy("placedAt").orderBy("id");
  const toPack = orders
    .where("state", "=", "paid")
    .where(isWanted)
    .where(sql<SqlBool>`not (${isUnreconciled})`);
  const { count } = await toPack
    .clearOrderBy()
    .select((of) => of.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return {
    toPack: await toPack.selectAll().limit(mostToPack).execute(),
    toPackCount: Number(count),
    unreconciled: await orders
      .selectAll()
      .where((is) => is.or([isUnreconciled, isWithdrawnAndKept]))
      .limit(shownAtOnce.unreconciled)
      .execute(),
  };
}

export interface Preview {
  order: Order;
  /** The emails that would be sent. */
  mails: Mail[];
}

/**
 * Previews a step for its question: takes it in a transaction, reads the result and rolls back.
 * @returns why the step would be refused; undefined if the order has changed
 */
export function preview(
  desk: Desk,
  id: string,
  step: (trial: Desk) => Promise<unknown>,
): Promise<Preview | string | undefined> {
  return rehearse(desk.db, async (trx) => {
    const inTrial = { ...desk, db: trx };
    const before = new Set((await mailsOf(inTrial, { id })).map((mail) => mail.id));
    const done = await step(inTrial);
    if (typeof done === "string") return done;
    const order = await findOrder(inTrial, id);
    const mails = (await mailsOf(inTrial, { id })).filter((mail) => !before.has(mail.id));
    return done === true && order ? { order, mails } : undefined;
  });
}

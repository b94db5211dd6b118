import { type SqlBool, sql } from "kysely";
import { orderStatuses } from "../../app/desk/shop/order-format.ts";
import { readNumber } from "../../app/desk/shop/order-number.ts";
import type { OrderStatus } from "../../app/desk/shop/order-status.ts";
import type { Desk } from "../context.ts";
import { readSearch } from "../storage/search.ts";
import { findOrder, selectOrders } from "./orders.ts";

const ordersPerPage = 50;

export interface Filter {
  status?: OrderStatus | undefined;
  /** An order number, amounts, and parts of the order's search text, in any spelling. */
  text?: string | undefined;
}

/**
 * A page of orders, newest first, and the cursor of the next one. Each page starts after the last
 * row of the previous one, which is fast for any number of orders.
 */
export async function listOrders({ db }: Desk, { status, text }: Filter = {}, before?: string) {
  const named = text ? await findOrder(db, readNumber(text)) : undefined;
  if (named) return { orders: [named], next: undefined };
  const last = readCursor(before);
  let orders = selectOrders(db);
  if (status) orders = orders.where("status", "=", status);
  if (text) orders = orders.where(matches(text));
  if (last) {
    orders = orders.where((is) =>
      is(is.refTuple("placedAt", "id"), "<", is.tuple(last.time, last.id)),
    );
  }
  const found = await orders
    .orderBy("placedAt", "desc")
    .orderBy("id", "desc")
    .limit(ordersPerPage + 1)
    .execute();
  const page = found.slice(0, ordersPerPage);
  const end = found.length > ordersPerPage ? page.at(-1) : undefined;
  return { orders: page, next: end && `${end.placedAt}~${end.id}` };
}

/** Reads the time and the id of the order that a page continues after; undefined for the first page. */
function readCursor(cursor = "") {
  const [, time, id = ""] = /^(\d{1,15})~(\w*)$/.exec(cursor) ?? [];
  return time === undefined ? undefined : { time: Number(time), id };
}

/** The condition for a search. Its words are letters and digits, so `like` needs no escapes. */
function matches(text: string) {
  const { amounts, words } = readSearch(text);
  const conditions = [
    ...amounts.map((cents) => sql<SqlBool>`${cents} in (total, paid)`),
    ...words.map((word) => sql<SqlBool>`search like ${`%${word}%`}`),
  ];
  return conditions.length > 0 ? sql.join<SqlBool>(conditions, sql` and `) : sql<SqlBool>`1 = 0`;
}

/** Counting every order of many years would delay the admin's home: nobody needs the exact number. */
export const highestCount = 1000;

/** The number of orders in each status, up to `highestCount`. */
export async function countByStatus({ db }: Desk): Promise<Record<OrderStatus, number>> {
  const { rows } = await sql<{ status: OrderStatus; count: number }>`
    select column1 as status, (select count(*) from (
      select 1 from orders where status = column1 limit ${highestCount}) as counted) as count
    from (values ${sql.join(orderStatuses.map((status) => sql`(${status})`))}) as statuses`.execute(
    db,
  );
  const counts = rows.map(({ status, count }) => [status, Number(count)]);
  return Object.fromEntries(counts) as Record<OrderStatus, number>;
}

/** Not withdrawn, and no open withdrawal may refer to it. */
const isNotWithdrawn = sql<SqlBool>`
  not exists (select 1 from withdrawals where order_id = orders.id)
  and not exists (select 1 from withdrawals where closed_at is null and order_id is null
    and lower(withdrawals.email) = lower(orders.email))`;

/**
 * Money that the owner has to settle: owed back, disputed, a part of the price, or sent without it.
 * It is the condition of an index (migrations.ts).
 */
const needsSettling = sql<SqlBool>`(owed_back > 0 or disputed > 0 or status = 'partially paid'
  or (closed is null and fulfilment <> 'unfulfilled' and payment_status in ('unpaid', 'partially paid')))`;

/** The orders of a condition, oldest first, and how many there are. */
async function oldestOf({ db }: Desk, condition: typeof isNotWithdrawn, limit: number) {
  const orders = await selectOrders(db)
    .select(sql<number>`count(*) over ()`.as("count"))
    .where(condition)
    .orderBy("placedAt")
    .orderBy("id")
    .limit(limit)
    .execute();
  return { orders, count: orders[0]?.count ?? 0 };
}

/** The parcels to pack. */
export const ordersToPack = (desk: Desk, limit: number) =>
  oldestOf(desk, sql`status = 'paid' and ${isNotWithdrawn}`, limit);

export const ordersToSettle = (desk: Desk, limit: number) => oldestOf(desk, needsSettling, limit);

/** The last withdrawals that were closed without an order, newest first: one may open them again. */
export const lastClosedWithdrawals = ({ db }: Desk) =>
  db
    .selectFrom("withdrawals")
    .selectAll()
    .where("orderId", "is", null)
    .where("closedAt", "is not", null)
    .orderBy("closedAt", "desc")
    .limit(5)
    .execute();

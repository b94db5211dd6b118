import { setImmediate as giveWay } from "node:timers/promises";
import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { orderStatuses } from "../shop/order-format.ts";
import { numbersInLine } from "../shop/order-number.ts";
import type { OrderStatus } from "../shop/order-status.ts";
import type { Desk } from "../storage/desk.ts";
import { isSqlite } from "../storage/dialect.ts";
import { readSearch } from "../storage/search.ts";
import type { Order, Tables } from "../storage/tables.ts";
import { selectOrders } from "./orders.ts";

const ordersPerPage = 50;

export interface Filter {
  status?: OrderStatus | undefined;
  /** An order number, amounts, and parts of the order's search text, in any spelling. */
  text?: string | undefined;
}

/**
 * A page of orders, newest first, and the cursor of the next one. Each page starts after the last
 * row of the previous one, which is fast for any number of orders.
 * @param atOnce how many orders a query searches on SQLite, which runs in the thread of the requests
 */
export async function listOrders(
  { db }: Desk,
  { status, text }: Filter = {},
  before?: string,
  atOnce = 25_000,
) {
  const numbers = numbersInLine(text ?? "");
  if (numbers.length > 0) {
    const named = await selectOrders(db).where("orders.id", "in", numbers).execute();
    if (named.length > 0) return { orders: named, next: undefined };
  }
  const found: Order[] = [];
  let last = readCursor(before);
  do {
    await giveWay();
    const end = text && isSqlite(db) ? await placeAfter(db, last, atOnce) : undefined;
    let ids = db.selectFrom("orders").select("id").where(isBetween(last, end));
    if (status) ids = ids.where("status", "=", status);
    if (text) ids = ids.where(matches(db, text));
    const wanted = newestFirst(ids).limit(ordersPerPage + 1 - found.length);
    const orders = selectOrders(db).where("orders.id", "in", wanted);
    found.push(...(await newestFirst(orders).execute()));
    last = end;
  } while (last && found.length <= ordersPerPage);
  const page = found.slice(0, ordersPerPage);
  const end = found.length > ordersPerPage ? page.at(-1) : undefined;
  return { orders: page, next: end && `${end.placedAt}~${end.id}` };
}

/** An order's place in the list. */
type Place = Pick<Order, "placedAt" | "id">;

/** Reads the place that a page continues after; undefined for the first page. */
function readCursor(cursor = ""): Place | undefined {
  const [, time, id = ""] = /^(\d{1,15})~(\w*)$/.exec(cursor) ?? [];
  return time === undefined ? undefined : { placedAt: Number(time), id };
}

const newestFirst = <Columns>(orders: SelectQueryBuilder<Tables, "orders", Columns>) =>
  orders.orderBy("placedAt", "desc").orderBy("id", "desc");

/** The condition for the orders that come after a place in the list, up to another one. */
function isBetween(after: Place | undefined, end?: Place) {
  const conditions = [
    ...(after ? [sql<SqlBool>`(placed_at, id) < (${after.placedAt}, ${after.id})`] : []),
    ...(end ? [sql<SqlBool>`(placed_at, id) >= (${end.placedAt}, ${end.id})`] : []),
  ];
  return conditions.length > 0 ? sql.join<SqlBool>(conditions, sql` and `) : sql<SqlBool>`1 = 1`;
}

/** The place of the last of the next orders; undefined if there are fewer. */
const placeAfter = (
  db: Desk["db"],
  last: Place | undefined,
  orders: number,
): Promise<Place | undefined> =>
  newestFirst(db.selectFrom("orders").select(["placedAt", "id"]).where(isBetween(last)))
    .limit(1)
    .offset(orders - 1)
    .executeTakeFirst();

/** The condition for a search: amounts, and words that the search text has to contain. */
function matches(db: Desk["db"], text: string) {
  const { amounts, words } = readSearch(text);
  // On PostgreSQL `like` takes longer.
  const positionOf = sql.raw(isSqlite(db) ? "instr" : "strpos");
  const conditions = [
    ...amounts.map((cents) => sql<SqlBool>`${cents} in (total, paid)`),
    ...words.map((word) => sql<SqlBool>`${positionOf}(search, ${word}) > 0`),
  ];
  return conditions.length > 0 ? sql.join<SqlBool>(conditions, sql` and `) : sql<SqlBool>`1 = 0`;
}

/** Counting stops here, because counting the orders of many years would delay the admin's home. */
const highestCount = 1000;

/** The number as text, «1000+» from `highestCount` on. */
export const showCount = (count: number) =>
  count < highestCount ? String(count) : `${highestCount}+`;

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
 * Orders whose money the owner has to settle: owed back, disputed, partially paid, or sent without being
 * paid. The same text is the condition of an index (storage/migrations/001-tables.ts).
 */
const needsSettling = sql<SqlBool>`(owed_back > 0 or disputed > 0 or status = 'partially paid'
  or (closed is null and fulfilment <> 'unfulfilled' and payment_status in ('unpaid', 'partially paid')))`;

/** The first `limit` orders of a query, and the number of all its orders. */
async function firstOf<Columns>(
  list: SelectQueryBuilder<Tables, "orders", Columns>,
  limit: number,
): Promise<{ orders: Columns[]; count: number }> {
  const orders = await list
    .select(sql<number>`count(*) over ()`.as("count"))
    .limit(limit)
    .execute();
  return { orders, count: Number(orders[0]?.count ?? 0) };
}

/** The orders that meet a condition, oldest first. */
const oldestOf = ({ db }: Desk, condition: typeof isNotWithdrawn, limit: number) =>
  firstOf(selectOrders(db).where(condition).orderBy("placedAt").orderBy("id"), limit);

/** The day in Madrid on which an order got its last payment or discount that counts. A gift has none. */
const paidOn = sql<string | null>`(select max(day) from payments
  where order_id = orders.id and kind in ('payment', 'discount') and reverses is null
    and not exists (select 1 from payments back where back.reverses = payments.id))`;

/**
 * Orders of both statuses are open and not sent. `isPaidFor` is the same rule for one order, which the owner may send
 * during a dispute (shop/order-status.ts).
 */
const isToSend = sql<SqlBool>`(status in ('paid', 'partially refunded')
  and (status = 'paid' or charged_back = 0) and disputed = 0)`;

/** The parcels to pack, in the order in which they were paid. */
export const ordersToPack = ({ db }: Desk, limit: number) =>
  firstOf(
    selectOrders(db)
      .select(paidOn.as("paidOn"))
      .where(sql<SqlBool>`${isToSend} and ${isNotWithdrawn}`)
      .orderBy("paidOn")
      .orderBy("placedAt")
      .orderBy("id"),
    limit,
  );

/** Paid orders that may be withdrawn, and those of which the bank has taken back a part: the owner decides on each. */
export const ordersInDoubt = (desk: Desk, limit: number) =>
  oldestOf(
    desk,
    sql`((${isToSend} and not (${isNotWithdrawn}))
      or (status = 'partially refunded' and charged_back > 0 and disputed = 0))`,
    limit,
  );

const isReminded = sql<number>`exists (select 1 from mails
  where order_id = orders.id and template = 'reminder')`;

/** The unpaid orders, the next to expire first. */
export const unpaidOrders = ({ db }: Desk, limit: number) =>
  firstOf(
    selectOrders(db)
      .select(isReminded.as("isReminded"))
      // A literal, so that SQLite finds the index orders_to_expire.
      .where("status", "=", sql.lit("unpaid"))
      .orderBy("payUntil")
      .orderBy("id"),
    limit,
  );

export const ordersToSettle = (desk: Desk, limit: number) => oldestOf(desk, needsSettling, limit);

/** The last other orders with this order's email address, newest first. */
export const ordersOfSame = ({ db }: Desk, { id, email }: Order): Promise<Order[]> =>
  selectOrders(db)
    .where(sql`lower(email)`, "=", (email ?? "").toLowerCase())
    .where("orders.id", "<>", id)
    .orderBy("placedAt", "desc")
    .limit(5)
    .execute();

/** The last withdrawals that were closed without an order, newest first. The owner may reopen them. */
export const lastClosedWithdrawals = ({ db }: Desk) =>
  db
    .selectFrom("withdrawals")
    .selectAll()
    .where("orderId", "is", null)
    .where("closedAt", "is not", null)
    .orderBy("closedAt", "desc")
    .limit(5)
    .execute();

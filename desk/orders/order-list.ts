import { setImmediate as giveWay } from "node:timers/promises";
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { orderStatuses } from "../shop/order-format.ts";
import type { List, OrderStatus } from "../shop/order-status.ts";
import { refundTerm } from "../shop/order-texts.ts";
import type { Desk } from "../storage/desk.ts";
import { isSqlite, valuesIn } from "../storage/dialect.ts";
import { readSearch } from "../storage/search.ts";
import type { Order, Tables } from "../storage/tables.ts";
import { isToDecide, lastPaidOn, ordersNamed, selectOrders } from "./orders.ts";
import { mayMean, unlinkedWithdrawals } from "./withdrawals.ts";

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
  const named = await ordersNamed(db, text ?? "");
  if (named.length > 0) return { orders: await marked(db, named), next: undefined };
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
  return { orders: await marked(db, page), next: end && `${end.placedAt}~${end.id}` };
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
    ...words.map((spellings) => {
      const found = spellings.map((word) => sql<SqlBool>`${positionOf}(search, ${word}) > 0`);
      // «160» may be a house number, or what a bank calls 160,00.
      if (/^[1-9]\d{0,4}$/.test(spellings[0] ?? ""))
        found.push(sql<SqlBool>`${Number(spellings[0]) * 100} in (total, paid)`);
      return sql<SqlBool>`(${sql.join(found, sql` or `)})`;
    }),
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

/** The condition for open orders whose parcel has not left. */
const isUnsent = sql<SqlBool>`(orders.closed is null and orders.fulfilment = 'unfulfilled')`;

/** Selects the orders of the withdrawals that are to decide. */
const withdrawnFrom = sql`select order_id from withdrawals where ${isToDecide}`;

/**
 * The conditions of the lists: those of `listOf` (shop/order-status.ts), for all orders.
 * @param numbers selects those that open withdrawals without an order state
 */
function conditionsOf(numbers: RawBuilder<unknown>): Record<List, RawBuilder<SqlBool>> {
  // Each part has an index.
  const hasDoubt = sql`${withdrawnFrom}
    union all select id from orders where status = 'partially refunded'
    union all select id from orders where disputed > 0 and ${isUnsent}
    union all select orders.id from withdrawals join orders on lower(orders.email) = lower(withdrawals.email)
      where withdrawals.order_id is null and withdrawals.closed_at is null and ${isUnsent}
    union all select id from orders where id in (${numbers}) and ${isUnsent}`;
  return {
    "to decide": sql`(closed is null and id in (${hasDoubt}))`,
    "waits for payment": sql`(status in ('unpaid', 'partially paid') and id not in (${hasDoubt}))`,
    "to send": sql`(status = 'paid' and removed < quantity and id not in (${hasDoubt}))`,
    "under way": sql`(closed is null and fulfilment = 'shipped' and id not in (${withdrawnFrom}))`,
    done: sql`(closed is null and fulfilment = 'delivered' and id not in (${withdrawnFrom}))`,
  };
}

/** The conditions with the withdrawals of now. */
export async function currentConditions(db: Desk["db"]) {
  const numbers = (await unlinkedWithdrawals(db)).flatMap((withdrawal) => withdrawal.numbers);
  return conditionsOf(valuesIn(db, numbers));
}

/** Adds to orders whether an open withdrawal without an order may be from them. */
async function marked<Shown extends Order>(db: Desk["db"], orders: Shown[]) {
  const unlinked = await unlinkedWithdrawals(db);
  return orders.map((order) => ({
    ...order,
    isMeant: unlinked.some((withdrawal) => mayMean(withdrawal, order)),
  }));
}

/**
 * Orders whose money the owner has to settle: owed back, or of one that is closed or sent, disputed or unpaid. The first
 * line is the condition of an index (storage/migrations/001-tables.ts).
 */
const needsSettling = sql<SqlBool>`(owed_back > 0 or disputed > 0 or status = 'partially paid'
  or (closed is null and fulfilment <> 'unfulfilled' and payment_status in ('unpaid', 'partially paid')))
  and (owed_back > 0 or closed is not null or fulfilment <> 'unfulfilled')`;

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
const oldestOf = ({ db }: Desk, condition: RawBuilder<SqlBool>, limit: number) =>
  firstOf(selectOrders(db).where(condition).orderBy("placedAt").orderBy("id"), limit);

/** The parcels to pack, in the order in which they were paid. A gift was not. */
export const ordersToPack = async ({ db }: Desk, limit: number) =>
  firstOf(
    selectOrders(db)
      .where((await currentConditions(db))["to send"])
      .orderBy(lastPaidOn)
      .orderBy("placedAt")
      .orderBy("id"),
    limit,
  );

/** The orders that the owner has to decide about, also the closed ones of which a withdrawal is to decide. */
export async function ordersToDecide(desk: Desk, limit: number) {
  const { "to decide": toDecide } = await currentConditions(desk.db);
  const condition = sql<SqlBool>`(${toDecide} or id in (${withdrawnFrom}))`;
  const { orders, count } = await oldestOf(desk, condition, limit);
  return { orders: await marked(desk.db, orders), count };
}

const isReminded = sql<number>`exists (select 1 from mails
  where order_id = orders.id and template = 'reminder')`;

/** The orders that wait for their payment, the next to expire first. Those that are paid in part don't expire. */
export const unpaidOrders = async ({ db }: Desk, limit: number) =>
  firstOf(
    selectOrders(db)
      .select(isReminded.as("isReminded"))
      .where((await currentConditions(db))["waits for payment"])
      .orderBy("payUntil")
      .orderBy("id"),
    limit,
  );

/** More orders than ever have to be settled at once. */
const mostToSettle = 500;

/** The orders whose money has to be settled: first those with a term to refund it, the next to end first. */
export async function ordersToSettle(desk: Desk, limit: number) {
  const { orders, count } = await oldestOf(desk, needsSettling, mostToSettle);
  const term = (order: Order) => refundTerm(order) ?? Number.POSITIVE_INFINITY;
  return {
    orders: orders.sort((one, other) => compare(term(one), term(other))).slice(0, limit),
    count,
  };
}

const compare = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1);

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

import { type SqlBool, sql } from "kysely";
import { bottlesHeld } from "../shop/bottles.ts";
import { carriers, parcelOf } from "../shop/carriers.ts";
import { numbersIn } from "../shop/order-number.ts";
import { type Actor, type EventData, type EventKind, settled } from "../shop/order-status.ts";
import { dayOf } from "../shop/time.ts";
import { transact } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import type { Event, Order, Trx } from "../storage/tables.ts";
import { takeStock } from "./stock.ts";

/** The condition for entries of the ledger that count: neither reversed nor reversing. */
const counts = sql<SqlBool>`(reverses is null
  and not exists (select 1 from payments back where back.reverses = payments.id))`;

/** The day in Madrid of the last payment of an order that counts. */
export const lastPaidOn = sql<string | null>`(select max(day) from payments
  where order_id = orders.id and kind = 'payment' and ${counts})`;

/** How often a withdrawal has taken bottles off its order that were not put back. */
const removals = sql<number>`coalesce((select sum(case kind when 'removed' then 1 else -1 end) from events
  where events.order_id = withdrawals.order_id and kind in ('removed', 'put back')
    and data like '%' || withdrawals.id || '%'), 0)`;

/**
 * The condition for linked withdrawals that the owner has to decide about: open, of an order that something is left of.
 * A server of the version before may have opened one that has taken its bottles off.
 */
export const isToDecide = sql<SqlBool>`(closed_at is null and ${removals} = 0 and exists (select 1 from orders meant
  where meant.id = withdrawals.order_id and meant.removed < meant.quantity))`;

/** Selects orders with what other tables say of them. What few orders have is only looked up for those. */
export const selectOrders = (db: Desk["db"]) =>
  db
    .selectFrom("orders")
    .selectAll("orders")
    .select([
      sql<number | null>`(select min(at) from withdrawals
        where order_id = orders.id and ${isToDecide})`.as("toDecide"),
      sql<number | null>`case when removed > 0 then (select max(at) from withdrawals
        where order_id = orders.id and ${removals} > 0) end`.as("withdrawnAt"),
      sql<
        number | null
      >`case when removed > 0 and fulfilment <> 'unfulfilled' then (select max(at) from withdrawals
        where order_id = orders.id and ${removals} > 0
          and exists (select 1 from events taken where taken.order_id = orders.id and taken.kind = 'removed'
            and taken.data like '%' || withdrawals.id || '%'
            and not exists (select 1 from events later where later.order_id = orders.id and later.id > taken.id
              and later.kind in ('shipped', 'shipped again', 'revalued', 'restocked')))) end`.as(
        "returnFrom",
      ),
      // The first that was decided since the last refund, or else the last.
      sql<number | null>`case when owed_back > 0 then (select coalesce(
          min(case when closed_at > coalesce((select max(payments.at) from payments
            where payments.order_id = orders.id and kind = 'refund' and ${counts}), 0) then at end),
          max(at))
        from withdrawals where order_id = orders.id and closed_at is not null) end`.as("owedSince"),
      sql<
        string | null
      >`case when owed_back > 0 or fulfilment <> 'delivered' then ${lastPaidOn} end`.as("paidOn"),
    ]);

export const findOrder = (db: Desk["db"], id: string): Promise<Order | undefined> =>
  selectOrders(db).where("orders.id", "=", id).executeTakeFirst();

/** The orders whose numbers a text states. */
export async function ordersNamed(db: Desk["db"], text: string): Promise<Order[]> {
  const numbers = numbersIn(text);
  return numbers.length > 0 ? selectOrders(db).where("orders.id", "in", numbers).execute() : [];
}

/** @throws if there is no such order */
export const orderById = (db: Desk["db"], id: string): Promise<Order> =>
  selectOrders(db).where("orders.id", "=", id).executeTakeFirstOrThrow();

/** Leaves out orders whose personal data is erased. */
export const findByToken = (db: Desk["db"], token: string): Promise<Order | undefined> =>
  selectOrders(db).where("token", "=", token).where("erasedAt", "is", null).executeTakeFirst();

export const eventsOf = (db: Desk["db"], orderId: string): Promise<Event[]> =>
  db.selectFrom("events").selectAll().where("orderId", "=", orderId).orderBy("id").execute();

/**
 * The carrier to propose (shop/carriers.ts): that of the last parcel, empty if it is not among them. If the last parcel
 * has no tracking, the first carrier.
 */
export async function lastCarrier(db: Desk["db"]): Promise<string> {
  const last = await db
    .selectFrom("events")
    .select("data")
    .where("kind", "=", "shipped")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const [first = ""] = Object.keys(carriers);
  if (!last?.data) return first;
  const { tracking }: EventData["shipped"] = JSON.parse(last.data);
  return parcelOf(tracking)?.carrier ?? (tracking ? "" : first);
}

/**
 * Locks an order for the transaction, and increments its version. Every change of an order begins with this.
 * @param version the version that the change is based on
 * @returns the order; undefined if there is none, or if it has changed since that version
 */
export async function lockOrder(
  trx: Trx,
  id: string,
  version?: number,
): Promise<Order | undefined> {
  let lock = trx
    .updateTable("orders")
    .set({ version: sql<number>`version + 1` })
    .where("id", "=", id);
  if (version !== undefined) lock = lock.where("version", "=", version);
  const { numUpdatedRows } = await lock.executeTakeFirst();
  return numUpdatedRows > 0n ? orderById(trx, id) : undefined;
}

/**
 * Changes an order in a transaction that holds its lock. Then its state takes effect, so steps leave that alone.
 * @param version the version that the change is based on; undefined for any
 * @returns what `work` returns; undefined if the order has changed since that version
 */
export const changeOrder = <T>(
  desk: Desk,
  id: string,
  version: number | undefined,
  work: (trx: Trx, order: Order) => Promise<T>,
): Promise<T | undefined> =>
  transact(desk.db, async (trx) => {
    const order = await lockOrder(trx, id, version);
    return order && changeLocked(desk, trx, order, () => work(trx, order));
  });

/** Changes an order that this transaction has locked. Then its state takes effect. */
export async function changeLocked<T>(
  desk: Desk,
  trx: Trx,
  order: Order,
  work: () => Promise<T>,
): Promise<T> {
  const before = await heldBy(trx, order);
  const result = await work();
  await takeEffect(desk, trx, await orderById(trx, order.id), before);
  return result;
}

/**
 * The one place where an order's state takes effect: the shop closes what is over, without an email, and the stock moves
 * by the change in the bottles that the order holds.
 * @param before the bottles that it has taken from the stock already
 */
export async function takeEffect(
  desk: Desk,
  trx: Trx,
  order: Order,
  before: number,
): Promise<void> {
  const after = settled(order);
  if (after.closed !== order.closed) {
    const { id, closed } = after;
    await trx.updateTable("orders").set({ closed }).where("id", "=", id).execute();
    await addEvent(desk, trx, id, "cancelled", null, { who: "shop" });
  }
  const taken = (await heldBy(trx, after)) - before;
  if (taken !== 0) await takeStock(trx, taken, true);
}

/** The bottles that an order holds. */
const heldBy = async (trx: Trx, order: Order) =>
  bottlesHeld(order, order.fulfilment === "unfulfilled" ? [] : await eventsOf(trx, order.id));

/** Closes the orders that an earlier version has left open though their money is back. */
export async function closeWhatIsOver(desk: Desk): Promise<void> {
  const over = await desk.db
    .selectFrom("orders")
    .select("id")
    // The condition of the index orders_to_close.
    .where(sql<SqlBool>`status = 'refunded' and closed is null and fulfilment = 'unfulfilled'`)
    .execute();
  for (const { id } of over) await changeOrder(desk, id, undefined, async () => {});
}

interface Circumstances {
  who: Actor;
  /** The day on which it happened, «2026-12-30», if that was not today. */
  day?: string | undefined;
  /** What a person wrote. */
  note?: string | undefined;
}

/** Stores an event of an order. @returns its id */
export async function addEvent<Kind extends EventKind>(
  desk: Pick<Desk, "now">,
  trx: Trx,
  orderId: string,
  kind: Kind,
  data: EventData[Kind],
  { who, day: on, note }: Circumstances,
): Promise<number> {
  const at = desk.now();
  const { id } = await trx
    .insertInto("events")
    .values({
      orderId,
      at,
      who,
      kind,
      day: on && on !== dayOf(at) ? on : null,
      note: note || null,
      data: data && JSON.stringify(data),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

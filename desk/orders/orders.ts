import { sql } from "kysely";
import { bottlesHeld } from "../shop/bottles.ts";
import { carriers, parcelOf } from "../shop/carriers.ts";
import type { Actor, EventData, EventKind } from "../shop/order-status.ts";
import { dayOf } from "../shop/time.ts";
import { transact } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import type { Event, Order, Trx } from "../storage/tables.ts";
import { takeStock } from "./stock.ts";

/** Selects orders with the time of their first open withdrawal, or else of their first, and the number of open ones. */
export const selectOrders = (db: Desk["db"]) =>
  db
    .selectFrom("orders")
    .selectAll("orders")
    .select([
      sql<number | null>`(select at from withdrawals where order_id = orders.id
        order by closed_at is not null, at limit 1)`.as("withdrawnAt"),
      sql<number>`(select cast(count(*) as integer) from withdrawals
        where order_id = orders.id and closed_at is null)`.as("openWithdrawals"),
    ]);

export const findOrder = (db: Desk["db"], id: string): Promise<Order | undefined> =>
  selectOrders(db).where("orders.id", "=", id).executeTakeFirst();

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
 * Changes an order in a transaction that holds its lock, and adjusts the stock, which steps never do themselves.
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
    return order && changeLocked(trx, order, () => work(trx, order));
  });

/** Changes an order that this transaction has locked, and moves the stock by the change in the bottles it holds. */
export async function changeLocked<T>(trx: Trx, order: Order, work: () => Promise<T>): Promise<T> {
  const before = await heldBy(trx, order);
  const result = await work();
  const taken = (await heldBy(trx, await orderById(trx, order.id))) - before;
  if (taken !== 0) await takeStock(trx, taken, true);
  return result;
}

/** The bottles that an order holds. */
const heldBy = async (trx: Trx, order: Order) =>
  bottlesHeld(order, order.fulfilment === "unfulfilled" ? [] : await eventsOf(trx, order.id));

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

/** The data of an event, if it is of this kind. */
export const dataOf = <Kind extends EventKind>(event: Event, kind: Kind) =>
  event.kind === kind && event.data !== null
    ? (JSON.parse(event.data) as EventData[Kind])
    : undefined;

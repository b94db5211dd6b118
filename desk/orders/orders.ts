import { createHash, randomBytes } from "node:crypto";
import { sql, type Transaction } from "kysely";
import {
  type Actor,
  type Closed,
  type EventData,
  type EventKind,
  isPaid,
  type PaymentMethod,
  type Recipient,
} from "../../app/desk/shop/order-status.ts";
import { saleTerms, seller } from "../../app/desk/shop/seller.ts";
import { day, dayOf, endOfPeriod } from "../../app/desk/shop/time.ts";
import type { Order as OrderRequest, ShippingDetails } from "../../app/shop/order.ts";
import { priceOrder } from "../../app/shop/pricing.ts";
import { type Desk, timeOn } from "../context.ts";
import { readFacts } from "../facts.ts";
import { enqueue, retract } from "../mail/queue.ts";
import { takeLock, transact } from "../storage/database.ts";
import { searchText } from "../storage/search.ts";
import type { Event, Order, Tables } from "../storage/tables.ts";
import { stockOf, takeStock } from "./stock.ts";
import { currentTerms } from "./terms.ts";

type Trx = Transaction<Tables>;

export interface PlaceRequest {
  /** The page's idempotency key. The page keeps it until an answer arrives. */
  key: string;
  /** The total that the page shows, in cents. */
  total: number;
  order: OrderRequest;
  /** The number of the last order that the shopper has seen. */
  acknowledgedOrder?: string | undefined;
}

export type Placed =
  | { outcome: "placed"; order: Order }
  | { outcome: "other total"; total: number }
  | { outcome: "other body"; order: Order }
  /** There is a recent order for the same person and address, and the shopper may not know of it. */
  | { outcome: "repeated"; order: Order }
  | { outcome: "too many" }
  /** There are not as many bottles. */
  | { outcome: "sold out"; left: number }
  /** When sales resume, in the owner's words. */
  | { outcome: "paused"; until: string };

/**
 * Places a shopper's order, or returns why not. A repeated request returns the same order, at its
 * original price. The order, its history and its emails are stored in one transaction.
 */
export async function place(desk: Desk, request: PlaceRequest): Promise<Placed> {
  const { key, total: agreed, order: details } = request;
  const fingerprint = fingerprintOf([agreed, details]);
  const known = await orderWithKey(desk.db, key);
  if (known) return replay(known, fingerprint);

  const placed = await transact(desk.db, async (trx): Promise<Placed | undefined> => {
    await takeLock(trx, details.email.toLowerCase());
    const { price, paused } = await readFacts(trx, desk.settings);
    const { total, shippingCost } = priceOrder(details.quantity, price);
    if (total !== agreed) return { outcome: "other total", total };
    if (paused) return { outcome: "paused", until: paused };
    const recent = await recentOrder(desk, trx, request);
    if (recent && recent.id !== request.acknowledgedOrder)
      return { outcome: "repeated", order: recent };
    if (await hasTooMany(desk, trx, details.email)) return { outcome: "too many" };
    if (!(await takeStock(trx, details.quantity)))
      return { outcome: "sold out", left: Math.max(0, (await stockOf(trx)) ?? 0) };
    const { quantity, ...recipient } = details;
    const order = await insertOrder(desk, trx, {
      key,
      fingerprint,
      recipient,
      quantity,
      unitPrice: price,
      shipping: shippingCost,
      adjustment: 0,
      method: desk.card ? "card" : "transfer",
      who: "shopper",
    });
    if (order) return { outcome: "placed", order };
    await takeStock(trx, -quantity);
    return undefined;
  });
  // A concurrent request with the same key was first.
  return placed ?? place(desk, request);
}

interface NewOrder {
  key: string;
  fingerprint: string;
  recipient: ShippingDetails | null;
  quantity: number;
  unitPrice: number;
  shipping: number;
  adjustment: number;
  method: PaymentMethod;
  who: Actor;
  day?: string | undefined;
  isPaid?: boolean;
}

/** No recipient: a sale in person, or erased personal data. */
export const nobody: Record<keyof Recipient, null> = {
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  address: null,
  city: null,
  postalCode: null,
  country: null,
};

/** Stores an order with its event and its emails. Undefined if its key is stored already. */
export async function insertOrder(
  desk: Desk,
  trx: Trx,
  values: NewOrder,
): Promise<Order | undefined> {
  const { key, recipient, who, day: on, isPaid: isSettled, ...order } = values;
  const { version } = await currentTerms(trx);
  const placedAt = timeOn(desk, on);
  const details = recipient ?? nobody;
  const id = orderNumber();
  const stored = await trx
    .insertInto("orders")
    .values({
      ...order,
      ...details,
      id,
      token: randomBytes(16).toString("base64url"),
      requestKey: key,
      total: order.quantity * order.unitPrice + order.shipping + order.adjustment,
      vatPercent: seller.vatPercent,
      terms: version,
      placedAt,
      // The term of an order that is entered late begins today.
      payUntil: isSettled ? null : endOfPeriod(desk.now(), saleTerms.payWithinDays),
      search: searchText(id, details, null),
    })
    .onConflict((conflict) => conflict.column("requestKey").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!stored) return undefined;
  const event = await addEvent(desk, trx, id, "placed", null, { who, day: on });
  const cause = `event ${event}`;
  if (details.email) await enqueue(desk, trx, { template: "placed", orderId: id, cause });
  if (who === "shopper")
    await enqueue(desk, trx, { template: "owner order placed", orderId: id, cause });
  return orderById(trx, id);
}

export const fingerprintOf = (asked: unknown) =>
  createHash("sha256").update(JSON.stringify(asked)).digest("hex");

/** The answer to a repeated request. */
export const replay = (order: Order, fingerprint: string) => ({
  outcome: order.fingerprint === fingerprint ? ("placed" as const) : ("other body" as const),
  order,
});

/**
 * The newest recent order with the same contact and address, whatever its quantity, because a
 * reload resets the quantity to 1. All fields are compared, so that the answer reveals an order
 * only to somebody who has all of its data.
 */
const recentOrder = (
  { now, limits }: Desk,
  trx: Trx,
  { key, order: { quantity: _, email, ...details } }: PlaceRequest,
) =>
  selectOrders(trx)
    // By the index of lower-case addresses.
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .where((order) => order.and({ email, ...details }))
    // A concurrent request with the same key is the same order.
    .where("requestKey", "!=", key)
    .where("placedAt", ">", now() - limits.askAgainWithin)
    .where("status", "in", ["unpaid", "partially paid", "paid"])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("withdrawals").select("id").whereRef("orderId", "=", "orders.id"))),
    )
    .orderBy("placedAt", "desc")
    .executeTakeFirst();

/** Counted within the transaction that stores the order, so that concurrent requests can't exceed it. */
async function hasTooMany({ now, limits }: Desk, trx: Trx, email: string) {
  const { count } = await trx
    .selectFrom("orders")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .where("placedAt", ">", now() - day)
    .where("status", "=", "unpaid")
    .executeTakeFirstOrThrow();
  return Number(count) >= limits.unpaidPerEmail;
}

/** 40 random bits that can be spelled out on the telephone: no I, L, O and U (Crockford). */
function orderNumber(): string {
  const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  return Array.from(randomBytes(8), (byte) => letters[byte % 32]).join("");
}

/** Selects orders with the time of their first withdrawal. */
export const selectOrders = (db: Desk["db"]) =>
  db
    .selectFrom("orders")
    .selectAll("orders")
    .select(
      sql<number | null>`(select min(at) from withdrawals where order_id = orders.id)`.as(
        "withdrawnAt",
      ),
    );

export const findOrder = (db: Desk["db"], id: string): Promise<Order | undefined> =>
  selectOrders(db).where("orders.id", "=", id).executeTakeFirst();

/** @throws if there is no such order */
export const orderById = (db: Desk["db"], id: string): Promise<Order> =>
  selectOrders(db).where("orders.id", "=", id).executeTakeFirstOrThrow();

/** Leaves out orders whose personal data is erased. */
export const findByToken = (db: Desk["db"], token: string): Promise<Order | undefined> =>
  selectOrders(db).where("token", "=", token).where("erasedAt", "is", null).executeTakeFirst();

export const orderWithKey = (db: Desk["db"], key: string): Promise<Order | undefined> =>
  selectOrders(db).where("orders.requestKey", "=", key).executeTakeFirst();

export const eventsOf = (db: Desk["db"], orderId: string): Promise<Event[]> =>
  db.selectFrom("events").selectAll().where("orderId", "=", orderId).orderBy("id").execute();

/**
 * Locks an order for the transaction, and counts its version up. Every change of an order begins
 * with it.
 * @param version the version that the change was decided on
 * @returns the order; undefined if there is none, or if it has another version by now
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
 * Changes an order in a transaction that holds its lock.
 * @param version the version that the change was decided on; without one, whatever it is
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
    return order && work(trx, order);
  });

interface Circumstances {
  who: Actor;
  /** The day on which it happened, «2026-12-30», if that was not today. */
  day?: string | undefined;
  /** What a person wrote. */
  note?: string | undefined;
}

/** Stores and logs an event of an order. @returns its id */
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

/* The steps of fulfilment and of the contract. The caller holds the order's lock, and has checked
 * that the step is possible. Each step has an inverse. */

/** Marks an order as shipped, with its tracking or an empty text. */
export async function ship(desk: Desk, trx: Trx, { id }: Order, tracking: string): Promise<Order> {
  await set(trx, id, { fulfilment: "shipped", tracking: tracking || null });
  return announce(desk, trx, id, "shipped", { tracking });
}

/** The parcel was not sent. */
export async function unship(desk: Desk, trx: Trx, { id }: Order): Promise<Order> {
  await set(trx, id, { fulfilment: "unfulfilled", tracking: null });
  return takeBack(desk, trx, id, "shipped", "unshipped");
}

/** Corrects the tracking of a parcel. */
export async function track(desk: Desk, trx: Trx, { id }: Order, tracking: string): Promise<Order> {
  await set(trx, id, { tracking });
  return announce(desk, trx, id, "tracking", { tracking });
}

/** Sends the bottles once more, because the parcel was lost. */
export async function shipAgain(
  desk: Desk,
  trx: Trx,
  { id, quantity }: Order,
  tracking: string,
): Promise<Order> {
  await takeStock(trx, quantity, true);
  await set(trx, id, { fulfilment: "shipped", tracking: tracking || null, deliveredAt: null });
  return announce(desk, trx, id, "shipped again", { tracking });
}

/** @param day the day on which the parcel arrived, if that was not today */
export async function deliver(
  desk: Desk,
  trx: Trx,
  { id }: Order,
  { day: on, silent = false }: { day?: string | undefined; silent?: boolean } = {},
): Promise<Order> {
  await set(trx, id, { fulfilment: "delivered", deliveredAt: timeOn(desk, on) });
  if (!silent) return announce(desk, trx, id, "delivered", null, { day: on });
  await addEvent(desk, trx, id, "delivered", null, { who: "owner", day: on });
  return afterStep(trx, id);
}

/** The parcel has not arrived. */
export async function undeliver(desk: Desk, trx: Trx, { id }: Order): Promise<Order> {
  await set(trx, id, { fulfilment: "shipped", deliveredAt: null });
  return takeBack(desk, trx, id, "delivered", "undelivered");
}

interface Closing {
  who: Actor;
  note?: string | undefined;
  /** Another email tells of it. */
  silent?: boolean;
}

/**
 * Ends an order's contract: it has expired, or is cancelled. Bottles that were not sent go back to
 * the stock; those that were sent once the owner says so (`restock`).
 */
export async function close(
  desk: Desk,
  trx: Trx,
  order: Order,
  as: NonNullable<Closed>,
  { who, note, silent = false }: Closing,
): Promise<Order> {
  const { id } = order;
  const bottles = order.fulfilment === "unfulfilled" ? order.quantity : 0;
  await set(trx, id, { closed: as });
  if (bottles > 0) await takeStock(trx, -bottles);
  const circumstances = { who, note };
  const event =
    as === "expired"
      ? await addEvent(desk, trx, id, "expired", null, circumstances)
      : await addEvent(desk, trx, id, "cancelled", { restocked: bottles }, circumstances);
  if (!silent && order.email) {
    const delay = who === "owner" ? desk.limits.undoWithin : 0;
    await enqueue(desk, trx, { template: as, orderId: id, cause: `event ${event}`, delay });
  }
  return afterStep(trx, id);
}

/**
 * Revives a closed order: it was closed by mistake, or the shopper wants it after a late payment.
 * Takes back from the stock what closing has put there.
 */
export async function reopen(desk: Desk, trx: Trx, order: Order): Promise<Order> {
  const { id, closed } = order;
  if (closed === null) return order;
  const closing = (await eventsOf(trx, id)).findLast(({ kind }) => kind === closed);
  const bottles =
    closing && closed === "cancelled"
      ? (dataOf(closing, "cancelled")?.restocked ?? 0)
      : order.quantity;
  if (bottles > 0) await takeStock(trx, bottles, true);
  const hasTerm = !isPaid(order);
  await set(trx, id, {
    closed: null,
    ...(hasTerm && { payUntil: endOfPeriod(desk.now(), saleTerms.payWithinDays) }),
  });
  const event = await addEvent(desk, trx, id, "reopened", null, { who: "owner" });
  const isUntold = closing && (await retract(trx, id, `event ${closing.id}`));
  if (order.email && !isUntold) {
    const cause = `event ${event}`;
    const delay = desk.limits.undoWithin;
    await enqueue(desk, trx, { template: "reopened", orderId: id, cause, delay });
  }
  return afterStep(trx, id);
}

/** Gives the shopper this many more days to pay, from today. */
export async function extend(desk: Desk, trx: Trx, { id }: Order, days: number): Promise<Order> {
  const until = endOfPeriod(desk.now(), days);
  await set(trx, id, { payUntil: until });
  return announce(desk, trx, id, "extended", { until });
}

/** Puts bottles that came back from the shopper into the stock. */
export async function restock(
  desk: Desk,
  trx: Trx,
  { id }: Order,
  bottles: number,
): Promise<Order> {
  await takeStock(trx, -bottles);
  await addEvent(desk, trx, id, "restocked", { bottles }, { who: "owner" });
  return afterStep(trx, id);
}

/** Corrects the recipient's details. The earlier ones stay in the history until it is erased. */
export async function amend(
  desk: Desk,
  trx: Trx,
  order: Order,
  details: ShippingDetails,
): Promise<Order> {
  const fields = Object.keys(details) as (keyof ShippingDetails)[];
  const changed = fields.filter((field) => details[field] !== order[field]);
  if (changed.length === 0) return order;
  const before = Object.fromEntries(changed.map((field) => [field, order[field] ?? ""]));
  await set(trx, order.id, details);
  await addEvent(desk, trx, order.id, "amended", { before }, { who: "owner" });
  return afterStep(trx, order.id);
}

/** Stores the owner's own note on an order. Nobody else sees it. */
export const annotate = (desk: Desk, trx: Trx, { id }: Order, note: string) =>
  addEvent(desk, trx, id, "note", null, { who: "owner", note });

const set = (trx: Trx, id: string, values: Partial<Omit<Order, GeneratedColumn>>) =>
  trx.updateTable("orders").set(values).where("id", "=", id).execute();

type GeneratedColumn = "status" | "paymentStatus" | "owedBack" | "withdrawnAt";

/** Reads the order anew, with the words by which it is found. */
async function afterStep(trx: Trx, id: string): Promise<Order> {
  const order = await orderById(trx, id);
  const search = order.erasedAt === null ? searchText(id, order, order.tracking) : "";
  if (search === order.search) return order;
  await set(trx, id, { search });
  return { ...order, search };
}

type Announced = "shipped" | "tracking" | "shipped again" | "delivered" | "extended";

/** Stores a step of the owner, and queues the shopper's email about it for when it is final. */
async function announce<Kind extends Announced>(
  desk: Desk,
  trx: Trx,
  id: string,
  kind: Kind,
  data: EventData[Kind],
  { day: on }: { day?: string | undefined } = {},
): Promise<Order> {
  const event = await addEvent(desk, trx, id, kind, data, { who: "owner", day: on });
  const order = await afterStep(trx, id);
  if (!order.email) return order;
  const about = { orderId: id, cause: `event ${event}`, delay: desk.limits.undoWithin };
  if (kind === "delivered" || kind === "extended") {
    await enqueue(desk, trx, { ...about, template: kind });
  } else {
    const { tracking } = data as EventData["shipped"];
    await enqueue(desk, trx, { ...about, template: "shipped", data: { kind, tracking } });
  }
  return order;
}

/** Takes back the email of the last such step, or corrects it if it has left. */
async function takeBack(
  desk: Desk,
  trx: Trx,
  id: string,
  step: "shipped" | "delivered",
  inverse: "unshipped" | "undelivered",
): Promise<Order> {
  const last = (await eventsOf(trx, id)).findLast(({ kind }) => kind === step);
  const event = await addEvent(desk, trx, id, inverse, null, { who: "owner" });
  const isUntold = last && (await retract(trx, id, `event ${last.id}`));
  const order = await afterStep(trx, id);
  if (order.email && !isUntold)
    await enqueue(desk, trx, { template: "correction", orderId: id, cause: `event ${event}` });
  return order;
}

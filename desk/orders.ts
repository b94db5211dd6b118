import { createHash, randomBytes } from "node:crypto";
import { type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import type { Order as OrderRequest } from "../app/shop/order.ts";
import {
  type Actor,
  allowedFrom,
  type EventKind,
  type OrderState,
  refundable,
} from "../app/shop/order-rules.ts";
import { priceOrder } from "../app/shop/pricing.ts";
import { product } from "../app/shop/product.ts";
import { saleTerms, termsVersion } from "../app/shop/seller.ts";
import { type Desk, day, hour } from "./context.ts";
import { transact } from "./database.ts";
import { mailAbout } from "./mails.ts";
import { enqueue } from "./outbox.ts";
import { paymentOf } from "./payment.ts";
import type { Order, Tables } from "./schema.ts";

export interface PlaceRequest {
  /** The page's own, kept from press to press until an answer has come. */
  key: string;
  /** What the page says that it costs, in cents. */
  total: number;
  order: OrderRequest;
}

export type Placed =
  | { outcome: "placed"; order: Order }
  | { outcome: "other total"; total: number }
  | { outcome: "other body"; order: Order }
  | { outcome: "too many"; whose: "email" | "shop" };

const payWithin = saleTerms.payWithinDays * day;
const forgetUnpaidAfter = saleTerms.unpaidKeptDays * day;
const forgetAfter = saleTerms.keptYears * 365.25 * day;

/**
 * Takes an order, or says why not. The same request again is the same order, at the price of its day;
 * the order, its history and its mail are written together or not at all.
 */
export async function place(desk: Desk, request: PlaceRequest): Promise<Placed> {
  const asked = JSON.stringify([request.total, request.order]);
  const fingerprint = createHash("sha256").update(asked).digest("hex");
  const known = await desk.db
    .selectFrom("orders")
    .selectAll()
    .where("requestKey", "=", request.key)
    .executeTakeFirst();
  if (known) return replay(known, fingerprint);

  const { total, shippingCost } = priceOrder(request.order.quantity);
  if (total !== request.total) return { outcome: "other total", total };
  const tooMany = await isTooMany(desk, request.order.email);
  if (tooMany) return { outcome: "too many", whose: tooMany };

  const order = await transact(desk.db, async (trx) => {
    const order = await trx
      .insertInto("orders")
      .values({
        ...request.order,
        id: orderNumber(),
        token: randomBytes(16).toString("base64url"),
        requestKey: request.key,
        fingerprint,
        state: "pending",
        unitPrice: product.price,
        shipping: shippingCost,
        total,
        terms: termsVersion,
        payment: desk.card ? "card" : "transfer",
        placedAt: desk.now(),
      })
      .onConflict((conflict) => conflict.column("requestKey").doNothing())
      .returningAll()
      .executeTakeFirst();
    if (order) await appendEventAndMail(desk, trx, order, "pending", { who: "shopper" });
    return order;
  });
  // Another press of the same request was first.
  return order ? { outcome: "placed", order } : place(desk, request);
}

function replay(order: Order, fingerprint: string): Placed {
  return { outcome: order.fingerprint === fingerprint ? "placed" : "other body", order };
}

async function isTooMany({ db, now, limits }: Desk, email: string) {
  const count = async (orders: ReturnType<typeof recent>) =>
    (await orders.select((of) => of.fn.countAll<number>().as("count")).executeTakeFirstOrThrow())
      .count;
  const recent = (since: number) => db.selectFrom("orders").where("placedAt", ">", now() - since);
  const unpaid = recent(day).where("email", "=", email).where("state", "=", "pending");
  if ((await count(unpaid)) >= limits.unpaidPerEmail) return "email";
  return (await count(recent(hour))) >= limits.ordersPerHour ? "shop" : undefined;
}

/** 40 random bits that are told by telephone without a mistake: no I, L, O and U (Crockford). */
function orderNumber(): string {
  const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  return Array.from(randomBytes(8), (byte) => letters[byte % 32]).join("");
}

export const findOrder = ({ db }: Desk, id: string) =>
  db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirst();

/** Leaves out forgotten orders: a replay of their request is still told an address. */
export const findByToken = ({ db }: Desk, token: string) =>
  db
    .selectFrom("orders")
    .selectAll()
    .where("token", "=", token)
    .where("forgottenAt", "is", null)
    .executeTakeFirst();

export const historyOf = ({ db }: Desk, order: Order) =>
  db.selectFrom("events").selectAll().where("orderId", "=", order.id).orderBy("id").execute();

/**
 * The one way an order becomes paid, however often and by whomever it is called: it asks what has come
 * in, writes that down, and compares and sets.
 */
export async function settle(desk: Desk, id: string, who: Actor = "desk"): Promise<void> {
  const order = await findOrder(desk, id);
  if (!order) return;
  const received = await paymentOf(order, desk.card).check(order);
  const payable =
    allowedFrom.paid.includes(order.state) && received - order.refunded >= order.total;
  if (received === order.received && !payable) return;
  await transact(desk.db, async (trx) => {
    const counted = await trx
      .updateTable("orders")
      .set({ received })
      .where("id", "=", id)
      .where("received", "=", order.received)
      .where("received", "<", received)
      .executeTakeFirst();
    if (counted.numUpdatedRows > 0n) {
      await appendEvent(desk, trx, order.id, "received", {
        who,
        amount: received - order.received,
      });
    }
    await transition(desk, trx, id, "paid", { who }, isCovered);
  });
}

/** An order as its shopper is shown it, with what has come in for it by now. */
export async function openOrder(desk: Desk, token: string): Promise<Order | undefined> {
  const order = await findByToken(desk, token);
  if (!order) return undefined;
  await settle(desk, order.id).catch((error) => {
    // It is shown as it was known last.
    if (!desk.card?.isUnavailable(error)) throw error;
  });
  return (await findByToken(desk, token)) ?? order;
}

/** A message of the provider's is a nudge, and no more: what was paid is asked for (`settle`). */
export async function takeNotice(desk: Desk, message: string, signature: string) {
  if (!desk.card) return "no cards";
  const id = await desk.card.orderOf(message, signature).catch(() => null);
  if (id === null) return "forged";
  if (id) await settle(desk, id, "provider");
  return "taken";
}

/** What was given back before does not pay for anything. */
const isCovered = sql<SqlBool>`received - refunded >= total`;

/**
 * Writes down money that the owner has seen on the account. `seen` is what the counter's page showed
 * as received, so that a form sent twice counts once.
 */
export async function receive(desk: Desk, id: string, amount: number, seen: number) {
  return transact(desk.db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("orders")
      .set({ received: seen + amount })
      .where("id", "=", id)
      .where("received", "=", seen)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await appendEvent(desk, trx, id, "received", { who: "owner", amount });
    await transition(desk, trx, id, "paid", { who: "owner" }, isCovered);
    return true;
  });
}

/**
 * The provider's page where this order is paid.
 * @throws when the provider can't be reached; the order stays as it is.
 */
export async function startPayment(desk: Desk, order: Order): Promise<string | undefined> {
  if (!desk.card || order.payment !== "card" || !allowedFrom.paid.includes(order.state)) {
    return undefined;
  }
  const { address, reference } = await desk.card.start(order);
  const kept = await transact(desk.db, (trx) =>
    trx
      .updateTable("orders")
      .set({ providerReference: reference })
      .where("id", "=", order.id)
      .where("providerReference", "is not distinct from", order.providerReference)
      .executeTakeFirst(),
  );
  if (kept.numUpdatedRows > 0n) return address;
  // Another press was first, and its page is the one that is paid on.
  const after = await findOrder(desk, order.id);
  return after && startPayment(desk, after);
}

/** Asks for every order that may have been paid by card: whatever became of the provider's messages. */
export async function settlePending(desk: Desk): Promise<void> {
  const open = await desk.db
    .selectFrom("orders")
    .select("id")
    .where("state", "=", "pending")
    .where("payment", "=", "card")
    .where("providerReference", "is not", null)
    .execute();
  for (const { id } of open) {
    try {
      await settle(desk, id, "provider");
    } catch (error) {
      // One order that the provider does not know must not keep the others waiting.
      console.error(`Order ${id} can't be settled: ${(error as Error).message}`);
      if (desk.card?.isUnavailable(error)) return;
    }
  }
}

/** The parcel has left; `note` is how to follow it. */
export const ship = (desk: Desk, id: string, note: string) =>
  transact(desk.db, (trx) => transition(desk, trx, id, "shipped", { who: "owner", note }));

export const deliver = (desk: Desk, id: string) =>
  transact(desk.db, (trx) => transition(desk, trx, id, "delivered", { who: "owner" }));

/**
 * Gives money back, never more than came in or than the order's total. `seen` is what the counter's
 * page showed as given back. The order counts as refunded once all of it is.
 */
export async function refund(desk: Desk, id: string, amount: number, seen: number) {
  const order = await findOrder(desk, id);
  if (!order || order.refunded !== seen || amount > refundable(order)) return false;
  await paymentOf(order, desk.card).refund(order, amount, `${id}-${seen}`);
  return transact(desk.db, async (trx) => {
    const after = await trx
      .updateTable("orders")
      .set({ refunded: seen + amount })
      .where("id", "=", id)
      .where("refunded", "=", seen)
      .returningAll()
      .executeTakeFirst();
    if (!after) return false;
    const circumstances = { who: "owner", amount } as const;
    const done = await transition(desk, trx, id, "refunded", circumstances, sql`refunded = total`);
    if (!done) await appendEventAndMail(desk, trx, after, "partly refunded", circumstances);
    return true;
  });
}

/** Transfers that did not come in time. One that comes later is still counted (`settle`). */
export async function expire(desk: Desk): Promise<void> {
  const late = await desk.db
    .selectFrom("orders")
    .select("id")
    .where("state", "=", "pending")
    .where("received", "=", 0)
    .where("placedAt", "<", desk.now() - payWithin)
    .limit(100)
    .execute();
  for (const { id } of late) {
    await transact(desk.db, (trx) =>
      transition(desk, trx, id, "expired", { who: "desk" }, sql`received = 0`),
    );
  }
}

/** Takes the person out of what has to be forgotten: unpaid after 30 days, the rest after 6 years. */
export async function forget(desk: Desk): Promise<void> {
  const before = (age: number) => desk.now() - age;
  const old = await desk.db
    .selectFrom("orders")
    .select("id")
    .where("forgottenAt", "is", null)
    .where((is) =>
      is.or([
        is("placedAt", "<", before(forgetAfter)),
        is.and([
          is("placedAt", "<", before(forgetUnpaidAfter)),
          is("state", "in", ["pending", "expired"]),
          is("received", "=", 0),
        ]),
      ]),
    )
    .limit(100)
    .execute();
  for (const { id } of old) await forgetOrder(desk, id, "desk");
  await transact(desk.db, (trx) =>
    forgetWithdrawals(trx, sql<SqlBool>`at < ${before(forgetAfter)}`),
  );
}

/** With the mails that acknowledge them, which say the same. */
async function forgetWithdrawals(trx: Transaction<Tables>, which: RawBuilder<SqlBool>) {
  const gone = await trx.deleteFrom("withdrawals").where(which).returning("id").execute();
  for (const { id } of gone) await trx.deleteFrom("mails").where("about", "=", id).execute();
}

/** What is left of a forgotten order says what was sold and for how much, and to nobody. */
export async function forgetOrder(desk: Desk, id: string, who: Actor): Promise<boolean> {
  return transact(desk.db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("orders")
      .set({
        firstName: null,
        lastName: null,
        email: null,
        phone: null,
        address: null,
        city: null,
        postalCode: null,
        // Anyone who kept the address of the order's page finds nothing there.
        token: randomBytes(16).toString("base64url"),
        fingerprint: "",
        forgottenAt: desk.now(),
      })
      .where("id", "=", id)
      .where("forgottenAt", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await trx.deleteFrom("mails").where("about", "=", id).execute();
    await forgetWithdrawals(trx, sql<SqlBool>`order_id = ${id}`);
    await appendEvent(desk, trx, id, "forgotten", { who });
    return true;
  });
}

interface Circumstances {
  who: Actor;
  amount?: number;
  note?: string;
}

/** Compares and sets: of many at once, one wins. The state, its event and its mail come together. */
async function transition(
  desk: Desk,
  trx: Transaction<Tables>,
  id: string,
  to: OrderState,
  circumstances: Circumstances,
  condition: RawBuilder<SqlBool> = sql`1 = 1`,
): Promise<boolean> {
  const order = await trx
    .updateTable("orders")
    .set({ state: to })
    .where("id", "=", id)
    .where("state", "in", allowedFrom[to])
    .where(condition)
    .returningAll()
    .executeTakeFirst();
  if (order) await appendEventAndMail(desk, trx, order, to, circumstances);
  return order !== undefined;
}

/** An event that the shopper is told by mail. */
async function appendEventAndMail(
  desk: Desk,
  trx: Transaction<Tables>,
  order: Order,
  what: OrderState | "partly refunded",
  circumstances: Circumstances,
): Promise<void> {
  await appendEvent(desk, trx, order.id, what, circumstances);
  if (!order.email) return;
  await enqueue(desk, trx, mailAbout(desk, { ...order, email: order.email }, what, circumstances));
}

export async function appendEvent(
  desk: Desk,
  trx: Transaction<Tables>,
  orderId: string,
  what: EventKind,
  { who, amount, note }: Circumstances,
): Promise<void> {
  await trx
    .insertInto("events")
    .values({ orderId, at: desk.now(), who, what, amount: amount ?? null, note: note || null })
    .execute();
}

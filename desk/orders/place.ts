import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import {
  type Order as OrderRequest,
  type ShippingDetails,
  shippingDefaults,
} from "../../app/shop/order.ts";
import { priceOrder } from "../../app/shop/pricing.ts";
import { mailboxOf } from "../shop/mailbox.ts";
import { type Actor, kept, type Recipient } from "../shop/order-status.ts";
import { saleTerms, seller } from "../shop/seller.ts";
import { day, endOfPeriod } from "../shop/time.ts";
import { takeLock } from "../storage/database.ts";
import { type Desk, timeOn } from "../storage/desk.ts";
import { enqueue } from "../storage/queue.ts";
import { searchText } from "../storage/search.ts";
import type { Order, Trx } from "../storage/tables.ts";
import { addEvent, selectOrders, takeEffect } from "./orders.ts";
import { stockOf, takeStock } from "./stock.ts";
import { readFacts } from "./stored-facts.ts";
import { termsOf, transactUnderTerms } from "./terms.ts";

export interface PlaceRequest {
  /** The page's idempotency key. The page keeps it until an answer arrives. */
  key: string;
  /** The total that the page shows, in cents. */
  total: number;
  order: OrderRequest;
  /** The number of the order that the shopper has been asked about. */
  acknowledgedOrder?: string | undefined;
}

export type Placed =
  | { outcome: "placed"; order: Order }
  | { outcome: "other total"; total: number }
  | { outcome: "other body"; order: Order }
  /** There is a recent order for the same person and address, and the shopper has not been asked about it. */
  | { outcome: "repeated"; order: Order }
  | { outcome: "too many" }
  /** Fewer bottles are left than were ordered. */
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

  const placed = await transactUnderTerms(desk, async (trx): Promise<Placed | undefined> => {
    await takeLock(trx, mailboxOf(details.email));
    // Checked under the lock. A step on the existing order locks the order and then the stock; inserting
    // again would take them in the opposite order and deadlock.
    const known = await orderWithKey(trx, key);
    if (known) return replay(known, fingerprint);
    const facts = await readFacts(trx);
    const { price, paused } = facts;
    const { total, shippingCost } = priceOrder(details.quantity, facts);
    if (total !== agreed) return { outcome: "other total", total };
    if (paused) return { outcome: "paused", until: paused };
    const recent = await recentOrder(desk, trx, request);
    if (recent && recent.id !== request.acknowledgedOrder)
      return { outcome: "repeated", order: recent };
    if (await hasTooMany(desk, trx, details)) return { outcome: "too many" };
    if (!(await takeStock(trx, details.quantity)))
      return { outcome: "sold out", left: Math.max(0, (await stockOf(trx)) ?? 0) };
    const { quantity, ...recipient } = details;
    const order = await insertOrder(desk, trx, {
      requestKey: key,
      fingerprint,
      recipient,
      quantity,
      unitPrice: price,
      terms: await termsOf(trx, desk, facts),
      shipping: shippingCost,
      adjustment: 0,
      method: desk.card ? "card" : "transfer",
      who: "shopper",
    });
    if (order) {
      await takeEffect(desk, trx, order, quantity);
      return { outcome: "placed", order };
    }
    await takeStock(trx, -quantity);
    return undefined;
  });
  // A concurrent request with the same key was first.
  return placed ?? place(desk, request);
}

type NewOrder = Pick<
  Order,
  | "requestKey"
  | "fingerprint"
  | "quantity"
  | "unitPrice"
  | "shipping"
  | "adjustment"
  | "method"
  | "terms"
> & { recipient: ShippingDetails | null; who: Actor; day?: string | undefined; isPaid?: boolean };

/** No recipient: a sale in person, or erased personal data. */
export const noRecipient = Object.fromEntries(
  Object.keys(shippingDefaults).map((field) => [field, null]),
) as Record<keyof Recipient, null>;

/** The recipient to store: an empty email is null. */
export const recipientOf = (details: ShippingDetails): Recipient => ({
  ...details,
  email: details.email || null,
});

/** Stores an order with its event and its emails. Undefined if its key is stored already. */
export async function insertOrder(
  desk: Desk,
  trx: Trx,
  values: NewOrder,
): Promise<Order | undefined> {
  const { recipient, who, day: on, isPaid: isPrepaid, ...order } = values;
  const placedAt = timeOn(desk, on);
  const details = recipient ? recipientOf(recipient) : noRecipient;
  const id = orderNumber();
  const stored = await trx
    .insertInto("orders")
    .values({
      ...order,
      ...details,
      id,
      token: randomBytes(16).toString("base64url"),
      total: order.quantity * order.unitPrice + order.shipping + order.adjustment,
      vatPercent: seller.vatPercent,
      placedAt,
      // The deadline of an order entered late counts from today.
      payUntil: isPrepaid ? null : endOfPeriod(desk.now(), saleTerms.payWithinDays),
      mailbox: details.email && mailboxOf(details.email),
      search: searchText(id, details, null),
    })
    .onConflict((conflict) => conflict.column("requestKey").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!stored) return undefined;
  const event = await addEvent(desk, trx, id, "placed", null, { who, day: on });
  const cause = `event ${event}`;
  if (details.email) await enqueue(desk, trx, { template: "placed", orderId: id, cause });
  if (who === "shopper")
    await enqueue(desk, trx, { template: "owner order placed", orderId: id, cause });
  return {
    ...stored,
    toDecide: null,
    withdrawnAt: null,
    returnFrom: null,
    owedSince: null,
    paidOn: null,
  };
}

/** Leaves out empty fields, so that a new field does not change the fingerprint of an older form's request. */
export const fingerprintOf = (request: unknown) =>
  createHash("sha256")
    .update(JSON.stringify(request, (_, value) => (value === "" ? undefined : value)))
    .digest("hex");

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
    // Lower case, for the index orders_by_email.
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .where((order) => order.and({ email, ...details }))
    // A concurrent request with the same key is the same order.
    .where("requestKey", "!=", key)
    .where("placedAt", ">", now() - limits.duplicateWindow)
    .where("status", "in", ["unpaid", "partially paid", "paid"])
    .orderBy("placedAt", "desc")
    .executeTakeFirst();

/**
 * Whether a mailbox has too many unpaid orders of the last 24 hours or, of a counted stock, too many bottles beyond its
 * first unpaid order. Read within the transaction that stores the order, so that concurrent requests can't exceed the
 * limit.
 */
async function hasTooMany(
  { now, limits }: Desk,
  trx: Trx,
  { email, quantity }: Pick<OrderRequest, "email" | "quantity">,
): Promise<boolean> {
  const unpaid = await trx
    .selectFrom("orders")
    .select(["quantity", "removed", "placedAt"])
    .where("mailbox", "=", mailboxOf(email))
    // A literal, so that SQLite finds the index orders_unpaid_by_mailbox.
    .where("status", "=", sql.lit("unpaid"))
    .orderBy("placedAt")
    .execute();
  if (unpaid.filter(({ placedAt }) => placedAt > now() - day).length >= limits.unpaidPerEmail)
    return true;
  if (unpaid.length === 0 || (await stockOf(trx)) === undefined) return false;
  const beyond = unpaid.slice(1).reduce((sum, order) => sum + kept(order), quantity);
  return beyond > limits.bottlesBeyondFirst;
}

/**
 * 40 random bits that can be spelled out on the telephone: no I, L, O and U (Crockford).
 * @param draw eight random bytes
 */
export function orderNumber(draw = () => randomBytes(8)): string {
  const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const number = Array.from(draw(), (byte) => letters[byte % 32]).join("");
  // A spreadsheet would read 7E274394 as a number.
  return /^\d+(E\d+)?$/.test(number) ? orderNumber(draw) : number;
}

export const orderWithKey = (db: Desk["db"], key: string): Promise<Order | undefined> =>
  selectOrders(db).where("orders.requestKey", "=", key).executeTakeFirst();

import {
  type Actor,
  type EntryKind,
  mayReopen,
  type PaymentMethod,
  sumsOf,
} from "../shop/order-status.ts";
import { saleTerms } from "../shop/seller.ts";
import { dayOf, endOfPeriod } from "../shop/time.ts";
import type { Desk } from "../storage/desk.ts";
import { enqueue, type QueuedMail, retract } from "../storage/queue.ts";
import type { Event, Order, Payment, Trx } from "../storage/tables.ts";
import { reopen } from "./order-steps.ts";
import { eventsOf, orderById } from "./orders.ts";

export interface NewEntry {
  kind: EntryKind;
  /** In cents, positive. */
  amount: number;
  who: Actor;
  /** By default, that of the order. */
  method?: PaymentMethod | null;
  /** The day in Madrid on which it happened, «2026-12-30»; without one, today. */
  day?: string | undefined;
  /** The card provider's id. An entry with a stored id is not stored again. */
  providerId?: string | undefined;
  note?: string | undefined;
  /** The card provider has not made this refund yet. Only the email says so. */
  isPending?: boolean | undefined;
}

/**
 * Adds an entry to an order's ledger, and queues the emails about it. All money goes through here, `book` and
 * `reverse`. The caller holds the order's lock (`lockOrder`).
 * @returns the order afterwards; undefined if the provider's entry is stored already
 */
export async function addEntry(
  desk: Desk,
  trx: Trx,
  before: Order,
  entry: NewEntry,
): Promise<Order | undefined> {
  const stored = await book(desk, trx, before, entry);
  if (!stored) return undefined;
  const after = await orderById(trx, before.id);
  for (const mail of mailsAbout(after, stored, entry.isPending)) {
    const delay = entry.who === "owner" ? desk.limits.undoWithin : 0;
    await enqueue(desk, trx, { ...mail, cause: causeOf(stored), delay });
  }
  return after;
}

/** Adds an entry to an order's ledger without an email. @returns undefined if the provider's entry is stored already */
export async function book(
  desk: Desk,
  trx: Trx,
  order: Order,
  {
    note,
    method = order.method,
    day = dayOf(desk.now()),
    providerId,
    isPending: _,
    ...entry
  }: NewEntry,
): Promise<Payment | undefined> {
  const stored = await insert(desk, trx, order, {
    ...entry,
    day,
    method: entry.kind === "discount" ? null : method,
    providerId: providerId ?? null,
    note: note || null,
    reverses: null,
  });
  if (stored) await sumUp(trx, order);
  return stored;
}

/**
 * Reverses an entry. A correction by the owner is booked on the entry's own day, so that the accounts of
 * that day are right. A reversal by the provider moves money, so it is booked today. An email about the entry
 * that has not left is deleted; otherwise a correction follows. A closed order stays closed (`reopen`), unless the shop
 * has closed it because of this refund of the owner.
 * @returns the order afterwards; undefined if the entry is reversed already
 */
export async function reverse(
  desk: Desk,
  trx: Trx,
  before: Order,
  entry: Payment,
  { who, note }: { who: Actor; note?: string | undefined },
): Promise<Order | undefined> {
  const { kind, amount, method } = entry;
  const day = who === "provider" ? dayOf(desk.now()) : entry.day;
  const values = { kind, amount, day, method, providerId: null, note: note || null };
  const stored = await insert(desk, trx, before, { ...values, who, reverses: entry.id });
  if (!stored) return undefined;
  await sumUp(trx, before);
  const corrected = await restartDeadline(desk, trx, await orderById(trx, before.id));
  const isRefundBack = who === "owner" && kind === "refund" && mayReopen(corrected);
  const closing = isRefundBack ? await closedByShop(trx, before) : undefined;
  const after = closing && closing.at >= entry.at ? await reopen(desk, trx, corrected) : corrected;
  const orderId = after.id;
  const cause = causeOf(stored);
  if (kind === "chargeback") {
    const data = { kind: "won", amount } as const;
    await enqueue(desk, trx, { template: "owner dispute", orderId, cause, data });
  } else if ((await retract(trx, orderId, causeOf(entry))) === "sent") {
    await enqueue(desk, trx, { template: "correction", orderId, cause });
  }
  if (who === "provider" && kind === "refund") {
    await enqueue(desk, trx, { template: "owner refund failed", orderId, cause, data: { amount } });
  }
  return after;
}

/** The event by which the shop itself has cancelled an order that was over; undefined if it has not. */
export async function closedByShop(trx: Trx, { id, closed }: Order): Promise<Event | undefined> {
  const closing = (await eventsOf(trx, id)).findLast(({ kind }) => kind === "cancelled");
  return closed === "cancelled" && closing?.who === "shop" ? closing : undefined;
}

/** An order that is unpaid again would expire at once, before the right payment is entered. */
async function restartDeadline(desk: Desk, trx: Trx, order: Order): Promise<Order> {
  const payUntil = endOfPeriod(desk.now(), saleTerms.payWithinDays);
  // An order that the owner entered as paid has no deadline.
  const isLate = order.payUntil === null || order.payUntil < payUntil;
  if (order.status !== "unpaid" || !isLate) return order;
  await trx.updateTable("orders").set({ payUntil }).where("id", "=", order.id).execute();
  return { ...order, payUntil };
}

/** The `cause` of the emails about an entry. */
export const causeOf = ({ id }: Pick<Payment, "id">) => `payment ${id}`;

export const ledgerOf = (db: Desk["db"], orderId: string): Promise<Payment[]> =>
  db.selectFrom("payments").selectAll().where("orderId", "=", orderId).orderBy("id").execute();

/** The entries that still count: neither reversed nor reversing. */
export function unreversed<Entry extends Pick<Payment, "id" | "reverses">>(entries: Entry[]) {
  const reversed = new Set(entries.map(({ reverses }) => reverses));
  return entries.filter(({ id, reverses }) => reverses === null && !reversed.has(id));
}

const insert = (
  desk: Desk,
  trx: Trx,
  { id: orderId }: Order,
  values: Omit<Payment, "id" | "orderId" | "at">,
) =>
  trx
    .insertInto("payments")
    .values({ ...values, orderId, at: desk.now() })
    // The provider's id and the reversed row are unique.
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Recomputes the order's sums from its ledger. */
async function sumUp(trx: Trx, { id }: Order): Promise<void> {
  const sums = sumsOf(await ledgerOf(trx, id));
  await trx.updateTable("orders").set(sums).where("id", "=", id).execute();
}

/** The emails about a new entry. The owner gets one about a payment that she has not entered herself. */
function mailsAbout(
  { id: orderId, email }: Order,
  { kind, amount, who }: Payment,
  isPending: boolean | undefined,
): QueuedMail[] {
  if (kind === "chargeback")
    return [{ template: "owner dispute", orderId, data: { kind: "opened", amount } }];
  const toShopper: QueuedMail =
    kind === "refund"
      ? { template: "refund", orderId, data: { amount, isPending } }
      : { template: "money", orderId, data: { kind, amount } };
  const toOwner: QueuedMail = { template: "owner payment", orderId, data: { amount } };
  return [
    ...(email === null ? [] : [toShopper]),
    ...(kind === "payment" && who !== "owner" ? [toOwner] : []),
  ];
}

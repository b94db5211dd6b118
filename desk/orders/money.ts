import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type SqlBool, sql, type Transaction } from "kysely";
import {
  type Actor,
  balance,
  type OrderState,
  stateAfterMoney,
} from "../../app/desk/shop/order-rules.ts";
import { type Desk, day } from "../context.ts";
import type { NewsKind } from "../mail/mails.ts";
import { transact } from "../storage/database.ts";
import type { Order, Tables } from "../storage/schema.ts";
import { appendEvent, findByToken, findOrder, record, transition } from "./orders.ts";

/** The two sides of an order's accounts. The balance is the difference. */
export type Side = "received" | "refund";

interface Booking {
  side: Side;
  /** In cents. A negative amount reverses a booking that was wrong. */
  amount: number;
  /**
   * The amount that this side had when the booking was decided: a form that is sent twice counts
   * once.
   */
  seen: number;
  who: Actor;
  note?: string;
}

const columnOf = { received: "received", refund: "refunded" } as const;
const provider = { received: "providerReceived", refund: "providerRefunded" } as const;

/**
 * Books money: the amount, its event, the resulting state (`stateAfterMoney`) and the emails about
 * it. All bookings go through here. Returns undefined if the order has changed meanwhile, or if
 * more would be refunded than was received.
 */
async function book(
  desk: Desk,
  trx: Transaction<Tables>,
  id: string,
  { side, amount, seen, who, note = "" }: Booking,
): Promise<boolean> {
  const now = seen + amount;
  if (amount === 0 || now < 0) return false;
  const fits: Record<Side, ReturnType<typeof sql<SqlBool>>> = {
    received: sql`refunded <= ${now}`,
    refund: sql`received >= ${now}`,
  };
  const order = await trx
    .updateTable("orders")
    .set({
      [columnOf[side]]: now,
      ...(who === "provider" && {
        [provider[side]]: sql`${sql.ref(provider[side])} + ${amount}`,
      }),
    })
    .where("id", "=", id)
    .where(columnOf[side], "=", seen)
    .where(fits[side])
    .returningAll()
    .executeTakeFirst();
  if (!order) return false;
  await record(desk, trx, order, side, { who, amount, note }, newsOf(order, side, amount));

  const before = side === "refund" && amount < 0 ? await stateBeforeRefund(trx, order) : undefined;
  const to = stateAfterMoney(order, before);
  if (to !== order.state) {
    const step = { id, from: [order.state], to };
    // The email about the correction covers the reversed amount.
    if (amount < 0) await correctState(desk, trx, step, who);
    else await transition(desk, trx, step, { who });
  }
  return true;
}

/** The email about an amount. The email that the order is paid is separate. */
function newsOf({ state }: Order, side: Side, amount: number): NewsKind {
  if (amount < 0) return "correction";
  const isLate = ["expired", "cancelled", "refunded"].includes(state);
  return side === "received" && isLate ? "late" : side;
}

/**
 * Returns undefined if a payment arrived after the refund, because the balance is then not the
 * order's price.
 */
async function stateBeforeRefund(trx: Transaction<Tables>, { id, state }: Order) {
  if (state !== "refunded") return undefined;
  const events = await trx
    .selectFrom("events")
    .select("what")
    .where("orderId", "=", id)
    .where("what", "in", ["received", "paid", "shipped", "delivered", "refunded"])
    .orderBy("id", "desc")
    .limit(20)
    .execute();
  const [last] = events.filter(({ what }) => what === "received" || what === "refunded");
  if (last?.what !== "refunded") return undefined;
  const before = events.find(({ what }) => what !== "received" && what !== "refunded");
  return before?.what as OrderState | undefined;
}

async function correctState(
  desk: Desk,
  trx: Transaction<Tables>,
  { id, to }: { id: string; to: OrderState },
  who: Actor,
) {
  await trx.updateTable("orders").set({ state: to }).where("id", "=", id).execute();
  await appendEvent(desk, trx, id, to, { who });
}

/** Books a payment that the owner has seen on the account. */
export const receive = (desk: Desk, id: string, amount: number, seen: number) =>
  bookOne(desk, id, { side: "received", amount, seen, who: "owner" });

/** Books a refund that the owner has made by transfer, up to the balance. */
export const refund = (desk: Desk, id: string, amount: number, seen: number) =>
  bookOne(desk, id, { side: "refund", amount, seen, who: "owner" });

/**
 * Corrects the amount of one side after a wrong booking. The owner can't correct the provider's
 * share.
 */
export async function correct(
  desk: Desk,
  id: string,
  { side, really, seen, note }: { side: Side; really: number; seen: number; note: string },
): Promise<boolean> {
  const order = await findOrder(desk, id);
  if (!order || really < order[provider[side]] || really > seen) return false;
  return bookOne(desk, id, { side, amount: really - seen, seen, who: "owner", note });
}

const bookOne = (desk: Desk, id: string, booking: Booking) =>
  transact(desk.db, (trx) => book(desk, trx, id, booking));

/**
 * Asks the provider what was paid and refunded for an order, in its dashboard too, and books the
 * difference. Idempotent.
 * @throws if the provider can't be reached or does not know the order.
 */
export async function settle(desk: Desk, id: string): Promise<void> {
  const order = await findOrder(desk, id);
  if (!desk.card || !order?.providerReference) return;
  const { received, refunded, payment } = await desk.card.check(order);
  const amounts = {
    received: received - order.providerReceived,
    refund: refunded - order.providerRefunded,
  };
  if (amounts.received === 0 && amounts.refund === 0 && payment === order.providerPayment) return;
  await transact(desk.db, async (trx) => {
    const same = await trx
      .updateTable("orders")
      // Forget the key of a refund that has been made.
      .set({ providerPayment: payment, ...(amounts.refund !== 0 && { refundKey: null }) })
      .where("id", "=", id)
      .where("received", "=", order.received)
      .where("refunded", "=", order.refunded)
      .executeTakeFirst();
    // A concurrent call has booked the difference, or the next one will.
    if (same.numUpdatedRows === 0n) return;
    const who = "provider";
    const sides = [
      { side: "received", amount: amounts.received, seen: order.received, who },
      { side: "refund", amount: amounts.refund, seen: order.refunded, who },
    ] as const;
    for (const booking of sides) {
      if (booking.amount === 0 || (await book(desk, trx, id, booking))) continue;
      console.error(
        `Order ${id}: the provider says ${received} received and ${refunded} given back, in cents, and the books can't follow. Was a refund of the provider's noted by hand? Correct it at the counter.`,
      );
    }
  });
}

/**
 * How long, in ms, a page waits for the provider. Then it shows what is known, and settling goes on
 * in the background.
 */
const patience = 2_000;

/** Settles an order for a page that works whether or not the provider answers. */
async function trySettling(desk: Desk, id: string): Promise<void> {
  const settled = settle(desk, id).catch((error) => tellOnce(id, error));
  await Promise.race([settled, wait(patience, undefined, { ref: false })]);
}

/** The provider is asked again and again about orders that it does not know. */
const told = new Set<string>();

function tellOnce(id: string, error: unknown): void {
  const line = `Order ${id} can't be settled: ${(error as Error).message}`;
  if (!told.has(line)) console.error(line);
  told.add(line);
}

const awaitsCard = ({ state, providerReference }: Order) =>
  state === "pending" && providerReference !== null;

/** The order for its shopper, with the payments received by now. */
export async function openOrder(desk: Desk, token: string): Promise<Order | undefined> {
  const order = await findByToken(desk, token);
  if (!order || !awaitsCard(order)) return order;
  await trySettling(desk, order.id);
  return (await findByToken(desk, token)) ?? order;
}

/** The order for its owner, with what the provider knows, also of refunds in its dashboard. */
export async function openAtCounter(desk: Desk, id: string): Promise<Order | undefined> {
  const order = await findOrder(desk, id);
  if (!order?.providerReference) return order;
  await trySettling(desk, id);
  return findOrder(desk, id);
}

/** Handles a webhook. It is only a hint: the provider is asked what was paid (`settle`). */
export async function takeNotice(desk: Desk, message: string, signature: string) {
  if (!desk.card) return "no cards";
  const about = await desk.card.readNotice(message, signature).catch(() => null);
  if (about === null) return "forged";
  const id = about.order ?? (about.payment && (await ordersPaidBy(desk, [about.payment]))[0]);
  if (id) await settle(desk, id);
  return "taken";
}

async function ordersPaidBy({ db }: Desk, payments: string[]): Promise<string[]> {
  const orders = db
    .selectFrom("orders")
    .select("id")
    .where("providerPayment", "in", ["", ...payments]);
  return (await orders.execute()).map(({ id }) => id);
}

/**
 * The provider's page to pay this order on.
 * @throws if the provider can't be reached; the order does not change.
 */
export async function startPayment(desk: Desk, order: Order): Promise<string | undefined> {
  if (!desk.card || order.payment !== "card" || order.state !== "pending") return undefined;
  const { address, reference } = await desk.card.start(order, desk.now());
  const stored = await transact(desk.db, (trx) =>
    trx
      .updateTable("orders")
      .set({ providerReference: reference })
      .where("id", "=", order.id)
      .where("providerReference", "is not distinct from", order.providerReference)
      .executeTakeFirst(),
  );
  if (stored.numUpdatedRows > 0n) return address;
  // A concurrent request was first. Its page is the one to pay on.
  const after = await findOrder(desk, order.id);
  return after && startPayment(desk, after);
}

/**
 * How long after it was placed an expired order is still checked: delayed payment methods take
 * days.
 */
const lateMoneyFor = 60 * day;

/**
 * Checks every order that may have been paid by card, in case a webhook was lost: pending orders,
 * or expired ones.
 */
export async function settleUnpaid(desk: Desk, which: "pending" | "expired"): Promise<void> {
  const open = await desk.db
    .selectFrom("orders")
    .select("id")
    .where("state", "in", which === "pending" ? ["pending"] : ["expired", "cancelled"])
    .where("providerReference", "is not", null)
    .where("providerReceived", "=", 0)
    .where("placedAt", ">", desk.now() - lateMoneyFor)
    .execute();
  await settleAll(
    desk,
    open.map(({ id }) => id),
  );
}

/** Asks which payments were refunded recently, in the dashboard too, and settles those orders. */
export async function settleRefunds(desk: Desk): Promise<void> {
  if (!desk.card) return;
  const payments = await desk.card.refundedSince(desk.now() - 3 * day);
  await settleAll(desk, await ordersPaidBy(desk, payments));
}

async function settleAll(desk: Desk, ids: string[]): Promise<void> {
  for (const id of ids) {
    try {
      await settle(desk, id);
    } catch (error) {
      // An order that the provider does not know must not block the others.
      tellOnce(id, error);
      if (desk.card?.isUnavailable(error)) return;
    }
  }
}

/**
 * Has the provider refund an amount. Settles first, so that nothing is refunded twice, and again
 * afterwards, so that the books follow the provider.
 * @returns whether it was refunded, or why the provider refuses
 * @throws if the provider gave no answer: a retry is the same refund.
 */
export async function refundByCard(
  desk: Desk,
  id: string,
  amount: number,
  seen: number,
): Promise<boolean | string> {
  const { card } = desk;
  const before = await findOrder(desk, id);
  if (!card || !before) return false;
  await settle(desk, id);
  const order = (await findOrder(desk, id)) ?? before;
  // An earlier request without an answer has succeeded.
  if (isAttempt(before, seen, amount) && order.refunded === seen + amount) return true;
  if (order.refunded !== seen || amount > refundableByCard(order)) return false;
  const key = await refundAttempt(desk, order, amount);
  if (!key) return false;
  const answer = await card.refund(order, amount, key);
  if (answer !== "done") {
    await forgetAttempt(desk, id, key);
    return answer.refused;
  }
  await settle(desk, id);
  return true;
}

/** The part of the balance that the provider can refund. */
export const refundableByCard = (order: Order) =>
  Math.max(0, Math.min(balance(order), order.providerReceived - order.providerRefunded));

/** The idempotency key of this refund: a new one, or that of the same refund without an answer. */
async function refundAttempt({ db }: Desk, order: Order, amount: number) {
  if (isAttempt(order, order.refunded, amount)) return order.refundKey;
  const refundKey = `${order.refunded}-${amount}-${randomBytes(16).toString("hex")}`;
  const { numUpdatedRows } = await transact(db, (trx) =>
    trx
      .updateTable("orders")
      .set({ refundKey })
      .where("id", "=", order.id)
      .where("refunded", "=", order.refunded)
      .where("refundKey", "is not distinct from", order.refundKey)
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n ? refundKey : undefined;
}

const isAttempt = ({ refundKey }: Order, seen: number, amount: number) =>
  refundKey?.startsWith(`${seen}-${amount}-`) ?? false;

const forgetAttempt = ({ db }: Desk, id: string, key: string) =>
  transact(db, (trx) =>
    trx
      .updateTable("orders")
      .set({ refundKey: null })
      .where("id", "=", id)
      .where("refundKey", "=", key)
      .execute(),
  );

import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type SqlBool, sql, type Transaction } from "kysely";
import {
  type Actor,
  balance,
  discountToUndo,
  isPayable,
  mayLetOff,
  type OrderState,
  stateAfterMoney,
} from "../../app/desk/shop/order-rules.ts";
import { unpaid } from "../../app/desk/shop/order-words.ts";
import { day } from "../../app/desk/shop/time.ts";
import type { Desk } from "../context.ts";
import type { NewsKind } from "../mail/content.ts";
import { proveAddress } from "../mail/outbox.ts";
import { transact } from "../storage/database.ts";
import type { Order, Tables } from "../storage/tables.ts";
import {
  appendEvent,
  deleteUnsent,
  findByToken,
  findOrder,
  historyOf,
  record,
  transition,
} from "./orders.ts";
import type { CardPayment } from "./payment.ts";
import { moveStock } from "./shop-state.ts";

/** The two sides of an order's accounts. The balance is the difference. */
type Side = "received" | "refund";

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
  /** The day on which it happened, «2026-12-30», if that was not today. */
  day?: string | undefined;
  /** The shopper's bank took the money back. */
  isLost?: boolean;
}

const columnOf = { received: "received", refund: "refunded" } as const;
const providersColumnOf = { received: "providerReceived", refund: "providerRefunded" } as const;

/**
 * Books money: the amount, its event, the resulting state (`stateAfterMoney`) and the emails about
 * it. All bookings go through here. Returns false if the order has changed meanwhile, or if the
 * owner would refund more than was received. What the provider reports is always booked.
 */
export async function book(
  desk: Desk,
  trx: Transaction<Tables>,
  id: string,
  { side, amount, seen, who, note = "", day: on, isLost = false }: Booking,
): Promise<boolean> {
  const after = seen + amount;
  if (amount === 0 || after < 0) return false;
  const isProvider = who === "provider";
  const column = columnOf[side];
  const providersColumn = providersColumnOf[side];
  const isCovered = {
    received: sql<SqlBool>`(refunded <= ${after} or ${amount} > 0)`,
    refund: sql<SqlBool>`(received >= ${after} or ${amount} < 0)`,
  };
  const order = await trx
    .updateTable("orders")
    .set({
      [column]: after,
      ...(isProvider && { [providersColumn]: sql`${sql.ref(providersColumn)} + ${amount}` }),
    })
    .where("id", "=", id)
    .where(column, "=", seen)
    .where(isProvider ? sql<SqlBool>`1 = 1` : isCovered[side])
    .returningAll()
    .executeTakeFirst();
  if (!order) return false;
  if (side === "received" && amount > 0) await proveAddress(trx, id);
  const news = isLost ? "lost" : newsOf(order, side, amount);
  // The owner may accept a short payment (`acceptShort`) before the shopper is asked for the rest.
  const mayUndo = who === "owner" && news === "received";
  await record(desk, trx, order, side, { who, amount, note, day: on, mayUndo }, news);

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
  { id, from, to }: { id: string; from: OrderState[]; to: OrderState },
  who: Actor,
) {
  const { quantity } = await trx
    .updateTable("orders")
    .set({ state: to })
    .where("id", "=", id)
    .returning("quantity")
    .executeTakeFirstOrThrow();
  for (const state of from) await moveStock(trx, quantity, state, to);
  await appendEvent(desk, trx, id, to, { who });
}

/** Books a payment that the owner has seen on the account. */
export const receive = (desk: Desk, id: string, amount: number, seen: number, day?: string) =>
  bookOne(desk, id, { side: "received", amount, seen, who: "owner", day });

/** Books a refund that the owner has made by transfer, up to the balance. */
export const refund = (desk: Desk, id: string, amount: number, seen: number, day?: string) =>
  bookOne(desk, id, { side: "refund", amount, seen, who: "owner", day });

/**
 * Accepts a payment that is a little short, such as by a bank's fee: the rest is a discount, and an
 * unpaid order is paid.
 * @param seen the cents that were received when this was decided
 */
export const acceptShort = (desk: Desk, id: string, seen: number): Promise<boolean> =>
  transact(desk.db, async (trx) => {
    const before = await findOrder({ ...desk, db: trx }, id);
    if (!before || before.received !== seen) return false;
    const amount = unpaid(before);
    const isOn = ["pending", "shipped", "delivered"].includes(before.state);
    if (!isOn || !mayLetOff(amount, before)) return false;
    const order = await letOff(trx, before, amount);
    if (!order) return false;
    // The shopper need not be asked for the rest any more.
    const history = await historyOf({ ...desk, db: trx }, order);
    const payment = history.findLast(({ what }) => what === "received");
    if (payment) await deleteUnsent(trx, id, payment);
    const circumstances = { who: "owner", mayUndo: true } as const;
    await record(desk, trx, order, "discount", { ...circumstances, amount });
    if (order.state !== "pending") return true;
    return transition(desk, trx, { id, from: ["pending"], to: "paid" }, circumstances);
  });

/** Takes back the owner's last step, if it accepted a payment that was a little short. */
export const undoDiscount = (desk: Desk, id: string): Promise<boolean> =>
  transact(desk.db, async (trx) => {
    const inTransaction = { ...desk, db: trx };
    const before = await findOrder(inTransaction, id);
    const undoable = before && discountToUndo(await historyOf(inTransaction, before));
    const order = undoable && (await letOff(trx, before, -undoable.amount));
    if (!order) return false;
    const circumstances = { who: "owner", amount: -undoable.amount } as const;
    if (await deleteUnsent(trx, id, undoable.told))
      await appendEvent(desk, trx, id, "discount", circumstances);
    else await record(desk, trx, order, "discount", circumstances, "correction");
    const to = stateAfterMoney(order);
    if (to !== order.state) await correctState(desk, trx, { id, from: [order.state], to }, "owner");
    return true;
  });

/** Changes the discount and the total, if the order has not changed since it was read. */
const letOff = (trx: Transaction<Tables>, order: Order, amount: number) =>
  trx
    .updateTable("orders")
    .set({ total: order.total - amount, discount: order.discount + amount })
    .where("id", "=", order.id)
    .where("state", "=", order.state)
    .where("discount", "=", order.discount)
    .where("received", "=", order.received)
    .where("refunded", "=", order.refunded)
    .returningAll()
    .executeTakeFirst();

interface Correction {
  side: Side;
  /** The correct cents of this side, and those that the page showed. */
  really: number;
  seen: number;
  note: string;
  /** The day that it counts for in the books, if that is not today: that of the wrong booking. */
  day?: string | undefined;
}

/**
 * Corrects the amount of one side after a wrong booking. The owner can't correct the provider's
 * share.
 */
export async function correct(
  desk: Desk,
  id: string,
  { side, really, seen, note, day }: Correction,
): Promise<boolean> {
  const order = await findOrder(desk, id);
  if (!order || really < order[providersColumnOf[side]] || really > seen) return false;
  return bookOne(desk, id, { side, amount: really - seen, seen, who: "owner", note, day });
}

const bookOne = (desk: Desk, id: string, booking: Booking) =>
  transact(desk.db, (trx) => book(desk, trx, id, booking));

/**
 * Asks the provider what was paid, refunded and disputed for an order, in its dashboard too, and
 * books the difference, even if more was refunded than received: the counter shows that. Idempotent.
 * @throws if the provider can't be reached or does not know the order.
 */
export async function settle(desk: Desk, id: string): Promise<void> {
  const order = await findOrder(desk, id);
  if (!desk.card || !order?.providerReference) return;
  const { received, refunded, disputed, lost, payment } = await desk.card.check(order);
  const more = {
    received: received - order.providerReceived,
    refunded: refunded - order.providerRefunded,
  };
  const isSame = payment === order.providerPayment && disputed === order.disputed;
  if (more.received === 0 && more.refunded === 0 && isSame) return;
  const lostNow = lost - (await bookedAsLost(desk, id));
  await transact(desk.db, async (trx) => {
    const now = await trx
      .updateTable("orders")
      // Forget the key of a refund that has been made.
      .set({
        providerPayment: payment,
        disputed,
        ...(more.refunded !== 0 && { refundKey: null }),
      })
      .where("id", "=", id)
      .where("received", "=", order.received)
      .where("refunded", "=", order.refunded)
      .where("disputed", "=", order.disputed)
      .returningAll()
      .executeTakeFirst();
    // A concurrent call has booked the difference, or the next one will.
    if (!now) return;
    const who = "provider";
    // The shop may have been down while the dispute was open.
    if (disputed !== order.disputed || lostNow > 0) {
      const end = lostNow > 0 ? "Perdida" : "Cerrada a favor de la tienda";
      const note = disputed > 0 ? "" : end;
      await record(desk, trx, now, "disputed", { who, amount: disputed, note });
    }
    let seen = order.received;
    await book(desk, trx, id, { side: "received", amount: more.received, seen, who });
    seen = order.refunded;
    const byShop = more.refunded - lostNow;
    await book(desk, trx, id, { side: "refund", amount: byShop, seen, who });
    seen += byShop;
    const lostBooking = { side: "refund", amount: lostNow, note: lostNote, isLost: true } as const;
    await book(desk, trx, id, { ...lostBooking, seen, who });
  });
}

/** The note of money that the shopper's bank took back. */
const lostNote = "Disputa perdida";

/** The cents of lost disputes that are booked already. */
async function bookedAsLost({ db }: Desk, id: string): Promise<number> {
  const { sum } = await db
    .selectFrom("events")
    .select(({ fn }) => fn.sum<number | null>("amount").as("sum"))
    .where("orderId", "=", id)
    .where("who", "=", "provider")
    .where("what", "=", "refund")
    .where("note", "=", lostNote)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/**
 * How long, in ms, a page waits for the provider. Then it shows what is known, and settling goes on
 * in the background.
 */
const patience = 2_000;

/** What pages have asked the provider, and its answers. */
const asked = new WeakMap<Desk["db"], Map<string, Promise<unknown>>>();

/**
 * Asks the provider a question once at a time, and believes its answer for some seconds, a failure
 * too: anybody can reload a page.
 */
function askForPages<Answer>(
  { db, limits }: Desk,
  question: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const all = asked.get(db) ?? new Map<string, Promise<unknown>>();
  asked.set(db, all);
  const known = all.get(question) as Promise<Answer> | undefined;
  if (known) return known;
  const answer = ask();
  all.set(question, answer);
  const forget = () => {
    if (limits.believeProviderFor === 0) all.delete(question);
    else setTimeout(() => all.delete(question), limits.believeProviderFor).unref();
  };
  answer.then(forget, forget);
  return answer;
}

type Answer = "known" | "unknown" | "none";

const settleForPages = (desk: Desk, id: string): Promise<Answer> =>
  askForPages(desk, `settle ${id}`, () =>
    settle(desk, id).then(
      () => "known",
      (error) => {
        tellOnce(id, error);
        return desk.card?.isUnknown(error) ? "unknown" : "none";
      },
    ),
  );

/** Settles an order for a page that works whether or not the provider answers. */
const trySettling = (desk: Desk, id: string): Promise<Answer> =>
  Promise.race([settleForPages(desk, id), wait(patience, "none" as const, { ref: false })]);

/** The provider is asked again and again about orders that it does not know. */
const told = new Set<string>();

function tellOnce(id: string, error: unknown): void {
  const line = `Pedido ${id}: no se ha podido comprobar su pago en la pasarela: ${(error as Error).message}`;
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

/**
 * The order for its owner, with what the provider knows, also of refunds in its dashboard.
 * `isCurrent` is false if the provider has not answered, and `isUnknown` is true if its answer is
 * that it does not know the payment.
 */
export async function openAtCounter(desk: Desk, id: string) {
  const order = await findOrder(desk, id);
  if (!order) return undefined;
  if (!desk.card || !order.providerReference) return { order, isCurrent: true, isUnknown: false };
  const answer = await trySettling(desk, id);
  return {
    order: (await findOrder(desk, id)) ?? order,
    isCurrent: answer !== "none",
    isUnknown: answer === "unknown",
  };
}

/** Handles a webhook. It is only a hint: the provider is asked what was paid (`settle`). */
export async function handleWebhook(desk: Desk, message: string, signature: string) {
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
  const { card } = desk;
  if (!card || order.payment !== "card" || !isPayable(order)) return undefined;
  return askForPages(desk, `start ${order.id}`, () => openPayment(desk, card, order));
}

async function openPayment(
  desk: Desk,
  card: CardPayment,
  order: Order,
): Promise<string | undefined> {
  const { address, reference } = await card.start(order, desk.now());
  const stored = await transact(desk.db, (trx) =>
    trx
      .updateTable("orders")
      .set({ providerReference: reference })
      .where("id", "=", order.id)
      .where("providerReference", "is not distinct from", order.providerReference)
      .where("state", "=", "pending")
      .where("withdrawnAt", "is", null)
      .executeTakeFirst(),
  );
  if (stored.numUpdatedRows > 0n) return address;
  // Another process was first. Its page is the one to pay on, unless the order has ended.
  const after = await findOrder(desk, order.id);
  return after && isPayable(after) ? openPayment(desk, card, after) : undefined;
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

/**
 * Asks which payments were refunded or disputed recently, in the dashboard too, and settles those
 * orders, and those with an open dispute.
 */
export async function settleRefunds(desk: Desk): Promise<void> {
  if (!desk.card) return;
  const payments = await desk.card.changedSince(desk.now() - 3 * day);
  const open = await desk.db.selectFrom("orders").select("id").where("disputed", ">", 0).execute();
  const ids = [...(await ordersPaidBy(desk, payments)), ...open.map(({ id }) => id)];
  await settleAll(desk, [...new Set(ids)]);
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

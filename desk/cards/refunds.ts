import { sql } from "kysely";
import { ledgerOf, unreversed } from "../orders/ledger.ts";
import { changeOrder, findOrder } from "../orders/orders.ts";
import { net } from "../shop/order-status.ts";
import { day, hour } from "../shop/time.ts";
import type { ProviderReport } from "../storage/card-payment.ts";
import type { Desk } from "../storage/desk.ts";
import { readSetting, storeSetting } from "../storage/stored-settings.ts";
import type { Order, Payment, Trx } from "../storage/tables.ts";
import { ordersPaidBy, reconcile, reconcileAll, tryReconciling } from "./reconcile.ts";
import { newRefundKey, refundAmount } from "./refund-key.ts";

/** The cents of an order that the provider can refund. */
export function refundableByCard(order: Order, entries: Payment[]): number {
  if (order.providerPayment === null) return 0;
  const left = unreversed(entries)
    .filter(({ method, providerId }) => method === "card" && providerId !== null)
    .reduce((sum, { kind, amount }) => sum + (kind === "payment" ? amount : -amount), 0);
  return Math.max(0, Math.min(left, net(order)));
}

type CardRefund =
  | "done"
  /** The order has changed since the version, or the provider can't refund as much. */
  | "changed"
  /** A refund of another amount is under way. */
  | "under way"
  | { refused: string };

/**
 * Refunds cents of an order through the provider. Reconciles first, so that nothing is refunded twice, and
 * again afterwards. The same amount again is the same refund until the provider has answered.
 * @param version the version of the order that the owner saw
 * @throws if the provider gave no answer: the refund is under way
 */
export async function refundByCard(
  desk: Desk,
  id: string,
  amount: number,
  version: number,
): Promise<CardRefund> {
  const { card, db } = desk;
  const before = await findOrder(db, id);
  if (!card || !before) return "changed";
  const report = await reconcile(desk, id);
  if (isMade(report, before.refundKey)) {
    // An earlier request without an answer has succeeded.
    return refundAmount(before.refundKey ?? "") === amount ? "done" : "changed";
  }
  const order = (await findOrder(db, id)) ?? before;
  if (order.refundKey !== null && refundAmount(order.refundKey) !== amount) return "under way";
  const key = order.refundKey ?? (await storeKey(desk, id, amount, version));
  if (key === undefined) return "changed";
  const answer = await card.refund(order, amount, key);
  if (answer === "done") {
    await tryReconciling(desk, id);
    return "done";
  }
  // An error of the provider itself may hide a refund that was made.
  if (isMade(await reconcile(desk, id), key)) return "done";
  await clearKey(desk, id, key);
  return answer;
}

const isMade = (report: ProviderReport | undefined, key: string | null) =>
  key !== null && !!report?.entries.some((entry) => entry.key === key && !entry.isReversed);

/** Stores that a refund is pending. Undefined if it can't be made. */
const storeKey = (desk: Desk, id: string, amount: number, version: number) =>
  changeOrder(desk, id, version, async (trx, order) => {
    const isPossible = amount > 0 && amount <= refundableByCard(order, await ledgerOf(trx, id));
    if (!isPossible) return undefined;
    const refundKey = newRefundKey(amount, desk.now());
    await trx.updateTable("orders").set({ refundKey }).where("id", "=", id).execute();
    return refundKey;
  });

const clearKey = (desk: Desk, id: string, key: string) =>
  changeOrder(desk, id, undefined, (trx) =>
    trx
      .updateTable("orders")
      .set({ refundKey: null })
      .where("id", "=", id)
      .where("refundKey", "=", key)
      .execute(),
  );

/** Clears a pending refund whose outcome the provider will never report. */
export const forgetRefund = (trx: Trx, id: string) =>
  trx.updateTable("orders").set({ refundKey: null }).where("id", "=", id).execute();

/** The row of `settings` with the time, in ms, of the last complete `reconcileRefunds`. */
const checkedAt = "stripe checked at";

/** How far back the first check goes, and how much two clocks may differ, in ms. */
const firstLook = 3 * day;
const clockTolerance = hour;

/**
 * Reconciles the orders whose payments were refunded or disputed since the last complete run, also in the provider's
 * dashboard, and the orders with an open dispute or a pending refund.
 * @returns false if the provider has not answered about all
 */
export async function reconcileRefunds(desk: Desk): Promise<boolean> {
  const { card, db, now } = desk;
  if (!card) return true;
  const startedAt = now();
  const last = await readSetting(db, checkedAt);
  // A time in the future comes from a clock that was wrong.
  const isKnown = last !== undefined && Number(last) <= startedAt;
  const since = isKnown ? Number(last) - clockTolerance : startedAt - firstLook;
  const payments = await card.changedSince(since);
  const undecided = await db
    .selectFrom("orders")
    .select("id")
    // Literals, because SQLite uses the partial indexes only then.
    .where((is) => is.or([is("disputed", ">", sql.lit(0)), is("refundPending", ">", sql.lit(0))]))
    .execute();
  const ids = [...(await ordersPaidBy(desk, payments)), ...undecided.map(({ id }) => id)];
  // If another server checked meanwhile, the next check covers a little more than it must.
  if (!(await reconcileAll(desk, new Set(ids)))) return false;
  await storeSetting(db, checkedAt, String(startedAt));
  return true;
}

import { setTimeout as wait } from "node:timers/promises";
import { findByToken, findOrder } from "../orders/orders.ts";
import type { Desk } from "../storage/desk.ts";
import type { Order } from "../storage/tables.ts";
import { type Answer, cacheOf } from "./ask-provider.ts";
import { tryReconciling } from "./reconcile.ts";

const answerFor = cacheOf<Answer>();

/** An order for a page, with what the provider knows. */
interface OpenedOrder {
  order: Order;
  /** False if the provider has not answered. */
  isCurrent: boolean;
  /** The provider does not know the payment, or the shop takes no cards any more. */
  isUnknown: boolean;
}

/** The order for its shopper. The provider is asked while its page may be paid on. */
export async function openOrder(desk: Desk, token: string): Promise<OpenedOrder | undefined> {
  const order = await findByToken(desk.db, token);
  return order && open(desk, order, order.providerPageOpen === 1);
}

/** The order for its owner. The provider is always asked: she may have refunded in its dashboard. */
export async function openForAdmin(desk: Desk, id: string): Promise<OpenedOrder | undefined> {
  const order = await findOrder(desk.db, id);
  return order && open(desk, order, order.providerPage !== null);
}

async function open(desk: Desk, order: Order, mayHaveChanged: boolean): Promise<OpenedOrder> {
  if (!mayHaveChanged) return { order, isCurrent: true, isUnknown: false };
  if (!desk.card) return { order, isCurrent: true, isUnknown: true };
  const answer = await Promise.race([
    answerFor(desk, order.id, () => tryReconciling(desk, order.id)),
    wait(desk.limits.providerWaitMs, "unavailable" as const, { ref: false }),
  ]);
  return {
    order: (await findOrder(desk.db, order.id)) ?? order,
    isCurrent: answer === "current" || answer === "unknown",
    isUnknown: answer === "unknown",
  };
}

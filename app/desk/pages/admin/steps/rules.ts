import { dataOf } from "#desk/orders/orders.ts";
import { net, owedBack } from "../../../shop/order-status.ts";
import { daysLate } from "../../../shop/order-texts.ts";
import type { Context } from "./step.ts";

/** The open withdrawals from the order, and those of its address that may refer to it. */
export const openWithdrawals = ({ order, withdrawals }: Context) =>
  withdrawals.filter(
    (withdrawal) =>
      withdrawal.closedAt === null &&
      (withdrawal.orderId === order.id || withdrawal.orderId === null),
  );

/**
 * Whether the owner has to send money back. How much, she decides for a part of the order. A late
 * withdrawal she may reject.
 */
export const awaitsRefund = ({ order, withdrawals }: Context) =>
  owedBack(order) > 0 ||
  (net(order) > 0 &&
    withdrawals.some(
      ({ orderId, closedAt, at }) =>
        orderId === order.id && closedAt === null && daysLate({ ...order, withdrawnAt: at }) === 0,
    ));

/** The last event of one of these kinds. */
export const lastOf = ({ events }: Context, ...kinds: Context["events"][number]["kind"][]) =>
  events.findLast(({ kind }) => kinds.includes(kind));

/** Whether its parcel is on its way. */
export const isUnderWay = ({ order }: Context) =>
  order.closed === null && order.fulfilment === "shipped";

/** The bottles that were sent and have not been put back into the stock. */
export function returnable({ order, events }: Context): number {
  if (order.fulfilment === "unfulfilled") return 0;
  let away = order.quantity;
  let cancelled = 0;
  for (const event of events) {
    if (event.kind === "shipped again") away += order.quantity;
    away -= dataOf(event, "restocked")?.bottles ?? 0;
    if (event.kind === "cancelled") {
      cancelled = dataOf(event, "cancelled")?.restocked ?? 0;
      away -= cancelled;
    }
    // It takes them out of the stock again.
    if (event.kind === "reopened") {
      away += cancelled;
      cancelled = 0;
    }
  }
  return Math.max(0, away);
}

export const noCount = (least: number, most: number) =>
  least === most ? `Escribe ${most}` : `Escribe un número del ${least} al ${most}`;

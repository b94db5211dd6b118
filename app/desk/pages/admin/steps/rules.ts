import { dataOf } from "#desk/orders/orders.ts";
import type { Context } from "./step.ts";

/** The open withdrawals from the order, and those of its address that may refer to it. */
export const openWithdrawals = ({ withdrawals }: Context) =>
  withdrawals.filter(({ closedAt }) => closedAt === null);

/** The bottles that were sent and have not been put back into the stock. */
export function returnable({ order, events }: Context): number {
  if (order.fulfilment === "unfulfilled") return 0;
  let away = order.quantity;
  for (const event of events) {
    if (event.kind === "shipped again") away += order.quantity;
    away -= dataOf(event, "restocked")?.bottles ?? 0;
  }
  return Math.max(0, away);
}

export const noCount = (least: number, most: number) =>
  least === most ? `Escribe ${most}` : `Escribe un número del ${least} al ${most}`;

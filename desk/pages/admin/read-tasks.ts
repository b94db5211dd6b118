import { stuckMails } from "../../mail/outbox.ts";
import { ordersToDecide, ordersToPack, ordersToSettle } from "../../orders/order-list.ts";
import { openWithdrawals } from "../../orders/withdrawals.ts";
import type { Desk } from "../../storage/desk.ts";

/** What waits for the owner. */
export const readTasks = async (desk: Desk) => ({
  /** Those without an order. */
  withdrawals: (await openWithdrawals(desk.db)).filter(({ orderId }) => orderId === null),
  mails: await stuckMails(desk.db),
  toSettle: await ordersToSettle(desk, 50),
  toPack: await ordersToPack(desk, 50),
  toDecide: await ordersToDecide(desk, 50),
});

export type TaskData = Awaited<ReturnType<typeof readTasks>>;

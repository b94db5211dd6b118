import { stuckMails } from "../../mail/outbox.ts";
import { ordersInDoubt, ordersToPack, ordersToSettle } from "../../orders/order-list.ts";
import { openWithdrawals } from "../../orders/withdrawals.ts";
import type { Desk } from "../../storage/desk.ts";

/** What waits for the owner. */
export const readTasks = async (desk: Desk) => ({
  withdrawals: await openWithdrawals(desk.db),
  mails: await stuckMails(desk.db),
  toSettle: await ordersToSettle(desk, 50),
  toPack: await ordersToPack(desk, 50),
  inDoubt: await ordersInDoubt(desk, 50),
});

export type TaskData = Awaited<ReturnType<typeof readTasks>>;

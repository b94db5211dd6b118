import { transact } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import { enqueue } from "../storage/queue.ts";
import { lockOrder } from "./orders.ts";

/** Reminds the shopper of an unpaid order, once: the reminder that the shop sends by itself counts (jobs/expiry.ts). */
export const remindOnce = (desk: Desk, id: string): Promise<void> =>
  transact(desk.db, async (trx) => {
    const order = await lockOrder(trx, id);
    if (order?.status === "unpaid" && order.email && order.withdrawnAt === null)
      await enqueue(desk, trx, { template: "reminder", orderId: id });
  });

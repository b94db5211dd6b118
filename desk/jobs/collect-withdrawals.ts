import { untoldWithdrawals, withoutAcknowledgement } from "../orders/withdrawals.ts";
import { dayOf, startOfDay } from "../shop/time.ts";
import { transact } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import { enqueue } from "../storage/queue.ts";

/** How long a server may have been off, in days, for the emails of a day to be made up for. */
const daysBack = 7;

/**
 * Once a day is over, queues one email about those of its withdrawals that have none: to each mailbox, and to the
 * owner. Queued again, it is the same email.
 */
export async function collectWithdrawals(desk: Desk): Promise<void> {
  const from = startOfDay(desk.now(), -daysBack);
  const today = startOfDay(desk.now(), 0);
  const acknowledged = await withoutAcknowledgement(desk.db)
    .where("at", ">=", from)
    .where("at", "<", today)
    .execute();
  const untold = await untoldWithdrawals(desk.db)
    .where("at", ">=", from)
    .where("at", "<", today)
    .execute();
  const ofMailboxes = Map.groupBy(acknowledged, ({ mailbox, at }) => `${mailbox} ${dayOf(at)}`);
  for (const [first] of ofMailboxes.values()) {
    await transact(desk.db, (trx) =>
      enqueue(desk, trx, { template: "acknowledgements", withdrawalId: first?.id }),
    );
  }
  for (const [day, { length: count }] of Map.groupBy(untold, ({ at }) => dayOf(at))) {
    await transact(desk.db, (trx) =>
      enqueue(desk, trx, { template: "owner withdrawals", key: day, data: { day, count } }),
    );
  }
}

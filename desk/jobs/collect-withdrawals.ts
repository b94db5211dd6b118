import { unreportedWithdrawals, withoutAcknowledgement } from "../orders/withdrawals.ts";
import { dayOf, startOfDay } from "../shop/time.ts";
import { transact } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import { enqueue } from "../storage/queue.ts";

/** A server that was off makes up for the emails of this many days. */
const daysBack = 7;

/**
 * Once a day is over, queues one email to each mailbox, and one to the owner, about the day's withdrawals that have no
 * email of their own. Idempotent: an email that is queued again is stored once.
 */
export async function collectWithdrawals(desk: Desk): Promise<void> {
  const from = startOfDay(desk.now(), -daysBack);
  const today = startOfDay(desk.now(), 0);
  const acknowledged = await withoutAcknowledgement(desk.db)
    .where("at", ">=", from)
    .where("at", "<", today)
    .execute();
  const unreported = await unreportedWithdrawals(desk.db)
    .where("at", ">=", from)
    .where("at", "<", today)
    .execute();
  const ofMailboxes = Map.groupBy(acknowledged, ({ mailbox, at }) => `${mailbox} ${dayOf(at)}`);
  for (const [first] of ofMailboxes.values()) {
    await transact(desk.db, (trx) =>
      enqueue(desk, trx, { template: "acknowledgements", withdrawalId: first?.id }),
    );
  }
  for (const [day, { length: count }] of Map.groupBy(unreported, ({ at }) => dayOf(at))) {
    await transact(desk.db, (trx) =>
      enqueue(desk, trx, { template: "owner withdrawals", key: day, data: { day, count } }),
    );
  }
}

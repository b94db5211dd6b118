import { dayOf } from "../shop/time.ts";
import { transact } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import { enqueue } from "../storage/queue.ts";

/** Emails the owner, once a day, about the jobs that fail. No email can tell her that no emails are sent. */
export async function reportFailures(desk: Desk): Promise<void> {
  const failing = desk.failing().filter(({ name }) => name !== "mails");
  if (failing.length === 0) return;
  const template = "owner jobs failing";
  // With the day as its key, two servers queue one email.
  const key = dayOf(desk.now());
  await transact(desk.db, (trx) => enqueue(desk, trx, { template, key, data: { failing } }));
}

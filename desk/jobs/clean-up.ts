import { minute } from "../shop/time.ts";
import { emptyJournal } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import { collectWithdrawals } from "./collect-withdrawals.ts";
import { eraseOld } from "./erase.ts";
import { expire, presumeDelivered, remindDue } from "./expiry.ts";
import type { Job } from "./job-runner.ts";
import { warnOfUnpaidStock } from "./unpaid-stock.ts";

/** The jobs of each minute that need only the database. */
export const cleanUpJobs = (desk: Desk): Job[] => [
  // What was erased a minute ago is still in SQLite's journal. While somebody reads, the next run retries.
  { name: "journal", every: minute, work: () => emptyJournal(desk.db) },
  { name: "expiry", every: minute, work: atRightTime(desk, expire) },
  { name: "reminders", every: minute, work: () => remindDue(desk) },
  { name: "deliveries", every: minute, work: () => presumeDelivered(desk) },
  { name: "unpaid stock", every: minute, work: () => warnOfUnpaidStock(desk) },
  { name: "withdrawals", every: minute, work: () => collectWithdrawals(desk) },
  { name: "erasure", every: minute, work: atRightTime(desk, eraseOld) },
];

/** Work that takes away what is old. It waits while the clock is before the newest event. */
const atRightTime = (desk: Desk, work: (desk: Desk) => Promise<unknown>) => async () => {
  const newest = await desk.db
    .selectFrom("events")
    .select("at")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const behind = (newest?.at ?? 0) - desk.now();
  // The clocks of two servers differ a little.
  if (behind > minute) {
    throw new Error("el reloj marca una hora anterior a la del último suceso guardado");
  }
  if (behind <= 0) await work(desk);
};

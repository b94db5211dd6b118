import { minute } from "../shop/time.ts";
import { emptyJournal } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import { collectWithdrawals } from "./collect-withdrawals.ts";
import { eraseOld } from "./erase.ts";
import { expire, presumeDelivered, remindDue } from "./expiry.ts";
import { warnOfUnpaidStock } from "./unpaid-stock.ts";

/**
 * The jobs that the desk runs every minute. Nothing expires or is erased while the clock is before the newest event.
 * @throws if it is so by more than a minute
 */
export async function cleanUp(desk: Desk): Promise<void> {
  // What was erased a minute ago is still in SQLite's journal. While somebody reads, the next run retries.
  await emptyJournal(desk.db);
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
  if (behind > 0) return;
  const expired = await expire(desk);
  await remindDue(desk);
  await presumeDelivered(desk);
  await warnOfUnpaidStock(desk);
  await collectWithdrawals(desk);
  const erased = await eraseOld(desk);
  if (expired + erased > 0) {
    console.log(`Limpieza de pedidos: caducados, ${expired}; con sus datos borrados, ${erased}.`);
  }
}

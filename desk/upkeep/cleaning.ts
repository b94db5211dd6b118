import { hour, minute } from "../../app/desk/shop/time.ts";
import type { Desk } from "../context.ts";
import { readState, writeState } from "../orders/shop-state.ts";
import { emptyJournal } from "../storage/database.ts";
import { reasonToDistrust, timeSinceClockSet } from "./clock.ts";
import { newestEvent } from "./journal.ts";
import { expire, forget, remind } from "./retention.ts";

/** Expires old orders and deletes old personal data, while the clock can be trusted (clock.ts). */
export function cleaning(desk: Desk, builtAt: number, steady = timeSinceClockSet(desk.now)) {
  const { db, now } = desk;
  let told: string | undefined;
  let isJournalEmpty = true;
  return async () => {
    const { steadyFor, jump } = steady();
    if (jump) {
      const minutes = Math.round(Math.abs(jump) / minute);
      const way = jump > 0 ? "adelantado" : "atrasado";
      console.error(`El reloj se ha ${way} ${minutes} min: la limpieza espera.`);
    }
    const stored = await readState(db, "last cleaning");
    const lastCleaning = stored === undefined ? undefined : Number(stored);
    const newest = await newestEvent(desk);
    const wall = now();
    const known = { wall, steadyFor, lastCleaning, newestEvent: newest?.at, builtAt };
    const doubts = reasonToDistrust(known);
    if (doubts && doubts !== told) console.error(`La limpieza espera: ${doubts}.`);
    told = doubts;
    if (doubts !== undefined) return;

    // The clock may be set while the cleaning runs: only this time has been checked.
    const checked = { ...desk, now: () => wall };
    await expire(checked);
    await remind(checked);
    await forget(checked);
    const { expired, forgotten } = await countSince(desk, newest?.id ?? 0);
    if (forgotten > 0 || !isJournalEmpty) isJournalEmpty = await emptyJournal(db);
    if (expired + forgotten > 0) {
      console.log(
        `Limpieza de pedidos: caducados, ${expired}; con sus datos borrados, ${forgotten}.`,
      );
    }
    // Precision to the minute is not needed.
    if (lastCleaning !== undefined && Math.abs(now() - lastCleaning) < hour) return;
    await writeState(db, "last cleaning", String(now()));
  };
}

async function countSince({ db }: Desk, id: number) {
  const events = await db
    .selectFrom("events")
    .select("what")
    .where("id", ">", id)
    .where("who", "=", "desk")
    .execute();
  const count = (kind: string) => events.filter(({ what }) => what === kind).length;
  return { expired: count("expired"), forgotten: count("forgotten") };
}

import { formatAmount } from "../../app/shop/money.ts";
import type { Desk } from "../context.ts";

/** PostgreSQL gives numbers before it commits, so that a lower one may be seen later. */
const overlap = 100;

/** The number of the newest event, and its time; nothing while there is none. */
export const newestEvent = ({ db }: Desk) =>
  db.selectFrom("events").select(["id", "at"]).orderBy("id", "desc").limit(1).executeTakeFirst();

/**
 * Tells in the log what happens to orders: a line for each event from now on, whoever wrote it, with
 * nobody's name. What the shop does to old ones by itself is counted (cleaning.ts).
 */
export async function journal(desk: Desk) {
  let last = (await newestEvent(desk))?.id ?? 0;
  const since = () =>
    desk.db
      .selectFrom("events")
      .select(["id", "orderId", "who", "what", "amount"])
      .where("id", ">", last - overlap)
      .orderBy("id")
      .execute();
  let told = new Set((await since()).map(({ id }) => id));
  return async () => {
    const events = await since();
    for (const { id, orderId, who, what, amount } of events) {
      const old = who === "desk" && (what === "expired" || what === "forgotten");
      if (told.has(id) || old) continue;
      const sum = amount === null ? "" : ` ${formatAmount(amount)} €`;
      console.log(`Order ${orderId}: ${what === "pending" ? "placed" : what}${sum}, by ${who}.`);
    }
    told = new Set(events.map(({ id }) => id));
    last = Math.max(last, ...told);
  };
}

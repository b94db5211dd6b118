import { eventNames, stateNames, whoNames } from "../../app/desk/shop/order-format.ts";
import { formatAmount } from "../../app/shop/money.ts";
import type { Desk } from "../context.ts";

/** PostgreSQL assigns ids before the commit, so a lower id may become visible later. */
const overlap = 100;

/** The id and time of the newest event; undefined if there is none. */
export const newestEvent = ({ db }: Desk) =>
  db.selectFrom("events").select(["id", "at"]).orderBy("id", "desc").limit(1).executeTakeFirst();

/**
 * Logs each new event of an order, without personal data, whichever process wrote it. What the shop
 * does to old orders is logged as a count (cleaning.ts).
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
      const sum = amount === null ? "" : `, ${formatAmount(amount)} €`;
      const name = what === "pending" ? stateNames.pending : eventNames[what];
      console.log(`Pedido ${orderId}: ${name.toLowerCase()}${sum} (${whoNames[who]}).`);
    }
    told = new Set(events.map(({ id }) => id));
    last = Math.max(last, ...told);
  };
}

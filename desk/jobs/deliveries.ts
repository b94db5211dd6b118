import { sql } from "kysely";
import { day } from "../../app/desk/shop/time.ts";
import type { Desk } from "../context.ts";
import { addEvent, changeOrder } from "../orders/orders.ts";

/** From this time on, in ms, a parcel that nobody has asked about has arrived. */
const presumedAfter = 30 * day;

/**
 * Marks parcels as delivered that were shipped long ago, without an email. The day is unknown, so
 * `deliveredAt` stays null.
 */
export async function presumeDelivered(desk: Desk): Promise<void> {
  const before = desk.now() - presumedAfter;
  const orders = await desk.db
    .selectFrom("orders")
    .select("id")
    // A literal, so that SQLite finds the index orders_under_way.
    .where("fulfilment", "=", sql.lit("shipped"))
    .where("placedAt", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("events")
            .select("events.id")
            .whereRef("orderId", "=", "orders.id")
            // «undelivered»: the owner says that it has not arrived.
            .where("events.kind", "in", ["shipped", "shipped again", "undelivered"])
            .where("at", ">=", before),
        ),
      ),
    )
    .orderBy("placedAt")
    .limit(100)
    .execute();
  for (const { id } of orders) {
    await changeOrder(desk, id, undefined, async (trx, { fulfilment }) => {
      if (fulfilment !== "shipped") return;
      await trx
        .updateTable("orders")
        .set({ fulfilment: "delivered" })
        .where("id", "=", id)
        .execute();
      await addEvent(desk, trx, id, "delivered", null, { who: "shop" });
    });
  }
}

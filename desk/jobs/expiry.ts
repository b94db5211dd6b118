import { type SqlBool, sql } from "kysely";
import { close } from "../orders/order-steps.ts";
import { addEvent, changeOrder } from "../orders/orders.ts";
import { remind, remindableOrders } from "../orders/reminders.ts";
import { readFacts } from "../orders/stored-facts.ts";
import { remindAfterDays, saleTerms } from "../shop/seller.ts";
import { day, endOfPeriod } from "../shop/time.ts";
import type { Desk } from "../storage/desk.ts";
import { forEachOrder } from "./each-order.ts";

/** The most orders that one run changes. The next minute continues. */
const maxAtOnce = 100;

/**
 * Expires the orders whose last day to pay is over. While the shop is paused it moves their terms along instead, so that
 * each has its seven days when the shop opens.
 * @returns how many have expired
 */
export async function expire(desk: Desk): Promise<number> {
  if ((await readFacts(desk.db)).paused) {
    const payUntil = endOfPeriod(desk.now(), saleTerms.payWithinDays);
    await desk.db
      .updateTable("orders")
      .set({ payUntil })
      .where("status", "=", sql.lit("unpaid"))
      .where("payUntil", "<", payUntil)
      .execute();
    return 0;
  }
  const late = await desk.db
    .selectFrom("orders")
    .select("id")
    // A literal, so that SQLite finds the index orders_to_expire.
    .where("status", "=", sql.lit("unpaid"))
    .where("payUntil", "<", desk.now())
    .orderBy("payUntil")
    .limit(maxAtOnce)
    .execute();
  const expireIfLate = (id: string) =>
    changeOrder(desk, id, undefined, async (trx, order) => {
      const isLate = order.payUntil !== null && order.payUntil < desk.now();
      // The order may have been paid or extended meanwhile.
      if (order.status !== "unpaid" || !isLate) return false;
      await close(desk, trx, order, "expired", { who: "shop" });
      return true;
    });
  return forEachOrder(late, expireIfLate, "Pedidos caducados");
}

/** Reminds shoppers of their unpaid orders some days before they expire, unless the shop is paused. */
export async function remindDue(desk: Desk): Promise<void> {
  if ((await readFacts(desk.db)).paused) return;
  const daysLeft = saleTerms.payWithinDays - remindAfterDays;
  const orders = await remindableOrders(desk.db)
    .where("payUntil", ">=", desk.now())
    .where("payUntil", "<=", endOfPeriod(desk.now(), daysLeft))
    .orderBy("payUntil")
    .limit(maxAtOnce)
    .execute();
  await forEachOrder(orders, (id) => remind(desk, id));
}

/** A shipped parcel counts as delivered after this time, in ms. */
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
    // «undelivered»: the owner has noted that it did not arrive.
    .where(
      sql<SqlBool>`not exists (select 1 from events where order_id = orders.id and at >= ${before}
        and kind in ('shipped', 'shipped again', 'undelivered'))`,
    )
    .orderBy("placedAt")
    .limit(maxAtOnce)
    .execute();
  await forEachOrder(orders, (id) =>
    changeOrder(desk, id, undefined, async (trx, { fulfilment }) => {
      if (fulfilment !== "shipped") return;
      await trx
        .updateTable("orders")
        .set({ fulfilment: "delivered" })
        .where("id", "=", id)
        .execute();
      await addEvent(desk, trx, id, "delivered", null, { who: "shop" });
    }),
  );
}

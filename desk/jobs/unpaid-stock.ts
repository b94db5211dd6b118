import { sql } from "kysely";
import { stockOf } from "../orders/stock.ts";
import { saleTerms } from "../shop/seller.ts";
import { day, dayOf } from "../shop/time.ts";
import { transact } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import { enqueue } from "../storage/queue.ts";

/**
 * Emails the owner if several unpaid orders hold more bottles than are left to sell, which is more than half of what
 * she could sell without them. At most once within the time to pay an order.
 */
export async function warnOfUnpaidStock(desk: Desk): Promise<void> {
  const { db, now } = desk;
  const left = await stockOf(db);
  if (left === undefined) return;
  const { orders, bottles } = await db
    .selectFrom("orders")
    // A literal, so that SQLite finds the index orders_to_expire.
    .where("status", "=", sql.lit("unpaid"))
    .select(({ fn }) => [
      fn.countAll<number>().as("orders"),
      sql<number | null>`sum(quantity - removed)`.as("bottles"),
    ])
    .executeTakeFirstOrThrow();
  const data = { orders: Number(orders), bottles: Number(bottles ?? 0), left };
  if (data.orders < 2 || data.bottles <= left) return;
  const earlier = await db
    .selectFrom("mails")
    .select("id")
    .where("template", "=", "owner unpaid stock")
    .where("createdAt", ">", now() - saleTerms.payWithinDays * day)
    // These conditions make the query use the index mails_of_shop.
    .where("orderId", "is", null)
    .where("withdrawalId", "is", null)
    .executeTakeFirst();
  if (earlier) return;
  const template = "owner unpaid stock";
  // With the day as its key, two servers queue one email.
  await transact(db, (trx) => enqueue(desk, trx, { template, key: dayOf(now()), data }));
}

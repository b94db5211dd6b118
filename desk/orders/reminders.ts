import { type SqlBool, sql } from "kysely";
import { transact } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import { enqueue } from "../storage/queue.ts";

/** The unpaid orders whose shopper may be reminded: once. */
export const remindableOrders = (db: Desk["db"]) =>
  db
    .selectFrom("orders")
    .select("id")
    // A literal, so that SQLite finds the index orders_to_expire.
    .where("status", "=", sql.lit("unpaid"))
    .where("email", "is not", null)
    .where(
      sql<SqlBool>`not exists (select 1 from mails
        where order_id = orders.id and template = 'reminder')`,
    );

/** Reminds the shopper of an order, if that is still possible. */
export const remind = (desk: Desk, id: string): Promise<void> =>
  transact(desk.db, async (trx) => {
    const order = await remindableOrders(trx).where("id", "=", id).executeTakeFirst();
    if (order) await enqueue(desk, trx, { template: "reminder", orderId: id });
  });

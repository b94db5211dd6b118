import { sql, type Transaction } from "kysely";
import type { Desk } from "../context.ts";
import { withQueueTimeout } from "../storage/database.ts";
import type { Tables } from "../storage/tables.ts";

/** How many bottles are left to sell; undefined if the owner does not count them. */
export async function stockOf(db: Desk["db"]): Promise<number | undefined> {
  const row = await db.selectFrom("stock").select("bottles").executeTakeFirst();
  return row?.bottles ?? undefined;
}

/**
 * Takes bottles out of the stock for an order, or gives them back (a negative number), within the
 * transaction of their order.
 * @param allowNegative even if that leaves less than none
 * @returns whether there were as many; true if they are not counted
 */
export async function takeStock(
  trx: Transaction<Tables>,
  bottles: number,
  allowNegative = bottles < 0,
): Promise<boolean> {
  let stock = trx
    .updateTable("stock")
    .set({ bottles: sql<number>`cast(bottles - ${bottles} as integer)` })
    .where("bottles", "is not", null);
  if (!allowNegative) stock = stock.where("bottles", ">=", bottles);
  // All concurrent orders lock this row.
  const { numUpdatedRows } = await withQueueTimeout(trx, () => stock.executeTakeFirst());
  return numUpdatedRows > 0n || (await stockOf(trx)) === undefined;
}

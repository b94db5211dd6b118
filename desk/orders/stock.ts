import { sql } from "kysely";
import type { Desk } from "../context.ts";
import { takeLock, transact } from "../storage/database.ts";
import type { Trx } from "../storage/tables.ts";

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
  trx: Trx,
  bottles: number,
  allowNegative = bottles < 0,
): Promise<boolean> {
  let stock = trx
    .updateTable("stock")
    .set({ bottles: sql<number>`cast(bottles - ${bottles} as integer)` })
    .where("bottles", "is not", null);
  if (!allowNegative) stock = stock.where("bottles", ">=", bottles);
  // All concurrent orders lock this row.
  const { numUpdatedRows } = await stock.executeTakeFirst();
  return numUpdatedRows > 0n || (await stockOf(trx)) === undefined;
}

/** The last moves of the owner, newest first. */
export const stockMoves = (db: Desk["db"]) =>
  db.selectFrom("stockMoves").selectAll().orderBy("id", "desc").limit(5).execute();

/**
 * The owner puts bottles into the stock, or takes them out (a negative number). If they were not
 * counted, they are from now on.
 * @param lastMove the id of the last move that the owner saw, or 0: a form that is sent twice moves once
 * @returns false, without a move, if there was another one meanwhile
 */
export const moveStock = (
  { db, now }: Desk,
  bottles: number,
  note: string | null,
  lastMove: number,
): Promise<boolean> =>
  transact(db, async (trx) => {
    await takeLock(trx, "stock moves");
    const [last] = await stockMoves(trx);
    if ((last?.id ?? 0) !== lastMove) return false;
    await trx.insertInto("stockMoves").values({ at: now(), bottles, note }).execute();
    await trx
      .updateTable("stock")
      .set({ bottles: sql<number>`cast(coalesce(bottles, 0) + ${bottles} as integer)` })
      .execute();
    return true;
  });

export const stopCountingStock = ({ db }: Pick<Desk, "db">) =>
  db.updateTable("stock").set({ bottles: null }).execute();

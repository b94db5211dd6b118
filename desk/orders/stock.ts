import { sql } from "kysely";
import { takeLock, transact } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import type { Trx } from "../storage/tables.ts";

/** How many bottles are left to sell; undefined if the owner does not count them. */
export async function stockOf(db: Desk["db"]): Promise<number | undefined> {
  const row = await db.selectFrom("stock").select("bottles").executeTakeFirst();
  return row?.bottles ?? undefined;
}

/**
 * Takes bottles out of the stock for an order, or gives them back (a negative number), within the
 * transaction of their order.
 * @param allowNegative whether the stock may become negative
 * @returns whether there were enough; true for an uncounted stock
 */
export async function takeStock(
  trx: Trx,
  bottles: number,
  allowNegative = bottles < 0,
): Promise<boolean> {
  let stock = trx
    .updateTable("stock")
    // Null, for an uncounted stock, stays null.
    .set({ bottles: sql<number | null>`cast(bottles - ${bottles} as integer)` });
  if (!allowNegative)
    stock = stock.where((is) => is.or([is("bottles", "is", null), is("bottles", ">=", bottles)]));
  // All concurrent orders lock this row, counted or not: counting may be about to begin.
  const { numUpdatedRows } = await stock.executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The last counts of the owner and their corrections, newest first. */
export const stockMoves = (db: Desk["db"]) =>
  db.selectFrom("stockMoves").selectAll().orderBy("id", "desc").limit(5).execute();

/** When the bottles on the shelf were last counted, in ms; undefined if they never were, or are not counted now. */
export async function countedAt(db: Desk["db"]): Promise<number | undefined> {
  if ((await stockOf(db)) === undefined) return undefined;
  const last = await db
    .selectFrom("stockMoves")
    .select("at")
    .where("shelf", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.at;
}

/** The bottles that open, unsent orders hold, whether the stock is counted or not. */
export async function heldByOpenOrders(db: Desk["db"]): Promise<number> {
  const { held } = await db
    .selectFrom("orders")
    .select(sql<number | null>`sum(quantity - removed)`.as("held"))
    .where("closed", "is", null)
    .where("fulfilment", "=", "unfulfilled")
    .executeTakeFirstOrThrow();
  return Number(held ?? 0);
}

/**
 * Sets the stock to the bottles that the owner has counted on her shelf, minus those of open, unsent orders.
 * @param lastMove the id of the last move that the owner saw, or 0, so that a form that is sent twice counts once
 * @returns false, without a change, if there was another move meanwhile
 */
export const countStock = (
  { db, now }: Desk,
  shelf: number,
  note: string | null,
  lastMove: number,
): Promise<boolean> =>
  transact(db, async (trx) => {
    await takeLock(trx, "stock moves");
    const [last] = await stockMoves(trx);
    if ((last?.id ?? 0) !== lastMove) return false;
    // Lock the row before summing, or the bottles of an order that is being stored would count as free.
    const { bottles: before } = await trx
      .updateTable("stock")
      .set({ bottles: sql<number | null>`bottles` })
      .returning("bottles")
      .executeTakeFirstOrThrow();
    const free = shelf - (await heldByOpenOrders(trx));
    await trx.updateTable("stock").set({ bottles: free }).execute();
    const bottles = before === null ? shelf : free - before;
    await trx.insertInto("stockMoves").values({ at: now(), shelf, bottles, note }).execute();
    return true;
  });

/** Takes bottles out of the stock that the last count mistook for free ones, within their order's transaction. */
export async function correctCount(
  { now }: Pick<Desk, "now">,
  trx: Trx,
  bottles: number,
  note: string,
): Promise<void> {
  await takeStock(trx, bottles, true);
  await trx.insertInto("stockMoves").values({ at: now(), bottles: -bottles, note }).execute();
}

export const stopCountingStock = ({ db }: Pick<Desk, "db">) =>
  db.updateTable("stock").set({ bottles: null }).execute();

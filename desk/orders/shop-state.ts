import { sql, type Transaction } from "kysely";
import type { OrderState } from "../../app/desk/shop/order-rules.ts";
import type { Desk } from "../context.ts";
import { transact, withQueueTimeout } from "../storage/database.ts";
import type { Tables } from "../storage/tables.ts";

type Name = Tables["shopState"]["name"];

export const readState = async (db: Desk["db"], name: Name): Promise<string | undefined> =>
  (await db.selectFrom("shopState").select("value").where("name", "=", name).executeTakeFirst())
    ?.value;

/** Stores a value, or deletes it if it is undefined. */
export async function writeState(db: Desk["db"], name: Name, value: string | undefined) {
  await transact(db, async (trx) => {
    if (value === undefined) {
      await trx.deleteFrom("shopState").where("name", "=", name).execute();
      return;
    }
    await trx
      .insertInto("shopState")
      .values({ name, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
  });
}

/** When sales resume, in the owner's words; undefined while the shop sells. */
export const pausedUntil = ({ db }: Desk) => readState(db, "paused");

/** How many bottles are left to sell; undefined if the owner does not count them. */
export async function stockOf({ db }: Pick<Desk, "db">): Promise<number | undefined> {
  const value = await readState(db, "stock");
  return value === undefined ? undefined : Number(value);
}

// The other rows are not numbers.
const countedStock = sql<number>`case when name = 'stock' then cast(value as integer) end`;

/**
 * Takes bottles out of the stock, or gives them back (a negative number), within the transaction of
 * their order.
 * @param anyway even if that leaves less than none
 * @returns whether there were as many
 */
export async function takeStock(
  trx: Transaction<Tables>,
  bottles: number,
  anyway = false,
): Promise<boolean> {
  let stock = trx
    .updateTable("shopState")
    // SQLite's numbers from outside are floating: without the inner cast, 11 would be stored as «11.0».
    .set({ value: sql`cast(cast(${countedStock} - ${bottles} as integer) as text)` })
    .where("name", "=", "stock");
  if (!anyway) stock = stock.where(countedStock, ">=", bottles);
  // Every order of a rush waits for this row.
  const { numUpdatedRows } = await withQueueTimeout(trx, () => stock.executeTakeFirst());
  return numUpdatedRows > 0n || (await readState(trx, "stock")) === undefined;
}

const over: readonly OrderState[] = ["expired", "cancelled"];

/** What a change of state takes from the stock: an order that ends unshipped gives its bottles back. */
export async function moveStock(
  trx: Transaction<Tables>,
  quantity: number,
  from: OrderState,
  to: OrderState,
): Promise<void> {
  const isUnshippedRefund = (one: OrderState, other: OrderState) =>
    one === "paid" && other === "refunded";
  if ((over.includes(to) && !over.includes(from)) || isUnshippedRefund(from, to))
    await takeStock(trx, -quantity);
  if ((over.includes(from) && !over.includes(to)) || isUnshippedRefund(to, from))
    await takeStock(trx, quantity, true);
}

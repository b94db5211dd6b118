import { setImmediate as giveWay } from "node:timers/promises";
import { reasonOf } from "../storage/reason.ts";

/**
 * Does the work for each order, whichever fails. Between two orders it gives way to requests, because SQLite runs in
 * their thread.
 * @param work returns true if it has changed the order
 * @param title names the number of changed orders in the log
 * @returns this number
 * @throws in the end, with the first failure
 */
export async function forEachOrder(
  orders: { id: string }[],
  work: (id: string) => Promise<unknown>,
  title?: string,
): Promise<number> {
  let count = 0;
  let failure: Error | undefined;
  for (const { id } of orders) {
    await giveWay();
    try {
      if ((await work(id)) === true) count++;
    } catch (error) {
      failure ??= new Error(`pedido ${id}: ${reasonOf(error)}`, { cause: error });
    }
  }
  if (title && count > 0) console.log(`${title}: ${count}.`);
  if (failure) throw failure;
  return count;
}

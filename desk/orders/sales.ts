import { sql } from "kysely";
import type { Desk } from "../storage/desk.ts";

/** What was sold in a period: the bottles of open orders, and the money in cents that the shop holds for them. */
export interface Sales {
  bottles: number;
  amount: number;
}

const held = sql<number>`paid - refunded - charged_back`;
/** Excludes overpayments. */
const earned = sql<number>`case when ${held} > total - discount then total - discount else ${held} end`;

/** The sales of the orders that were placed from `from` until before `until`, in ms. Unpaid orders do not count. */
export async function salesBetween({ db }: Desk, from: number, until: number): Promise<Sales> {
  const { bottles, amount } = await db
    .selectFrom("orders")
    .select(({ fn }) => [fn.sum("quantity").as("bottles"), fn.sum(earned).as("amount")])
    .where("placedAt", ">=", from)
    .where("placedAt", "<", until)
    .where("closed", "is", null)
    .where(held, ">", 0)
    .executeTakeFirstOrThrow();
  return { bottles: Number(bottles ?? 0), amount: Number(amount ?? 0) };
}

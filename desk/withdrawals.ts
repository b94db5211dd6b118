import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Withdrawal } from "../app/shop/withdrawal.ts";
import type { Desk } from "./context.ts";
import { transact } from "./database.ts";
import { acknowledgement } from "./mails.ts";
import { appendEvent } from "./orders.ts";
import { enqueue } from "./outbox.ts";

/**
 * Takes every withdrawal, also from those who can't be matched with an order: receipt is acknowledged,
 * not validity. The same key again is the same withdrawal.
 * @returns when it came in, in ms
 */
export async function withdraw(desk: Desk, key: string, details: Withdrawal): Promise<number> {
  const id = randomBytes(8).toString("hex");
  return transact(desk.db, async (trx) => {
    const row = await trx
      .insertInto("withdrawals")
      .values({ ...details, id, requestKey: key, at: desk.now() })
      .onConflict((conflict) => conflict.column("requestKey").doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) {
      const before = trx.selectFrom("withdrawals").select("at").where("requestKey", "=", key);
      return (await before.executeTakeFirstOrThrow()).at;
    }
    await enqueue(desk, trx, acknowledgement(row));
    const meant = await trx
      .selectFrom("orders")
      .select("id")
      .where("id", "in", numbersIn(details.contract))
      .where(sql`lower(email)`, "=", details.email.toLowerCase())
      .executeTakeFirst();
    if (meant) {
      await trx
        .updateTable("withdrawals")
        .set({ orderId: meant.id })
        .where("id", "=", id)
        .execute();
      await appendEvent(desk, trx, meant.id, "withdrawn", { who: "shopper" });
    }
    return row.at;
  });
}

/** What may be an order's number: «Pedido 7kq2-m9xa» and «mi 7KQ2 M9XA» mean 7KQ2M9XA. */
function numbersIn(contract: string): string[] {
  const half = "[\\dA-HJKMNP-TV-Z]{4}";
  const numbers = new RegExp(`(?<![A-Z\\d])(?=(${half})[ -]?(${half})(?![A-Z\\d]))`, "g");
  const found = [...contract.toUpperCase().matchAll(numbers)];
  return ["", ...found.map(([, first, second]) => `${first}${second}`)];
}

import type { Transaction } from "kysely";
import type { Desk } from "../context.ts";
import { enqueue } from "../mail/queue.ts";
import { takeLock } from "../storage/database.ts";
import { readSetting, storeSetting } from "../storage/settings.ts";
import type { Tables } from "../storage/tables.ts";

/** The row with the account that shoppers know. */
const name = "account";

/** Emails everybody who waits to pay by transfer, if this account is another one than they know. */
export async function announceAccount(
  desk: Desk,
  trx: Transaction<Tables>,
  iban: string,
): Promise<void> {
  await takeLock(trx, name);
  const known = await readSetting(trx, name);
  if (known === iban) return;
  await storeSetting(trx, name, iban);
  if (known === undefined) return;
  const waiting = await trx
    .selectFrom("orders")
    .select("id")
    .where("status", "in", ["unpaid", "partially paid"])
    .where("method", "=", "transfer")
    .where("email", "is not", null)
    .execute();
  for (const { id } of waiting) {
    // The account may become the same again, which needs another email.
    const key = `${iban} ${desk.now()}`;
    await enqueue(desk, trx, { template: "account changed", orderId: id, key });
  }
  console.log(
    `Ha cambiado la cuenta en la que cobras. Se avisa a los que esperan para pagar: ${waiting.length}.`,
  );
}

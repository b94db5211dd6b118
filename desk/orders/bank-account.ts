import { transact } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import { enqueue } from "../storage/queue.ts";
import { storeSetting } from "../storage/stored-settings.ts";
import type { Trx } from "../storage/tables.ts";
import { consumeLink } from "./email-links.ts";
import { hashOf } from "./secrets.ts";
import { readFactValues } from "./stored-facts.ts";

/**
 * Makes the account that this link confirms the account for transfers. Emails the owner, and everybody who has yet to
 * pay by transfer.
 * @returns the account; undefined, without a change, if the link is invalid or has expired
 */
export const confirmAccount = (desk: Desk, secret: string): Promise<string | undefined> =>
  transact(desk.db, async (trx) => {
    const iban = await consumeLink(trx, desk, secret, "confirm");
    if (!iban) return undefined;
    const { SELLER_IBAN: before } = await readFactValues(trx);
    if (iban === before) return iban;
    await storeSetting(trx, "SELLER_IBAN", iban);
    const key = hashOf(secret);
    await announceAccount(desk, trx, key);
    await enqueue(desk, trx, {
      template: "owner setting changed",
      key,
      data: { name: "SELLER_IBAN", before, after: iban },
    });
    return iban;
  });

/** Emails everybody who has yet to pay by transfer, because they may have noted the old account. */
async function announceAccount(desk: Desk, trx: Trx, key: string): Promise<void> {
  const waiting = await trx
    .selectFrom("orders")
    .select("id")
    .where("paymentStatus", "in", ["unpaid", "partially paid"])
    .where("closed", "is", null)
    .where("method", "=", "transfer")
    .where("email", "is not", null)
    .execute();
  for (const { id } of waiting) {
    await enqueue(desk, trx, { template: "account changed", orderId: id, key });
  }
}

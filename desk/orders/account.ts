import { formatIban } from "../../app/desk/shop/order-format.ts";
import type { Desk } from "../context.ts";
import { changedAccount } from "../mail/mails.ts";
import { enqueue } from "../mail/outbox.ts";
import { takeLock, transact } from "../storage/database.ts";
import { readState, writeState } from "./shop-state.ts";

/**
 * Tells everybody who waits with another account's details that the account has changed. Emails that
 * have not left get the new one.
 * @param used the account that this process used until now, if it has just learnt of another. A
 *   different process may have told its own shoppers already.
 */
export async function announceAccount(desk: Desk, used?: string): Promise<void> {
  const iban = formatIban(desk.iban);
  await transact(desk.db, async (trx) => {
    await takeLock(trx, "account");
    const known = await readState(trx, "account");
    if (known !== iban) await writeState(trx, "account", iban);
    const earlier = [known, used]
      .filter((account) => account !== undefined)
      .filter((account) => account !== iban);
    if (earlier.length === 0) return;
    const waiting = await trx
      .selectFrom("orders")
      .selectAll()
      .where("state", "=", "pending")
      .where("payment", "=", "transfer")
      .where("withdrawnAt", "is", null)
      .execute();
    for (const order of waiting) {
      const mails = await trx
        .selectFrom("mails")
        .select(["id", "text", "html", "createdAt", "sentAt"])
        .where("about", "=", order.id)
        .orderBy("createdAt", "desc")
        .execute();
      const old = mails.filter(({ text }) => earlier.some((account) => text.includes(account)));
      for (const { id, text, html } of old.filter(({ sentAt }) => sentAt === null)) {
        const renew = (text: string) =>
          earlier.reduce((text, account) => text.replaceAll(account, iban), text);
        await trx
          .updateTable("mails")
          .set({ text: renew(text), html: html && renew(html) })
          .where("id", "=", id)
          .execute();
      }
      const lastOld = old.find(({ sentAt }) => sentAt !== null);
      const lastNew = mails.find(({ text }) => text.includes(iban));
      const isTold = lastNew && lastOld && lastNew.createdAt >= lastOld.createdAt;
      if (lastOld && !isTold && order.email)
        await enqueue(desk, trx, changedAccount(desk, order, iban));
    }
    console.log(
      `Ha cambiado la cuenta en la que cobras. Pedidos sin pagar que ya tienen la nueva: ${waiting.length}.`,
    );
  });
}

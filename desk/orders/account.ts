import { formatIban } from "../../app/desk/shop/order-format.ts";
import type { Desk } from "../context.ts";
import { changedAccount } from "../mail/mails.ts";
import { enqueue } from "../mail/outbox.ts";
import { oneAtATime, transact } from "../storage/database.ts";
import { readState, writeState } from "./shop-state.ts";

/**
 * Tells everybody who waits with another account's details that the account has changed. Emails that
 * have not left get the new one.
 */
export async function keepAccount(desk: Desk): Promise<void> {
  const iban = formatIban(desk.settings.SELLER_IBAN);
  await transact(desk.db, async (trx) => {
    await oneAtATime(trx, "account");
    const known = await readState(trx, "account");
    if (known === iban) return;
    await writeState(trx, "account", iban);
    if (!known) return;
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
        .select(["id", "text", "html", "sentAt"])
        .where("about", "=", order.id)
        .where("text", "like", `%${known}%`)
        .execute();
      for (const { id, text, html } of mails.filter(({ sentAt }) => sentAt === null)) {
        const renew = (old: string) => old.replaceAll(known, iban);
        await trx
          .updateTable("mails")
          .set({ text: renew(text), html: html && renew(html) })
          .where("id", "=", id)
          .execute();
      }
      const isTold = mails.some(({ sentAt }) => sentAt !== null);
      if (isTold && order.email) await enqueue(desk, trx, changedAccount(desk, order, iban));
    }
    console.log(
      `Ha cambiado la cuenta en la que cobras. Pedidos sin pagar que ya tienen la nueva: ${waiting.length}.`,
    );
  });
}

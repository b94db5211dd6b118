import { sql } from "kysely";
import type { Desk } from "../storage/desk.ts";
import { ledgerOf } from "./ledger.ts";
import { eventsOf } from "./orders.ts";

/**
 * All data about a person, to hand over (art. 15 GDPR): orders with their ledgers and events,
 * withdrawals and emails. The secrets that open pages are left out. Times are in ms.
 * @returns undefined if nothing is stored
 */
export async function personalDataOf({ db }: Pick<Desk, "db">, email: string) {
  const hasAddress = [sql`lower(email)`, "=", sql`lower(${email.trim()})`] as const;
  const found = await db
    .selectFrom("orders")
    .selectAll()
    .where(...hasAddress)
    .orderBy("placedAt")
    .execute();
  const numbers = found.map(({ id }) => id);
  const isTheirs = ["orderId", "in", ["", ...numbers]] as const;
  const withdrawals = await db
    .selectFrom("withdrawals")
    .select(["id", "orderId", "name", "contract", "email", "bottles", "at", "closedAt", "answer"])
    .where(({ or, eb }) => or([eb(...hasAddress), eb(...isTheirs)]))
    .orderBy("at")
    .execute();
  const declared = withdrawals.map(({ id }) => id);
  const mails = await db
    .selectFrom("mails")
    .select(["id", "orderId", "withdrawalId", "template", "data", "recipient", "subject"])
    .select(["createdAt", "sentAt"])
    .where(({ or, eb }) => or([eb(...isTheirs), eb("withdrawalId", "in", ["", ...declared])]))
    .orderBy("createdAt")
    .execute();
  if (found.length + withdrawals.length === 0) return undefined;
  const orders = await Promise.all(
    found.map(
      async ({ token: _token, requestKey: _key, fingerprint: _print, refundKey: _, ...order }) => ({
        ...order,
        payments: await ledgerOf(db, order.id),
        events: await eventsOf(db, order.id),
      }),
    ),
  );
  return { orders, withdrawals, mails };
}

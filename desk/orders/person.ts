import type { Desk } from "../context.ts";

/**
 * All data about a person, to hand over (art. 15 GDPR): orders, events, emails and withdrawals. The
 * keys that open pages are left out. Times are in ms.
 * @returns undefined if nothing is stored
 */
export async function personOf({ db }: Desk, email: string) {
  const address = email.trim().toLowerCase();
  const found = await db
    .selectFrom("orders")
    .selectAll()
    .where(({ fn, eb }) => eb(fn<string>("lower", ["email"]), "=", address))
    .orderBy("placedAt")
    .execute();
  const numbers = ["", ...found.map(({ id }) => id)];
  const withdrawals = await db
    .selectFrom("withdrawals")
    .select(["id", "name", "contract", "email", "at", "handledAt"])
    .where(({ fn, eb, or }) =>
      or([
        eb(fn<string>("lower", ["email"]), "=", address),
        eb("id", "in", (of) =>
          of
            .selectFrom("withdrawalOrders")
            .select("withdrawalId")
            .where("certainty", "=", "certain")
            .where("orderId", "in", numbers),
        ),
      ]),
    )
    .orderBy("at")
    .execute();
  const events = await db
    .selectFrom("events")
    .selectAll()
    .where("orderId", "in", numbers)
    .orderBy("id")
    .execute();
  const subjects = [...numbers, ...withdrawals.map(({ id }) => id)];
  const mails = await db
    .selectFrom("mails")
    .select(["id", "about", "recipient", "subject", "text", "createdAt", "sentAt"])
    .where(({ fn, eb, or }) =>
      or([eb(fn<string>("lower", ["recipient"]), "=", address), eb("about", "in", subjects)]),
    )
    .orderBy("createdAt")
    .execute();
  if (found.length + withdrawals.length + mails.length === 0) return undefined;
  const orders = found.map(
    ({ token: _token, requestKey: _key, fingerprint: _print, refundKey: _refund, ...order }) => ({
      ...order,
      events: events.filter(({ orderId }) => orderId === order.id),
    }),
  );
  return { orders, withdrawals, mails };
}

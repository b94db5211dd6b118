import type { Desk } from "../context.ts";

const timeOf = (at: number | null) => at && new Date(at).toISOString();

/**
 * All data about a person, to hand over (art. 15 GDPR): orders, events, emails and withdrawals. The
 * keys that open pages are left out.
 */
export async function personOf({ db }: Desk, email: string) {
  const address = email.trim().toLowerCase();
  const orders = await db
    .selectFrom("orders")
    .selectAll()
    .where(({ fn, eb }) => eb(fn<string>("lower", ["email"]), "=", address))
    .orderBy("placedAt")
    .execute();
  const numbers = ["", ...orders.map(({ id }) => id)];
  const withdrawals = await db
    .selectFrom("withdrawals")
    .selectAll()
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
    .selectAll()
    .where(({ fn, eb, or }) =>
      or([eb(fn<string>("lower", ["recipient"]), "=", address), eb("about", "in", subjects)]),
    )
    .orderBy("createdAt")
    .execute();
  if (orders.length + withdrawals.length + mails.length === 0) return undefined;
  return {
    orders: orders.map(
      ({ token: _token, requestKey: _key, fingerprint: _print, refundKey: _refund, ...order }) => ({
        ...order,
        placedAt: timeOf(order.placedAt),
        deliveredAt: timeOf(order.deliveredAt),
        withdrawnAt: timeOf(order.withdrawnAt),
        events: events
          .filter(({ orderId }) => orderId === order.id)
          .map(({ at, day, who, what, amount, note }) => ({
            at: timeOf(at),
            day,
            who,
            what,
            amount,
            note,
          })),
      }),
    ),
    withdrawals: withdrawals.map(({ requestKey: _key, ...withdrawal }) => ({
      ...withdrawal,
      at: timeOf(withdrawal.at),
      handledAt: timeOf(withdrawal.handledAt),
    })),
    mails: mails.map(({ about, recipient, subject, text, createdAt, sentAt }) => ({
      about,
      recipient,
      subject,
      text,
      writtenAt: timeOf(createdAt),
      sentAt: timeOf(sentAt),
    })),
  };
}

import { type SqlBool, sql } from "kysely";
import type { EventData } from "../shop/order-status.ts";
import type { Desk } from "../storage/desk.ts";
import type { Event, Withdrawal } from "../storage/tables.ts";
import { ledgerOf } from "./ledger.ts";
import { eventsOf, selectOrders } from "./orders.ts";

/** The orders with this address now, oldest first. */
export const ordersOfPerson = ({ db }: Pick<Desk, "db">, email: string) =>
  selectOrders(db)
    .where(sql`lower(email)`, "=", sql`lower(${email.trim()})`)
    .orderBy("placedAt")
    .execute();

/** The withdrawals that were declared with this address. */
export const withdrawalsOfPerson = (
  { db }: Pick<Desk, "db">,
  email: string,
): Promise<Withdrawal[]> =>
  db
    .selectFrom("withdrawals")
    .selectAll()
    .where(sql`lower(email)`, "=", sql`lower(${email.trim()})`)
    .orderBy("at")
    .execute();

/**
 * All data about a person, to hand over (art. 15 GDPR): orders with their ledgers and events,
 * withdrawals and emails. The secrets that open pages are left out. Times are in ms.
 * @returns undefined if nothing is stored
 */
export async function personalDataOf(desk: Pick<Desk, "db">, email: string) {
  const { db } = desk;
  const found = await ordersOfPerson(desk, email);
  const numbers = found.map(({ id }) => id);
  const isTheirs = ["orderId", "in", ["", ...numbers]] as const;
  const withdrawals = await db
    .selectFrom("withdrawals")
    .select(["id", "orderId", "name", "contract", "email", "bottles", "at", "closedAt", "answer"])
    .where(({ or, eb }) =>
      or([eb(sql`lower(email)`, "=", sql`lower(${email.trim()})`), eb(...isTheirs)]),
    )
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
  const earlier = await earlierUsesOf(desk, email);
  if (found.length + withdrawals.length + earlier.length === 0) return undefined;
  const orders = await Promise.all(
    found.map(
      async ({ token: _token, requestKey: _key, fingerprint: _print, refundKey: _, ...order }) => ({
        ...order,
        payments: await ledgerOf(db, order.id),
        events: await eventsOf(db, order.id),
      }),
    ),
  );
  return { orders, withdrawals, mails, earlier };
}

/** When an order had an address that was corrected since, and the emails that went there. Times are in ms. */
interface EarlierUse {
  from: number;
  until: number;
  mails: { id: string; subject: string | null; sentAt: number | null }[];
}

/**
 * The orders that had this address before it was corrected. It may be a stranger's, to whom nothing else of the order
 * may go.
 */
async function earlierUsesOf({ db }: Pick<Desk, "db">, email: string): Promise<EarlierUse[]> {
  const address = email.trim().toLowerCase();
  const amended = await db
    .selectFrom("events")
    .innerJoin("orders", "orders.id", "events.orderId")
    .select(["orders.id", "orders.placedAt"])
    .distinct()
    .where("kind", "=", "amended")
    .where(sql`lower(data)`, "like", `%${address}%`)
    .where(sql<SqlBool>`(email is null or lower(email) <> ${address})`)
    .orderBy("placedAt")
    .execute();
  const uses: EarlierUse[] = [];
  for (const { id, placedAt } of amended) {
    const periods = periodsOf(address, await eventsOf(db, id), placedAt);
    const [first] = periods;
    const last = periods.at(-1);
    if (!first || !last) continue;
    const mails = await db
      .selectFrom("mails")
      .select(["id", "subject", "sentAt"])
      .where("orderId", "=", id)
      .where("audience", "=", "shopper")
      .where(sql`lower(recipient)`, "=", address)
      .orderBy("createdAt")
      .execute();
    uses.push({ from: first.from, until: last.until, mails });
  }
  return uses;
}

/** When an address was that of an order, by the corrections of its details. */
function periodsOf(address: string, events: Event[], placedAt: number) {
  let from = placedAt;
  return events.flatMap(({ kind, at: until, data }) => {
    if (kind !== "amended" || data === null) return [];
    const { before }: EventData["amended"] = JSON.parse(data);
    if (before.email === undefined) return [];
    const period = { from, until };
    from = until;
    return before.email.toLowerCase() === address ? [period] : [];
  });
}

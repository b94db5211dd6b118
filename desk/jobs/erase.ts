import { randomBytes } from "node:crypto";
import { setImmediate as giveWay } from "node:timers/promises";
import { type SqlBool, sql } from "kysely";
import { reconcileBeforeErasing } from "../cards/reconcile.ts";
import { ordersOfPerson, withdrawalsOfPerson } from "../orders/data-requests.ts";
import { addEvent, changeOrder, eventsOf, isToDecide } from "../orders/orders.ts";
import { noRecipient } from "../orders/place.ts";
import { withdrawalsOf } from "../orders/withdrawals.ts";
import { dataOf } from "../shop/bottles.ts";
import type { Actor, KindWithData } from "../shop/order-status.ts";
import { mayStillWithdraw } from "../shop/order-texts.ts";
import { saleTerms } from "../shop/seller.ts";
import { day } from "../shop/time.ts";
import { transact } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import { valuesIn } from "../storage/dialect.ts";
import type { Order, Trx } from "../storage/tables.ts";
import { forEachOrder } from "./each-order.ts";

const unpaidKept = saleTerms.unpaidKeptDays * day;
const kept = saleTerms.keptYears * 365.25 * day;

/** The most orders of each kind, and withdrawals, that one run erases. The next minute continues. */
const maxAtOnce = 100;

/** The personal data of an order, erased. `noRecipient` has every field of the form. */
export const erased = {
  ...noRecipient,
  tracking: null,
  mailbox: null,
  search: "",
  fingerprint: "",
};

/** The kinds of events whose data identifies nobody. The data of all other kinds is erased. */
const impersonal: KindWithData[] = [
  "withdrawn",
  "removed",
  "revalued",
  "put back",
  "unlinked",
  "rejected",
  "extended",
  "restocked",
  "dispute lost",
];

/** What an order's personal data is still needed for. */
export type KeptFor = "delivery" | "withdrawal term" | "refund" | "dispute" | "withdrawal";

/** Why an order's personal data can't be erased yet; undefined if it can. */
export function keptFor(order: Order, now: number): KeptFor | undefined {
  if (order.closed === null && order.fulfilment !== "delivered") return "delivery";
  if (order.toDecide !== null) return "withdrawal";
  if (order.owedBack !== 0 || order.refundKey !== null || order.refundPending !== 0)
    return "refund";
  if (order.disputed !== 0) return "dispute";
  if (order.deliveredAt !== null && mayStillWithdraw(order.deliveredAt, now))
    return "withdrawal term";
  return undefined;
}

/**
 * `keptFor` in SQL, except for the withdrawal term. Otherwise unfinished orders would fill the limited
 * list of orders to erase.
 */
const isFinished = sql<SqlBool>`(closed is not null or fulfilment = 'delivered')
  and owed_back = 0 and disputed = 0 and refund_key is null and refund_pending = 0
  and not exists (select 1 from withdrawals where order_id = orders.id and ${isToDecide})`;

/**
 * Erases an order's personal data, and keeps what was sold and its ledger. The card provider is asked
 * a last time, so that no money is left behind.
 * @returns false, without a change, if the order is `keptFor` something
 */
export async function eraseOrder(desk: Desk, id: string, who: Actor): Promise<boolean> {
  await reconcileBeforeErasing(desk, id);
  const isErased = await changeOrder(desk, id, undefined, async (trx, order) => {
    const withdrawals = await withdrawalsOf(trx, id);
    if (order.erasedAt !== null || keptFor(order, desk.now())) return false;
    await trx
      .updateTable("orders")
      // Another token invalidates the address of the order's page.
      .set({ ...erased, token: randomBytes(16).toString("base64url"), erasedAt: desk.now() })
      .where("id", "=", id)
      .execute();
    await eraseWithdrawals(trx, [
      ...withdrawals.map((withdrawal) => withdrawal.id),
      ...(await unlinkedFrom(trx, id)),
    ]);
    await trx.deleteFrom("mails").where("orderId", "=", id).execute();
    await trx.updateTable("payments").set({ note: null }).where("orderId", "=", id).execute();
    await trx.updateTable("events").set({ note: null }).where("orderId", "=", id).execute();
    await trx
      .updateTable("events")
      .set({ data: null })
      .where("orderId", "=", id)
      .where("kind", "not in", impersonal)
      .execute();
    await addEvent(desk, trx, id, "erased", null, { who });
    return true;
  });
  return isErased ?? false;
}

/** The columns with texts in which an address may stand, and the columns that say whose a row is. */
const texts = [
  { table: "events", owners: ["order_id"], columns: ["data", "note"] },
  { table: "payments", owners: ["order_id"], columns: ["note"] },
  { table: "withdrawals", owners: ["order_id", "id"], columns: ["contract", "answer"] },
  {
    table: "mails",
    owners: ["order_id", "withdrawal_id"],
    columns: ["data", "recipient", "subject", "error"],
  },
];

/** What stands in the place of erased words. */
const nothing = "(borrado)";

/**
 * Erases whatever may be erased of the person with this address: orders that are `keptFor` nothing, decided withdrawals,
 * and the address itself where orders of others mention it. What stays is what `personalDataOf` still finds.
 */
export async function erasePerson(desk: Desk, email: string): Promise<void> {
  for (const { id } of await ordersOfPerson(desk, email)) await eraseOrder(desk, id, "owner");
  const orders = (await ordersOfPerson(desk, email)).map(({ id }) => id);
  const declared = (await withdrawalsOfPerson(desk, email)).filter(
    ({ orderId }) => orderId === null || !orders.includes(orderId),
  );
  await transact(desk.db, async (trx) => {
    for (const { id, orderId, closedAt } of declared) {
      if (closedAt === null) continue;
      if (orderId === null) await eraseWithdrawals(trx, [id]);
      else
        await trx
          .updateTable("withdrawals")
          .set({ name: nothing, email: "", mailbox: null })
          .where("id", "=", id)
          .execute();
    }
  });
  const open = declared.filter(({ closedAt }) => closedAt === null).map(({ id }) => id);
  await eraseAddress(desk, email.trim(), [...orders, ...open]);
}

/** @param kept the orders and withdrawals whose rows stay as they are */
async function eraseAddress({ db }: Desk, email: string, kept: string[]): Promise<void> {
  const part = "[\\w.!#$%&'*+/=?^`{|}~-]";
  const literal = email.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  const address = new RegExp(`(?<!${part})${literal}(?![\\w-]|\\.\\w)`, "gi");
  for (const { table, owners, columns } of texts) {
    const refs = owners.map((name) => sql.ref(name));
    const isKept = refs.map((owner) => sql`coalesce(${owner}, '') in (${valuesIn(db, kept)})`);
    for (const column of columns) {
      // SQLite runs in the thread of the requests.
      await giveWay();
      const { rows } = await sql<{ id: string | number; text: string }>`
        select id, ${sql.ref(column)} as text from ${sql.table(table)}
        where lower(${sql.ref(column)}) like ${`%${email.toLowerCase()}%`}
          and coalesce(${sql.join(refs)}, null) is not null
          and not (${sql.join(isKept, sql` or `)})`.execute(db);
      for (const { id, text } of rows) {
        const without = text.replace(address, nothing);
        await transact(db, (trx) =>
          sql`update ${sql.table(table)} set ${sql.ref(column)} = ${without} where id = ${id}`.execute(
            trx,
          ),
        );
      }
    }
  }
}

/** The withdrawals from an order that were rejected, or that its shopper took back. */
async function unlinkedFrom(trx: Trx, orderId: string): Promise<string[]> {
  const named = (await eventsOf(trx, orderId)).flatMap(
    (event) => (dataOf(event, "unlinked") ?? dataOf(event, "rejected"))?.withdrawal ?? [],
  );
  if (named.length === 0) return [];
  const unlinked = await trx
    .selectFrom("withdrawals")
    .select("id")
    .where("id", "in", named)
    .where("orderId", "is", null)
    .where("closedAt", "is not", null)
    .execute();
  return unlinked.map(({ id }) => id);
}

/** Deletes withdrawals with their emails. */
async function eraseWithdrawals(trx: Trx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom("mails").where("withdrawalId", "in", ids).execute();
  await trx.deleteFrom("withdrawals").where("id", "in", ids).execute();
}

/**
 * Erases personal data that has reached its term: 30 days after the last event of an order that was
 * never paid, six years for the rest, withdrawals without an order included.
 * @returns how many orders
 */
export async function eraseOld(desk: Desk): Promise<number> {
  const before = (age: number) => desk.now() - age;
  const neverPaid = await finishedOrders(desk, before(unpaidKept))
    .where("closed", "is not", null)
    .where("paid", "=", sql.lit(0))
    .execute();
  const old = await finishedOrders(desk, before(kept)).execute();
  const withdrawals = await desk.db
    .selectFrom("withdrawals")
    .select("id")
    .where("orderId", "is", null)
    .where("closedAt", "is not", null)
    .where("at", "<", before(kept))
    .limit(maxAtOnce)
    .execute();
  const ids = withdrawals.map(({ id }) => id);
  if (ids.length > 0) await transact(desk.db, (trx) => eraseWithdrawals(trx, ids));
  const orders = [...new Map([...neverPaid, ...old].map((order) => [order.id, order])).values()];
  return forEachOrder(orders, (id) => eraseOrder(desk, id, "shop"), "Pedidos sin datos personales");
}

/** The finished orders to which nothing has happened since this time. */
const finishedOrders = ({ db }: Desk, since: number) =>
  db
    .selectFrom("orders")
    .select("id")
    .where("erasedAt", "is", null)
    .where("placedAt", "<", since)
    .where(isFinished)
    .where(
      sql<SqlBool>`not exists (select 1 from events where order_id = orders.id and at >= ${since})
        and not exists (select 1 from payments where order_id = orders.id and at >= ${since})`,
    )
    .orderBy("placedAt")
    .limit(maxAtOnce);

import { randomBytes } from "node:crypto";
import { type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import type { Actor } from "../../app/desk/shop/order-rules.ts";
import { remindAfterDays, saleTerms } from "../../app/desk/shop/seller.ts";
import { day, startOfDay } from "../../app/desk/shop/time.ts";
import { shop } from "../../app/shop/shop.ts";
import type { Desk } from "../context.ts";
import { reminder } from "../mail/mails.ts";
import { enqueue } from "../mail/outbox.ts";
import { settle } from "../orders/money.ts";
import { appendEvent, findOrder, openWithdrawal, transition } from "../orders/orders.ts";
import { isCertain } from "../orders/withdrawals.ts";
import { transact } from "../storage/database.ts";
import type { Tables } from "../storage/tables.ts";

const forgetUnpaidAfter = saleTerms.unpaidKeptDays * day;
const forgetAfter = saleTerms.keptYears * 365.25 * day;

const nothingKept = sql<SqlBool>`received = refunded`;

/** Expires orders that were not paid in time and have no balance. */
export async function expire(desk: Desk): Promise<void> {
  const late = await desk.db
    .selectFrom("orders")
    .select("id")
    .where("state", "=", "pending")
    .where(nothingKept)
    // The last day to pay counts in full, as the shopper is told (app/desk/shop/order-words.ts).
    .where(askedBefore(startOfDay(desk.now(), -saleTerms.payWithinDays)))
    .limit(100)
    .execute();
  for (const { id } of late) {
    await transact(desk.db, (trx) =>
      transition(desk, trx, { id, from: ["pending"], to: "expired" }, { who: "desk" }, nothingKept),
    );
  }
}

/** Reminds of orders that nothing was paid for, once, before they expire. */
export async function remind(desk: Desk): Promise<void> {
  const orders = await desk.db
    .selectFrom("orders")
    .selectAll()
    .where("state", "=", "pending")
    .where("withdrawnAt", "is", null)
    .where(nothingKept)
    .where(askedBefore(startOfDay(desk.now(), 1 - remindAfterDays)))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("mails")
            .select("mails.id")
            .whereRef("about", "=", "orders.id")
            .where("kind", "=", "reminder"),
        ),
      ),
    )
    .limit(100)
    .execute();
  for (const order of orders) {
    await transact(desk.db, (trx) => enqueue(desk, trx, reminder(desk, order)));
  }
}

/**
 * The time since which an order is pending: when it was placed, or when a wrong payment was
 * corrected.
 */
const askedBefore = (time: number) =>
  sql<SqlBool>`(select max(at) from events where order_id = orders.id and what = 'pending') < ${time}`;

/**
 * Deletes personal data that has reached its term: 30 days after the last event of an order that
 * was never bought, 6 years for the rest. Active orders are kept.
 */
export async function forget(desk: Desk): Promise<void> {
  const before = (age: number) => desk.now() - age;
  const old = await desk.db
    .selectFrom("orders")
    .select("id")
    .where("forgottenAt", "is", null)
    .where(isFinished)
    .where((is) =>
      is.or([
        is.and([
          is("state", "in", ["shipped", "delivered", "refunded"]),
          lastEventBefore(before(forgetAfter)),
        ]),
        is.and([
          is("state", "in", ["expired", "cancelled"]),
          lastEventBefore(before(forgetUnpaidAfter)),
        ]),
      ]),
    )
    .limit(100)
    .execute();
  for (const { id } of old) {
    await forgetOrder(desk, id, "desk").catch((error) =>
      console.error(`Pedido ${id}: no se han podido borrar sus datos: ${(error as Error).message}`),
    );
  }
  await transact(desk.db, async (trx) => {
    const handled = sql<SqlBool>`handled_at is not null`;
    await forgetWithdrawals(trx, sql<SqlBool>`at < ${before(forgetAfter)} and ${handled}`);
    // One that the owner has handled and that means no order is junk, or belongs to no contract.
    await forgetWithdrawals(
      trx,
      sql<SqlBool>`handled_at < ${before(forgetUnpaidAfter)} and not ${isCertain}`,
    );
  });
}

const lastEventBefore = (time: number) =>
  sql<SqlBool>`(select max(at) from events where order_id = orders.id) < ${time}`;

/** Together with their links, and the emails that acknowledge them. */
async function forgetWithdrawals(trx: Transaction<Tables>, which: RawBuilder<SqlBool>) {
  const old = await trx.selectFrom("withdrawals").select("id").where(which).limit(500).execute();
  const ids = ["", ...old.map(({ id }) => id)];
  await trx.deleteFrom("withdrawalOrders").where("withdrawalId", "in", ids).execute();
  await trx.deleteFrom("mails").where("about", "in", ids).execute();
  await trx.deleteFrom("withdrawals").where("id", "in", ids).execute();
}

/**
 * Deletes an order's personal data and keeps what was sold and for how much. The card provider is
 * asked a last time, so that no money is left behind.
 * @returns "unfinished", and changes nothing, while the order is active, may still be withdrawn from,
 * has a balance without a sale, or has an unhandled withdrawal; unless it is deleted `anyway`
 */
export async function forgetOrder(
  desk: Desk,
  id: string,
  who: Actor,
  anyway = false,
): Promise<"forgotten" | "unknown" | "unfinished"> {
  const order = await findOrder(desk, id);
  if (!order || order.forgottenAt !== null) return "unknown";
  if (!anyway) {
    await settle(desk, id).catch((error) => {
      // The provider holds no money for an order that it does not know.
      if (desk.card?.isUnavailable(error)) throw error;
    });
  }
  return transact(desk.db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("orders")
      .set({
        firstName: null,
        lastName: null,
        email: null,
        phone: null,
        address: null,
        city: null,
        postalCode: null,
        // Invalidate the address of the order's page.
        token: randomBytes(16).toString("base64url"),
        fingerprint: "",
        forgottenAt: desk.now(),
      })
      .where("id", "=", id)
      .where("forgottenAt", "is", null)
      .where(anyway ? sql<SqlBool>`1 = 1` : isFinished)
      .where(anyway || who === "desk" ? sql<SqlBool>`1 = 1` : hasArrivedBefore(desk.now()))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return "unfinished";
    await trx.deleteFrom("mails").where("about", "=", id).execute();
    await trx.deleteFrom("orderTerms").where("orderId", "=", id).execute();
    // A declaration stays if it means another order too, or only perhaps means this one.
    await trx
      .deleteFrom("withdrawalOrders")
      .where("orderId", "=", id)
      .where((is) => is.or([isShared, is("certainty", "=", "perhaps")]))
      .execute();
    await forgetWithdrawals(
      trx,
      sql<SqlBool>`id in (select withdrawal_id from withdrawal_orders where order_id = ${id})`,
    );
    // Notes contain the owner's words about a person, and the tracking.
    await trx.updateTable("events").set({ note: null }).where("orderId", "=", id).execute();
    await appendEvent(desk, trx, id, "forgotten", { who });
    return "forgotten";
  });
}

/** Not on its way, and the right to withdraw has expired. */
const hasArrivedBefore = (now: number) => sql<SqlBool>`state <> 'shipped'
  and (state <> 'delivered' or coalesce(delivered_at, 0) < ${startOfDay(now, -shop.returns.days)})`;

const isShared = sql<SqlBool>`withdrawal_id in (
  select withdrawal_id from withdrawal_orders group by withdrawal_id having count(*) > 1
)`;

const isFinished = sql<SqlBool>`(
  state in ('shipped', 'delivered', 'refunded')
  or (state in ('expired', 'cancelled') and received = refunded)
) and not exists (
  ${openWithdrawal}
)`;

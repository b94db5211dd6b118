import { type SqlBool, sql } from "kysely";
import { changeOrder, findOrder, orderById } from "../orders/orders.ts";
import { isPayable, outstanding } from "../shop/order-status.ts";
import type { CardPayment } from "../storage/card-payment.ts";
import type { Desk } from "../storage/desk.ts";
import { enqueue } from "../storage/queue.ts";
import type { Order } from "../storage/tables.ts";
import { askProvider, cacheOf } from "./ask-provider.ts";
import { reconcile, reconcileAll } from "./reconcile.ts";

const pageFor = cacheOf<string | undefined>();

/**
 * The provider's page to pay the outstanding amount of this order.
 * @returns undefined if nothing is to be paid by card
 * @throws if the provider can't be reached; the order does not change
 */
export async function startPayment(desk: Desk, order: Order): Promise<string | undefined> {
  const { card } = desk;
  if (!card || order.method !== "card" || !isPayable(order)) return undefined;
  const key = `${order.id} ${outstanding(order)}`;
  return pageFor(desk, key, () => openPage(desk, card, order));
}

async function openPage(desk: Desk, card: CardPayment, order: Order): Promise<string | undefined> {
  const started = await card.start(order, desk.now());
  if ("refused" in started) {
    await offerTransfer(desk, order, started.refused);
    return undefined;
  }
  const { address, reference } = started;
  if (reference === order.providerPage) return address;
  const isStored = await changeOrder(desk, order.id, undefined, async (trx, current) => {
    const isAsBefore =
      current.providerPage === order.providerPage &&
      isPayable(current) &&
      outstanding(current) === outstanding(order);
    if (!isAsBefore) return false;
    const columns = {
      providerPage: reference,
      providerPageOpen: 1,
      providerPageAmount: outstanding(order),
    };
    await trx.updateTable("orders").set(columns).where("id", "=", order.id).execute();
    return true;
  });
  if (isStored) return address;
  // Another process was first. Use its page, if the order can still be paid.
  await askProvider(desk, order.id, () => card.end({ ...order, providerPage: reference }));
  const after = await findOrder(desk.db, order.id);
  return after && isPayable(after) ? openPage(desk, card, after) : undefined;
}

/** The provider will never open a page: the shopper is shown the account instead, and the owner is told. */
const offerTransfer = (desk: Desk, { id }: Order, reason: string) =>
  changeOrder(desk, id, undefined, async (trx, order) => {
    if (order.method !== "card" || !isPayable(order)) return;
    await trx.updateTable("orders").set({ method: "transfer" }).where("id", "=", id).execute();
    await enqueue(desk, trx, { template: "owner card refused", orderId: id, data: { reason } });
  });

/** The orders whose page may still be paid on, the oldest first. */
const withOpenPage = ({ db }: Desk) =>
  db
    .selectFrom("orders")
    .select("id")
    // A literal, because SQLite uses the partial index only then.
    .where("providerPageOpen", "=", sql.lit(1))
    .orderBy("placedAt")
    .orderBy("id");

/**
 * Reconciles orders whose page is open, in case a webhook was lost.
 * @param since only orders that were placed since this time, in ms
 * @returns false if the provider has not answered about all
 */
export async function reconcilePages(desk: Desk, since = 0): Promise<boolean> {
  if (!desk.card) return true;
  const open = await withOpenPage(desk).where("placedAt", ">=", since).execute();
  return reconcileAll(
    desk,
    open.map(({ id }) => id),
  );
}

/**
 * Ends the pages of orders that can't be paid any more, or whose page asks for another amount than
 * is outstanding.
 * @returns false if some are left
 */
export async function endPages(desk: Desk): Promise<boolean> {
  const { card, db } = desk;
  if (!card) return true;
  let isComplete = true;
  const obsolete = withOpenPage(desk).where(
    sql<SqlBool>`(closed is not null or payment_status not in ('unpaid', 'partially paid')
      or provider_page_amount <> total - discount - paid + refunded + charged_back)`,
  );
  for (const { id } of await obsolete.execute()) {
    const answer = await askProvider(desk, id, async () => {
      await card.end(await orderById(db, id));
      await reconcile(desk, id);
    });
    if (answer === "unavailable") return false;
    if (answer === "failed") isComplete = false;
    // A page of another account, or of the test mode. Asking again would not help.
    if (answer === "unknown") {
      await changeOrder(desk, id, undefined, (trx) =>
        trx.updateTable("orders").set({ providerPageOpen: 0 }).where("id", "=", id).execute(),
      );
    }
  }
  return isComplete;
}

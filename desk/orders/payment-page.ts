import { sql } from "kysely";
import { isPayable, unpaid } from "../../app/desk/shop/order-status.ts";
import { day, hour } from "../../app/desk/shop/time.ts";
import type { Desk } from "../context.ts";
import type { Order } from "../storage/tables.ts";
import { changeOrder, findOrder, orderById } from "./orders.ts";
import type { CardPayment } from "./payment.ts";
import { type Answer, attempt, cacheOf, settle, trySettling } from "./settle.ts";

const pageFor = cacheOf<string | undefined>();

/**
 * The provider's page to pay what is unpaid of this order.
 * @returns undefined if nothing is to be paid by card
 * @throws if the provider can't be reached; the order does not change
 */
export async function startPayment(desk: Desk, order: Order): Promise<string | undefined> {
  const { card } = desk;
  if (!card || order.method !== "card" || !isPayable(order)) return undefined;
  const question = `${order.id} ${unpaid(order)}`;
  return pageFor(desk, question, () => openPage(desk, card, order));
}

async function openPage(desk: Desk, card: CardPayment, order: Order): Promise<string | undefined> {
  const { address, reference } = await card.start(order, desk.now());
  if (reference === order.providerPage) return address;
  const isStored = await changeOrder(desk, order.id, undefined, async (trx, current) => {
    const isAsBefore =
      current.providerPage === order.providerPage &&
      isPayable(current) &&
      unpaid(current) === unpaid(order);
    if (!isAsBefore) return false;
    const columns = {
      providerPage: reference,
      providerPageOpen: 1,
      providerPageAmount: unpaid(order),
    };
    await trx.updateTable("orders").set(columns).where("id", "=", order.id).execute();
    return true;
  });
  if (isStored) return address;
  // Another process was first. Its page is the one to pay on, unless the order has ended.
  await attempt(desk, order.id, () => card.end({ ...order, providerPage: reference }));
  const after = await findOrder(desk.db, order.id);
  return after && isPayable(after) ? openPage(desk, card, after) : undefined;
}

type OpenPage = Pick<Order, "id" | "providerPage">;

/** When a page is visited again, and the pause before that, in ms. */
interface Visit {
  dueAt: number;
  pause: number;
}

/** The visits of the pages that `settlePages` and `endPages` know, by the provider's reference. */
const settled = new WeakMap<Desk["db"], Map<string, Visit>>();
const ended = new WeakMap<Desk["db"], Map<string, Visit>>();

const mostVisits = 50;
/** Less than the minute between two runs of the job. */
const shortestPause = 50_000;
const longestPause = hour;

/**
 * Visits pages, the longest overdue first, until the provider is unavailable. Each pause is half as
 * long again as the last one, so that an abandoned page costs some thirty requests in its day.
 */
async function visit(
  { db, now }: Desk,
  memory: typeof settled,
  pages: OpenPage[],
  work: (page: OpenPage) => Promise<Answer>,
): Promise<void> {
  const before = memory.get(db);
  const visits = new Map<string, Visit>();
  memory.set(db, visits);
  const all = pages.map(({ id, providerPage }) => {
    const known = before?.get(providerPage ?? "") ?? { dueAt: 0, pause: 0 };
    visits.set(providerPage ?? "", known);
    return { id, providerPage, ...known };
  });
  const due = all
    .filter(({ dueAt }) => dueAt <= now())
    .sort((one, other) => one.dueAt - other.dueAt)
    .slice(0, mostVisits);
  const postpone = ({ providerPage }: OpenPage, by: number, pause: number) =>
    visits.set(providerPage ?? "", { dueAt: now() + by, pause });
  for (const page of due) {
    const answer = await work(page);
    if (answer === "unavailable") {
      for (const other of due) postpone(other, shortestPause, other.pause);
      return;
    }
    const longer = Math.min(longestPause, Math.max(shortestPause, page.pause * 1.5));
    const pause = answer === "unknown" ? day : longer;
    postpone(page, pause, pause);
  }
}

/** The orders whose page may still be paid on, the oldest first. */
const withOpenPage = ({ db }: Desk) =>
  db
    .selectFrom("orders")
    .select(["id", "providerPage"])
    // A literal, because SQLite uses the partial index only then.
    .where("providerPageOpen", "=", sql.lit(1))
    .orderBy("placedAt")
    .orderBy("id");

/** Settles orders whose page is open, in case a webhook was lost. */
export const settlePages = async (desk: Desk): Promise<void> =>
  desk.card &&
  visit(desk, settled, await withOpenPage(desk).execute(), ({ id }) => trySettling(desk, id));

/**
 * Ends the pages of orders that can't be paid any more, or whose page asks for another amount than
 * is unpaid.
 */
export async function endPages(desk: Desk): Promise<void> {
  const { card } = desk;
  if (!card) return;
  const needless = withOpenPage(desk).where(({ eb, or, exists, selectFrom }) =>
    or([
      eb("closed", "is not", null),
      eb("paymentStatus", "not in", ["unpaid", "partially paid"]),
      eb(
        "providerPageAmount",
        "!=",
        sql<number>`total - discount - paid + refunded + charged_back`,
      ),
      exists(selectFrom("withdrawals").select("id").whereRef("orderId", "=", "orders.id")),
    ]),
  );
  await visit(desk, ended, await needless.execute(), ({ id }) =>
    attempt(desk, id, async () => {
      await card.end(await orderById(desk.db, id));
      await settle(desk, id);
    }),
  );
}

import { addEntry, ledgerOf, reverse, unreversed } from "../orders/ledger.ts";
import { addEvent, changeOrder, eventsOf, findOrder } from "../orders/orders.ts";
import { dataOf } from "../shop/bottles.ts";
import { dayOf, hour } from "../shop/time.ts";
import type { ProviderEntry, ProviderReport } from "../storage/card-payment.ts";
import type { Desk } from "../storage/desk.ts";
import { enqueue } from "../storage/queue.ts";
import type { Order, Payment, Trx } from "../storage/tables.ts";
import { type Answer, askProvider } from "./ask-provider.ts";
import { refundStartedAt } from "./refund-key.ts";

const who = "provider";

/** How often an order may change while the provider is asked, before `reconcile` gives up. */
const maxAttempts = 10;

/**
 * Asks the provider what it has booked for an order, and stores it: each payment, refund and dispute
 * once, by its id. Idempotent. A report is stored only if the order has not changed since the provider was
 * asked, so that an old one never overwrites a newer one.
 * @returns what the provider reports; undefined if the order has no page there
 * @throws if the provider can't be reached or does not know the order
 */
export async function reconcile(desk: Desk, id: string): Promise<ProviderReport | undefined> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const order = await findOrder(desk.db, id);
    if (!desk.card || !order?.providerPage) return undefined;
    const report = await desk.card.check(order);
    const changes = await changesOf(desk, order, report);
    if (!changes) return report;
    const isStored = await changeOrder(desk, id, order.version, async (trx, locked) => {
      await store(desk, trx, locked, changes);
      return true;
    });
    if (isStored) return report;
  }
  throw new Error(`El pedido ${id} cambia mientras se comprueba su pago.`);
}

type Columns = Pick<
  Order,
  "providerPayment" | "providerPageOpen" | "disputed" | "refundPending" | "refundKey"
>;

/** The differences between the order and the provider's report. */
interface Changes {
  added: ProviderEntry[];
  reversed: Payment[];
  lost: ProviderEntry[];
  columns: Columns;
}

/** Undefined if there are none. */
async function changesOf(
  desk: Desk,
  order: Order,
  report: ProviderReport,
): Promise<Changes | undefined> {
  const ledger = await ledgerOf(desk.db, order.id);
  const stored = new Set(ledger.map(({ providerId }) => providerId));
  const reversedIds = new Set(
    report.entries.filter(({ isReversed }) => isReversed).map(({ id }) => id),
  );
  const decided = report.entries.filter(
    ({ kind, isOpen, isReversed }) => kind === "chargeback" && !isOpen && !isReversed,
  );
  const sumOf = (counts: (entry: ProviderEntry) => boolean | undefined) =>
    report.entries.filter(counts).reduce((sum, { amount }) => sum + amount, 0);
  const changes: Changes = {
    added: report.entries
      .filter(({ id, isReversed }) => !isReversed && !stored.has(id))
      .sort((one, other) => rank[one.kind] - rank[other.kind] || one.at - other.at),
    reversed: unreversed(ledger).filter(
      ({ providerId }) => providerId !== null && reversedIds.has(providerId),
    ),
    lost: decided.length > 0 ? await unreported(desk, order, decided) : [],
    columns: {
      providerPayment: report.payment ?? order.providerPayment,
      providerPageOpen: report.isPageOpen ? 1 : 0,
      disputed: sumOf(({ isOpen }) => isOpen),
      refundPending: sumOf(({ isPending }) => isPending),
      refundKey: isRefundDecided(desk, order, report) ? null : order.refundKey,
    },
  };
  const { added, reversed, lost, columns } = changes;
  const isSame = (Object.keys(columns) as (keyof Columns)[]).every(
    (name) => columns[name] === order[name],
  );
  const isEmpty = isSame && [added, reversed, lost].every(({ length }) => length === 0);
  return isEmpty ? undefined : changes;
}

/** Payments before their refunds and chargebacks. */
const rank = { payment: 0, refund: 1, chargeback: 2 };

/** The lost disputes that are missing from the order's history. */
async function unreported({ db }: Desk, { id }: Order, lost: ProviderEntry[]) {
  const events = await eventsOf(db, id);
  const known = new Set(events.map((event) => dataOf(event, "dispute lost")?.dispute));
  return lost.filter(({ id }) => !known.has(id));
}

/** After this time, in ms, an unanswered refund request can no longer reach the provider. */
const refundDelay = hour;

/** Returns true if the refund that the order waits for was made, or never will be. */
const isRefundDecided = ({ now }: Desk, { refundKey }: Order, { entries }: ProviderReport) =>
  refundKey !== null &&
  (entries.some(({ key }) => key === refundKey) ||
    now() - refundStartedAt(refundKey) > refundDelay);

async function store(
  desk: Desk,
  trx: Trx,
  order: Order,
  { added, reversed, lost, columns }: Changes,
): Promise<void> {
  const { id: orderId } = order;
  await trx.updateTable("orders").set(columns).where("id", "=", orderId).execute();
  // An inquiry takes no money, so no entry tells the owner of it.
  const inquired = columns.disputed - order.disputed;
  if (inquired > 0 && !added.some(({ kind }) => kind === "chargeback"))
    await enqueue(desk, trx, {
      template: "owner dispute",
      orderId,
      key: `open ${desk.now()}`,
      data: { kind: "opened", amount: inquired },
    });
  // What was pending, of which the shopper has been told that the provider was asked.
  let refunded = order.refundPending - columns.refundPending;
  let current = order;
  for (const { kind, id: providerId, amount, at, isPending } of added) {
    if (isPending) refunded += amount;
    const entry = { kind, amount, who, providerId, method: "card", day: dayOf(at) } as const;
    current = (await addEntry(desk, trx, current, { ...entry, isPending })) ?? current;
  }
  for (const entry of reversed) {
    if (entry.kind === "refund") refunded -= entry.amount;
    current = (await reverse(desk, trx, current, entry, { who })) ?? current;
  }
  if (refunded > 0 && order.email !== null) {
    const key = `made ${desk.now()}`;
    await enqueue(desk, trx, { template: "refund", orderId, key, data: { amount: refunded } });
  }
  for (const { id: dispute, amount } of lost) {
    const event = await addEvent(desk, trx, orderId, "dispute lost", { amount, dispute }, { who });
    const cause = `event ${event}`;
    const data = { kind: "lost", amount } as const;
    await enqueue(desk, trx, { template: "owner dispute", orderId, cause, data });
  }
}

export const tryReconciling = (desk: Desk, id: string): Promise<Answer> =>
  askProvider(desk, id, () => reconcile(desk, id));

/**
 * Reconciles orders one after the other.
 * @returns whether all were reconciled, except those that the provider does not know
 */
export async function reconcileAll(desk: Desk, ids: Iterable<string>): Promise<boolean> {
  let isComplete = true;
  for (const id of ids) {
    const answer = await tryReconciling(desk, id);
    if (answer === "unavailable") return false;
    if (answer === "failed") isComplete = false;
  }
  return isComplete;
}

export async function ordersPaidBy({ db }: Desk, payments: string[]): Promise<string[]> {
  if (payments.length === 0) return [];
  const orders = db.selectFrom("orders").select("id").where("providerPayment", "in", payments);
  return (await orders.execute()).map(({ id }) => id);
}

/**
 * Reconciles an order before its personal data is erased: afterwards nobody could be refunded.
 * @throws if the provider can't be reached; if it does not know the payment, there is nothing to wait for
 */
export async function reconcileBeforeErasing(desk: Desk, id: string): Promise<void> {
  try {
    await reconcile(desk, id);
  } catch (error) {
    if (!desk.card?.isUnknown(error)) throw error;
  }
}

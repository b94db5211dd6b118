import type { Bottles, EventData, EventKind, LedgerEntry, OrderState } from "./order-status.ts";

/** An event as it is stored: its data is `EventData` of its kind, in JSON. */
interface StoredEvent {
  kind: EventKind;
  data: string | null;
}

/** The data of an event, if it is of this kind. */
export const dataOf = <Kind extends EventKind>(event: StoredEvent, kind: Kind) =>
  event.kind === kind && event.data !== null
    ? (JSON.parse(event.data) as EventData[Kind])
    : undefined;

/**
 * How many bottles an order has taken from the stock, derived from its state. Open and not sent: those that are kept.
 * Sent: what was kept when each parcel left, minus returned ones. Closed before it was sent: none. An «unshipped» event
 * cancels the earlier parcels and their returns.
 * @param events the order's, the oldest first; not needed while nothing was sent
 */
export function bottlesHeld(
  order: Pick<OrderState, "closed" | "fulfilment"> & Bottles,
  events: readonly StoredEvent[],
): number {
  if (order.fulfilment === "unfulfilled")
    return order.closed === null ? order.quantity - order.removed : 0;
  const { sent, returned } = parcelsOf(order, events);
  return sent - returned;
}

/** The bottles that have left, those of them that came back, and how many of those were taken off since the first left. */
export function parcelsOf({ quantity }: Pick<Bottles, "quantity">, events: readonly StoredEvent[]) {
  let kept = quantity;
  let [sent, returned, removed] = [0, 0, 0];
  for (const event of events) {
    const taken =
      (dataOf(event, "removed")?.bottles ?? 0) - (dataOf(event, "put back")?.bottles ?? 0);
    kept -= taken;
    removed += taken;
    returned += dataOf(event, "restocked")?.bottles ?? 0;
    if (event.kind === "shipped again") sent += kept;
    // A sale that was handed over has no parcel, but counts as one.
    if (event.kind === "shipped" || (event.kind === "delivered" && sent === 0))
      [sent, returned, removed] = [kept, 0, 0];
    if (event.kind === "unshipped") [sent, returned, removed] = [0, 0, 0];
  }
  return { sent, returned, removed };
}

/** Bottles that were taken off an order, and the discount for them. */
export interface Removal {
  /** The id of its event, and when it was stored, in ms. */
  id: number;
  at: number;
  bottles: number;
  withdrawal?: string | undefined;
  entry: number | null;
}

/** What was taken off an order and not put back, the oldest first. */
export function removalsOf(events: readonly (StoredEvent & { id: number; at: number })[]) {
  const removals: Removal[] = [];
  for (const event of events) {
    const removed = dataOf(event, "removed");
    const revalued = dataOf(event, "revalued");
    const last = removals.at(-1);
    if (removed) removals.push({ id: event.id, at: event.at, ...removed });
    if (revalued && last) removals.splice(-1, 1, { ...last, entry: revalued.entry });
    if (event.kind === "put back") removals.pop();
  }
  return removals;
}

type Entry = LedgerEntry & { id: number; at: number };

/** Whether nothing was refunded since bottles were taken off. */
export const isUnrefunded = ({ entry, at }: Removal, entries: readonly Entry[]) =>
  !entries.some(
    (refund) =>
      refund.kind === "refund" &&
      refund.reverses === null &&
      entries.every(({ reverses }) => reverses !== refund.id) &&
      (entry === null ? refund.at >= at : refund.id > entry),
  );

/**
 * What was taken off last, if it can be put back: nothing was refunded since, no parcel has left without these bottles,
 * and none of them is back in the stock.
 */
export function removalToPutBack(
  order: Pick<OrderState, "fulfilment"> & Bottles & { erasedAt: number | null },
  events: readonly (StoredEvent & { id: number; at: number })[],
  entries: readonly Entry[],
): Removal | undefined {
  const last = removalsOf(events).at(-1);
  if (!last || order.erasedAt !== null || !isUnrefunded(last, entries)) return undefined;
  if (order.fulfilment === "unfulfilled") return last;
  const { returned, removed } = parcelsOf(order, events);
  const hasLeft = events.some(({ id, kind }) => id > last.id && /^shipped/.test(kind));
  return hasLeft || returned > removed - last.bottles ? undefined : last;
}

import type { EventKind, OrderState } from "./order-status.ts";

/** An event as it is stored: its data is `EventData` of its kind, in JSON. */
interface StoredEvent {
  kind: EventKind;
  data: string | null;
}

/**
 * How many bottles an order has taken from the stock, derived from its state. Open and not sent: what it has to send.
 * Sent: its bottles for each parcel, minus returned ones. Closed before it was sent: none. An «unshipped» event
 * cancels the earlier parcels and their returns.
 * @param events the order's, the oldest first; not needed while nothing was sent
 */
export function bottlesHeld(
  {
    closed,
    fulfilment,
    quantity,
  }: Pick<OrderState, "closed" | "fulfilment"> & { quantity: number },
  events: readonly StoredEvent[],
): number {
  if (fulfilment === "unfulfilled") return closed === null ? quantity : 0;
  // A sale in person has no parcel, but counts as one.
  let [parcels, returned] = [1, 0];
  for (const { kind, data } of events) {
    if (kind === "shipped" || kind === "unshipped") [parcels, returned] = [1, 0];
    if (kind === "shipped again") parcels++;
    if (kind === "restocked") returned += JSON.parse(data ?? "{}").bottles ?? 0;
  }
  return parcels * quantity - returned;
}

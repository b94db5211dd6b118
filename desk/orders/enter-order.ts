import type { ShippingDetails } from "../../app/shop/order.ts";
import { type Prices, priceOrder } from "../../app/shop/pricing.ts";
import type { PaymentMethod } from "../shop/order-status.ts";
import type { Desk } from "../storage/desk.ts";
import { addEntry } from "./ledger.ts";
import { deliver } from "./order-steps.ts";
import { takeEffect } from "./orders.ts";
import { fingerprintOf, insertOrder, orderWithKey, type Placed, replay } from "./place.ts";
import { readFacts } from "./stored-facts.ts";
import { termsOf, transactUnderTerms } from "./terms.ts";

/** An order that the owner enters: ordered by telephone or from abroad, or sold in person. */
export interface EnterRequest {
  key: string;
  /** Null for a sale in person, which stores no name. */
  recipient: ShippingDetails | null;
  quantity: number;
  /** The total agreed, in cents. */
  total: number;
  method: PaymentMethod;
  /** The day of the order, if that was not today. */
  day?: string | undefined;
  isPaid: boolean;
  isDelivered: boolean;
}

/** The usual total and shipping in cents. Bottles that are handed over are not shipped. */
export const usualPrice = (quantity: number, prices: Prices, isHandedOver: boolean) =>
  isHandedOver ? { total: quantity * prices.price, shippingCost: 0 } : priceOrder(quantity, prices);

/**
 * Enters an order for a shopper. The same form again returns the same order. The stock may become
 * negative: the bottles are gone.
 */
export async function enterOrder(
  desk: Desk,
  { key, isPaid: isPrepaid, isDelivered, day: on, ...request }: EnterRequest,
): Promise<Extract<Placed, { outcome: "placed" | "other body" }>> {
  const fingerprint = fingerprintOf([request, isPrepaid, isDelivered, on]);
  const known = await orderWithKey(desk.db, key);
  if (known) return replay(known, fingerprint);
  const { quantity, total, recipient, method } = request;
  const entered = await transactUnderTerms(desk, async (trx) => {
    const facts = await readFacts(trx);
    const isHandedOver = !recipient || isDelivered;
    const { total: usual, shippingCost } = usualPrice(quantity, facts, isHandedOver);
    const placed = await insertOrder(desk, trx, {
      requestKey: key,
      fingerprint,
      recipient,
      quantity,
      unitPrice: facts.price,
      terms: await termsOf(trx, desk, facts),
      shipping: shippingCost,
      adjustment: total - usual,
      method,
      who: "owner",
      day: on,
      isPaid: isPrepaid,
    });
    if (!placed) return undefined;
    let order = placed;
    if (isPrepaid && total > 0) {
      const entry = { kind: "payment", amount: total, who: "owner", day: on } as const;
      order = (await addEntry(desk, trx, order, entry)) ?? order;
    }
    if (isDelivered) order = await deliver(desk, trx, order, { day: on, silent: true });
    await takeEffect(desk, trx, order, 0);
    return order;
  });
  return entered
    ? { outcome: "placed", order: entered }
    : enterOrder(desk, { key, isPaid: isPrepaid, isDelivered, day: on, ...request });
}

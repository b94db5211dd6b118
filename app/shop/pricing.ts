import type { Facts } from "./facts.ts";
import { formatPrice } from "./money.ts";
import { product } from "./product.ts";

export type Prices = Pick<Facts, "price" | "shipping">;

/**
 * The price of an order by these facts, all in cents (spec §9). `missingForFreeShipping` is 0 once shipping is
 * free.
 */
export function priceOrder(quantity: number, { price, shipping }: Prices) {
  const subtotal = price * quantity;
  const missingForFreeShipping = Math.max(0, shipping.freeFrom - subtotal);
  const shippingCost = missingForFreeShipping > 0 ? shipping.cost : 0;
  return { subtotal, shippingCost, missingForFreeShipping, total: subtotal + shippingCost };
}

/**
 * The unit price, required beside every price of goods sold by volume (Directive 98/6/EC, RD 3423/2000):
 * «179,98 €/100 ml».
 * @param price in cents
 */
export const pricePer100Ml = (price: number, milliliters = product.milliliters) =>
  `${formatPrice(Math.round((price * 100) / milliliters))}/100\u00a0ml`;

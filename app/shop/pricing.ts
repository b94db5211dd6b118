import { formatPrice } from "./money.ts";
import { product } from "./product.ts";

/** Shipping in cents (spec §9): charged under the threshold, free from it on. */
export const shipping = { cost: 999, freeFrom: 5000 };

/** The price of an order, all in cents. `missingForFreeShipping` is 0 once shipping is free. */
export function priceOrder(quantity: number, unitPrice: number = product.price) {
  const subtotal = unitPrice * quantity;
  const missingForFreeShipping = Math.max(0, shipping.freeFrom - subtotal);
  const shippingCost = missingForFreeShipping > 0 ? shipping.cost : 0;
  return { subtotal, shippingCost, missingForFreeShipping, total: subtotal + shippingCost };
}

/**
 * The unit price, required beside every price of goods sold by volume (Directive 98/6/EC, RD 3423/2000):
 * «179,98 €/100 ml».
 */
export function pricePer100Ml({ price, milliliters }: { price: number; milliliters: number }) {
  return `${formatPrice(Math.round((price * 100) / milliliters))}/100\u00a0ml`;
}

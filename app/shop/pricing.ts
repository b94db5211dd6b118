import { product } from "./product.ts";

/** Shipping in cents (spec §9): charged under the threshold, free from it on. */
export const shipping = { cost: 999, freeFrom: 5000 } as const;

/** What an order costs, all in cents. `missingForFreeShipping` is 0 once shipping is free. */
export function priceOrder(quantity: number, unitPrice: number = product.price) {
  const subtotal = unitPrice * quantity;
  const missingForFreeShipping = Math.max(0, shipping.freeFrom - subtotal);
  const shippingCost = missingForFreeShipping > 0 ? shipping.cost : 0;
  return { subtotal, shippingCost, missingForFreeShipping, total: subtotal + shippingCost };
}

import type { Order } from "../shop/order.ts";
import { priceOrder } from "../shop/pricing.ts";
import { processing } from "./every-order/processing.ts";
import { facts } from "./facts/page-facts.ts";

/** The part of an order that the confirmation shows. `total` is in cents. */
export interface Placed {
  order: Omit<Order, "email" | "phone">;
  total: number;
}

/** Orders are simulated: each one waits 2 s and succeeds, and nothing is sent (spec §7). */
export async function placeOrder({ email: _, phone: __, ...order }: Order): Promise<Placed> {
  await processing();
  return { order, total: priceOrder(order.quantity, facts).total };
}

/** The total for this quantity, in cents. */
export const useTotal = (quantity: number) => priceOrder(quantity, facts).total;

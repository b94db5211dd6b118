import type { Order } from "../../shop/order.ts";
import { priceOrder } from "../../shop/pricing.ts";
import { processing } from "../shared/processing.ts";

/** An order as it was placed; its total is in cents. */
export interface Placed {
  order: Order;
  total: number;
}

/** The order desk is simulated: it waits, takes every order and tells nobody (spec §7). */
export async function placeOrder(order: Order): Promise<Placed> {
  await processing();
  return { order, total: priceOrder(order.quantity).total };
}

/** What this many cost, in cents. */
export const useTotal = (quantity: number) => priceOrder(quantity).total;

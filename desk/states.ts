import type { OrderState } from "./schema.ts";

/** From which states an order may come into each. What was paid never becomes unpaid. */
export const comesFrom: Record<OrderState, readonly OrderState[]> = {
  pending: [],
  paid: ["pending", "expired"],
  shipped: ["paid"],
  delivered: ["shipped"],
  expired: ["pending"],
  refunded: ["paid", "shipped", "delivered"],
};

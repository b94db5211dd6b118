import type { ShippingDetails } from "./order.ts";

export const states = ["pending", "paid", "shipped", "delivered", "expired", "refunded"] as const;
export type OrderState = (typeof states)[number];

/** What can happen to an order, and who does it. */
export type EventKind = OrderState | "received" | "partly refunded" | "withdrawn" | "forgotten";
export type Actor = "shopper" | "owner" | "desk" | "provider";

/** Where the parcel goes; empty once the order is forgotten. */
export type Recipient = { [Field in keyof ShippingDetails]: string | null };

/** From which states an order may come into each. What was paid never becomes unpaid. */
export const allowedFrom: Record<OrderState, readonly OrderState[]> = {
  pending: [],
  paid: ["pending", "expired"],
  shipped: ["paid"],
  delivered: ["shipped"],
  expired: ["pending"],
  refunded: ["paid", "shipped", "delivered"],
};

interface Money {
  received: number;
  refunded: number;
  total: number;
}

/** Never more than came in, and never more than the order's total. */
export const refundable = ({ received, refunded, total }: Money) =>
  Math.min(received, total) - refunded;

import type { ShippingDetails } from "../../shop/order.ts";

export const states = [
  "pending",
  "paid",
  "shipped",
  "delivered",
  "expired",
  "cancelled",
  "refunded",
] as const;
export type OrderState = (typeof states)[number];

/**
 * What can happen to an order, and who does it. Amounts go with `received` and `refund`: a negative one
 * corrects what was written down by mistake.
 */
export type EventKind =
  | OrderState
  | "received"
  | "refund"
  | "withdrawn"
  | "tracking"
  | "amended"
  | "note"
  | "forgotten";
export type Actor = "shopper" | "owner" | "desk" | "provider";

/** The recipient. The fields are null once the order's personal data is deleted. */
export type Recipient = { [Field in keyof ShippingDetails]: string | null };

/**
 * From which states an order may come into each. A correction may take a payment or a refund back that
 * never was: the order is then what it was before.
 */
export const allowedFrom: Record<OrderState, readonly OrderState[]> = {
  pending: ["paid"],
  paid: ["pending", "expired", "cancelled", "refunded"],
  shipped: ["paid", "refunded"],
  delivered: ["shipped", "refunded"],
  expired: ["pending"],
  cancelled: ["pending"],
  refunded: ["paid", "shipped", "delivered"],
};

export interface Money {
  /** Cents that ever came in, that went back, and that the order costs. */
  received: number;
  refunded: number;
  total: number;
}

/** The balance: the most that can be refunded. It decides whether an order is paid. */
export const balance = ({ received, refunded }: Omit<Money, "total">) => received - refunded;

export const missing = (order: Money) => Math.max(0, order.total - balance(order));

/**
 * Where its money leads an order. One that lapsed stays so: whether late money buys it is asked.
 * @param before what the order was before it was refunded, where a refund is taken back
 */
export function stateAfterMoney(
  order: Money & { state: OrderState },
  before?: OrderState,
): OrderState {
  const { state, received, total } = order;
  switch (state) {
    case "pending":
      return missing(order) === 0 ? "paid" : "pending";
    case "paid":
      if (received < total) return "pending";
      return balance(order) === 0 ? "refunded" : "paid";
    case "shipped":
    case "delivered":
      return received >= total && balance(order) === 0 ? "refunded" : state;
    case "refunded":
      return before && balance(order) > 0 ? before : "refunded";
    case "expired":
    case "cancelled":
      return state;
  }
}

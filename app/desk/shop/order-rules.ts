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
 * The events of an order. `received` and `refund` have amounts; a negative one reverses a wrong
 * booking.
 */
export type EventKind =
  | OrderState
  | "received"
  | "refund"
  | "discount"
  | "withdrawn"
  | "declined"
  | "disputed"
  | "undone"
  | "invoice asked"
  | "invoice sent"
  | "tracking"
  | "amended"
  | "note"
  | "forgotten";
export type PaymentMethod = "transfer" | "card" | "hand";
export type Actor = "shopper" | "owner" | "desk" | "provider";

/** The recipient. The fields are null once the order's personal data is deleted. */
export type Recipient = { [Field in keyof ShippingDetails]: string | null };

/**
 * The states from which each state can be reached. A correction may reverse a payment, a refund or
 * a step of the owner (`undo`, desk/orders/orders.ts), and restores the earlier state.
 */
export const allowedFrom: Record<OrderState, readonly OrderState[]> = {
  pending: ["paid"],
  paid: ["pending", "expired", "cancelled", "refunded", "shipped"],
  shipped: ["paid", "refunded", "delivered"],
  delivered: ["shipped", "refunded"],
  expired: ["pending", "paid"],
  // A delivered order only if it is a sale by hand (`undoSale`, desk/orders/hand-sale.ts).
  cancelled: ["pending", "paid", "delivered"],
  refunded: ["paid", "shipped", "delivered"],
};

/** The states that the owner's steps lead to, and from which a step can be undone to. */
const undoneTo: { [State in OrderState]?: readonly OrderState[] } = {
  paid: ["expired", "cancelled"],
  shipped: ["paid"],
  delivered: ["shipped"],
};

/**
 * The owner's last step and the state before it, if the step can be undone. Changes by money are
 * corrected instead, and what an undo restores can't be undone.
 */
export function stepToUndo<Event extends { what: EventKind; who: Actor }>(
  history: readonly Event[],
): { step: Event; from: OrderState; to: OrderState } | undefined {
  const isStep = ({ what }: Event) => what === "undone" || what in allowedFrom;
  const [before, step] = history.filter(isStep).slice(-2);
  const from = states.find((state) => state === step?.what);
  const to = from && undoneTo[from]?.find((state) => state === before?.what);
  return step && to && step.who === "owner" ? { step, from, to } : undefined;
}

/**
 * The discount for a payment that was a little short (`acceptShort`, desk/orders/money.ts), and the
 * event whose email told of it, if that was the owner's last step.
 */
export function discountToUndo<Event extends { what: EventKind; amount: number | null }>(
  history: readonly Event[],
): { amount: number; told: Event } | undefined {
  const steps = history.filter(
    ({ what }) => what === "discount" || what === "undone" || what in allowedFrom,
  );
  const told = steps.at(-1);
  // The discount of an unpaid order makes it paid.
  const step = told?.what === "paid" ? steps.at(-2) : told;
  const amount = step?.what === "discount" ? (step.amount ?? 0) : 0;
  return told && amount > 0 ? { amount, told } : undefined;
}

export interface Money {
  /** In cents: all payments, all refunds, and the price of the order. */
  received: number;
  refunded: number;
  total: number;
}

/** The balance: the most that can be refunded. It decides whether an order is paid. */
export const balance = ({ received, refunded }: Omit<Money, "total">) => received - refunded;

export const missing = (order: Money) => Math.max(0, order.total - balance(order));

/** Whether the shopper may pay. A withdrawn order only waits for its refund. */
export const isPayable = (order: { state: OrderState; withdrawnAt: number | null }) =>
  order.state === "pending" && order.withdrawnAt === null;

/**
 * The most that is let off a payment that is a little short, as a share of the total. It covers a
 * bank's fee on a single bottle; a larger difference is a wrong amount.
 */
const mostLetOff = 1 / 4;

export const mayLetOff = (amount: number, { total }: Pick<Money, "total">) =>
  amount > 0 && amount <= total * mostLetOff;

/**
 * The state of an order after a booking. An expired or cancelled order keeps its state: a late
 * payment does not revive it.
 * @param before the state before the refund, if a refund is reversed
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
      return balance(order) <= 0 ? "refunded" : "paid";
    case "shipped":
    case "delivered":
      return received >= total && balance(order) <= 0 ? "refunded" : state;
    case "refunded":
      return before && balance(order) > 0 ? before : "refunded";
    case "expired":
    case "cancelled":
      return state;
  }
}

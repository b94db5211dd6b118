import type { ShippingDetails } from "../../app/shop/order.ts";

/*
 * The model of an order: what is paid follows from its ledger, what is sent is `fulfilment`, and
 * whether the contract stands is `closed`. What people read follows from the three (`orderStatus`).
 */

export type Fulfilment = "unfulfilled" | "shipped" | "delivered";
/** Null while the contract stands. */
export type Closed = "expired" | "cancelled" | null;
export type Actor = "shopper" | "owner" | "shop" | "provider";
export type PaymentMethod = "transfer" | "card" | "cash";
export type EntryKind = "payment" | "refund" | "discount" | "chargeback";

/** The recipient. The fields are null for a sale in person, and once the personal data is erased. */
export type Recipient = { [Field in keyof ShippingDetails]: string | null };

/** The sums of an order's ledger in cents, without reversed entries. */
export interface LedgerSums {
  paid: number;
  refunded: number;
  /** What the shopper's bank took back. */
  chargedBack: number;
  discount: number;
}

/** What decides an order's status. */
export interface OrderState extends LedgerSums {
  /** The total agreed, in cents. It never changes. */
  total: number;
  fulfilment: Fulfilment;
  closed: Closed;
}

/** An entry of the ledger. A row that `reverses` another takes that one back. */
export interface LedgerEntry {
  kind: EntryKind;
  /** In cents, always positive. */
  amount: number;
  reverses: number | null;
}

/** The sums of a ledger. */
export function sumsOf(entries: readonly LedgerEntry[]): LedgerSums {
  const sum = (kind: EntryKind) =>
    entries
      .filter((entry) => entry.kind === kind)
      .reduce((total, { amount, reverses }) => total + (reverses === null ? amount : -amount), 0);
  return {
    paid: sum("payment"),
    refunded: sum("refund"),
    chargedBack: sum("chargeback"),
    discount: sum("discount"),
  };
}

/** The order after one more entry, without storing it: for «Ahora / Después». */
export function withEntry<State extends OrderState>(order: State, entry: LedgerEntry): State {
  const change = sumsOf([entry]);
  return {
    ...order,
    paid: order.paid + change.paid,
    refunded: order.refunded + change.refunded,
    chargedBack: order.chargedBack + change.chargedBack,
    discount: order.discount + change.discount,
  };
}

/** The money that the shop holds of an order. */
export const net = ({ paid, refunded, chargedBack }: LedgerSums) => paid - refunded - chargedBack;

/** What the shopper has to pay in all. */
export const due = ({ total, discount }: Pick<OrderState, "total" | "discount">) =>
  total - discount;

export type PaymentStatus =
  | "unpaid"
  | "partially paid"
  | "paid"
  | "partially refunded"
  | "refunded";

/** The database computes the same for each row (storage/migrations/001-tables.ts). */
export function paymentStatus(order: OrderState): PaymentStatus {
  const hasReturned = order.refunded + order.chargedBack > 0;
  if (net(order) >= due(order)) return "paid";
  if (hasReturned && net(order) <= 0) return "refunded";
  if (hasReturned && order.paid >= due(order)) return "partially refunded";
  return order.paid > 0 ? "partially paid" : "unpaid";
}

export const isPaid = (order: OrderState) => paymentStatus(order) === "paid";

/** Whether the order may be sent. A refund of a part of the price does not prevent it; a chargeback does. */
export const isPaidFor = (order: OrderState) =>
  isPaid(order) || (paymentStatus(order) === "partially refunded" && order.chargedBack === 0);

/** What the shop owes the shopper: all that it holds of a closed order, else the overpayment. */
export const owedBack = (order: OrderState) =>
  Math.max(0, net(order) - (order.closed ? 0 : due(order)));

/** What is still to pay. Refunds of a paid order do not have to be paid again. */
export const outstanding = (order: OrderState) =>
  ["unpaid", "partially paid"].includes(paymentStatus(order)) ? due(order) - net(order) : 0;

export type OrderStatus = PaymentStatus | Exclude<Fulfilment, "unfulfilled"> | NonNullable<Closed>;

/** What shopper and owner read. The database computes the same (storage/migrations/001-tables.ts). */
export function orderStatus(order: OrderState): OrderStatus {
  const payment = paymentStatus(order);
  if (payment === "refunded") return "refunded";
  if (order.closed) return order.closed;
  return order.fulfilment === "unfulfilled" ? payment : order.fulfilment;
}

/**
 * Whether an open order that was not sent is over, because its money is back. What the bank has taken back counts as
 * refunded once no dispute is open.
 * @param order `disputed`: the cents of open disputes
 */
export const isOver = (order: OrderState & { disputed: number }) =>
  order.closed === null &&
  order.fulfilment === "unfulfilled" &&
  ((order.refunded > 0 && order.refunded >= order.paid) ||
    (order.disputed === 0 && order.refunded + order.chargedBack > 0 && net(order) <= 0));

/** Whether a closed order can be opened again: it has its data, and money is left or may come. */
export const mayReopen = (order: OrderState & { erasedAt: number | null }) =>
  order.closed !== null && order.erasedAt === null && paymentStatus(order) !== "refunded";

/** Whether the shopper may pay. A withdrawn order only waits for its refund. */
export const isPayable = (order: OrderState & { withdrawnAt: number | null }) =>
  order.closed === null && order.withdrawnAt === null && outstanding(order) > 0;

/** Whether the order has a recipient: a sale in person has none, and neither has an order whose data was erased. */
export const hasRecipient = (order: { firstName: string | null }) => order.firstName !== null;

/** Whether the order is a sale in person, which stores no name. */
export const isInPerson = (order: { firstName: string | null; erasedAt: number | null }) =>
  order.firstName === null && order.erasedAt === null;

/** The events of an order besides its ledger, with the data of each. */
export interface EventData {
  placed: null;
  shipped: { tracking: string };
  tracking: { tracking: string };
  /** A second parcel, for one that was lost. */
  "shipped again": { tracking: string };
  unshipped: null;
  delivered: null;
  undelivered: null;
  expired: null;
  cancelled: { restocked: number };
  reopened: null;
  withdrawn: { withdrawal: string };
  /** The shopper does not withdraw, or the withdrawal was meant for another order. */
  unlinked: { withdrawal: string };
  rejected: { withdrawal: string };
  /** The shopper has more time to pay, until this time in ms. */
  extended: { until: number };
  restocked: { bottles: number };
  /** The bank decided for the shopper: the chargeback stays. */
  "dispute lost": { amount: number; dispute: string };
  /** The fields that were corrected, with their earlier values. */
  amended: { before: Partial<Record<keyof Recipient, string>> };
  /** Only a note of the owner. */
  note: null;
  erased: null;
}
export type EventKind = keyof EventData;
/** The kinds of events that have data. */
export type KindWithData = {
  [Kind in EventKind]: EventData[Kind] extends null ? never : Kind;
}[EventKind];

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

/** How many bottles were ordered, and how many were taken off the order since. */
export interface Bottles {
  quantity: number;
  removed: number;
}

/** The bottles that the order still has. An order of which nothing is kept is withdrawn. */
export const kept = ({ quantity, removed }: Bottles) => quantity - removed;

/** The discount for bottles that are taken off: their part of what is due but for the shipping, or all with the last one. */
export function shareOf(
  order: OrderState & Bottles & { shipping: number },
  bottles: number,
): number {
  if (bottles === kept(order)) return due(order);
  return Math.round((Math.max(0, due(order) - order.shipping) * bottles) / kept(order));
}

/** The order without these bottles, and with their discount in cents, without storing it. */
export const withoutBottles = <State extends OrderState & Bottles>(
  order: State,
  bottles: number,
  discount: number,
): State => ({
  ...order,
  removed: order.removed + bottles,
  discount: order.discount + discount,
});

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

/** What was refunded, without what the card provider has yet to refund. */
export const refundMade = ({ refunded, refundPending }: Refunds) => refunded - refundPending;

export interface Refunds extends Pick<LedgerSums, "refunded"> {
  /** The cents of refunds in the ledger that the card provider has not made yet. */
  refundPending: number;
}

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

/** An order with its bottles, and what the owner still has to decide about it. */
export interface Standing extends OrderState, Bottles {
  /** The cents of open disputes. */
  disputed: number;
  /** When the first linked withdrawal arrived that waits for the owner's decision, in ms. */
  toDecide: number | null;
}

/**
 * Whether an open order that was not sent is over: nothing of it is kept, or its money is back. What the bank has taken
 * back counts as refunded once no dispute is open.
 */
export const isOver = (order: Omit<Standing, "toDecide">) =>
  order.closed === null &&
  order.fulfilment === "unfulfilled" &&
  (kept(order) === 0 ||
    (paymentStatus(order) === "refunded" &&
      (order.disputed === 0 || order.refunded >= order.paid)));

/** The order once its state has taken effect: the shop closes what is over (`takeEffect` in orders/orders.ts). */
export const settled = <State extends Omit<Standing, "toDecide">>(order: State): State =>
  isOver(order) ? { ...order, closed: "cancelled" } : order;

/** Whether a closed order can be opened again: something of it is kept, and it would not be over at once. */
export const mayReopen = (order: Omit<Standing, "toDecide"> & { erasedAt: number | null }) =>
  order.closed !== null &&
  order.erasedAt === null &&
  kept(order) > 0 &&
  !isOver({ ...order, closed: null });

/** Whether the shopper may pay. */
export const isPayable = (order: OrderState) => order.closed === null && outstanding(order) > 0;

/** Why the owner has to decide about an order before it goes on. */
export type Doubt = "withdrawal" | "unlinked withdrawal" | "dispute" | "partial refund";

/**
 * The doubts about an open order. Those about a parcel end once it is sent. The lists ask the same (orders/order-list.ts).
 * @param isMeant whether an open withdrawal without an order may be from this one
 */
export function doubtsAbout(order: Standing, isMeant: boolean): Doubt[] {
  if (order.closed !== null) return [];
  const isUnsent = order.fulfilment === "unfulfilled";
  const doubts: [Doubt, boolean][] = [
    ["withdrawal", order.toDecide !== null],
    ["unlinked withdrawal", isUnsent && isMeant],
    ["dispute", isUnsent && order.disputed > 0],
    ["partial refund", isUnsent && paymentStatus(order) === "partially refunded"],
  ];
  return doubts.filter(([, is]) => is).map(([doubt]) => doubt);
}

/** The lists of open orders. */
export type List = "to decide" | "waits for payment" | "to send" | "under way" | "done";

/** The only list of an order; undefined if it is closed. */
export function listOf(order: Standing, isMeant: boolean): List | undefined {
  // An earlier version may have left one open that is over.
  if (order.closed !== null || isOver(order)) return undefined;
  if (doubtsAbout(order, isMeant).length > 0) return "to decide";
  if (order.fulfilment === "shipped") return "under way";
  if (order.fulfilment === "delivered") return "done";
  return outstanding(order) > 0 ? "waits for payment" : "to send";
}

/** Whether the order may be packed, by its own data. */
export const isToSend = (order: Standing, isMeant = false) => listOf(order, isMeant) === "to send";

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
  cancelled: null;
  reopened: null;
  withdrawn: { withdrawal: string };
  /** Bottles were taken off the order. `entry`: the discount for them, unless it is 0. */
  removed: { bottles: number; withdrawal?: string | undefined; entry: number | null };
  /** Those that were taken off last have another discount: they have lost value. */
  revalued: { amount: number; entry: number | null };
  /** Those that were taken off last are on the order again. */
  "put back": { bottles: number; withdrawal?: string | undefined };
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

import type { Generated, Selectable } from "kysely";
import type {
  Actor,
  EventKind,
  OrderState,
  PaymentMethod,
  Recipient,
} from "../../app/desk/shop/order-rules.ts";

/** Amounts are whole cents, times are ms since 1970, in both databases. */
export interface Tables {
  orders: OrderTable;
  events: EventTable;
  mails: MailTable;
  withdrawals: WithdrawalTable;
  withdrawalOrders: WithdrawalOrderTable;
  orderTerms: OrderTermTable;
  terms: TermsTable;
  shopState: ShopStateTable;
}

interface OrderTable extends Recipient {
  /** The order number, which is also the transfer's reference. */
  id: string;
  /** The secret in the address of the order's page. */
  token: string;
  /** The idempotency key, and the fingerprint of its request. */
  requestKey: string;
  fingerprint: string;
  state: OrderState;
  quantity: number;
  unitPrice: number;
  shipping: number;
  /** What the owner let off after a payment that was a little short. The total is without it. */
  discount: Generated<number>;
  total: number;
  /** All payments and refunds so far. The balance is the difference. */
  received: Generated<number>;
  refunded: Generated<number>;
  /** The provider's share of both, as it last reported. */
  providerReceived: Generated<number>;
  providerRefunded: Generated<number>;
  /** The version of the terms that the order was placed under. */
  terms: string;
  /** `hand`: sold at a fair or in the workshop, to nobody whose name is known. */
  payment: PaymentMethod;
  providerReference: string | null;
  /** The provider's id of the payment, by which it lists refunds. */
  providerPayment: string | null;
  /** The cents that a shopper's bank disputes, as the provider last reported them. */
  disputed: Generated<number>;
  /** The idempotency key of a refund that the provider has not answered yet (money.ts). */
  refundKey: string | null;
  placedAt: number;
  /** When the parcel arrived, as the owner says. The right to withdraw counts from that day. */
  deliveredAt: number | null;
  /** When the shopper first withdrew. */
  withdrawnAt: number | null;
  forgottenAt: number | null;
}

/** The history of orders. Append-only. */
interface EventTable {
  id: Generated<number>;
  orderId: string;
  at: number;
  who: Actor;
  what: EventKind;
  amount: number | null;
  note: string | null;
  /** The day in Madrid on which it happened, «2026-12-30», if it was recorded on a later one. */
  day: string | null;
}

interface MailTable {
  /** Also the Message-ID, however often the email is sent. */
  id: string;
  /** The id of an order or a withdrawal. There is one email of each kind for it. */
  about: string;
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  html: string | null;
  createdAt: number;
  /**
   * The earliest time to send. A lease moves it forward, so that no other process takes the email.
   */
  dueAt: number;
  attempts: Generated<number>;
  /** After how many attempts the mail server may have accepted it, though it did not say so. */
  copies: Generated<number>;
  sentAt: number | null;
  /** When the mail server refused it for good. It is not retried. */
  refusedAt: number | null;
  error: string | null;
  /** 1 if nobody has proved that the address is theirs. Those emails are rate limited (outbox.ts). */
  unproven: Generated<number>;
}

interface WithdrawalTable {
  id: string;
  requestKey: string;
  name: string;
  contract: string;
  email: string;
  at: number;
  /** When the owner was told of it by email. */
  toldAt: number | null;
  /** When the owner marked it as handled. */
  handledAt: number | null;
}

/** The orders that a withdrawal means, or may mean. */
interface WithdrawalOrderTable {
  /** The ids of the withdrawal and the order, so that the two are linked once. */
  id: string;
  withdrawalId: string;
  orderId: string;
  /** `perhaps` if only the order's number matches, or only its email address. The owner decides. */
  certainty: "certain" | "perhaps";
}

/** The words by which orders are found (search.ts). */
interface OrderTermTable {
  term: string;
  orderId: string;
}

/** The legal texts of every order, as they were in force. */
interface TermsTable {
  /** The first day in force, which orders store. A second text of the same day ends in «-2». */
  version: string;
  text: string;
  since: number;
}

/** Key-value state of the shop. */
interface ShopStateTable {
  name:
    | "paused"
    | "stock"
    | "account"
    | "last cleaning"
    | "health check"
    // Settings that the owner has changed at the counter (live-settings.ts).
    | "PRODUCT_PRICE"
    | "SELLER_IBAN"
    | "SHOP_NOTICE";
  value: string;
}

export type Order = Selectable<OrderTable>;
export type Event = Selectable<EventTable>;
export type Mail = Selectable<MailTable>;

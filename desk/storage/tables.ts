import type { Generated, GeneratedAlways, Selectable, Transaction } from "kysely";
import type {
  Actor,
  Closed,
  EntryKind,
  EventKind,
  Fulfilment,
  OrderStatus,
  PaymentMethod,
  PaymentStatus,
  Recipient,
} from "../shop/order-status.ts";
import type { Lane } from "./mail-data.ts";

/** Amounts are whole cents, times are ms since 1970, in both databases. */
export interface Tables {
  orders: OrderTable;
  payments: PaymentTable;
  events: EventTable;
  mails: MailTable;
  withdrawals: WithdrawalTable;
  terms: TermsTable;
  termsByFacts: TermsByFactsTable;
  settings: SettingTable;
  sessions: SessionTable;
  emailLinks: EmailLinkTable;
  stock: StockTable;
  stockMoves: StockMoveTable;
}

/** A transaction. Each change of an order runs in one. */
export type Trx = Transaction<Tables>;

interface OrderTable extends Recipient {
  /** The order number, which is also the transfer's reference. */
  id: string;
  /** The mailbox of the email address, for limits (`mailboxOf`). Orders of earlier versions have none. */
  mailbox: string | null;
  /** The secret in the address of the order's page. */
  token: string;
  /** The idempotency key, and the fingerprint of its request. */
  requestKey: string;
  fingerprint: string;
  /** Counts the changes. A form carries the version that it was rendered with (`lockOrder`). */
  version: Generated<number>;
  placedAt: number;
  /** The end of the last day to pay. Null for an order that was paid when it was entered. */
  payUntil: number | null;
  /** How many bottles were ordered. */
  quantity: number;
  /** How many of them were taken off the order since (orders/removals.ts). */
  removed: Generated<number>;
  unitPrice: number;
  shipping: number;
  /** For an order that the owner entered: the cents by which the total agreed differs from the price. */
  adjustment: Generated<number>;
  total: number;
  /** The VAT rate of its day, in percent. */
  vatPercent: number;
  /** The version of the terms that the order was placed under. */
  terms: string;
  method: PaymentMethod;
  fulfilment: Generated<Fulfilment>;
  closed: Closed;
  /** The sums of the ledger. Only ledger.ts writes them, from the rows of `payments`. */
  paid: Generated<number>;
  refunded: Generated<number>;
  chargedBack: Generated<number>;
  discount: Generated<number>;
  tracking: string | null;
  /** When the parcel arrived, as the owner says. The right to withdraw counts from that day. */
  deliveredAt: number | null;
  /** The card provider's page for this order, and whether it may still be paid on: 1 or 0. */
  providerPage: string | null;
  providerPageOpen: Generated<number>;
  /** The cents that this page asks for. */
  providerPageAmount: number | null;
  /** The provider's id of the payment, by which it lists refunds and disputes. */
  providerPayment: string | null;
  /** The idempotency key of a refund that the provider has not answered yet (cards/refund-key.ts). */
  refundKey: string | null;
  /** The cents of open disputes. Those that are lost stay in the ledger. */
  disputed: Generated<number>;
  /** The cents of refunds that the provider has not made yet. They are in the ledger, and leave it if they fail. */
  refundPending: Generated<number>;
  /** The folded words by which the order is found (search.ts). */
  search: Generated<string>;
  erasedAt: number | null;
  /** Computed by the database, as order-status.ts does. */
  paymentStatus: GeneratedAlways<PaymentStatus>;
  status: GeneratedAlways<OrderStatus>;
  owedBack: GeneratedAlways<number>;
}

/** The ledger. Append-only. */
interface PaymentTable {
  id: Generated<number>;
  orderId: string;
  kind: EntryKind;
  /** Positive. */
  amount: number;
  /** When it was recorded, and the day in Madrid on which it happened, «2026-12-30». */
  at: number;
  day: string;
  /** Null for a discount. */
  method: PaymentMethod | null;
  /** The card provider's id. Unique, so that what it reports is stored once. */
  providerId: string | null;
  who: Actor;
  /** What a person wrote. */
  note: string | null;
  /** The row that this one takes back. Unique: a row is reversed once. */
  reverses: number | null;
}

/** The history of orders, besides their ledgers. Append-only. */
interface EventTable {
  id: Generated<number>;
  orderId: string;
  at: number;
  who: Actor;
  kind: EventKind;
  /** The day in Madrid on which it happened, if it was recorded on a later one. */
  day: string | null;
  /** What a person wrote. */
  note: string | null;
  /** `EventData` of this kind, in JSON. */
  data: string | null;
}

/** Emails to send and sent. Their text is rendered when they are sent (mail/templates.ts). */
interface MailTable {
  /** Also the Message-ID, however often the email is sent. */
  id: string;
  orderId: string | null;
  withdrawalId: string | null;
  template: string;
  /** The template's data, in JSON. */
  data: string;
  audience: "shopper" | "owner";
  lane: Generated<Lane>;
  /**
   * The entry or event that the email is about, «payment 12» or «event 7». An inverse step deletes the email
   * if it was never tried.
   */
  cause: string | null;
  createdAt: number;
  /** The earliest time to send. A lease moves it forward. */
  dueAt: number;
  attempts: Generated<number>;
  /** How many attempts the mail server may have accepted without confirming it. */
  copies: Generated<number>;
  /** The address and the subject of the last attempt. */
  recipient: string | null;
  subject: string | null;
  sentAt: number | null;
  /** When the mail server refused it for good. It is not retried. */
  refusedAt: number | null;
  /** When the owner dismissed it, or it had become obsolete. */
  dismissedAt: number | null;
  error: string | null;
}

interface WithdrawalTable {
  id: string;
  requestKey: string;
  name: string;
  contract: string;
  email: string;
  /** How many bottles it is about. Null: all of the order. */
  bottles: number | null;
  /** The mailbox of the email address, if it came by the shop's form (`mailboxOf`). */
  mailbox: string | null;
  at: number;
  /** The order that it withdraws from. Null if unknown, or after unlinking. */
  orderId: string | null;
  /** When the withdrawal was decided, and the owner's note on it. An earlier version opens those without a note again. */
  closedAt: number | null;
  answer: string | null;
}

/** The legal texts of every order, as they were in force. */
interface TermsTable {
  /** The first day in force, which orders store. A second text of the same day ends in «-2». */
  version: string;
  text: string;
  since: number;
}

/** Which terms quote which facts. */
interface TermsByFactsTable {
  /** A hash of the facts and of the build that words them (orders/terms.ts). */
  facts: string;
  version: string;
}

/** The owner's browsers (orders/sessions.ts). Times are in ms. */
interface SessionTable {
  /** The hash of the cookie's secret. */
  id: string;
  startedAt: number;
  usedAt: number;
}

/** Links in emails to the owner (orders/email-links.ts). */
interface EmailLinkTable {
  /** The hash of the secret in its address. */
  id: string;
  madeAt: number;
  /** The account to confirm; null to sign in. */
  iban: string | null;
}

/** The facts that the owner changes in the admin, and the shop's own state. */
interface SettingTable {
  name: string;
  value: string;
}

/** One row, whose id is 1. */
interface StockTable {
  id: number;
  /** The bottles left to sell. Null if they are not counted. */
  bottles: number | null;
}

/** The owner's counts of the shelf, and what corrects them. */
interface StockMoveTable {
  id: Generated<number>;
  at: number;
  /** The bottles that she counted. Null for a correction, and for rows of earlier versions. */
  shelf: number | null;
  /** By how many bottles the stock changed. For a first count: the bottles on the shelf. */
  bottles: number;
  note: string | null;
}

/** An order with what other tables say of it (`selectOrders`). Times are in ms. */
export type Order = Selectable<OrderTable> & {
  /** When the first linked withdrawal arrived that waits for the owner's decision. */
  toDecide: number | null;
  /** When the last withdrawal arrived that has taken bottles off the order. */
  withdrawnAt: number | null;
  /**
   * When the last one arrived that has taken off bottles which the shopper has to send back: they had been sent, and since
   * then no other parcel has left, none is back in the stock, and the owner has not seen what they are worth.
   */
  returnFrom: number | null;
  /** While money is owed back: when the withdrawal arrived that it has to be refunded for (`refundTerm`). */
  owedSince: number | null;
  /** The day of the last payment, while money is owed back, or the order is not delivered. */
  paidOn: string | null;
};
export type Payment = Selectable<PaymentTable>;
export type Event = Selectable<EventTable>;
export type Mail = Selectable<MailTable>;
export type Withdrawal = Selectable<WithdrawalTable>;

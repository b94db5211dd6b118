import type { Order } from "./tables.ts";

/** What the card provider has booked for an order: each payment, refund and dispute under its id. */
export interface ProviderEntry {
  kind: "payment" | "refund" | "chargeback";
  id: string;
  /** In cents. */
  amount: number;
  /** When it happened, in ms. */
  at: number;
  /**
   * The entry does not count: the refund has failed, the dispute was won, or it is still an inquiry,
   * for which the bank takes no money.
   */
  isReversed: boolean;
  /** For a refund: the provider has not made it yet. */
  isPending?: boolean | undefined;
  /** Our idempotency key of a refund that we asked for. */
  key?: string | undefined;
  /** For a chargeback: the dispute is not decided yet. */
  isOpen?: boolean | undefined;
}

/** What the provider knows of an order. */
export interface ProviderReport {
  /** Its page may still be paid on, or a payment on it is under way. False once that is decided. */
  isPageOpen: boolean;
  /** The provider's id of the payment, if there is one. */
  payment: string | null;
  entries: ProviderEntry[];
}

/**
 * Payment by card or Bizum on a provider's page (cards/stripe.ts). The order is stored before the
 * provider is asked.
 */
export interface CardPayment {
  /** The key is a test key: no real money moves. */
  isTest: boolean;
  /**
   * The page to pay the outstanding amount of this order, and the provider's reference, which the order
   * stores.
   * @param now in ms: the page expires with the order, or after a day
   * @returns «refused», in the provider's words, if it will never open one for this order
   * @throws if the provider can't be reached.
   */
  start: (
    order: Order,
    now: number,
  ) => Promise<{ address: string; reference: string } | { refused: string }>;
  /** What the provider knows of the order. Idempotent. */
  check: (order: Order) => Promise<ProviderReport>;
  /** Expires the order's payment page, if it is open. */
  end: (order: Order) => Promise<void>;
  /**
   * Refunds cents. The same key again is the same refund.
   * @throws if there was no answer: the refund may or may not have been made.
   */
  refund: (order: Order, amount: number, key: string) => Promise<"done" | { refused: string }>;
  /** The ids of payments that were refunded or disputed, or whose refund has failed, since this time in ms. */
  changedSince: (time: number) => Promise<string[]>;
  /**
   * Reads a webhook. It is only a hint: the provider is asked what was paid.
   * @returns undefined if the provider did not sign it, or its signature is too old
   */
  readWebhook: (
    message: string,
    signature: string,
  ) => Promise<{ order?: string; payment?: string } | undefined>;
  /** Returns true if the provider answers that it does not know the payment. */
  isUnknown: (error: unknown) => boolean;
  /**
   * Returns true if the provider could not be reached or refused the key. It said nothing about the
   * payment, and a retry may succeed.
   */
  isUnavailable: (error: unknown) => boolean;
}

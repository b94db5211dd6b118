import type { Order } from "../storage/tables.ts";

interface ProviderAccount {
  /** In cents. A lost dispute counts as refunded. */
  received: number;
  refunded: number;
  /** The cents of open disputes: the shopper's bank asks for the money back. */
  disputed: number;
  /** The cents of lost disputes. */
  lost: number;
  /** The provider's id of the payment, if there is one. */
  payment: string | null;
}

/**
 * Payment by card or Bizum on a provider's page (stripe.ts). The order is stored before the
 * provider is asked.
 */
export interface CardPayment {
  /** The key is a test key: no real money moves. */
  isTest: boolean;
  /**
   * The page to pay this order on, and the provider's reference, which the order stores.
   * @param now in ms: the page expires with the order
   * @throws if the provider can't be reached.
   */
  start: (order: Order, now: number) => Promise<{ address: string; reference: string }>;
  /** What the provider knows of the order. Idempotent. */
  check: (order: Order) => Promise<ProviderAccount>;
  /** Ends the page to pay an order on, if it is open. */
  end: (order: Order) => Promise<void>;
  /**
   * Refunds cents. The same key again is the same refund.
   * @throws if there was no answer: the refund may or may not have been made.
   */
  refund: (order: Order, amount: number, key: string) => Promise<"done" | { refused: string }>;
  /** The payments that were refunded or disputed since then, in ms. */
  changedSince: (time: number) => Promise<string[]>;
  /**
   * Reads a webhook. It is only a hint: the provider is asked what was paid.
   * @throws if the provider did not sign it, or its signature is too old.
   */
  readNotice: (message: string, signature: string) => Promise<{ order?: string; payment?: string }>;
  /** Returns true if the provider answers that it does not know the payment. */
  isUnknown: (error: unknown) => boolean;
  /**
   * Returns true if the provider could not be reached or refused the key. It said nothing about the
   * payment, and a retry may succeed.
   */
  isUnavailable: (error: unknown) => boolean;
}

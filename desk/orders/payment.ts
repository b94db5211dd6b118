import type { Order } from "../storage/schema.ts";

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
  /**
   * The cents that the provider has received and refunded for the order, and its id of the payment,
   * if there is one. Idempotent.
   */
  check: (order: Order) => Promise<{ received: number; refunded: number; payment: string | null }>;
  /**
   * Refunds cents. The same key again is the same refund.
   * @throws if there was no answer: the refund may or may not have been made.
   */
  refund: (order: Order, amount: number, key: string) => Promise<"done" | { refused: string }>;
  /** The payments that were refunded since then, in ms. */
  refundedSince: (time: number) => Promise<string[]>;
  /**
   * Reads a webhook. It is only a hint: the provider is asked what was paid.
   * @throws if the provider did not sign it, or its signature is too old.
   */
  readNotice: (message: string, signature: string) => Promise<{ order?: string; payment?: string }>;
  /** Returns true if the provider could not be reached, so that a retry may succeed. */
  isUnavailable: (error: unknown) => boolean;
}

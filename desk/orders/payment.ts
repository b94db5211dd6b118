import type { Order } from "../storage/schema.ts";

/** By card or Bizum, on the page of a provider (stripe.ts). An order exists before any of this is asked. */
export interface CardPayment {
  /** Its key takes no real money. */
  isTest: boolean;
  /**
   * The page where this order is paid, and the provider's name for it, which the order keeps.
   * @param now in ms: the page ends when the order lapses
   * @throws when the provider can't be reached.
   */
  start: (order: Order, now: number) => Promise<{ address: string; reference: string }>;
  /**
   * Cents that the provider took and gave back for the order so far, and its name for the payment, if
   * there is one. Asking twice changes nothing.
   */
  check: (order: Order) => Promise<{ received: number; refunded: number; payment: string | null }>;
  /**
   * Gives cents back. The same key again is the same refund.
   * @throws when no answer came, so that it may have been done or not.
   */
  refund: (order: Order, amount: number, key: string) => Promise<"done" | { refused: string }>;
  /** The payments of which money went back since then, in ms. */
  refundedSince: (time: number) => Promise<string[]>;
  /**
   * What a message of the provider speaks of. It is only a hint: what was paid is asked for.
   * @throws when the provider did not sign it, or not just now.
   */
  readNotice: (message: string, signature: string) => Promise<{ order?: string; payment?: string }>;
  /** Whether the provider could not be reached, so that a later try may succeed. */
  isUnavailable: (error: unknown) => boolean;
}

import type { Order } from "./schema.ts";

/** A way to pay. An order exists before any of this is asked. */
export interface Payment {
  /** Cents that have come in for the order so far. Asking twice changes nothing. */
  check: (order: Order) => Promise<number>;
  /** Gives cents back. The same key again is the same refund. */
  refund: (order: Order, amount: number, key: string) => Promise<void>;
}

/** By card or Bizum, on the page of a provider (stripe.ts). */
export interface CardPayment extends Payment {
  /**
   * The page where this order is paid, and the provider's name for it, which the order keeps.
   * @throws when the provider can't be reached.
   */
  start: (order: Order) => Promise<{ address: string; reference: string }>;
  /**
   * The order that a message of the provider speaks of. It is only a hint: what was paid is asked for.
   * @throws when the provider did not sign it, or not just now.
   */
  orderOf: (message: string, signature: string) => Promise<string | undefined>;
  /** Whether the provider could not be reached, so that a later try may succeed. */
  isUnavailable: (error: unknown) => boolean;
}

/** Paid to the seller's account: the owner sees it there, tells the counter, and sends back by hand. */
const transfer: Payment = {
  check: async (order) => order.received,
  refund: async () => {},
};

/** How this order is paid. @throws when it was by card and cards are no longer taken. */
export function paymentOf(order: Order, card: CardPayment | undefined): Payment {
  if (order.payment === "transfer") return transfer;
  if (!card) {
    throw new Error(`Order ${order.id} is paid by card: set STRIPE_SECRET_KEY to look after it.`);
  }
  return card;
}

import type { Order } from "./schema.ts";

/** A way to pay. An order exists before any of this is asked. */
export interface Payment {
  kind: Order["payment"];
  /** Cents that have come in for the order so far. Asking twice changes nothing. */
  check: (order: Order) => Promise<number>;
  /** Gives cents back. The same key again is the same refund. */
  refund: (order: Order, amount: number, key: string) => Promise<void>;
}

/** Paid to the seller's account: the owner sees it there, tells the counter, and sends back by hand. */
export const transfer: Payment = {
  kind: "transfer",
  check: async (order) => order.received,
  refund: async () => {},
};

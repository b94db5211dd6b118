import type { DeskSettings } from "../app/desk/shop/settings-schema.ts";
import { day, dayOf, hour, minute } from "../app/desk/shop/time.ts";
import type { CardPayment } from "./orders/payment.ts";
import type { Terms } from "./orders/terms.ts";
import type { Database } from "./storage/database.ts";

/** The context that all functions of the desk share. */
export interface Desk {
  db: Database;
  settings: DeskSettings;
  /** The legal texts for new orders. */
  terms: Terms;
  /** The card provider for new orders. Without it, orders are paid by transfer. */
  card?: CardPayment | undefined;
  /** The server's time in ms. No other clock is used. */
  now: () => number;
  limits: Limits;
}

/** Rate limits against robots. A shopper never reaches them. */
export interface Limits {
  /** Unpaid orders per email address and day. */
  unpaidPerEmail: number;
  /** How long, in ms, a second order for the same person and address is asked about first. */
  askAgainWithin: number;
  /** From this many orders an hour the owner is told. The shop stays open. */
  ordersPerHour: number;
  /** Acknowledgements of unmatched withdrawals: per address and day, and for all per hour. */
  strangersMails: { perEmail: number; perHour: number };
}

export const limits: Limits = {
  unpaidPerEmail: 3,
  askAgainWithin: 30 * minute,
  ordersPerHour: 200,
  strangersMails: { perEmail: 3, perHour: 20 },
};

export { day, dayOf, hour, minute };

import type { DeskSettings } from "../app/desk/shop/settings-schema.ts";
import { day, dayOf, hour, minute } from "../app/desk/shop/time.ts";
import type { CardPayment } from "./orders/payment.ts";
import type { Terms } from "./orders/terms.ts";
import type { Database } from "./storage/database.ts";

/** What all of the desk works with. */
export interface Desk {
  db: Database;
  settings: DeskSettings;
  /** What new orders are placed under. */
  terms: Terms;
  /** Where the owner takes cards: new orders are then paid so. Without it, by transfer. */
  card?: CardPayment | undefined;
  /** The server's time in ms; no other clock counts. */
  now: () => number;
  limits: Limits;
}

/** Against robots: a shopper never meets them. */
export interface Limits {
  /** Unpaid orders of one e-mail address within a day. */
  unpaidPerEmail: number;
  /** How long, in ms, a second order for the same person and address is asked about first. */
  askAgainWithin: number;
  /** From this many on the owner is told; the shop stays open. */
  ordersPerHour: number;
  /** Acknowledgements of withdrawals that fit no order: to one address within a day, to all within an hour. */
  strangersMails: { perEmail: number; perHour: number };
}

export const limits: Limits = {
  unpaidPerEmail: 3,
  askAgainWithin: 30 * minute,
  ordersPerHour: 200,
  strangersMails: { perEmail: 3, perHour: 20 },
};

export { day, dayOf, hour, minute };

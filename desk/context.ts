import type { DeskSettings } from "../app/desk/shop/settings-schema.ts";
import { dayOf, minute, startOf } from "../app/desk/shop/time.ts";
import type { CardPayment } from "./orders/payment.ts";
import type { Terms } from "./orders/terms.ts";
import type { Database } from "./storage/database.ts";

/** The context that all functions of the desk share. */
export interface Desk {
  db: Database;
  /** The settings of the environment. The owner may have changed some at the counter (live-settings.ts). */
  settings: DeskSettings;
  /** The account for transfers. */
  iban: string;
  /** The price of a bottle on the published pages, in cents. */
  price: number;
  /** Whether the published pages show the owner's settings; undefined if the shop can't be built here. */
  publication: Publication | undefined;
  /** The legal texts for new orders. */
  terms: Terms;
  /** The card provider for new orders. Without it, orders are paid by transfer. */
  card?: CardPayment | undefined;
  /** The server's time in ms. No other clock is used. */
  now: () => number;
  limits: Limits;
}

/** Whether the pages show the owner's settings (upkeep/publishing.ts). */
interface Publication {
  state: "current" | "publishing" | "failed";
  /** Why it failed, in the build's words. */
  reason?: string;
}

/** Limits against robots, and how long the desk waits before it acts or asks again. */
export interface Limits {
  /** Unpaid orders per email address and day. */
  unpaidPerEmail: number;
  /** How long, in ms, a second order for the same person and address is asked about first. */
  askAgainWithin: number;
  /** How long, in ms, pages believe what the card provider said of an order. */
  believeProviderFor: number;
  /** How long, in ms, the email about a step of the owner waits, so that the step can be undone. */
  undoWithin: number;
  /** From this many orders an hour the owner is told. The shop stays open. */
  ordersPerHour: number;
  /** Acknowledgements of unmatched withdrawals per email address and day. */
  acknowledgements: number;
  /** Withdrawals per hour of which the owner is told one by one. A digest tells of the others. */
  withdrawalMails: number;
  /** Emails per hour to addresses that nobody has proved to be theirs. The others wait (outbox.ts). */
  unprovenMails: number;
}

export const limits: Limits = {
  unpaidPerEmail: 3,
  askAgainWithin: 30 * minute,
  believeProviderFor: 5_000,
  undoWithin: 2 * minute,
  ordersPerHour: 200,
  acknowledgements: 3,
  withdrawalMails: 20,
  unprovenMails: 200,
};

/** The time in ms of something that happened on this day, «2026-12-30»; without one, now. */
export const timeOn = ({ now }: Desk, on: string | undefined) =>
  on === undefined || on === dayOf(now()) ? now() : (startOf(on) ?? now());

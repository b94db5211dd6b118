import type { DeskSettings } from "../app/desk/shop/settings-schema.ts";
import { dayOf, minute, startOf } from "../app/desk/shop/time.ts";
import type { CardPayment } from "./orders/payment.ts";
import type { Database } from "./storage/database.ts";

/**
 * What all functions of the desk share. It never changes: what the owner changes while the shop runs
 * is read from the database (facts.ts).
 */
export interface Desk {
  db: Database;
  /** The settings of the environment. */
  settings: DeskSettings;
  /** The card provider. Without it, orders are paid by transfer. */
  card?: CardPayment | undefined;
  /** The server's time in ms. No other clock is used. */
  now: () => number;
  limits: Limits;
  /** Makes the workers look for due emails and jobs. */
  wake: () => void;
}

/** Limits against robots, and how long the desk waits before it acts or asks again. */
export const limits = {
  /** Unpaid orders per email address and day. */
  unpaidPerEmail: 3,
  /** For this long, in ms, a second order of the same person to the same address must be confirmed. */
  duplicateWindow: 30 * minute,
  /** How long, in ms, pages keep an answer of the card provider. */
  providerCacheMs: 5_000,
  /**
   * How long, in ms, a page waits for the card provider. Then it shows what is known, and reconciling goes on
   * in the background.
   */
  providerWaitMs: 2_000,
  /** How long, in ms, the email about a step of the owner waits, so that it can be taken back. */
  undoWithin: 2 * minute,
  /** How long, in ms, a new account for transfers waits, so that the owner can undo it. */
  accountChangeDelay: 15 * minute,
};
export type Limits = typeof limits;

/** The time in ms of something that happened on this day, «2026-12-30»; without one, now. */
export const timeOn = ({ now }: Pick<Desk, "now">, on: string | undefined) =>
  on === undefined || on === dayOf(now()) ? now() : (startOf(on) ?? now());

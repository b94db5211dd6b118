import type { ShopSettings } from "../../app/shop/settings-schema.ts";
import type { FailingJob } from "../shop/job-texts.ts";
import type { DeskSettings } from "../shop/settings-schema.ts";
import type { ShownFacts } from "../shop/shown-facts.ts";
import { dayOf, minute, startOf } from "../shop/time.ts";
import type { CardPayment } from "./card-payment.ts";
import type { Database } from "./database.ts";

/**
 * What all functions of the desk share. It never changes: what the owner changes while the shop runs
 * is read from the database (orders/stored-facts.ts).
 */
export interface Desk {
  db: Database;
  /** The settings of the environment, except those that are facts. */
  settings: Omit<
    DeskSettings & ShopSettings,
    | "PRODUCT_PRICE"
    | "SHOP_PHONE"
    | "SHOP_NOTICE"
    | "SELLER_IBAN"
    | "PRODUCT_NOTES_TOP"
    | "PRODUCT_NOTES_HEART"
    | "PRODUCT_NOTES_BASE"
  >;
  /** The card provider. Without it, orders are paid by transfer. */
  card?: CardPayment | undefined;
  /** The server's time in ms, for all that is stored. */
  now: () => number;
  limits: Limits;
  /** Identifies the build. Each build has its own wording of the terms. */
  build: string;
  /** The text of the terms with these facts, in this build's wording. */
  renderTerms: (facts: ShownFacts) => Promise<string>;
  /** Makes the workers look for due emails and jobs. */
  wake: () => void;
  /** The jobs of this server that have not succeeded for too long. */
  failing: () => FailingJob[];
}

/** Limits against robots, and how long the desk waits before it acts or asks again. */
export const limits = {
  /** Unpaid orders per email address and day. */
  unpaidPerEmail: 3,
  /** Unpaid bottles of a counted stock per email address, beyond those of its first unpaid order. */
  bottlesBeyondFirst: 10,
  /**
   * Orders and withdrawals in an hour, and unpaid bottles of a counted stock, of the networks behind which there are
   * few or many people (orders/networks.ts).
   */
  networks: {
    "few people": { forms: 20, bottles: 24 },
    "many people": { forms: 100, bottles: 48 },
  },
  /** How long, in ms, a second order of the same person to the same address must be confirmed. */
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
};
export type Limits = typeof limits;

const unlimitedNetwork = { forms: Number.POSITIVE_INFINITY, bottles: Number.POSITIVE_INFINITY };
export const unlimitedNetworks: Limits["networks"] = {
  "few people": unlimitedNetwork,
  "many people": unlimitedNetwork,
};

/** The time in ms of something that happened on this day, «2026-12-30»; without one, now. */
export const timeOn = ({ now }: Pick<Desk, "now">, on: string | undefined) =>
  on === undefined || on === dayOf(now()) ? now() : (startOf(on) ?? now());

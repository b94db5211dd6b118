import type { stripeServer } from "../testing/stripe-server.ts";
import type { Delivery } from "./mail-server.ts";
import type { Record } from "./record.ts";
import type { StoredOrder } from "./rows.ts";
import type { Shop } from "./shops.ts";

/** What Stripe has booked. */
export type Booked = Pick<
  Awaited<ReturnType<typeof stripeServer>>,
  "sessions" | "refunds" | "disputes"
>;

/** What the judge knows besides the rows. */
export interface Evidence {
  record: Record;
  deliveries: readonly Delivery[];
  /** All shops, by their numbers. */
  shops: readonly Pick<Shop, "number" | "endedAt" | "killedAt" | "stoppedAt">[];
  stripe: Booked;
  /** When the shops' accelerated clocks started, in real ms. */
  clock: number;
  /** How many bottles were in stock at the start. */
  stockAtStart: number;
}

/** The reports of the checks that fail. */
export const failures = (...checks: [holds: boolean, report: string][]): string[] =>
  checks.filter(([holds]) => !holds).map(([, report]) => report);

/** The request that placed an order. It still has the address when the order is erased. */
export const requestOf = ({ requestKey }: StoredOrder, { attempts, entered }: Record) =>
  attempts.get(requestKey) ?? entered.get(requestKey);

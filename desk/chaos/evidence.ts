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
  shops: readonly Pick<Shop, "number" | "endedAt" | "killedAt">[];
  stripe: Booked;
  /** When the time that all shops share started, in real ms. */
  clock: number;
  /** The bottles that were there to sell at the start. */
  stockAtStart: number;
}

/** The statements that do not hold. */
export const failures = (...checks: [holds: boolean, statement: string][]): string[] =>
  checks.filter(([holds]) => !holds).map(([, statement]) => statement);

/** What was asked for when an order was stored, whose address may be erased by now. */
export const requestOf = ({ requestKey }: StoredOrder, { attempts, entered }: Record) =>
  attempts.get(requestKey) ?? entered.get(requestKey);

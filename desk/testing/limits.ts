import type { Limits } from "../context.ts";

/** For tests and benchmarks that place more orders than a shopper would. */
export const unlimited: Limits = {
  unpaidPerEmail: 1_000_000,
  askAgainWithin: 0,
  ordersPerHour: 1_000_000,
  strangersMails: { perEmail: 1_000_000, perHour: 1_000_000 },
};

import type { Limits } from "../context.ts";

/** For tests and benchmarks that place more orders than a shopper would. */
export const unlimited: Limits = {
  unpaidPerEmail: 1_000_000,
  askAgainWithin: 0,
  believeProviderFor: 0,
  undoWithin: 0,
  ordersPerHour: 1_000_000,
  acknowledgements: 1_000_000,
  withdrawalMails: 1_000_000,
  unprovenMails: 1_000_000,
};

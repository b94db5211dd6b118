import { type Limits, unlimitedNetworks } from "../storage/desk.ts";

/** For tests and benchmarks that place more orders than a shopper would. */
export const unlimited: Limits = {
  unpaidPerEmail: 1_000_000,
  bottlesBeyondFirst: 1_000_000,
  networks: unlimitedNetworks,
  duplicateWindow: 0,
  providerCacheMs: 0,
  providerWaitMs: 2_000,
  undoWithin: 0,
};

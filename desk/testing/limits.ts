import { minute } from "../../app/desk/shop/time.ts";
import type { Limits } from "../context.ts";

/** For tests and benchmarks that place more orders than a shopper would. */
export const unlimited: Limits = {
  unpaidPerEmail: 1_000_000,
  duplicateWindow: 0,
  providerCacheMs: 0,
  providerWaitMs: 2_000,
  undoWithin: 0,
  accountChangeDelay: 15 * minute,
};

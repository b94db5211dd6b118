import { hour } from "../shop/time.ts";
import { isOwnNetwork, networkLimit } from "./rate-limit.ts";

/** Orders and withdrawals. Mobile networks share an IPv4 address. */
const forms = networkLimit(20, hour, 100);

/**
 * Counts an order or a withdrawal from this network, once per key.
 * @returns how long to wait, in ms; 0 if not at all, or if all shoppers share one address
 */
export function waitToSend(key: string, address: string): number {
  if (isOwnNetwork(address)) return 0;
  const wait = forms.waitOf(address, key);
  if (wait === 0) forms.count(address, key);
  return wait;
}

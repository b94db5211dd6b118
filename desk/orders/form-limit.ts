import { hour } from "../shop/time.ts";
import { isOwnNetwork, networkLimit } from "./rate-limit.ts";

/** Limits orders and withdrawals. The limit for IPv4 is higher, because mobile networks share an address. */
const forms = networkLimit(20, hour, 100);

/**
 * Counts an order or a withdrawal from this network, once per key.
 * @returns how long to wait, in ms. 0 for the server's own network: behind a proxy that forwards no address, all
 * shoppers have the proxy's.
 */
export function waitToSend(key: string, address: string): number {
  if (isOwnNetwork(address)) return 0;
  const wait = forms.waitOf(address, key);
  if (wait === 0) forms.count(address, key);
  return wait;
}

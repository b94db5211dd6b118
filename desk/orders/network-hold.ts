import { isIPv6 } from "node:net";
import { day } from "../shop/time.ts";
import type { Desk } from "../storage/desk.ts";
import { isOwnNetwork, networkOf } from "./rate-limit.ts";
import { stockOf } from "./stock.ts";

/**
 * How many unpaid bottles of a counted stock one network may hold within a day. An IPv4 address may be shared by a
 * whole mobile network, an IPv6 network by a few people.
 */
const maxBottles = (address: string) => (isIPv6(address) ? 24 : 48);

/** More networks than order from a shop in a day. Beyond it, the oldest one is dropped. */
const maxNetworks = 10_000;

/** The bottles by network and by the order's key. Only in memory, and for a day, as the privacy policy says. */
const networks = new Map<string, Map<string, number>>();

/**
 * Counts these bottles for this network before the order is placed, so that concurrent orders count too. Bottles of
 * orders that have been paid or closed do not count. While the stock is not counted, there is no limit.
 * @returns false if the network would hold too many
 */
export async function holdBottles(
  { db }: Desk,
  address: string,
  key: string,
  quantity: number,
): Promise<boolean> {
  if (isOwnNetwork(address) || (await stockOf(db)) === undefined) return true;
  const network = networkOf(address);
  const keys = [...(networks.get(network)?.keys() ?? [])];
  const settled =
    keys.length > 0
      ? await db
          .selectFrom("orders")
          .select("requestKey")
          .where("requestKey", "in", keys)
          .where("status", "!=", "unpaid")
          .execute()
      : [];
  const held = networks.get(network) ?? new Map<string, number>();
  for (const { requestKey } of settled) held.delete(requestKey);
  held.delete(key);
  if ([...held.values()].reduce((sum, bottles) => sum + bottles, quantity) > maxBottles(address))
    return false;
  held.set(key, quantity);
  if (networks.size === 0) setTimeout(() => networks.clear(), day).unref();
  networks.set(network, held);
  const [first] = networks.keys();
  if (networks.size > maxNetworks && first) networks.delete(first);
  return true;
}

/** Stops counting the bottles of an order that was not placed. */
export const releaseBottles = (address: string, key: string): void =>
  void networks.get(networkOf(address))?.delete(key);

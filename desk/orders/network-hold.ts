import { isIPv6 } from "node:net";
import { day } from "../shop/time.ts";
import type { Desk } from "../storage/desk.ts";
import { isOwnNetwork, networkOf } from "./rate-limit.ts";
import { stockOf } from "./stock.ts";

/**
 * How many unpaid bottles of a counted stock one network holds within a day. Many people share an IPv4 address of a
 * mobile network, and a few an IPv6 network.
 */
const most = (address: string) => (isIPv6(address) ? 24 : 48);

/** More networks than a shop has in a day. Beyond it the first ones are dropped. */
const maxNetworks = 10_000;

/** The bottles of each order's key, by network: in memory alone, and for a day, as the privacy policy says. */
const networks = new Map<string, Map<string, number>>();

/**
 * Counts these bottles for this network before the order is placed, so that orders at the same time count too.
 * Those that are paid or closed by now do not count. Nothing counts while the owner does not count her bottles.
 * @returns false if it would hold too many
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
  if ([...held.values()].reduce((sum, bottles) => sum + bottles, quantity) > most(address))
    return false;
  held.set(key, quantity);
  if (networks.size === 0) setTimeout(() => networks.clear(), day).unref();
  networks.set(network, held);
  const [first] = networks.keys();
  if (networks.size > maxNetworks && first) networks.delete(first);
  return true;
}

/** The order was not placed. */
export const releaseBottles = (address: string, key: string): void =>
  void networks.get(networkOf(address))?.delete(key);

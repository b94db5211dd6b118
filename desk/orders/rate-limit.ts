import { BlockList, isIPv6 } from "node:net";

/** More networks than use a shop's forms in an hour. Beyond it, the oldest one is dropped. */
const maxNetworks = 10_000;

/**
 * An in-memory rate limiter for network addresses. A whole IPv6 /64 counts as one address. Addresses
 * are dropped when the window ends, as the privacy policy promises.
 * @param most how many times an address may act within a window
 * @param window in ms
 * @param maxByIPv4 for an IPv4 address, behind which a mobile network may have hundreds of shoppers
 */
export function networkLimit(most: number, window: number, maxByIPv4 = most) {
  /** The keys of each network's actions since the window began. */
  const networks = new Map<string, Set<string>>();
  let endsAt = 0;
  return {
    /** How long, in ms, this address has to wait. A repeated key never waits. */
    waitOf(address: string, key = ""): number {
      const keys = networks.get(networkOf(address));
      const limit = isIPv6(address) ? most : maxByIPv4;
      return keys && keys.size >= limit && !keys.has(key) ? endsAt - performance.now() : 0;
    },
    /** @returns how many times its network has acted */
    count(address: string, key: string = crypto.randomUUID()): number {
      if (networks.size === 0) {
        endsAt = performance.now() + window;
        setTimeout(() => networks.clear(), window).unref();
      }
      const network = networkOf(address);
      const keys = (networks.get(network) ?? new Set()).add(key);
      networks.set(network, keys);
      const [first] = networks.keys();
      if (networks.size > maxNetworks && first) networks.delete(first);
      return keys.size;
    },
  };
}

/** An IPv4 address, or the first four groups of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [withoutZone] = address.split("%");
  const short = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const zeros = 8 - short.split(":").filter(Boolean).length;
  const groups = short
    .replace("::", `:${"0:".repeat(zeros)}`)
    .split(":")
    .filter(Boolean);
  return groups.slice(0, 4).join(":");
}

const ownNetwork = new BlockList();
ownNetwork.addSubnet("127.0.0.0", 8);
ownNetwork.addSubnet("10.0.0.0", 8);
ownNetwork.addSubnet("172.16.0.0", 12);
ownNetwork.addSubnet("192.168.0.0", 16);
ownNetwork.addAddress("::1", "ipv6");
ownNetwork.addSubnet("fc00::", 7, "ipv6");

/** Returns true for an address on this machine or network, such as a proxy's. */
export const isOwnNetwork = (address: string) =>
  ownNetwork.check(address, isIPv6(address) ? "ipv6" : "ipv4");

import { BlockList, isIPv6 } from "node:net";

/** More clients than a shop has in an hour. Beyond it the oldest are dropped. */
const mostClients = 10_000;

/**
 * An in-memory rate limiter.
 * @param most how many times a client may act within the span
 * @param span in ms
 */
export function rateLimit(most: number, span: number, now = () => performance.now()) {
  const clients = new Map<string, Map<string, number>>();
  const recent = (client: string) => {
    const all = [...(clients.get(client) ?? [])];
    return new Map(all.filter(([, at]) => now() - at < span));
  };
  /**
   * Drop addresses after the span, as the privacy policy promises. The least recent client comes
   * first.
   */
  const forget = () => {
    for (const [client, done] of clients) {
      const left = Math.max(...done.values()) + span - now();
      if (left > 0) {
        setTimeout(forget, Math.ceil(left)).unref();
        return;
      }
      clients.delete(client);
    }
  };
  return {
    /** How long, in ms, this client has to wait. A repeated key never waits. */
    waitOf(client: string, what = ""): number {
      const done = recent(client);
      if (done.size < most || done.has(what)) return 0;
      return Math.min(...done.values()) + span - now();
    },
    /** @returns the count within the span */
    count(client: string, what: string = crypto.randomUUID()): number {
      const done = recent(client);
      if (done.has(what)) return done.size;
      done.set(what, now());
      if (clients.size === 0) setTimeout(forget, span).unref();
      clients.delete(client);
      clients.set(client, done);
      const [first] = clients.keys();
      if (clients.size > mostClients && first) clients.delete(first);
      return done.size;
    },
    /** The number of clients in memory. */
    known: () => clients.size,
  };
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

/**
 * A rate limiter for network addresses. A whole IPv6 /64 counts as one address. A /48, which one
 * customer may have, may act five times as often.
 * @param most how many times an address may act within the span
 * @param span in ms
 * @param mostByIPv4 for an IPv4 address, behind which a mobile network may have hundreds of shoppers
 */
export function networkLimit(most: number, span: number, mostByIPv4 = most, now?: () => number) {
  const [byIPv4, by64, by48] = [mostByIPv4, most, 5 * most].map((most) =>
    rateLimit(most, span, now),
  ) as [RateLimit, RateLimit, RateLimit];
  const limitsOf = (address: string): [RateLimit, string][] => {
    if (!isIPv6(address)) return [[byIPv4, address]];
    const groups = groupsOf(address);
    return [
      [by64, groups.slice(0, 4).join(":")],
      [by48, groups.slice(0, 3).join(":")],
    ];
  };
  return {
    waitOf: (address: string, what?: string) =>
      Math.max(...limitsOf(address).map(([limit, network]) => limit.waitOf(network, what))),
    /** @returns the count of the narrowest network */
    count: (address: string, what: string = crypto.randomUUID()) =>
      limitsOf(address).map(([limit, network]) => limit.count(network, what))[0] ?? 0,
  };
}

type RateLimit = ReturnType<typeof rateLimit>;

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [withoutZone] = address.split("%");
  const { hostname } = new URL(`http://[${withoutZone}]`);
  const [before = "", after] = hostname.slice(1, -1).split("::");
  const groups = before.split(":");
  if (after !== undefined) {
    const rest = after ? after.split(":") : [];
    while (groups.length + rest.length < 8) groups.push("0");
    groups.push(...rest);
  }
  return groups.map((group) => group || "0");
}

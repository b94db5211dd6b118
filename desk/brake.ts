import { BlockList, isIPv6 } from "node:net";

/** More clients than a shop has within an hour: those that came first are forgotten. */
const mostClients = 10_000;

/**
 * Counts, in memory, what each client does within a while, and tells when that is too much.
 * @param most how often it may
 * @param span how long, in ms, each time counts
 */
export function brake(most: number, span: number, now = () => performance.now()) {
  const clients = new Map<string, Map<string, number>>();
  const recent = (client: string) => {
    const all = [...(clients.get(client) ?? [])];
    return new Map(all.filter(([, at]) => now() - at < span));
  };
  /** The privacy policy says for how long an address is known. Who did nothing for longest comes first. */
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
    /** How long, in ms, this client has to wait before it does this; what it has done before, it may. */
    waitOf(client: string, what = ""): number {
      const done = recent(client);
      if (done.size < most || done.has(what)) return 0;
      return Math.min(...done.values()) + span - now();
    },
    /** @returns how often it was now */
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
    /** Of how many clients it knows the address. */
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

/** Whether an address is of a machine beside this one, such as a proxy that all shoppers come through. */
export const isOwnNetwork = (address: string) =>
  ownNetwork.check(address, isIPv6(address) ? "ipv6" : "ipv4");

/** Who asks from this address: of IPv6 one client has a whole network of 64 bits. */
export function clientAt(address: string): string {
  if (!isIPv6(address)) return address;
  const [withoutZone] = address.split("%");
  const { hostname } = new URL(`http://[${withoutZone}]`);
  const [before = "", after] = hostname.slice(1, -1).split("::");
  const groups = before.split(":");
  if (after !== undefined) {
    const rest = after ? after.split(":") : [];
    while (groups.length + rest.length < 8) groups.push("0");
  }
  return groups
    .slice(0, 4)
    .map((group) => group || "0")
    .join(":");
}

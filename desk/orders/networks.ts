import { BlockList, isIPv6 } from "node:net";

/** The first groups of an IPv6 address, 16 bits each. */
function firstGroups(address: string, count: number): string {
  const [withoutZone] = address.split("%");
  const short = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const zeros = 8 - short.split(":").filter(Boolean).length;
  const groups = short
    .replace("::", `:${"0:".repeat(zeros)}`)
    .split(":")
    .filter(Boolean);
  return groups.slice(0, count).join(":");
}

/**
 * The networks of an address, each with its kind of limit. Behind an IPv4 address there may be a whole mobile network,
 * behind an IPv6 /64 a few people; one customer of a provider may have a /48 with 65,536 of them.
 * @param address empty if a proxy does not say it: all such visitors are behind one IPv4 address
 */
export const networksOf = (address: string) =>
  isIPv6(address)
    ? [
        { name: firstGroups(address, 4), kind: "few people" as const },
        { name: firstGroups(address, 3), kind: "many people" as const },
      ]
    : [{ name: address, kind: "many people" as const }];

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

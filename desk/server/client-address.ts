import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isOwnNetwork } from "../orders/networks.ts";

const addProxy =
  "Las visitas llegan a través de un proxy: pon TRUSTED_PROXY=1; hasta entonces, todos los compradores cuentan como una sola dirección.";
const addHeader =
  "El proxy no dice la dirección de las visitas (X-Forwarded-For): todos los compradores cuentan como una sola dirección.";

/**
 * Reads the clients' addresses, and reports a proxy that does not say them.
 * @param hasProxy whether a proxy forwards them
 */
export function clientAddresses(hasProxy: boolean) {
  let problem: string | undefined;
  return {
    /** What is wrong, for the owner. */
    problem: () => problem,
    /** Empty if the proxy does not say it. The last forwarded address is the proxy's. Anybody may have written the others. */
    addressOf({ socket, headers }: IncomingMessage): string {
      const forwarded = headers["x-forwarded-for"]?.toString();
      const last = withoutPort(forwarded?.split(",").at(-1)?.trim() ?? "");
      if (hasProxy && isIP(last)) return unmapped(last);
      const direct = unmapped(socket.remoteAddress ?? "");
      if (direct && !isOwnNetwork(direct)) return direct;
      if (hasProxy || forwarded) {
        const found = hasProxy ? addHeader : addProxy;
        if (found !== problem) console.error(found);
        problem = found;
      }
      return "";
    },
  };
}

/** Some proxies add the port: «203.0.113.7:4711», «[2001:db8::7]:4711». */
const withoutPort = (address: string) =>
  address.replace(/^\[(.*)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");

/** An IPv4 address on a dual-stack socket. */
const unmapped = (address: string) => address.replace(/^::ffff:(?=[\d.]+$)/i, "");

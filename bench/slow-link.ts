import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Slow 4G as Lighthouse means it: ms there and back, and bytes a second. */
const roundTrip = 150;
const download = (1.6 * 1024 * 1024) / 8;
const upload = (750 * 1024) / 8;
/** Bytes of a TCP segment, and how many segments a new connection sends before it hears back. */
const segment = 1460;
const firstFlight = 10;

/**
 * A loopback port behind which a server seems to be at the end of a slow mobile line. The browser's
 * own throttling does not slow what is fetched ahead for the next page; a line slows everything.
 */
export async function slowLink(server: string) {
  const down = line(download);
  const up = line(upload);
  const sockets = new Set<Socket>();
  const link = createServer((client) => {
    const upstream = connect(Number(new URL(server).port), "127.0.0.1");
    for (const socket of [client, upstream]) sockets.add(socket.setNoDelay());
    // A new connection costs a round trip before its first byte.
    void up(client, upstream, roundTrip);
    void down(upstream, client, 0);
  });
  await new Promise<void>((resolve) => link.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(link.address() as AddressInfo).port}`,
    close() {
      link.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** One direction of the link, which its connections share segment by segment. */
function line(rate: number) {
  let free = 0;

  return async (from: Socket, to: Socket, delay: number) => {
    let inFlight = 0;
    let window = firstFlight * segment;
    to.on("error", () => from.destroy());
    await sleep(delay);
    try {
      for await (const bytes of from as AsyncIterable<Buffer>) {
        for (let start = 0; start < bytes.length; start += segment) {
          const part = bytes.subarray(start, start + segment);
          while (inFlight + part.length > window) await sleep(1);
          // What was not used of the time gone by is lost, but for what a timer is late.
          free = Math.max(free, performance.now() - 2) + (part.length / rate) * 1000;
          await sleep(Math.max(1, free - performance.now()));
          inFlight += part.length;
          setTimeout(() => to.write(part), roundTrip / 2);
          // Each byte that is acknowledged makes room for two.
          setTimeout(() => {
            inFlight -= part.length;
            window += part.length;
          }, roundTrip);
        }
      }
      setTimeout(() => to.end(), roundTrip / 2);
    } catch {
      to.destroy();
    }
  };
}

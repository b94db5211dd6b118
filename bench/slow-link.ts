import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { Readable, Writable } from "node:stream";

/** Lighthouse's slow 4G: a round trip of 150 ms, 1.6 Mbit/s down and 750 kbit/s up (here in bytes per ms). */
const roundTrip = 150;
const download = 200;
const upload = 93.75;
/** The size of a TCP segment in bytes, and TCP's initial congestion window in segments. */
const segment = 1460;
const firstFlight = 10;

/**
 * A proxy on a loopback port that simulates a slow mobile connection to a server. The browser's own
 * throttling simulates no slow start and does not apply to prefetches for the next page.
 * A new connection costs a round trip before its first byte. TLS is not simulated: it would cost another round
 * trip. On Linux the first flight would stay the same: a certificate is too short to widen the congestion window.
 */
export async function slowLink(server: string) {
  const down = line(download);
  const up = line(upload);
  const sockets = new Set<Socket>();
  const link = createServer((client) => {
    const upstream = connect(Number(new URL(server).port), "127.0.0.1");
    for (const socket of [client, upstream]) sockets.add(socket.setNoDelay());
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

const sleep = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));
/** Takes an absolute time, because timers fire late and relative delays would add up. */
const until = (time: number) => sleep(Math.max(0, Math.ceil(time - performance.now())));

/** One direction of the link: a single queue for all connections, without packet loss. */
export function line(rate: number) {
  /** When the queue will be empty. */
  let free = 0;

  return async (from: Readable, to: Writable, delay: number) => {
    /** When each segment of this connection was sent. */
    const sentTimes: number[] = [];
    let delivered = Promise.resolve();
    const deliver = (at: number, hand: () => void) => {
      delivered = delivered.then(() => until(at + roundTrip / 2)).then(hand);
    };
    to.on("error", () => from.destroy());
    await sleep(delay);
    try {
      for await (const bytes of from as AsyncIterable<Buffer>) {
        const offered = performance.now();
        for (let start = 0; start < bytes.length; start += segment) {
          const part = bytes.subarray(start, start + segment);
          // Slow start: each acknowledgement, a round trip after its segment, allows two more segments.
          const answered =
            sentTimes[(sentTimes.length - firstFlight) >> 1] ?? Number.NEGATIVE_INFINITY;
          const sent = Math.max(offered, answered + roundTrip);
          if (sent > offered) await until(sent);
          free = Math.max(free, sent) + part.length / rate;
          sentTimes.push(free);
          deliver(free, () => to.write(part));
        }
      }
      deliver(performance.now(), () => to.end());
    } catch {
      to.destroy();
    }
  };
}

import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { Readable, Writable } from "node:stream";

/** Slow 4G as Lighthouse means it: ms there and back; 1.6 Mbit/s and 750 kbit/s, as bytes a ms. */
const roundTrip = 150;
const download = 200;
const upload = 93.75;
/** Bytes of a TCP segment, and how many segments a new connection sends before it hears back. */
const segment = 1460;
const firstFlight = 10;

/**
 * A loopback port behind which a server seems to be at the end of a slow mobile line. The browser's
 * own throttling knows no first flight, and does not slow what is fetched ahead for the next page.
 * A new connection costs a round trip before its first byte. TLS is left out: it costs one more, and
 * the certificate that it sends lets some three segments more into the first flight.
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
/** Timers come late; times are reckoned one from the other, so that this does not add up. */
const until = (time: number) => sleep(Math.max(0, Math.ceil(time - performance.now())));

/** One direction of the link, where the segments of all its connections queue up. Nothing is lost. */
export function line(rate: number) {
  /** When the queue will be empty. */
  let free = 0;

  return async (from: Readable, to: Writable, delay: number) => {
    /** When each segment of this connection has left the line. */
    const left: number[] = [];
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
          // Slow start: each segment that is acknowledged, a round trip after it left, lets two go.
          const answered = left[(left.length - firstFlight) >> 1] ?? Number.NEGATIVE_INFINITY;
          const sent = Math.max(offered, answered + roundTrip);
          if (sent > offered) await until(sent);
          free = Math.max(free, sent) + part.length / rate;
          left.push(free);
          deliver(free, () => to.write(part));
        }
      }
      deliver(performance.now(), () => to.end());
    } catch {
      to.destroy();
    }
  };
}

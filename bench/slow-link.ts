import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Slow 4G as Lighthouse means it: ms there and back, and bytes a second. */
const roundTrip = 150;
const download = (1.6 * 1024 * 1024) / 8;
const upload = (750 * 1024) / 8;
/** Bytes that take their turn on the link, as many as a TCP segment holds. */
const segment = 1460;

/**
 * A loopback port behind which a server seems to be at the end of a slow mobile line. The browser's
 * own throttling does not slow what is fetched ahead for the next page; a line slows everything.
 * Returns the address to use instead of the server's.
 */
export async function slowLink(origin: string): Promise<{ origin: string; close: () => void }> {
  const down = line(download);
  const up = line(upload);
  const sockets = new Set<Socket>();

  const server = createServer((client) => {
    const upstream = connect(Number(new URL(origin).port), "127.0.0.1");
    // A new connection costs a round trip before its first byte.
    up.carry(client, upstream, roundTrip);
    down.carry(upstream, client, 0);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay();
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      down.stop();
      up.stop();
    },
  };
}

type Flow = { waiting: Buffer; ended: boolean; opened: number; to: Socket };

/** One direction of the link, which its connections share segment by segment. */
function line(rate: number) {
  const flows = new Set<Flow>();
  let free = 0;

  function pump() {
    const now = performance.now();
    // What was not used of the time gone by is lost.
    free = Math.max(free, now - 2);
    for (let sent = true; sent && free <= now; ) {
      sent = false;
      for (const flow of flows) {
        if (free > now || flow.opened > now) continue;
        const bytes = flow.waiting.subarray(0, segment);
        flow.waiting = flow.waiting.subarray(segment);
        free += (bytes.length / rate) * 1000;
        if (bytes.length > 0) {
          sent = true;
          setTimeout(() => flow.to.write(bytes), roundTrip / 2);
        } else if (flow.ended) {
          flows.delete(flow);
          setTimeout(() => flow.to.end(), roundTrip / 2);
        }
      }
    }
  }
  const timer = setInterval(pump, 1);

  function carry(from: Socket, to: Socket, delay: number) {
    const flow = {
      waiting: Buffer.alloc(0),
      ended: false,
      opened: performance.now() + delay,
      to,
    };
    flows.add(flow);
    from.on("data", (bytes: Buffer) => {
      flow.waiting = Buffer.concat([flow.waiting, bytes]);
    });
    from.on("close", () => {
      flow.ended = true;
    });
    from.on("end", () => {
      flow.ended = true;
    });
  }
  return { carry, stop: () => clearInterval(timer) };
}

import { connect } from "node:net";

export type Answer = { status: number; headers: Map<string, string>; body: Buffer };

/**
 * Sends these exact bytes and reads until the server ends the connection, or for `timeout` ms:
 * `fetch` would correct the malformed requests of these tests.
 */
export function sendRaw(port: number, request: string | Buffer, timeout = 30_000): Promise<Buffer> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    const timer = setTimeout(() => socket.destroy(), timeout);
    socket.on("data", (bytes: Buffer) => received.push(bytes));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(Buffer.concat(received));
    });
  });
}

/** A browser's request, with the test's changes. */
export async function request(
  port: number,
  path: string,
  { method = "GET", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const lines = Object.entries({ Host: "localhost", Connection: "close", ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return parse(await sendRaw(port, `${method} ${path} HTTP/1.1\r\n${head}\r\n`));
}

export function parse(bytes: Buffer): Answer {
  const end = bytes.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  return {
    status: Number(statusLine.split(" ")[1]),
    headers: new Map(
      lines.map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    ),
    body: bytes.subarray(end + 4),
  };
}

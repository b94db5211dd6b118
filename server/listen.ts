import { createServer, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { serveSite } from "./app.ts";
import type { HeaderTable } from "./headers.ts";
import { plainPage, plainPageType } from "./plain-page.ts";

/** Slow and half-open connections end; what a browser needs fits well inside. */
const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  // Node looks for those that are late only so often.
  connectionsCheckingInterval: 1_000,
  // Longer than the 60 s after which common load balancers drop an idle connection of theirs: were
  // we first, their next request could meet a closed one.
  keepAliveTimeout: 65_000,
};
/** Without a byte read or written, say by a client that never fetches its answer. */
const inactivity = 30_000;

/** The HTTP server of a published build, not yet listening. */
export function createSiteServer(folder: string, table: HeaderTable): Server {
  const bare = { ...table.always, ...table.bare };
  const refuse = (status: 400 | 500) =>
    new Response(plainPage(status), {
      status,
      headers: { ...bare, ...plainPageType },
    });

  const app = serveSite(folder, table);
  const listener = getRequestListener(app.fetch, {
    // Reached by requests of which no URL can be made, such as one with a wrong Host.
    errorHandler: (error) =>
      refuse(error instanceof Error && error.name === "RequestError" ? 400 : 500),
  });

  const server = createServer(limits, listener);
  server.setTimeout(inactivity);
  // Node would answer these itself, without our headers.
  server.on("checkContinue", listener);
  server.on("checkExpectation", listener);
  server.on("connect", (_request, socket) => endWith(socket, 405, { ...bare, Allow: "GET, HEAD" }));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET") socket.destroy();
    // The parser complains again about each piece that still arrives.
    else if (socket.writable)
      endWith(socket, error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400, bare);
  });
  return server;
}

/** Answers what never became a request, and leaves the client a second to read it. */
function endWith(socket: Duplex, status: 400 | 405 | 408, headers: Record<string, string>): void {
  const body = plainPage(status);
  const head = Object.entries({
    ...headers,
    ...plainPageType,
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  }).map(([name, value]) => `${name}: ${value}`);
  socket.on("error", () => socket.destroy());
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, "", body].join("\r\n"));
  const late = setTimeout(() => socket.destroy(), 1_000);
  socket.once("close", () => clearTimeout(late));
}

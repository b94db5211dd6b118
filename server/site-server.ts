import { createServer, type RequestListener, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Headers } from "./headers.ts";
import { type PlainStatus, plainPage, plainPageType } from "./plain-page.ts";
import { isAddressed } from "./request-path.ts";
import { refuse, responder } from "./respond.ts";
import type { Site } from "./site.ts";

/** Timeouts against slow and half-open connections. Browsers need far less. */
const timeouts = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  // How often Node checks for connections that have timed out.
  connectionsCheckingInterval: 1_000,
  // Longer than the 60 s idle timeout of common load balancers. If we closed first, their next
  // request could reach a closed connection.
  keepAliveTimeout: 65_000,
};
/** Requests without a Host are refused by our own code, with our headers. */
const options = { ...timeouts, requireHostHeader: false };
/** How long, in ms, no byte is read or written, for example because a client does not read its response. */
const inactivity = 30_000;

/** The HTTP server of a site, not yet listening. Another listener may respond in its place. */
export function createSiteServer(site: Site, listener: RequestListener = responder(site)): Server {
  const respond: RequestListener = (request, response) =>
    isAddressed(request) ? listener(request, response) : refuse(site, response, 400);
  const server = createServer(options, respond);
  server.setTimeout(inactivity);
  // Node would answer these itself, without our headers.
  server.on("checkContinue", respond);
  server.on("checkExpectation", respond);
  server.on("connect", (_request, socket) => endWith(socket, site, 405, { Allow: "GET, HEAD" }));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET") socket.destroy();
    // The parser reports an error for each piece that still arrives.
    else if (socket.writable) {
      endWith(socket, site, error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400);
    }
  });
  return server;
}

/** Responds to malformed requests, and leaves the client a second to read the response. */
function endWith(socket: Duplex, site: Site, status: PlainStatus, more: Headers = {}): void {
  const body = plainPage(status, site.brand);
  const headers = {
    ...site.otherHeaders,
    ...plainPageType,
    ...more,
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.on("error", () => socket.destroy());
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"));
  const timer = setTimeout(() => socket.destroy(), 1_000);
  socket.once("close", () => clearTimeout(timer));
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { chooseEncoding, type Encoding } from "./encoding.ts";
import { isCurrent } from "./etag.ts";
import type { Headers } from "./headers.ts";
import { type PlainStatus, plainPage, plainPageType } from "./plain-page.ts";
import { cleanAddress, originForm, queryOf, requestPath } from "./request-path.ts";
import type { Site, SiteFile, Variant } from "./site.ts";

/** Serves the site, and nothing else. */
export function responder(site: Site) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    try {
      respond(site, request, response);
    } catch (error) {
      console.error(error);
      refuse(site, response, 500);
    }
  };
}

function respond(site: Site, request: IncomingMessage, response: ServerResponse) {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return refuse(site, response, 405, { Allow: "GET, HEAD" });
  }
  const target = originForm(request.url ?? "");
  const path = requestPath(target);
  if (path === "/healthz") return sendHealth(site, response, { works: true, text: "ok" });

  const file = site.files.get(path);
  if (file) return sendFile(request, response, file);

  // Redirect only to an existing page, so that the target can't be another host (`//evil.example/`).
  const address = cleanAddress(path);
  const { "Content-Type": type } = site.files.get(address)?.headers ?? {};
  if (type === plainPageType["Content-Type"]) {
    const Location = address + queryOf(target);
    return send(response, 301, { ...site.otherHeaders, Location }, Buffer.alloc(0));
  }
  sendNotFound(request, response, site.notFound);
}

function sendFile(request: IncomingMessage, response: ServerResponse, file: SiteFile): void {
  const { bytes, etag, headers } = negotiate(request, file);
  if (isCurrent(request.headers["if-none-match"], etag)) {
    const { "Content-Type": _, ...withoutType } = file.headers;
    response.writeHead(304, { ...withoutType, ETag: etag }).end();
  } else {
    response.writeHead(200, { ...headers, ETag: etag }).end(bytes);
  }
}

/** A 404 is never conditional (RFC 9110, 13.2.1). */
export function sendNotFound(
  request: IncomingMessage,
  response: ServerResponse,
  file: SiteFile,
): void {
  const { bytes, headers } = negotiate(request, file);
  response.writeHead(404, headers).end(bytes);
}

function negotiate({ headers, url }: IncomingMessage, { variants }: SiteFile): Variant {
  const accept = headers["accept-encoding"]?.toString();
  const encoding = chooseEncoding(accept, Object.keys(variants) as Encoding[]);
  const variant = variants[encoding];
  if (!variant) throw new Error(`There is no ${encoding} of ${url}.`);
  return variant;
}

/** Answers `/healthz`: whether the shop works, and a text, «ok» if all is well. */
export function sendHealth(
  { otherHeaders }: Site,
  response: ServerResponse,
  health: { works: boolean; text: string },
): void {
  const headers = {
    ...otherHeaders,
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
  };
  send(response, health.works ? 200 : 503, headers, Buffer.from(health.text));
}

export function refuse(
  site: Site,
  response: ServerResponse,
  status: PlainStatus,
  more: Headers = {},
): void {
  const headers = { ...site.otherHeaders, ...plainPageType, ...more };
  send(response, status, headers, Buffer.from(plainPage(status, site.brand)));
}

/** Sets the length explicitly, because a HEAD response needs it. Node omits its body. */
function send(response: ServerResponse, status: number, headers: Headers, body: Buffer): void {
  response.writeHead(status, { ...headers, "Content-Length": body.length }).end(body);
}

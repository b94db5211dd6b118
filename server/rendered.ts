import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isIP } from "node:net";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { chooseEncoding } from "./encoding.ts";
import type { Headers as HeaderList } from "./headers.ts";
import { isHost, originForm, requestPath } from "./request-path.ts";
import { refuse, responder, sendNotFound } from "./respond.ts";
import type { Site } from "./site.ts";

/** Pages that are rendered when they are asked for (app/desk/entry.ts). */
export interface RenderedPages {
  /** What this path can be asked for, if one of these pages is there. */
  methodsOf: (path: string) => string[] | undefined;
  answer: (request: Request, caller: Caller) => Promise<Response>;
}

/** What React Router would judge by itself, before any code of ours. */
export interface Caller {
  method: string;
  methods: string[];
  origin: string | undefined;
  /** The network address that it asks from. */
  address: string;
}

/**
 * Answers what is asked of these pages, with these headers; the site answers all else.
 * @param hasProxy whether all requests come through a proxy, which says from where
 */
export function renderedPages(
  pages: RenderedPages,
  site: Site,
  headers: HeaderList,
  others: RequestListener = responder(site),
  hasProxy = false,
): RequestListener {
  return async (request, response) => {
    const target = originForm(request.url ?? "");
    const path = target.replace(/\?.*$/s, "");
    const methods = pages.methodsOf(path);
    // At its address with `.data` React Router has what a page is made of.
    if (!methods || path.endsWith(".data")) return others(request, response);
    if (request.headers.expect) response.writeContinue();
    if (!request.headers.host || !isHost(request.headers.host)) return refuse(site, response, 400);
    if (!requestPath(path)) return sendNotFound(request, response, site.notFound);
    try {
      const answer = await pages.answer(...asked(request, target, methods, hasProxy));
      if (answer.status === 404) sendNotFound(request, response, site.notFound);
      else await send(request, response, answer, { ...headers, ...advice(answer, methods) });
    } catch (error) {
      console.error(error);
      refuse(site, response, 500);
    }
    // What nobody wanted of a body must not stand before the connection's next request.
    request.resume();
  };
}

/** What React Router is asked instead: a HEAD is a GET of which Node leaves out the body. */
const methodFor: Record<string, string> = { GET: "GET", HEAD: "GET", POST: "POST" };

/** The request, and apart from it what React Router must not judge. */
function asked(
  incoming: IncomingMessage,
  target: string,
  methods: string[],
  hasProxy: boolean,
): [Request, Caller] {
  const { method = "" } = incoming;
  const { origin, ...given } = incoming.headers;
  const headers = Object.entries(given).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  // It knows no method that none of these pages takes but PUT, and `Request` not even TRACE.
  const known = methodFor[method] ?? "PUT";
  // Node takes what can be iterated, and leaves the connection open when a part of it is enough.
  const body = incoming.iterator({ destroyOnReturn: false }) as unknown as RequestInit["body"];
  const request = new Request(`http://${given.host}${target}`, {
    method: known,
    headers,
    ...(known === "POST" && { body, duplex: "half" }),
  });
  const address = addressOf(incoming, hasProxy);
  return [request, { method, methods, origin, address }];
}

let isProxyTold = false;

/** Of what is forwarded the proxy wrote the last; what stands before it, anybody may have written. */
function addressOf({ socket, headers }: IncomingMessage, hasProxy: boolean): string {
  const forwarded = hasProxy ? String(headers["x-forwarded-for"]).split(",").at(-1)?.trim() : "";
  const address = isIP(forwarded ?? "") ? forwarded : socket.remoteAddress;
  const isLocal = /^(::1|(::ffff:)?127\..*)$/.test(socket.remoteAddress ?? "");
  if (isLocal && headers["x-forwarded-for"] && !hasProxy && !isProxyTold) {
    isProxyTold = true;
    console.error(
      "Requests come through a proxy: set TRUSTED_PROXY=1, or all shoppers are one address.",
    );
  }
  // IPv4 on a socket of both kinds.
  return (address ?? "").replace(/^::ffff:(?=[\d.]+$)/, "");
}

/** What to do about a refusal. */
function advice({ status, headers }: Response, methods: string[]): HeaderList {
  if (status === 405) return { Allow: methods.join(", ") };
  // React Router drops the headers of a response that is thrown.
  if (status === 401) return { "WWW-Authenticate": 'Basic realm="Mostrador", charset="UTF-8"' };
  if (status === 429 && !headers.has("Retry-After")) return { "Retry-After": "60" };
  return status === 503 && !headers.has("Retry-After") ? { "Retry-After": "5" } : {};
}

const compress = promisify(gzip);

async function send(
  { headers: { "accept-encoding": accept } }: IncomingMessage,
  response: ServerResponse,
  answer: Response,
  more: HeaderList,
): Promise<void> {
  const text = Buffer.from(await answer.arrayBuffer());
  const compressed = text.length > 1000 && chooseEncoding(accept?.toString(), ["gzip"]) === "gzip";
  const bytes = compressed ? await compress(text) : text;
  const headers = new Headers([...answer.headers, ...Object.entries(more)]);
  const policy = headers.get("Content-Security-Policy");
  if (policy && !text.includes("<form")) {
    headers.set(
      "Content-Security-Policy",
      policy.replace("form-action 'self'", "form-action 'none'"),
    );
  }
  headers.set("Vary", "Accept-Encoding");
  headers.set("Content-Length", String(bytes.length));
  if (compressed) headers.set("Content-Encoding", "gzip");
  response.setHeaders(headers).writeHead(answer.status).end(bytes);
}

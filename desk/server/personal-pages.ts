import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { chooseEncoding } from "../../server/encoding.ts";
import type { Headers as HeaderList } from "../../server/headers.ts";
import { originForm, requestPath } from "../../server/request-path.ts";
import { refuse, responder, sendNotFound } from "../../server/respond.ts";
import type { Site } from "../../server/site.ts";
import type { Caller } from "../pages/caller.ts";
import { clientAddresses } from "./client-address.ts";

/** The pages that are rendered on request (entry.ts). */
export interface PersonalPages {
  /** The methods of this path; undefined if it is none of these pages. */
  methodsOf: (path: string) => string[] | undefined;
  answer: (request: Request, caller: Caller) => Promise<Response>;
}

/**
 * Serves these pages with these headers, and everything else from the site.
 * @param siteNow the site, whose pages change with the facts
 */
export function personalPages(
  pages: PersonalPages,
  siteNow: () => Site,
  headers: HeaderList,
  others: RequestListener = (request, response) => responder(siteNow())(request, response),
  { addressOf } = clientAddresses(false),
): RequestListener {
  return async (request, response) => {
    const target = originForm(request.url ?? "");
    const methods = pages.methodsOf(requestPath(target));
    if (!methods) return others(request, response);
    if (request.headers.expect) response.writeContinue();
    // HTTP/1.0 may leave it out, but React Router needs a URL.
    if (!request.headers.host) return refuse(siteNow(), response, 400);
    try {
      const answer = await pages.answer(...toRequest(request, target, methods, addressOf(request)));
      const more = extraHeaders(request, answer, methods);
      if (answer.status === 404) sendNotFound(request, response, siteNow().notFound);
      else if (isFailedFile(request, answer))
        refuse(siteNow(), response, answer.status === 503 ? 503 : 500, more);
      else await send(request, response, answer, { ...headers, ...more });
    } catch (error) {
      console.error(error);
      refuse(siteNow(), response, 500);
    }
    // Drain the unread body, or it would be parsed as the next request on this connection.
    request.resume();
  };
}

/** A route without a component answers its errors as JSON, which is for scripts. They only post. */
const isFailedFile = ({ method }: IncomingMessage, { status, headers }: Response) =>
  method !== "POST" && status >= 500 && !headers.get("Content-Type")?.startsWith("text/html");

/** React Router gets a GET for a HEAD. Node omits the body. */
const methodFor: Record<string, string> = { GET: "GET", HEAD: "GET", POST: "POST" };

/** Makes React Router's request, and the properties that React Router must not check. */
function toRequest(
  incoming: IncomingMessage,
  target: string,
  methods: string[],
  address: string,
): [Request, Caller] {
  const { method = "" } = incoming;
  const { origin, ...rest } = incoming.headers;
  // PUT stands for all other methods: React Router rejects some, and `Request` does not accept TRACE.
  const known = methodFor[method] ?? "PUT";
  // The default iterator would destroy the connection after a body that is read only in part.
  const body = incoming.iterator({ destroyOnReturn: false }) as unknown as RequestInit["body"];
  const request = new Request(`http://${rest.host}${target}`, {
    method: known,
    headers: Object.entries(rest) as [string, string][],
    ...(known === "POST" && { body, duplex: "half" }),
  });
  return [request, { method, methods, origin, address }];
}

/** The additional headers of a refusal. */
function extraHeaders(
  { method, url = "" }: IncomingMessage,
  { status, headers }: Response,
  methods: string[],
): HeaderList {
  if (status === 405) return { Allow: methods.join(", ") };
  // A link in an email comes without the cookie (SameSite=Strict). The page that it is refreshed to is a
  // request from this site, with the cookie. After a POST the owner has to read that nothing was done.
  if (status === 401 && method !== "POST") {
    return { Refresh: `0; url=/mostrador/entrar?a=${encodeURIComponent(originForm(url))}` };
  }
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
  const isPage = !answer.headers.has("Content-Disposition");
  const compressed =
    isPage && text.length > 1000 && chooseEncoding(accept?.toString(), ["gzip"]) === "gzip";
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

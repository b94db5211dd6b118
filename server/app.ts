import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { chooseEncoding, type Encoding } from "./encoding.ts";
import { holds } from "./etag.ts";
import type { Headers, HeaderTable } from "./headers.ts";
import { plainPage, plainPageType } from "./plain-page.ts";
import { cleanAddress, requestPath } from "./request-path.ts";
import { readSite, type SiteFile } from "./site.ts";

type Status = 200 | 400 | 404 | 405 | 500;
type Request = Context<{ Bindings: HttpBindings }>;

/** Serves a published build, and nothing else: every page was rendered when the shop was built. */
export function serveSite(folder: string, table: HeaderTable) {
  const site = readSite(folder, table);
  const bare = { ...table.always, ...table.bare };
  const refuse = (c: Request, status: 400 | 405 | 500, headers: Headers = {}) =>
    answer(c, status, Buffer.from(plainPage(status)), { ...bare, ...plainPageType, ...headers });

  const app = new Hono<{ Bindings: HttpBindings }>();

  const alive = {
    ...bare,
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
  };
  app.get("/healthz", (c) => answer(c, 200, Buffer.from("ok"), alive));

  app.get("*", (c) => {
    const path = requestPath(targetOf(c));
    if (path === undefined) return refuse(c, 400);

    const file = site.files.get(path);
    if (file) return send(c, file, 200);

    // Only to an address that exists, so the redirect can't be led elsewhere (`//evil.example/`).
    const address = cleanAddress(path);
    if (site.files.has(address)) {
      const Location = address + new URL(c.req.url).search;
      return c.body(null, 301, { ...bare, Location, "Content-Length": "0" });
    }
    return send(c, site.notFound, 404);
  });

  app.all("*", (c) => refuse(c, 405, { Allow: "GET, HEAD" }));

  app.onError((error, c) => {
    console.error(error);
    return refuse(c, 500);
  });

  return app;
}

/** As it was sent: `c.req.url` has already resolved `..`. An absolute one is only found there. */
function targetOf(c: Request): string {
  const target = c.env.incoming?.url;
  if (target?.startsWith("/")) return target;
  const { pathname, search } = new URL(c.req.url);
  return pathname + search;
}

function send(c: Request, { headers, variants }: SiteFile, status: 200 | 404) {
  const available = Object.keys(variants) as Encoding[];
  const encoding = chooseEncoding(c.req.header("Accept-Encoding"), available);
  const variant = variants[encoding];
  if (!variant) throw new Error(`No ${encoding} of ${c.req.path}`);

  // A 404 is never validated: RFC 9110, 13.2.1.
  const validator: Headers = status === 200 ? { ETag: variant.etag } : {};
  if (status === 200 && holds(c.req.header("If-None-Match"), variant.etag)) {
    const { "Content-Type": _, ...kept } = headers;
    return c.body(null, 304, { ...kept, ...validator });
  }
  const coding: Headers = encoding === "identity" ? {} : { "Content-Encoding": encoding };
  return answer(c, status, variant.bytes, { ...headers, ...validator, ...coding });
}

/** Says the length itself, because an answer to HEAD has it too. */
function answer(c: Request, status: Status, body: Uint8Array<ArrayBuffer>, headers: Headers) {
  return c.body(body, status, { ...headers, "Content-Length": String(body.length) });
}

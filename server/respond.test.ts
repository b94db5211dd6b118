import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { secret } from "../publish/testing/example-build.ts";
import { serveExample } from "../publish/testing/running-server.ts";
import { createSiteServer } from "./site-server.ts";
import { type Answer, parse, request, sendRaw } from "./testing/raw-request.ts";

const port = await serveExample();

/** Expects the headers that every response must have. */
function expectSafe({ headers }: Answer) {
  expect(headers.get("strict-transport-security")).toBe("max-age=63072000");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  expect(headers.get("permissions-policy")).toMatch(
    /camera=\(\), .*microphone=\(\), .*payment=\(\)/,
  );
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  expect(headers.get("cross-origin-resource-policy")).toMatch(/^(same|cross)-origin$/);
  expect(headers.get("content-security-policy")).toMatch(/frame-ancestors 'none'$/);
}

/** A page contains the rest of its policy. */
const noFrames = "frame-ancestors 'none'";
const noContent = "default-src 'none'; frame-ancestors 'none'";
const immutable = "public, max-age=31536000, immutable";

test.each([
  ["a reading page", "/", 200, noFrames, "no-cache"],
  ["another page", "/contacto", 200, noFrames, "no-cache"],
  ["an interactive page", "/checkout", 200, noFrames, "no-cache"],
  ["a page with a query", "/checkout?utm=1", 200, noFrames, "no-cache"],
  ["an asset", "/assets/app-1a2b3c.js", 200, noContent, immutable],
  ["a file of the root", "/favicon.svg", 200, noContent, "public, max-age=86400"],
  ["a redirect", "/checkout/", 301, noContent, "no-cache"],
  ["no path", "*", 400, noContent, "no-cache"],
  ["an unknown path", "/nada", 404, noFrames, "no-cache"],
  ["an unknown asset", "/assets/nada.js", 404, noFrames, "no-cache"],
  ["the health check", "/healthz", 200, noContent, "no-store"],
])("headers of %s", async (_, path, status, policy, cache) => {
  const answer = await request(port, path);
  expect(answer.status).toBe(status);
  expectSafe(answer);
  expect(answer.headers.get("content-security-policy")).toBe(policy);
  expect(answer.headers.get("cache-control")).toBe(cache);
});

test.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "CONNECT"])(
  "%s is not allowed, on a page as on an unknown path",
  async (method) => {
    for (const path of ["/checkout", "/nada", "/healthz"]) {
      const answer = await request(port, path, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe("GET, HEAD");
      expectSafe(answer);
      expect(answer.body.toString()).toContain("Método no permitido");
    }
  },
);

test("other sites may embed the share image, and no other file", async () => {
  const policyOf = async (path: string) =>
    (await request(port, path)).headers.get("cross-origin-resource-policy");
  expect(await policyOf("/share.jpg")).toBe("cross-origin");
  expect(await policyOf("/assets/photo-1a2b3c.avif")).toBe("same-origin");
  expect(await policyOf("/")).toBe("same-origin");
});

test.each([
  ["/", "text/html; charset=utf-8"],
  ["/assets/app-1a2b3c.css", "text/css; charset=utf-8"],
  ["/assets/app-1a2b3c.js", "text/javascript; charset=utf-8"],
  ["/assets/photo-1a2b3c.avif", "image/avif"],
  ["/favicon.svg", "image/svg+xml; charset=utf-8"],
  ["/robots.txt", "text/plain; charset=utf-8"],
  ["/sitemap.xml", "application/xml; charset=utf-8"],
  ["/speculation-rules.json", "application/speculationrules+json"],
  ["/nada", "text/html; charset=utf-8"],
])("%s is of the type %s", async (path, type) => {
  const { headers, body } = await request(port, path);
  expect(headers.get("content-type")).toBe(type);
  expect(headers.get("content-length")).toBe(String(body.length));
});

test("pages link to the speculation rules", async () => {
  const rulesOf = async (path: string) =>
    (await request(port, path)).headers.get("speculation-rules");
  const everywhere = '"/speculation-rules.json"';
  expect(await rulesOf("/")).toBe(`${everywhere}, "/speculation-rules-home.json"`);
  for (const path of ["/contacto", "/checkout", "/nada"])
    expect(await rulesOf(path)).toBe(everywhere);
});

test("each encoding has its own bytes and ETag, and Vary", async () => {
  const ask = (accept: string) =>
    request(port, "/contacto", { headers: { "Accept-Encoding": accept } });
  const [plain, gzip, br] = await Promise.all([ask("identity"), ask("gzip"), ask("gzip, br")]);
  expect(plain.headers.has("content-encoding")).toBe(false);
  expect(gzip.headers.get("content-encoding")).toBe("gzip");
  expect(br.headers.get("content-encoding")).toBe("br");
  expect(gunzipSync(gzip.body)).toEqual(plain.body);
  expect(brotliDecompressSync(br.body)).toEqual(plain.body);
  expect(new Set([plain, gzip, br].map(({ headers }) => headers.get("etag"))).size).toBe(3);
  for (const { headers, body } of [plain, gzip, br]) {
    expect(headers.get("vary")).toBe("Accept-Encoding");
    expect(headers.get("etag")).toMatch(/^"[\w-]{22}"$/);
    expect(headers.get("content-length")).toBe(String(body.length));
  }
});

test("answers 304 for a matching ETag", async () => {
  const etag = (await request(port, "/checkout")).headers.get("etag");
  for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, `W/"x",W/${etag}`, "*"]) {
    const answer = await request(port, "/checkout", { headers: { "If-None-Match": tags ?? "" } });
    expect(answer.status, tags ?? "").toBe(304);
    expect(answer.body.length).toBe(0);
    expect(answer.headers.get("etag")).toBe(etag);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    expect(answer.headers.get("vary")).toBe("Accept-Encoding");
    expectSafe(answer);
  }
  for (const tags of ['"other"', etag?.slice(1, -1) ?? "", "", '"']) {
    const answer = await request(port, "/checkout", { headers: { "If-None-Match": tags } });
    expect(answer.status, tags).toBe(200);
  }
});

test("a file with one encoding has no Vary", async () => {
  const { headers } = await request(port, "/favicon.svg", { headers: { "Accept-Encoding": "br" } });
  expect(headers.has("vary")).toBe(false);
  expect(headers.has("content-encoding")).toBe(false);
});

test("an ETag is valid for its own encoding only", async () => {
  const etag = (await request(port, "/contacto")).headers.get("etag") ?? "";
  const headers = { "If-None-Match": etag, "Accept-Encoding": "br" };
  expect((await request(port, "/contacto", { headers })).status).toBe(200);
});

test("answers 404 for an unknown path even with If-None-Match: *", async () => {
  const answer = await request(port, "/nada", {
    headers: { "If-None-Match": "*" },
  });
  expect(answer.status).toBe(404);
  expect(answer.headers.has("etag")).toBe(false);
});

test.each([
  "/",
  "/checkout",
  "/assets/photo-1a2b3c.avif",
  "/nada",
  "/checkout/",
  "/healthz",
  "/%00",
])("HEAD %s answers like GET, without the body", async (path) => {
  const headers = { "Accept-Encoding": "br" };
  const [get, head] = await Promise.all([
    request(port, path, { headers }),
    request(port, path, { headers, method: "HEAD" }),
  ]);
  expect(head.status).toBe(get.status);
  expect(head.body.length).toBe(0);
  for (const answer of [get, head]) answer.headers.delete("date");
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
});

test.each([
  ["/checkout/", "/checkout"],
  ["/checkout//", "/checkout"],
  ["/checkout/?a=1&b=//x", "/checkout?a=1&b=//x"],
  ["/checkout.html", "/checkout"],
  ["/checkout/index.html", "/checkout"],
  ["/index.html", "/"],
  ["/index.html?a=1", "/?a=1"],
  ["//", "/"],
])("redirects %s to %s", async (path, location) => {
  const answer = await request(port, path);
  expect(answer.status).toBe(301);
  expect(answer.headers.get("location")).toBe(location);
});

test.each([
  "/nada",
  "/nada/",
  "/nada.html",
  "/404",
  "/404/",
  "/404.html",
  "/Checkout",
  "/assets",
  "/assets/",
  "/assets/app-1a2b3c.js.br",
  "/checkout.html.gz",
  "/_headers",
  "/headers.json",
  "/secret.txt",
  "/.vite/manifest.json",
  "//evil.example/",
  "//evil.example/%2f",
  "/https://evil.example/",
  "/%252e%252e/secret.txt",
  "/__proto__",
  "/constructor",
  "/favicon.svg/",
  "/../secret.txt",
  "/assets/../../secret.txt",
  "/%2e%2e/secret.txt",
  "/..%2fsecret.txt",
  "/..\\secret.txt",
  "/..%5csecret.txt",
  "/a/../checkout",
  "/checkout/./",
  "/checkout%00.html",
  "/checkout%0d%0aSet-Cookie:%20a=b/",
  "/checkout/%0A",
  "/%",
  "/50%-descuento",
  "/%zz",
  "/promoci%F3n",
  "/%c0%ae%c0%ae/secret.txt",
  `/${"a".repeat(10_000)}`,
])("answers %s with the 404 page", async (path) => {
  const answer = await request(port, path);
  expect(answer.status).toBe(404);
  expectSafe(answer);
  expect(answer.headers.has("location")).toBe(false);
  expect(answer.body.toString()).toContain("Página no encontrada");
  expect(answer.body.toString()).not.toContain(secret);
});

test.each([
  ["a path longer than Node reads", `/${"a".repeat(100_000)}`],
  ["a path of a megabyte", `/${"a".repeat(1_000_000)}`],
  ["a raw NUL", "/check\0out"],
  ["no path", ""],
  ["another scheme", "ftp://localhost/"],
])("answers %s with 400", async (_, path) => {
  const answer = await request(port, path);
  expect(answer.status).toBe(400);
  expectSafe(answer);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(answer.body.toString()).toContain("Petición no válida");
  expect(answer.body.toString()).not.toMatch(/\bat .*\.(ts|js):\d/);
});

test.each([
  ["an unknown method", "JUMP / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n"],
  ["an invalid Host", "GET / HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n"],
  ["no Host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
  ["two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\nConnection: close\r\n\r\n"],
  ["two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"],
  ["a header as long as a book", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(50_000)}\r\n\r\n`],
])("answers %s with 400", async (_, text) => {
  const answer = parse(await sendRaw(port, text));
  expect(answer.status).toBe(400);
  expectSafe(answer);
  expect(answer.body.toString()).toContain("Petición no válida");
});

test("HTTP/1.0 may leave out the Host", async () => {
  expect(parse(await sendRaw(port, "GET /contacto HTTP/1.0\r\n\r\n")).status).toBe(200);
});

test("serves an absolute URL as its path", async () => {
  const answer = await request(port, "http://localhost/contacto");
  expect(answer.status).toBe(200);
});

test("ignores an unknown Expect header", async () => {
  const answer = await request(port, "/contacto", { headers: { Expect: "bananas" } });
  expect(answer.status).toBe(200);
  expectSafe(answer);
});

test("answers an internal error with a short page in Spanish, without the reason", async () => {
  const log = vi.spyOn(console, "error").mockReturnValue();
  const files = new Map();
  files.get = () => {
    throw new Error("the reason");
  };
  const site = {
    brand: "Aurelia",
    files,
    notFound: { headers: {}, variants: {} },
    commonHeaders: {},
    otherHeaders: {},
  };
  const server = createSiteServer(site).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const answer = await request((server.address() as AddressInfo).port, "/");
  expect(answer.status).toBe(500);
  expect(answer.body.toString()).toContain("Algo ha fallado");
  expect(answer.body.toString()).not.toContain("the reason");
  expect(log).toHaveBeenCalledOnce();
});

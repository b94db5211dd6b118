import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serveExample } from "../../publish/testing/running-server.ts";
import { request } from "../../server/testing/raw-request.ts";
import type { Caller } from "../pages/caller.ts";
import { type PersonalPages, personalPages } from "./personal-pages.ts";

let answer: (request: Request, caller: Caller) => Response;
const pages: PersonalPages = {
  methodsOf: (path) => (path.startsWith("/pedido/") ? ["GET", "HEAD", "POST"] : undefined),
  answer: async (request, caller) => answer(request, caller),
};
const policy = "default-src 'none'; form-action 'self'; base-uri 'none'";
const headers = { "Content-Security-Policy": policy, "X-Test": "yes" };
const port = await serveExample((site) => personalPages(pages, () => site, headers));

const long = `<h1>Pedido</h1>${"largo ".repeat(300)}`;
beforeEach(() => {
  answer = () => new Response(long, { status: 200 });
});

const log = vi.spyOn(console, "error").mockImplementation(() => {});
afterEach(() => void log.mockClear());

test("passes the request on, except what React Router would check", async () => {
  let seen: unknown;
  answer = ({ url, method, headers }, caller) => {
    seen = { url, method, cookie: headers.get("Cookie"), origin: headers.get("Origin"), caller };
    return new Response("");
  };
  const sent = { Cookie: "a=1", Origin: "https://evil.example" };
  const methods = ["GET", "HEAD", "POST"];
  const common = { url: "http://localhost/pedido/a%20b?c=d", cookie: "a=1", origin: null };
  for (const [method, asked] of [
    ["GET", "GET"],
    ["HEAD", "GET"],
    ["POST", "POST"],
    ["PROPFIND", "PUT"],
    ["TRACE", "PUT"],
  ] as const) {
    await request(port, "/pedido/a%20b?c=d", { method, headers: sent });
    const caller = { method, methods, origin: "https://evil.example", address: "" };
    expect(seen).toEqual({ ...common, method: asked, caller });
  }
});

test("accepts an absolute URL", async () => {
  let seen: string | undefined;
  answer = ({ url }) => {
    seen = url;
    return new Response("");
  };
  expect((await request(port, "http://evil.example/pedido/a?c=d")).status).toBe(200);
  expect(seen).toBe("http://localhost/pedido/a?c=d");
});

test("a response has the common headers and its own", async () => {
  answer = () => new Response("corto", { status: 201, headers: { Location: "/a" } });
  const found = await request(port, "/pedido/a");
  expect(found.status).toBe(201);
  expect(Object.fromEntries(found.headers)).toMatchObject({
    "x-test": "yes",
    location: "/a",
    vary: "Accept-Encoding",
    "content-length": "5",
  });
  expect(found.headers.has("content-encoding")).toBe(false);
});

test.each([
  ["gzip", gunzipSync],
  ["identity", (bytes: Buffer) => bytes],
])("sends a long page with Content-Encoding %s", async (encoding, decode) => {
  const { headers, body } = await request(port, "/pedido/a", {
    headers: { "Accept-Encoding": encoding },
  });
  expect(headers.get("content-encoding") ?? "identity").toBe(encoding);
  expect(headers.get("content-length")).toBe(String(body.length));
  expect(String(decode(body))).toBe(long);
});

test("sends a short page uncompressed", async () => {
  answer = () => new Response("a".repeat(1000));
  const asked = { headers: { "Accept-Encoding": "gzip" } };
  expect((await request(port, "/pedido/a", asked)).headers.has("content-encoding")).toBe(false);
  answer = () => new Response("a".repeat(1001));
  expect((await request(port, "/pedido/a", asked)).headers.get("content-encoding")).toBe("gzip");
});

test("allows form-action only for a page with a form", async () => {
  const policyOf = async () =>
    (await request(port, "/pedido/a")).headers.get("content-security-policy");
  expect(await policyOf()).toBe("default-src 'none'; form-action 'none'; base-uri 'none'");
  answer = () => new Response('<form action="/a">');
  expect(await policyOf()).toBe(policy);
});

test("a refusal has the header that helps the client", async () => {
  const html = { "Content-Type": "text/html; charset=utf-8" };
  answer = () => new Response("", { status: 405 });
  expect((await request(port, "/pedido/a")).headers.get("allow")).toBe("GET, HEAD, POST");
  answer = () => new Response("", { status: 503 });
  expect((await request(port, "/pedido/a")).headers.get("retry-after")).toBe("5");
  answer = () => new Response("", { status: 503, headers: { ...html, "Retry-After": "3600" } });
  expect((await request(port, "/pedido/a")).headers.get("retry-after")).toBe("3600");
  answer = () => new Response("", { status: 429 });
  expect((await request(port, "/pedido/a")).headers.get("retry-after")).toBe("60");
  answer = () => new Response("", { status: 429, headers: { "Retry-After": "1800" } });
  expect((await request(port, "/pedido/a")).headers.get("retry-after")).toBe("1800");
  answer = () => new Response("", { status: 401 });
  expect((await request(port, "/pedido/a?b=1")).headers.get("refresh")).toBe(
    "0; url=/mostrador/entrar?a=%2Fpedido%2Fa%3Fb%3D1",
  );
  answer = () => new Response("");
  const { headers } = await request(port, "/pedido/a");
  expect([headers.has("allow"), headers.has("retry-after")]).toEqual([false, false]);
});

test("answers with the site's 404 page", async () => {
  answer = () => new Response("", { status: 404 });
  const { status, headers, body } = await request(port, "/pedido/a");
  expect([status, headers.get("cache-control")]).toEqual([404, "no-cache"]);
  expect(String(body)).toContain("Página no encontrada");
});

test("answers a failing page with a plain sentence, and logs it once", async () => {
  const fault = new Error("broken");
  answer = () => {
    throw fault;
  };
  const { status, body } = await request(port, "/pedido/a");
  expect(status).toBe(500);
  expect(String(body)).toContain("<h1>Algo ha fallado</h1>");
  expect(log.mock.calls).toEqual([[fault]]);
});

test.each(["a b", "evil.example/x", "shop.example:99999", "1.2.3.999", "a\r\nHost: b"])(
  "refuses the host «%s»",
  async (Host) => {
    expect((await request(port, "/pedido/a", { headers: { Host } })).status).toBe(400);
    expect(log).not.toHaveBeenCalled();
  },
);

test("does not compress a download, which is compressed already", async () => {
  answer = () => new Response(long, { headers: { "Content-Disposition": "attachment" } });
  const { headers, body } = await request(port, "/pedido/a", {
    headers: { "Accept-Encoding": "gzip" },
  });
  expect(headers.get("content-encoding")).toBeUndefined();
  expect(String(body)).toBe(long);
});

import { expect, test } from "vitest";
import type { HeaderTable } from "../server/headers.ts";
import { cdnHeaders, nginxHeaders } from "./header-files.ts";

const table: HeaderTable = {
  common: { "X-Test": "yes", "Content-Security-Policy": "page" },
  addresses: {
    "/assets/*": { "Cache-Control": "immutable", "Cross-Origin-Resource-Policy": "same-origin" },
    "/": { "Cache-Control": "no-cache", "Speculation-Rules": '"/rules.json"' },
    "/checkout": { "Cache-Control": "no-cache" },
    "/rules.json": { "Cache-Control": "one day", "Content-Type": "application/rules" },
    "/a price list.pdf": { "Cache-Control": "one day" },
    "/v1.2/notes": { "Cache-Control": "one day" },
  },
  notFound: { "Cache-Control": "no-cache" },
  noPage: { "Content-Security-Policy": "no page" },
  fallback: { "Cache-Control": "no-cache" },
};

test("writes _headers for Netlify and Cloudflare", () => {
  expect(cdnHeaders(table)).toBe(
    [
      "/*",
      "  X-Test: yes",
      "  Content-Security-Policy: page",
      "/assets/*",
      "  Cache-Control: immutable",
      "  Cross-Origin-Resource-Policy: same-origin",
      "/",
      "  Cache-Control: no-cache",
      '  Speculation-Rules: "/rules.json"',
      "/checkout",
      "  Cache-Control: no-cache",
      "/rules.json",
      "  Cache-Control: one day",
      "  Content-Type: application/rules",
      "/a%20price%20list.pdf",
      "  Cache-Control: one day",
      "/v1.2/notes",
      "  Cache-Control: one day",
      "",
    ].join("\n"),
  );
});

test("writes nginx headers: constants, and maps by file", () => {
  expect(nginxHeaders(table)).toBe(
    [
      "# Written by publish/publish.ts.",
      'add_header X-Test "yes" always;',
      "map $uri $shop_content_security_policy {",
      '  default "no page";',
      '  ~\\.html$ "page";',
      "}",
      "add_header Content-Security-Policy $shop_content_security_policy always;",
      "map $uri $shop_cache_control {",
      '  default "no-cache";',
      '  ~^/assets/ "immutable";',
      '  /rules.json "one day";',
      '  "/a price list.pdf" "one day";',
      '  /v1.2/notes.html "one day";',
      "}",
      "add_header Cache-Control $shop_cache_control always;",
      "map $uri $shop_cross_origin_resource_policy {",
      '  default "";',
      '  ~^/assets/ "same-origin";',
      "}",
      "add_header Cross-Origin-Resource-Policy $shop_cross_origin_resource_policy always;",
      "map $uri $shop_speculation_rules {",
      '  default "";',
      '  /index.html "\\"/rules.json\\"";',
      "}",
      "add_header Speculation-Rules $shop_speculation_rules always;",
      "map $status $shop_allow {",
      '  405 "GET, HEAD";',
      "}",
      "add_header Allow $shop_allow always;",
      "",
    ].join("\n"),
  );
});

test("leaves out a default header where a file has none", () => {
  const fallback = { "Cache-Control": "no-cache", "X-Note": "fallback" };
  const conf = nginxHeaders({
    ...table,
    fallback,
    notFound: { ...table.notFound, "X-Note": "none" },
  });
  expect(conf).toContain(
    'map $uri $shop_x_note {\n  default "fallback";\n  /404.html "none";\n  ~^/assets/ "";\n  /index.html "";',
  );
});

/** A table with this many rules, including `/*`. */
const withRules = (count: number) => ({
  ...table,
  addresses: Object.fromEntries(Array.from({ length: count - 1 }, (_, index) => [`/${index}`, {}])),
});

test("refuses more rules than Cloudflare reads", () => {
  expect(cdnHeaders(withRules(100))).toContain("/98");
  expect(() => cdnHeaders(withRules(101))).toThrow("_headers has 101 rules; Cloudflare reads 100.");
});

test("refuses a line longer than Cloudflare reads", () => {
  const long = (length: number) => ({
    ...table,
    common: { X: "x".repeat(length - "  X: ".length) },
  });
  expect(cdnHeaders(long(2000))).toContain("xxx");
  expect(() => cdnHeaders(long(2001))).toThrow(
    `_headers has a line of over 2000 characters:   X: ${"x".repeat(75)}…`,
  );
});

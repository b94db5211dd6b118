import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { contentSecurityPolicy, withPolicy } from "./content-security-policy.ts";

const policyOf = (html: string) => contentSecurityPolicy(html, "page.html");
const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("a reading page runs no script at all", () => {
  expect(policyOf("<h1>Hola</h1>")).toBe(
    "default-src 'none'; script-src 'none'; style-src 'self'; img-src 'self'; " +
      "font-src data:; connect-src 'self'; manifest-src 'self'; form-action 'none'; " +
      "base-uri 'none'",
  );
});

test("structured data is no script", () => {
  expect(policyOf('<script type="application/ld+json">{}</script>')).toContain("script-src 'none'");
});

test("an interactive page may run the shop's scripts and its inline ones, by hash", () => {
  const html =
    '<script>one()</script><script type="module" async="">two()\n</script>' +
    '<script src="/assets/three.js"></script><script>one()</script>';
  expect(policyOf(html)).toContain(`script-src 'self' ${hash("one()")} ${hash("two()\n")};`);
});

test("a page with only inline scripts may load no script file", () => {
  expect(policyOf("<script>one()</script>")).toContain(`script-src ${hash("one()")};`);
});

test("a page with only script files needs no hash", () => {
  expect(policyOf('<script src="/a.js"></script>')).toContain("script-src 'self';");
});

test("allows inline style sheets by hash", () => {
  expect(policyOf("<style>a{}</style>")).toContain(`style-src 'self' ${hash("a{}")};`);
});

test.each([
  ['<p style="color:red">', "style"],
  ["<p\n style = 'color:red'>", "style"],
  ['<button class="x" onclick="buy()">', "onclick"],
  ["<IMG SRC=x ONERROR=y()>", "onerror"],
])("refuses %j", (html, attribute) => {
  expect(() => policyOf(html)).toThrow(`page.html carries the attribute "${attribute}"`);
});

test.each([
  '<p title="style=x onclick=y > onload=z">',
  "<p>escribe style=&quot;x&quot; onclick=y</p>",
  '<!-- <p style="x"> -->',
  '<script>const html = "<p style=x>";</script>',
  '<option value="on" data-style="x">',
])("accepts %j", (html) => {
  expect(() => policyOf(html)).not.toThrow();
});

test("never allows 'unsafe-inline'", () => {
  expect(policyOf("<script>x</script><style>y</style>")).not.toContain("unsafe");
});

test("parses elements as browsers do, and tells styles from scripts", () => {
  expect(policyOf("<style>a{}</style ><script>one()</script\n>")).toBe(
    `default-src 'none'; script-src ${hash("one()")}; style-src 'self' ${hash("a{}")}; img-src 'self'; ` +
      "font-src data:; connect-src 'self'; manifest-src 'self'; form-action 'none'; " +
      "base-uri 'none'",
  );
  expect(policyOf("<style>a{}</style>")).toContain("script-src 'none'");
});

test("data blocks are no scripts", () => {
  expect(policyOf('<script type="application/json">{}</script>')).toContain("script-src 'none'");
});

test("shows what is refused, with advice", () => {
  const tag = `<p class='a' style="${"x".repeat(200)}">`;
  expect(() => policyOf(tag)).toThrow(
    'page.html carries the attribute "style", which its security policy blocks ' +
      `(use a class, or a script of the build): ${tag.slice(0, 120)}`,
  );
  expect(() => policyOf(tag)).not.toThrow(tag);
});

test("ignores attributes within another's value", () => {
  expect(() => policyOf("<p title='a style=b'>x</p>")).not.toThrow();
  expect(() => policyOf("<script style='x'>y</script>")).toThrow('the attribute "style"');
});

test.each([
  ['<form method="post" action="/desistimiento">', "'self'"],
  ['<form class="a" method="post">', "'self'"],
  ['<form method="dialog">', "'none'"],
  ['<form><p data-method="post">', "'none'"],
  ['<p>method="post"</p>', "'none'"],
])("allows %s for %s", (html, target) => {
  expect(policyOf(html)).toContain(`form-action ${target};`);
});

test.each(['<meta charset="utf-8">', '<meta charSet="UTF-8" />'])(
  "stands in the page right after %s, so that it applies to all the rest",
  (charset) => {
    const page = (more: string) =>
      `<html><head>${charset}${more}<title>Brisa</title><script>one()</script></head></html>`;
    const policy = policyOf(page(""));
    expect(policy).toContain(`script-src ${hash("one()")};`);
    expect(withPolicy(page(""), "page.html")).toBe(
      page(`<meta http-equiv="Content-Security-Policy" content="${policy}"/>`),
    );
  },
);

test("refuses a page without a charset", () => {
  expect(() => withPolicy("<html></html>", "page.html")).toThrow(
    'page.html has no <meta charset="utf-8">.',
  );
});

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { contentSecurityPolicy } from "./content-security-policy.ts";

const policyOf = (html: string) => contentSecurityPolicy(html, "page.html");
const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("a reading page runs no script at all", () => {
  expect(policyOf("<h1>Hola</h1>")).toBe(
    "default-src 'none'; script-src 'none'; style-src 'self'; img-src 'self'; " +
      "font-src data:; connect-src 'self'; manifest-src 'self'; form-action 'none'; " +
      "base-uri 'none'; frame-ancestors 'none'",
  );
});

test("structured data is no script", () => {
  expect(policyOf('<script type="application/ld+json">{}</script>')).toContain("script-src 'none'");
});

test("an interactive page runs our scripts and its own inline ones, known by their hashes", () => {
  const html =
    '<script>one()</script><script type="module" async="">two()\n</script>' +
    '<script src="/assets/three.js"></script><script>one()</script>';
  expect(policyOf(html)).toContain(`script-src 'self' ${hash("one()")} ${hash("two()\n")};`);
});

test("a page with inline scripts alone may load no script file", () => {
  expect(policyOf("<script>one()</script>")).toContain(`script-src ${hash("one()")};`);
});

test("a page with only script files needs no hash", () => {
  expect(policyOf('<script src="/a.js"></script>')).toContain("script-src 'self';");
});

test("inline style sheets are known by their hashes", () => {
  expect(policyOf("<style>a{}</style>")).toContain(`style-src 'self' ${hash("a{}")};`);
});

test.each([
  ['<p style="color:red">', "style"],
  ["<p\n style = 'color:red'>", "style"],
  ['<button class="x" onclick="buy()">', "onclick"],
  ["<IMG SRC=x ONERROR=y()>", "onerror"],
])("%j is refused", (html, attribute) => {
  expect(() => policyOf(html)).toThrow(`page.html carries the attribute "${attribute}"`);
});

test.each([
  '<p title="style=x onclick=y > onload=z">',
  "<p>escribe style=&quot;x&quot; onclick=y</p>",
  '<!-- <p style="x"> -->',
  '<script>const html = "<p style=x>";</script>',
  '<option value="on" data-style="x">',
])("%j is fine", (html) => {
  expect(() => policyOf(html)).not.toThrow();
});

test("nothing inline is ever allowed wholesale", () => {
  expect(policyOf("<script>x</script><style>y</style>")).not.toContain("unsafe");
});

test("an element ends where browsers end it, and a style is no script", () => {
  expect(policyOf("<style>a{}</style ><script>one()</script\n>")).toBe(
    `default-src 'none'; script-src ${hash("one()")}; style-src 'self' ${hash("a{}")}; img-src 'self'; ` +
      "font-src data:; connect-src 'self'; manifest-src 'self'; form-action 'none'; " +
      "base-uri 'none'; frame-ancestors 'none'",
  );
  expect(policyOf("<style>a{}</style>")).toContain("script-src 'none'");
});

test("data of any kind is no script", () => {
  expect(policyOf('<script type="application/json">{}</script>')).toContain("script-src 'none'");
});

test("what is refused is shown, with advice", () => {
  const tag = `<p class='a' style="${"x".repeat(200)}">`;
  expect(() => policyOf(tag)).toThrow(
    'page.html carries the attribute "style", which its security policy blocks ' +
      `(use a class, or a script of the build): ${tag.slice(0, 120)}`,
  );
  expect(() => policyOf(tag)).not.toThrow(tag);
});

test("an attribute in another's value is none, whatever the quotes", () => {
  expect(() => policyOf("<p title='a style=b'>x</p>")).not.toThrow();
  expect(() => policyOf("<script style='x'>y</script>")).toThrow('the attribute "style"');
});

test.each([
  ['<form method="post" action="/desistimiento">', "'self'"],
  ['<form class="a" method="post">', "'self'"],
  ['<form method="dialog">', "'none'"],
  ['<form><p data-method="post">', "'none'"],
  ['<p>method="post"</p>', "'none'"],
])("%s may be sent to %s", (html, target) => {
  expect(policyOf(html)).toContain(`form-action ${target};`);
});

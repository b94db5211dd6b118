import { expect, test } from "vitest";
import { contentTypeOf } from "./content-type.ts";

test.each([
  ["index.html", "text/html; charset=utf-8"],
  ["app.css", "text/css; charset=utf-8"],
  ["app.js", "text/javascript; charset=utf-8"],
  ["robots.txt", "text/plain; charset=utf-8"],
  ["sitemap.xml", "application/xml; charset=utf-8"],
  ["favicon.svg", "image/svg+xml; charset=utf-8"],
  ["data.json", "application/json"],
  ["manifest.webmanifest", "application/manifest+json"],
  ["photo.avif", "image/avif"],
  ["photo.webp", "image/webp"],
  ["photo.jpg", "image/jpeg"],
  ["icon.png", "image/png"],
  ["favicon.ico", "image/x-icon"],
  ["font.woff2", "font/woff2"],
  ["something.else", "application/octet-stream"],
])("%s is %s", (file, type) => {
  expect(contentTypeOf(file)).toBe(type);
});

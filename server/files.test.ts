import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { addressOf, filesOf, isPage } from "./files.ts";

test("CDN files, compressed versions and links have no URL", () => {
  const folder = mkdtempSync(join(tmpdir(), "aurelia-files-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "assets"));
  for (const name of [
    "b.html",
    "a_b.txt",
    "a.gz.txt",
    "assets/_c.js",
    "_headers",
    "b.html.br",
    "b.html.gz",
  ]) {
    writeFileSync(join(folder, name), "");
  }
  symlinkSync("/etc/hostname", join(folder, "link.txt"));
  expect(filesOf(folder)).toEqual(["a.gz.txt", "a_b.txt", "assets/_c.js", "b.html"]);
});

test.each([
  ["index.html", "/"],
  ["checkout.html", "/checkout"],
  ["notes.html.txt", "/notes.html.txt"],
  ["assets/app.js", "/assets/app.js"],
])("serves %s at %s", (file, address) => {
  expect(addressOf(file)).toBe(address);
});

test("a page is HTML", () => {
  expect(["a.html", "a.html.txt", "a.css"].filter(isPage)).toEqual(["a.html"]);
});

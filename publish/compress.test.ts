import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { compress } from "./compress.ts";

async function compressed(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "aurelia-compress-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  await compress(folder);
  return folder;
}

/** A text whose gzip size depends on the compression level. */
const text = Array.from(
  { length: 400 },
  (_, index) => `${(index * index) % 997} perfume ${index}`,
).join(" ");

test("compresses text with both encodings, and compressed formats with none", async () => {
  const folder = await compressed({
    "page.html": text,
    "photo.avif": text,
    "notes.txt.bak": text,
    "app.js": text,
  });
  expect(readdirSync(folder).sort()).toEqual([
    "app.js",
    "app.js.br",
    "app.js.gz",
    "notes.txt.bak",
    "page.html",
    "page.html.br",
    "page.html.gz",
    "photo.avif",
  ]);
  const gz = readFileSync(join(folder, "page.html.gz"));
  expect(gunzipSync(gz).toString()).toBe(text);
  expect(gz.length).toBe(gzipSync(text, { level: 9 }).length);
  expect(gz.length).toBeLessThan(gzipSync(text, { level: 1 }).length);
  expect(brotliDecompressSync(readFileSync(join(folder, "page.html.br"))).toString()).toBe(text);
});

/** The longest text that has the same size after compression. */
function incompressible(size: (text: string) => number): string {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  for (let length = 200; length > 0; length--) {
    const candidate = letters.repeat(8).slice(0, length);
    if (size(candidate) === candidate.length) return candidate;
  }
  throw new Error("There is none.");
}

test("leaves out a compressed file that is not smaller", async () => {
  const same = incompressible((candidate) => gzipSync(candidate, { level: 9 }).length);
  const folder = await compressed({ "a.txt": same, "b.txt": "x" });
  expect(readdirSync(folder)).not.toContain("a.txt.gz");
  expect(readdirSync(folder)).not.toContain("b.txt.br");
});

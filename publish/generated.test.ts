import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";

/** Runs a script that writes to a temporary folder, and returns the folder. */
function made(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), "aurelia-generated-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, [script, folder]);
  return folder;
}

test("icons and share picture are those of `npm run icons`", async () => {
  const folder = made("photography/icons.ts");
  const files = readdirSync(folder);
  expect(files.sort()).toEqual([
    "apple-touch-icon.png",
    "favicon.ico",
    "icon-192.png",
    "icon-512.png",
    "share.jpg",
  ]);
  for (const file of files) {
    const [a, b] = await Promise.all([pixels(join(folder, file)), pixels(`public/${file}`)]);
    expect(a.length, file).toBe(b.length);
    // CPUs round differently.
    const farthest = a.reduce(
      (most, value, index) => Math.max(most, Math.abs(value - (b[index] ?? 0))),
      0,
    );
    expect(farthest, file).toBeLessThan(8);
  }
});

/** Our .ico files consist of 22 bytes of headers and a PNG. */
function pixels(path: string): Promise<Buffer> {
  const bytes = readFileSync(path);
  return sharp(path.endsWith(".ico") ? bytes.subarray(22) : bytes)
    .raw()
    .toBuffer();
}

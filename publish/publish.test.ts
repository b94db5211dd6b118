import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { filesOf } from "../server/files.ts";
import { example, exampleBuild } from "../server/testing/example-build.ts";
import { publish } from "./publish.ts";

const read = (folder: string, file: string) => readFileSync(join(folder, file), "utf8");

test("each page is one file of its own name, and nothing is left that no page asks for", async () => {
  const folder = exampleBuild();
  await publish(folder);
  expect(filesOf(folder)).toEqual([
    "404.html",
    "assets/app-1a2b3c.css",
    "assets/app-1a2b3c.js",
    "assets/photo-1a2b3c.avif",
    "checkout.html",
    "contacto.html",
    "favicon.svg",
    "index.html",
    "robots.txt",
    "share.jpg",
    "sitemap.xml",
    "speculation-rules.json",
  ]);
  expect(existsSync(join(folder, "checkout"))).toBe(false);
  expect(existsSync(join(folder, ".vite"))).toBe(false);
});

test("what gets smaller has a brotli and a gzip sibling of the same content", async () => {
  const folder = exampleBuild();
  await publish(folder);
  for (const file of ["index.html", "404.html", "assets/app-1a2b3c.js"]) {
    const bytes = readFileSync(join(folder, file));
    expect(brotliDecompressSync(readFileSync(join(folder, `${file}.br`)))).toEqual(bytes);
    expect(gunzipSync(readFileSync(join(folder, `${file}.gz`)))).toEqual(bytes);
  }
  expect(existsSync(join(folder, "assets/photo-1a2b3c.avif.br"))).toBe(false);
  expect(existsSync(join(folder, "favicon.svg.gz"))).toBe(false);
});

test("the 404 page brings its policy along, for CDNs that know no header for its address", async () => {
  const folder = exampleBuild();
  await publish(folder);
  const [, meta] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(
    read(folder, "404.html"),
  ) ?? ["", ""];
  expect(meta).toContain("default-src 'none'; script-src 'sha256-");
  expect(meta).not.toContain("frame-ancestors");
  expect(read(folder, "404.html").indexOf(meta ?? "")).toBeLessThan(
    read(folder, "404.html").indexOf("<script"),
  );
});

test("_headers gives each address a header once, because CDNs join what two rules say", async () => {
  const folder = exampleBuild();
  await publish(folder);
  const rules = read(folder, "_headers")
    .split(/^(?=\/)/m)
    .map((rule) => rule.trim().split("\n"))
    .map(([address = "", ...lines]) => ({
      address,
      names: lines.map((line) => line.trim().split(":")[0]),
    }));
  const everywhere = rules.find(({ address }) => address === "/*")?.names ?? [];
  expect(everywhere).toContain("Strict-Transport-Security");
  for (const { address, names } of rules.filter((rule) => rule.address !== "/*")) {
    expect(names, address).toContain("Content-Security-Policy");
    expect(names, address).toContain("Cache-Control");
    expect(
      names.filter((name) => everywhere.includes(name)),
      address,
    ).toEqual([]);
  }
  expect(rules.map(({ address }) => address)).toEqual(
    expect.arrayContaining(["/", "/checkout", "/contacto", "/assets/*", "/share.jpg"]),
  );
});

test("nginx gets the same values, by the file that it serves in the end", async () => {
  const folder = exampleBuild();
  await publish(folder);
  const conf = read(folder, "../nginx-headers.conf");
  expect(conf).toContain('add_header Strict-Transport-Security "max-age=63072000" always;');
  expect(conf).toMatch(/\n {2}\/checkout\.html "default-src 'none'; script-src 'self' 'sha256-/);
  expect(conf).toMatch(/\n {2}\/404\.html "default-src 'none'; script-src 'sha256-/);
  expect(conf).toContain('~^/assets/ "public, max-age=31536000, immutable";');
  expect(conf).toContain('/share.jpg "cross-origin";');
});

test("a page that the policy would break stops the build with its name", async () => {
  const folder = exampleBuild({ "index.html": example.page("/", '<p style="color:red">x</p>') });
  await expect(publish(folder)).rejects.toThrow('index.html carries the attribute "style"');
});

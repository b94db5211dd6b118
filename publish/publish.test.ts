import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { filesOf } from "../server/files.ts";
import { publish } from "./publish.ts";
import { example, exampleBuild } from "./testing/example-build.ts";

const read = (folder: string, file: string) => readFileSync(join(folder, file), "utf8");

test("each page is one file, and no router files are left", async () => {
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
    "speculation-rules-home.json",
    "speculation-rules.json",
  ]);
  expect(existsSync(join(folder, "checkout"))).toBe(false);
});

test("keeps the other files of a page's folder, and files that are empty", async () => {
  const folder = exampleBuild({ "checkout/label.txt": "50 ml", "ads.txt": "" });
  await publish(folder);
  expect(filesOf(folder)).toEqual(expect.arrayContaining(["ads.txt", "checkout/label.txt"]));
});

test("leaves no font file, because each page carries its own", async () => {
  const folder = exampleBuild({ "assets/cormorant-1a2b3c.woff2": "a font" });
  await publish(folder);
  expect(filesOf(folder).filter((file) => file.endsWith(".woff2"))).toEqual([]);
});

test("compressible files have brotli and gzip versions", async () => {
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

test("every page has its policy in a meta element, also in its compressed versions", async () => {
  const folder = exampleBuild();
  await publish(folder);
  const first =
    /^<!DOCTYPE html><html lang="es"><head><meta charSet="utf-8"\/><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ([^;]*); [^"]*"\/><title>/;
  for (const [file, script] of [
    ["index.html", /^'none'$/],
    ["contacto.html", /^'none'$/],
    ["checkout.html", /^'self' 'sha256-[\w+/]{43}='$/],
    ["404.html", /^'sha256-[\w+/]{43}='$/],
  ] as const) {
    expect(first.exec(read(folder, file))?.[1], file).toMatch(script);
    const compressed = brotliDecompressSync(readFileSync(join(folder, `${file}.br`)));
    expect(String(compressed), file).toBe(read(folder, file));
  }
});

test("_headers sets each header once per path, because CDNs join two rules", async () => {
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
    expect(names, address).toContain("Cache-Control");
    expect(
      names.filter((name) => everywhere.includes(name)),
      address,
    ).toEqual([]);
  }
  expect(rules.map(({ address }) => address)).toEqual(
    expect.arrayContaining(["/", "/checkout", "/contacto", "/assets/*", "/share.jpg"]),
  );
  // A folder's policy would also be that of the 404 page, which a missing file gets.
  expect(read(folder, "_headers").match(/content-security-policy.*/gi)).toEqual([
    "Content-Security-Policy: frame-ancestors 'none'",
  ]);
});

test("nginx gets the same values, by file", async () => {
  const folder = exampleBuild();
  await publish(folder);
  const conf = read(folder, "../nginx-headers.conf");
  expect(conf).toContain('add_header Strict-Transport-Security "max-age=63072000" always;');
  expect(conf).toContain(
    `  default "default-src 'none'; frame-ancestors 'none'";\n  ~\\.html$ "frame-ancestors 'none'";`,
  );
  expect(conf).toContain('~^/assets/ "public, max-age=31536000, immutable";');
  expect(conf).toContain('/share.jpg "cross-origin";');
});

test("names a page that its policy would break, and stops", async () => {
  const folder = exampleBuild({ "index.html": example.page("/", '<p style="color:red">x</p>') });
  await expect(publish(folder)).rejects.toThrow('index.html carries the attribute "style"');
});

test("a page carries the styles that it and its scripts can use", async () => {
  const page = (path: string, body: string) =>
    example
      .page(path, body)
      .replace("</head>", "<style>.a{top:0}.b{top:1px}.c{top:2px}</style></head>");
  const folder = exampleBuild({
    "index.html": page("/", '<p class="a">x</p>'),
    "contacto/index.html": page(
      "/contacto",
      '<p class="b">x</p><script type="module" async src="/assets/app-1a2b3c.js"></script>',
    ),
    "assets/app-1a2b3c.js": 'element.className = "c";',
  });
  await publish(folder);
  expect(read(folder, "index.html")).toContain("<style>.a{top:0}</style>");
  expect(read(folder, "contacto.html")).toContain("<style>.b{top:1px}.c{top:2px}</style>");
});

test("each response has the same headers on every server", async () => {
  const folder = exampleBuild({ "google1a2b.html": "google-site-verification: google1a2b.html" });
  await publish(folder);
  const { brand, headers } = JSON.parse(read(folder, "../site.json"));
  expect(brand).toBe("Aurelia");
  expect(headers.common).toEqual({
    "Strict-Transport-Security": "max-age=63072000",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy":
      "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), " +
      "fullscreen=(), gamepad=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), " +
      "local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), " +
      "picture-in-picture=(), publickey-credentials-create=(), publickey-credentials-get=(), " +
      "screen-wake-lock=(), serial=(), usb=(), window-management=(), xr-spatial-tracking=()",
    "Cross-Origin-Opener-Policy": "same-origin",
  });
  const addresses: string[] = Object.keys(headers.addresses);
  expect(addresses.sort()).toEqual([
    "/",
    "/assets/*",
    "/checkout",
    "/contacto",
    "/favicon.svg",
    "/google1a2b",
    "/robots.txt",
    "/share.jpg",
    "/sitemap.xml",
    "/speculation-rules-home.json",
    "/speculation-rules.json",
  ]);
  expect(headers.noPage).toEqual({
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  });
  const file = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
  };
  expect(headers.fallback).toEqual(file);
  expect(headers.addresses["/robots.txt"]).toEqual({
    ...file,
    "Cache-Control": "public, max-age=86400",
  });
  for (const rules of ["/speculation-rules.json", "/speculation-rules-home.json"])
    expect(headers.addresses[rules]).toEqual({
      ...file,
      "Cache-Control": "public, max-age=86400",
      "Content-Type": "application/speculationrules+json",
    });
});

test("leaves a file that proves who owns the site as it is", async () => {
  const folder = exampleBuild({ "google1a2b.html": "google-site-verification: google1a2b.html" });
  await publish(folder);
  expect(read(folder, "google1a2b.html")).toBe("google-site-verification: google1a2b.html");
});

test("publishes a site without a share picture or speculation rules", async () => {
  const folder = exampleBuild();
  for (const file of ["share.jpg", "speculation-rules.json", "speculation-rules-home.json"])
    rmSync(join(folder, file));
  await publish(folder);
  expect(existsSync(join(folder, "_headers"))).toBe(true);
});

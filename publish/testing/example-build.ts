import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

const inlineScript = "window.answer = 42;";
const words = "Un perfume artesanal compuesto en Madrid. ".repeat(40);

const page = (path: string, body: string) =>
  `<!DOCTYPE html><html lang="es"><head><meta charSet="utf-8"/><title>${path}</title>` +
  `<link rel="canonical" href="https://shop.example${path}"/>` +
  `<link rel="stylesheet" href="/assets/app-1a2b3c.css"/></head><body>${body}</body></html>`;

/** A small site that resembles the output of `react-router build`. */
const files: Record<string, string | Buffer> = {
  "index.html": page("/", `<h1>Inicio</h1><img src="/assets/photo-1a2b3c.avif"><p>${words}</p>`),
  "contacto/index.html": page(
    "/contacto",
    `<p>${words}</p><script type="application/ld+json">{"@type":"OnlineStore"}</script>`,
  ),
  "checkout/index.html": page(
    "/checkout",
    `<p>${words}</p><script>${inlineScript}</script><script type="module" src="/assets/app-1a2b3c.js"></script>`,
  ),
  "404/index.html": page("/404", `<h1>Página no encontrada</h1><script>${inlineScript}</script>`),
  "assets/app-1a2b3c.css": "body { color: black }\n".repeat(60),
  "assets/manifest-1a2b3c.js": "left over",
  "assets/home-1a2b3c.js": "",
  "assets/app-1a2b3c.js": "export const price = 8999;\n".repeat(60),
  "assets/photo-1a2b3c.avif": randomBytes(3000),
  "share.jpg": randomBytes(3000),
  "robots.txt": "User-agent: *\nAllow: /\n",
  "sitemap.xml": "<urlset></urlset>\n".repeat(20),
  "speculation-rules.json": "{}",
  "speculation-rules-home.json": "{}",
  "favicon.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
  "contacto.data": "left over",
};

/** The content of a file outside the client folder, which must never be served. */
export const secret = "this file is no part of the site";

/** Writes the site to a folder that is deleted after the test. Returns its client folder. */
export function exampleBuild(
  changes: Record<string, string | Buffer> = {},
  whenDone: (remove: () => void) => void = onTestFinished,
): string {
  const build = mkdtempSync(join(tmpdir(), "aurelia-build-"));
  whenDone(() => rmSync(build, { recursive: true, force: true }));
  for (const [name, content] of Object.entries({ ...files, ...changes })) {
    const path = join(build, "client", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  writeFileSync(join(build, "secret.txt"), secret);
  return join(build, "client");
}

export const example = { page, inlineScript };

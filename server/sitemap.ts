import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesOf, isPage } from "./files.ts";

const canonical = /<link rel="canonical" href="([^"]+)"/;

/** Tells search engines of every page, by the address that the page itself calls canonical. */
export function writeSitemap(folder: string): void {
  const pages = filesOf(folder).filter((file) => isPage(file) && file !== "404.html");
  const addresses = pages.map((file) => {
    const [, address] = canonical.exec(readFileSync(join(folder, file), "utf8")) ?? [];
    if (!address) throw new Error(`${file} names no canonical address.`);
    return address;
  });
  const [first = ""] = addresses.sort();

  writeFileSync(
    join(folder, "sitemap.xml"),
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...addresses.map((address) => `  <url><loc>${address}</loc></url>`),
      "</urlset>\n",
    ].join("\n"),
  );
  writeFileSync(
    join(folder, "robots.txt"),
    `User-agent: *\nAllow: /\n\nSitemap: ${new URL("/sitemap.xml", first)}\n`,
  );
}

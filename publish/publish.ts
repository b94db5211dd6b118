import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { shop } from "../app/shop/shop.ts";
import { filesOf, isPage } from "../server/files.ts";
import type { PublishedSite } from "../server/site.ts";
import { compress } from "./compress.ts";
import { cdnHeaders, nginxHeaders } from "./header-files.ts";
import { headerTable } from "./header-table.ts";
import { elementsOf } from "./html.ts";
import { withOwnStyles } from "./own-styles.ts";
import { removeRouterFiles, renameIndexFiles } from "./page-files.ts";

/**
 * Turns the output of `react-router build` into a site for any host. The headers are written beside
 * the folder, for our server and nginx, and as `_headers` in it, for CDNs that read it.
 */
export async function publish(folder: string): Promise<void> {
  removeRouterFiles(folder);
  renameIndexFiles(folder);
  for (const page of filesOf(folder).filter(isPage)) {
    const path = join(folder, page);
    writeFileSync(path, await withOwnStyles(readFileSync(path, "utf8"), folder));
  }
  // Each page carries its own.
  for (const file of filesOf(folder)) if (file.endsWith(".woff2")) rmSync(join(folder, file));

  const headers = headerTable(folder);
  writePolicyInto(join(folder, "404.html"), headers.notFound["Content-Security-Policy"] ?? "");
  const site: PublishedSite = { brand: shop.brand, headers };
  writeFileSync(join(folder, "..", "site.json"), JSON.stringify(site, null, 2));
  writeFileSync(join(folder, "..", "nginx-headers.conf"), nginxHeaders(headers));
  writeFileSync(join(folder, "_headers"), cdnHeaders(headers));
  await compress(folder);
}

/**
 * CDNs choose headers by the requested address, and have no rule for an unknown one outside `/assets/`, so the 404
 * page carries its policy. (`frame-ancestors` does not work there, and browsers log it.)
 */
function writePolicyInto(path: string, policy: string): void {
  const html = readFileSync(path, "utf8");
  const charset = elementsOf(html).find(({ attributes }) => attributes.has("charset"));
  if (!charset) throw new Error(`${path} has no <meta charset="utf-8">.`);
  const content = policy.replace(/; frame-ancestors [^;]*/, "");
  const meta = `<meta http-equiv="Content-Security-Policy" content="${content}"/>`;
  writeFileSync(path, html.slice(0, charset.tagEnd) + meta + html.slice(charset.tagEnd));
}

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { shop } from "../app/shop/shop.ts";
import { filesOf, isPage } from "../server/files.ts";
import type { PublishedSite } from "../server/site.ts";
import { compress } from "./compress.ts";
import { withPolicy } from "./content-security-policy.ts";
import { cdnHeaders, nginxHeaders } from "./header-files.ts";
import { headerTable } from "./header-table.ts";
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
    const html = readFileSync(path, "utf8");
    // A file that proves to a search engine who owns the site must stay as it is.
    if (!/^<!doctype/i.test(html)) continue;
    writeFileSync(path, withPolicy(await withOwnStyles(html, folder), page));
  }
  // Each page carries its own.
  for (const file of filesOf(folder)) if (file.endsWith(".woff2")) rmSync(join(folder, file));

  const headers = headerTable(folder);
  const site: PublishedSite = { brand: shop.brand, headers };
  writeFileSync(join(folder, "..", "site.json"), JSON.stringify(site, null, 2));
  writeFileSync(join(folder, "..", "nginx-headers.conf"), nginxHeaders(headers));
  writeFileSync(join(folder, "_headers"), cdnHeaders(headers));
  await compress(folder);
}

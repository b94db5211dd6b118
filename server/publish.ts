import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compress } from "./compress.ts";
import { dropUnused } from "./drop-unused.ts";
import { filesOf, isPage } from "./files.ts";
import { flatten } from "./flatten.ts";
import { cdnHeaders, nginxHeaders } from "./header-files.ts";
import { headerTable } from "./headers.ts";
import { pageStyles } from "./page-styles.ts";
import { writeSitemap } from "./sitemap.ts";
import { speculationRules } from "./speculation-rules.ts";

/**
 * Turns what `react-router build` wrote into the site that any host can serve. The headers lie
 * beside the folder, for our server and nginx, and in it as `_headers`, for the CDNs that read it.
 */
export async function publish(folder: string): Promise<void> {
  flatten(folder);
  dropUnused(folder);
  for (const page of filesOf(folder).filter(isPage)) slim(folder, page);
  writeSitemap(folder);
  writeFileSync(join(folder, speculationRules.address), speculationRules.text);

  const table = headerTable(folder);
  writePolicyInto(join(folder, "404.html"), table.notFound["Content-Security-Policy"] ?? "");
  writeFileSync(join(folder, "..", "headers.json"), JSON.stringify(table, null, 2));
  writeFileSync(join(folder, "..", "nginx-headers.conf"), nginxHeaders(table));
  writeFileSync(join(folder, "_headers"), cdnHeaders(table));
  await compress(folder);
}

/** Leaves a page the styles that it can use, of all that the build wrote into it. */
function slim(folder: string, page: string): void {
  const html = readFileSync(join(folder, page), "utf8");
  const scripts = [...html.matchAll(/<script [^>]*src="([^"]+)"/g)].map(([, src = ""]) =>
    readFileSync(join(folder, src), "utf8"),
  );
  const styled = html.replace(/(?<=<style>)[^<]+(?=<\/style>)/, (css) =>
    pageStyles(css, [html.replace(css, ""), ...scripts].join(" ")),
  );
  writeFileSync(join(folder, page), styled);
}

/**
 * CDNs choose headers by the address asked for, and an unknown one has no rule: the 404 page brings
 * its policy along. (`frame-ancestors` does not work there, and browsers log it.)
 */
function writePolicyInto(path: string, policy: string): void {
  const html = readFileSync(path, "utf8");
  const charset = /<meta charset="utf-8"\s*\/?>/i;
  if (!charset.test(html)) throw new Error(`${path} has no <meta charset="utf-8">.`);
  const content = policy.replace(/; frame-ancestors [^;]*/, "");
  const meta = `<meta http-equiv="Content-Security-Policy" content="${content}"/>`;
  const bare = html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");
  writeFileSync(
    path,
    bare.replace(charset, (found) => found + meta),
  );
}

if (import.meta.main) {
  try {
    await publish(process.argv[2] ?? "build/client");
  } catch (error) {
    console.error(`The site can't be published: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}

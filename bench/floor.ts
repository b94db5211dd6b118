import { brotliCompressSync } from "node:zlib";
import type { Site, SiteFile } from "../server/site.ts";

/**
 * The floor of a site: each page's text and styles, without fonts, pictures and scripts. Comparing it with
 * the real page shows what they cost.
 */
export function floorOf(site: Site): Site {
  const files = new Map([...site.files].map(([address, file]) => [address, bareFile(file)]));
  return { ...site, files, notFound: bareFile(site.notFound) };
}

function bareFile(file: SiteFile): SiteFile {
  const { identity } = file.variants;
  if (!identity || !file.headers["Content-Type"]?.startsWith("text/html")) return file;
  // Speculation rules would fetch a file.
  const { "Speculation-Rules": _rules, ...headers } = identity.headers;
  const bytes = brotliCompressSync(bare(identity.bytes.toString()));
  const own = { "Content-Encoding": "br", "Content-Length": bytes.length };
  return { ...file, variants: { br: { ...identity, bytes, headers: { ...headers, ...own } } } };
}

/** An empty picture of the same size. */
const emptySource = `src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"`;

function bare(page: string): string {
  return page
    .replace(/<script\b.*?<\/script>|@font-face\s*\{[^}]*\}/gs, "")
    .replace(/<source\b[^>]*>|<link (?!rel="stylesheet")[^>]*>|<meta http-equiv=[^>]*>/g, "")
    .replace(/<img\b[^>]*>/g, (tag) =>
      tag.replace(/ src(set)?="[^"]*"/gi, "").replace("<img", `<img ${emptySource}`),
    );
}

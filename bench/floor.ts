import { brotliCompressSync } from "node:zlib";
import type { Site, SiteFile } from "../server/site.ts";

/**
 * The floor under a site: of each page its own words and styles, without fonts, pictures and script.
 * What the page itself takes longer is what those cost.
 */
export function floorOf(site: Site): Site {
  const files = new Map([...site.files].map(([address, file]) => [address, bareFile(file)]));
  return { ...site, files, notFound: bareFile(site.notFound) };
}

function bareFile(file: SiteFile): SiteFile {
  const { identity } = file.variants;
  if (!identity || !file.headers["Content-Type"]?.startsWith("text/html")) return file;
  // The policy has the hash of the styles as they were; the rules fetch a file.
  const {
    "Content-Security-Policy": _policy,
    "Speculation-Rules": _rules,
    ...headers
  } = identity.headers;
  const bytes = brotliCompressSync(bare(identity.bytes.toString()));
  const own = { "Content-Encoding": "br", "Content-Length": bytes.length };
  return { ...file, variants: { br: { ...identity, bytes, headers: { ...headers, ...own } } } };
}

/** A picture of nothing, which takes the room that the page gives it. */
const nothing = `src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"`;

function bare(page: string): string {
  return page
    .replace(/<script\b.*?<\/script>|@font-face\s*\{[^}]*\}/gs, "")
    .replace(/<source\b[^>]*>|<link (?!rel="stylesheet")[^>]*>|<meta http-equiv=[^>]*>/g, "")
    .replace(/<img\b[^>]*>/g, (tag) =>
      tag.replace(/ src(set)?="[^"]*"/gi, "").replace("<img", `<img ${nothing}`),
    );
}

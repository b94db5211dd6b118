import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contentTypeOf } from "./content-type.ts";
import type { Encoding } from "./encoding.ts";
import { etagOf } from "./etag.ts";
import { addressOf, filesOf, isPage } from "./files.ts";
import type { Headers, HeaderTable } from "./headers.ts";

/** The file that publishing writes for the server, beside the site. */
export interface PublishedSite {
  brand: string;
  headers: HeaderTable;
}

export interface SiteFile {
  headers: Headers;
  /** The body in each `Content-Encoding`, with its headers. */
  variants: Partial<Record<Encoding, Variant>>;
}

export interface Variant {
  bytes: Buffer;
  etag: string;
  headers: Record<string, string | number>;
}

export interface Site {
  brand: string;
  /** Every file by its address. */
  files: ReadonlyMap<string, SiteFile>;
  /** The 404 page, which has no address. */
  notFound: SiteFile;
  /** The headers of all responses. */
  commonHeaders: Headers;
  /** The headers of responses that are no file. */
  otherHeaders: Headers;
}

/**
 * Reads a published build into memory. It is small, and this way no request can reach another file.
 * @throws if there is none in the folder (`ENOENT`).
 */
export function readSite(folder: string): Site {
  const published = readFileSync(join(folder, "..", "site.json"), "utf8");
  const { brand, headers: table }: PublishedSite = JSON.parse(published);
  const files = new Map<string, SiteFile>();
  for (const file of filesOf(folder)) {
    files.set(addressOf(file), readVariants(join(folder, file), headersOf(table, file)));
  }
  files.delete("/404");
  return {
    brand,
    files,
    notFound: readVariants(join(folder, "404.html"), { ...table.common, ...table.notFound }),
    commonHeaders: table.common,
    otherHeaders: { ...table.common, ...table.noPage, ...table.fallback },
  };
}

function headersOf(table: HeaderTable, file: string): Headers {
  const own = table.addresses[file.startsWith("assets/") ? "/assets/*" : addressOf(file)];
  return { ...table.common, ...(!isPage(file) && table.noPage), ...(own ?? table.fallback) };
}

function readVariants(path: string, headers: Headers): SiteFile {
  const siblings = { br: `${path}.br`, gzip: `${path}.gz` };
  const bodies: Bodies = { identity: readFileSync(path) };
  for (const encoding of ["br", "gzip"] as const) {
    if (existsSync(siblings[encoding])) bodies[encoding] = readFileSync(siblings[encoding]);
  }
  return siteFile(bodies, { "Content-Type": contentTypeOf(path), ...headers });
}

/** @public */
export type Bodies = Partial<Record<Encoding, Buffer>>;

/** @public */
export function siteFile(bodies: Bodies, headers: Headers): SiteFile {
  const isCompressed = Object.keys(bodies).length > 1;
  const vary: Headers = isCompressed ? { Vary: "Accept-Encoding" } : {};
  const all = { ...headers, ...vary };
  const variants: SiteFile["variants"] = {};
  for (const [encoding, bytes] of Object.entries(bodies)) {
    const own: Headers = encoding === "identity" ? {} : { "Content-Encoding": encoding };
    variants[encoding as Encoding] = {
      bytes,
      etag: etagOf(bytes),
      headers: { ...all, ...own, "Content-Length": bytes.length },
    };
  }
  return { headers: all, variants };
}

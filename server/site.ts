import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contentTypeOf } from "./content-type.ts";
import type { Encoding } from "./encoding.ts";
import { etagOf } from "./etag.ts";
import { addressOf, filesOf } from "./files.ts";
import { type Headers, type HeaderTable, headersFor } from "./headers.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export type SiteFile = {
  headers: Headers;
  /** What can be sent, by its `Content-Encoding`. */
  variants: Partial<Record<Encoding, { bytes: Bytes; etag: string }>>;
};

/** Every file by its address, and the 404 page, which has none. */
export type Site = { files: ReadonlyMap<string, SiteFile>; notFound: SiteFile };

/**
 * Reads the whole build into memory: it is small, and a request can then reach nothing else.
 * @throws when the folder holds no published build.
 */
export function readSite(folder: string, table: HeaderTable): Site {
  const files = new Map<string, SiteFile>();
  for (const file of filesOf(folder)) {
    const address = addressOf(file);
    files.set(address, readVariants(join(folder, file), headersFor(table, address)));
  }
  files.delete("/404");
  const notFound = { ...table.always, ...table.notFound };
  return { files, notFound: readVariants(join(folder, "404.html"), notFound) };
}

function readVariants(path: string, headers: Headers): SiteFile {
  const variants: SiteFile["variants"] = { identity: variant(path) };
  if (existsSync(`${path}.br`)) variants.br = variant(`${path}.br`);
  if (existsSync(`${path}.gz`)) variants.gzip = variant(`${path}.gz`);
  const vary: Headers = Object.keys(variants).length > 1 ? { Vary: "Accept-Encoding" } : {};
  return { headers: { "Content-Type": contentTypeOf(path), ...headers, ...vary }, variants };
}

function variant(path: string) {
  const bytes = readFileSync(path);
  return { bytes, etag: etagOf(bytes) };
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Headers } from "../../server/headers.ts";

/** What publishing writes for the server, beside the site. */
export interface PublishedDesk {
  /** The SHA-256 of the server's programs: another build may word the terms in another way. */
  build: string;
  /** The settings of the build. The desk must start with the same ones. */
  settings: Record<string, string>;
  /** Whether the pages offer payment by card. */
  takesCards: boolean;
  /** The SHA-256 of each public page as React has rendered it, by its address. */
  pageHashes: Record<string, string>;
  /** The headers of all pages that are rendered on request. */
  headers: Headers;
}

/** @param folder the folder of the site */
export const readPublishedDesk = (folder: string): PublishedDesk =>
  JSON.parse(readFileSync(join(folder, "../desk.json"), "utf8"));

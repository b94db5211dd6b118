import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** Not for browsers: the compressed siblings of a file, and what only a CDN reads. */
const unlisted = /\.(br|gz)$|^_/;

/**
 * The files of the build that have an address, as paths from its folder with forward slashes.
 * Links are left out, because they may point outside the build.
 */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/"))
    .filter((file) => !unlisted.test(file))
    .sort();
}

export function isPage(file: string): boolean {
  return file.endsWith(".html");
}

/** Where a visitor finds a file: `/checkout` is `checkout.html`, and `/` is `index.html`. */
export function addressOf(file: string): string {
  return file === "index.html" ? "/" : `/${file.replace(/\.html$/, "")}`;
}

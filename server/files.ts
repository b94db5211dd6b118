import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** Not served: compressed siblings, and files that only a CDN reads. */
const unlisted = /\.(br|gz)$|^_/;

/**
 * The files of the build that are served, as paths from its folder with forward slashes. Symbolic
 * links are skipped, because they may point outside the build.
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

/** The address of a file: `/checkout` for `checkout.html`, `/` for `index.html`. */
export function addressOf(file: string): string {
  return file === "index.html" ? "/" : `/${file.replace(/\.html$/, "")}`;
}

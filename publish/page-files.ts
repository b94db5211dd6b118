import { readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesOf } from "../server/files.ts";

/** Removes the files for a React Router server, and the browser's router. */
export function removeRouterFiles(folder: string): void {
  const routers = /\.data$|^assets\/manifest-[^/]*\.js$/;
  for (const file of filesOf(folder)) if (routers.test(file)) rmSync(join(folder, file));
}

/**
 * Gives each page one file of its own name: `checkout/index.html` becomes `checkout.html`.
 * Static hosts answer `/checkout` from such a file at once; from a folder they first redirect to
 * `/checkout/`.
 */
export function renameIndexFiles(folder: string): void {
  for (const file of filesOf(folder).filter((name) => name.endsWith("/index.html"))) {
    const directory = join(folder, dirname(file));
    renameSync(join(folder, file), `${directory}.html`);
    if (readdirSync(directory).length === 0) rmdirSync(directory);
  }
}

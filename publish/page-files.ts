import { readdirSync, renameSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesOf } from "../server/files.ts";

/**
 * Removes the files for a React Router server, and what is left of the browser's router: the chunks of its
 * routes are empty (vite.config.ts). Their paths get the 404 page like any unknown path.
 */
export function removeRouterFiles(folder: string): void {
  const routers = /\.data$|^assets\/manifest-[^/]*\.js$/;
  for (const file of filesOf(folder)) {
    const path = join(folder, file);
    const isEmpty = file.endsWith(".js") && statSync(path).size === 0;
    if (isEmpty || routers.test(file)) rmSync(path);
  }
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

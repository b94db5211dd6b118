import { renameSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesOf } from "../server/files.ts";

/**
 * Gives each page one file of its own name: `checkout/index.html` becomes `checkout.html`.
 * Static hosts answer `/checkout` from such a file at once; from a folder they first redirect to
 * `/checkout/`. Also removes what the build leaves for a React Router server that we do not run.
 */
export function flatten(folder: string): void {
  rmSync(join(folder, ".vite"), { recursive: true, force: true });
  for (const file of filesOf(folder)) {
    if (file.endsWith(".data")) rmSync(join(folder, file));
    else if (file.endsWith("/index.html")) {
      renameSync(join(folder, file), join(folder, `${dirname(file)}.html`));
    } else continue;
    removeIfEmpty(join(folder, dirname(file)));
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY") throw error;
  }
}

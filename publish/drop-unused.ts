import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { filesOf, isPage } from "../server/files.ts";

/** Removes what the build made and no page asks for, itself or through its scripts. */
export function dropUnused(folder: string): void {
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const assets = filesOf(folder).filter((file) => file.startsWith("assets/"));
  const pages = filesOf(folder).filter(isPage).map(read).join();
  const scripts = assets.filter((file) => file.endsWith(".js") && pages.includes(file)).map(read);
  const named = pages + scripts.join();
  for (const asset of assets) if (!named.includes(asset)) rmSync(join(folder, asset));
}

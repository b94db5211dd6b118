/**
 * `node publish/main.ts`: publishes the output of `react-router build`, and replaces the last
 * build.
 */
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildFolder } from "./build-folder.ts";
import { loadDesk } from "./desk.ts";
import { publish } from "./publish.ts";

const made = `.cache/${buildFolder}`;

try {
  const desk = await loadDesk();
  await publish(`${made}/client`, desk?.publisher(process.env));
  // Pages that are rendered on request need the code of the server build, and nothing else of it.
  const unused = desk ? ["assets", ".vite"] : [""];
  for (const name of unused) rmSync(join(made, "server", name), { recursive: true, force: true });
  const last = `${made}-last`;
  rmSync(last, { recursive: true, force: true });
  if (existsSync(buildFolder)) renameSync(buildFolder, last);
  renameSync(made, buildFolder);
  rmSync(last, { recursive: true, force: true });
} catch (error) {
  console.error(`No se puede publicar la tienda: ${(error as Error).message}`);
  process.exitCode = 1;
}

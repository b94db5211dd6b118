/** `node publish/main.ts`: publishes what `react-router build` has made, in the place of the last build. */
import { renameSync, rmSync } from "node:fs";
import { readDeskSettings } from "../app/shop/settings-schema.ts";
import { buildFolder } from "./build-folder.ts";
import { publish } from "./publish.ts";

const made = `.cache/${buildFolder}`;
const real = process.env.ORDER_DESK === "real";

try {
  await publish(
    `${made}/client`,
    real ? readDeskSettings(process.env, "built").settings : undefined,
  );
  // Of the server build nothing but its code is used, and that only where pages are rendered on request.
  const left = real ? ["assets", ".vite"] : [""];
  for (const name of left) rmSync(`${made}/server/${name}`, { recursive: true, force: true });
  rmSync(buildFolder, { recursive: true, force: true });
  renameSync(made, buildFolder);
} catch (error) {
  console.error(`The site can't be published: ${(error as Error).message}`);
  process.exitCode = 1;
}

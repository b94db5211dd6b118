/** `node publish/main.ts`: publishes the output of `react-router build`. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { publish } from "./publish.ts";
import { replaceBuild } from "./replace-build.ts";

await replaceBuild(async (folder) => {
  await publish(join(folder, "client"));
  // The pages are files now.
  rmSync(join(folder, "server"), { recursive: true });
});

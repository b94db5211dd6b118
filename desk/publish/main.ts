/** `node publish/main.ts`: publishes the output of `react-router build`. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { replaceBuild } from "../../publish/replace-build.ts";
import { filesOf } from "../../server/files.ts";
import { readDeskSettings } from "../shop/settings-schema.ts";
import { copyExternalPackages } from "./external-packages.ts";
import { publishDesk } from "./publish.ts";

await replaceBuild(async (folder) => {
  await publishDesk(join(folder, "client"), readDeskSettings(process.env, "built").settings);
  // The server needs the code alone.
  const server = join(folder, "server");
  for (const file of filesOf(server)) if (!file.endsWith(".js")) rmSync(join(server, file));
  copyExternalPackages(server);
});

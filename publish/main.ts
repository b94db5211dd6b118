/** `node publish/main.ts`: publishes what `react-router build` has made, in the place of the last build. */
import { renameSync, rmSync } from "node:fs";
import { publish } from "./publish.ts";

const made = ".cache/build";

try {
  await publish(`${made}/client`);
  rmSync(`${made}/server`, { recursive: true, force: true });
  rmSync("build", { recursive: true, force: true });
  renameSync(made, "build");
} catch (error) {
  console.error(`The site can't be published: ${(error as Error).message}`);
  process.exitCode = 1;
}

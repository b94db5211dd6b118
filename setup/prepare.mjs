/**
 * `npm install` runs this. Generates the types of the routes, which editors need, unless the test packages are
 * left out. Written in plain JavaScript, so that it runs on any Node version.
 */
import { spawnSync } from "node:child_process";

if (process.env.npm_config_omit !== "dev") {
  spawnSync("react-router typegen", { shell: true, stdio: "inherit" });
}

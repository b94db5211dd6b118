/** Builds the shop for the tests that read it, unless `npm test` has. */
import { execFileSync } from "node:child_process";

export default function buildShop() {
  execFileSync(process.execPath, ["setup/run.mjs", "build"], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: "inherit",
  });
}

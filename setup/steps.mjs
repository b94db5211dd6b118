/**
 * `node setup/steps.mjs types lint`: runs these package.json scripts in turn and logs the time of each.
 * Scripts joined by a comma run in parallel: `programs,types`. npm does not run their `pre` scripts, because
 * what they install or build is there.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { step } from "./step.mjs";

/** @returns whether the script succeeded */
const run = (script) =>
  step(`npm run ${script}`, async () => {
    // On Windows npm is a .cmd file, which only a shell can run.
    const child = spawn(`npm run --silent --ignore-scripts ${script}`, {
      stdio: "inherit",
      env: { ...process.env, WHOLE_SUITE: "yes" },
      shell: true,
    });
    const [status] = await once(child, "close");
    return status === 0;
  });

for (const scripts of process.argv.slice(2)) {
  const succeeded = await Promise.all(scripts.split(",").map(run));
  if (succeeded.includes(false)) process.exit(1);
}

/** `node setup/steps.mjs types lint`: runs these scripts of package.json in turn, each with its time. */
import { spawnSync } from "node:child_process";
import { step } from "./step.mjs";

for (const script of process.argv.slice(2)) {
  // On Windows npm is a command file, which only a shell runs.
  const run = () => spawnSync(`npm run --silent ${script}`, { stdio: "inherit", shell: true });
  const { status } = step(script, run);
  if (status !== 0) process.exit(status ?? 1);
}

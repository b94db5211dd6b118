/**
 * Runs a script of package.json: `node setup/run.mjs [options] [script…] [-- command]`.
 * Installs the packages that are missing, then runs the scripts named before `--`, one after the other, then the
 * command, to which npm appends the arguments of `npm run`. Scripts joined by a comma run in parallel:
 * `types,lint`. A script that has already run for another one, or that SCRIPTS_DONE names, is not run again.
 *
 * --omit=dev           leaves the test packages out
 * --folder=bench       installs the packages of this folder too, which has a lock file of its own
 * --workspaces=types   runs this script in each workspace that has it, at the end
 *
 * Written in plain JavaScript, so that it runs on any Node version: the project's own Node is one of the packages.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { install } from "./install.mjs";
import { timed } from "./timed.mjs";

const words = process.argv.slice(2);
const end = words.includes("--") ? words.indexOf("--") : words.length;
const scripts = words.slice(0, end);
// The first word is from package.json and may be a whole command line.
const command = words
  .slice(end + 1)
  .map((word, at) => (at === 0 ? word : quoted(word)))
  .join(" ");
const optionsOf = (name) =>
  scripts
    .filter((word) => word.startsWith(`--${name}=`))
    .flatMap((word) => word.replace(/.*=/, "").split(","));

const shared = optionsOf("workspaces");
await install({
  omit: optionsOf("omit"),
  folders: optionsOf("folder"),
  needsWorkspaces: shared.length > 0,
});

/** The scripts that have already run, here or in the process that called this one. */
const done = new Set(process.env.SCRIPTS_DONE?.split(","));
for (const group of scripts.filter((word) => !word.startsWith("--"))) {
  const names = group.split(",").filter((name) => !done.has(name));
  const succeeded = await Promise.all(names.map((name) => succeeds(`npm run ${name}`)));
  if (succeeded.includes(false)) process.exit(1);
  for (const name of names) done.add(name);
}
if (command) {
  const status = await shell(command);
  if (status !== 0) process.exit(status);
}
const { workspaces = [] } = JSON.parse(readFileSync("package.json", "utf8"));
for (const name of shared) {
  for (const workspace of workspaces.filter(existsSync)) {
    if (!(await succeeds(`npm run -w ${workspace} ${name}`, "--if-present"))) process.exit(1);
  }
}

/** A word for the shell. Without quotes, `--grep "two words"` would become three. */
function quoted(word) {
  if (/^[\w./:=@,+-]+$/.test(word)) return word;
  return process.platform === "win32" ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Runs a script, and names it if it fails. */
async function succeeds(line, ...options) {
  const command = [line, "--silent", ...options].join(" ");
  const status = await timed(line, () => shell(command, { LONG_TIMEOUTS: "yes" }));
  if (status !== 0) console.error(`${line} failed.`);
  return status === 0;
}

/** Runs a command line, and passes signals on to it. @returns its exit code */
async function shell(line, environment = {}) {
  // A new shell finds the Node that was just installed. It is replaced by a single command, which gets the signals.
  const isSingleCommand = !line.includes("&&") && process.platform !== "win32";
  const child = spawn(isSingleCommand ? `exec ${line}` : line, {
    stdio: "inherit",
    shell: true,
    env: { ...process.env, ...environment, SCRIPTS_DONE: [...done].join(",") },
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  const [status] = await once(child, "close");
  return status ?? 1;
}

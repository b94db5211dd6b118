import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { isRoot } from "./programs.ts";

/** Only root can install Debian's packages. */
export const canInstallPackages = isRoot && existsSync("/usr/bin/apt-get");

export function installPackages(packages: string[]) {
  if (packages.length === 0) return;
  run("apt-get", "update", "-qq");
  run("apt-get", "install", "-y", "-qq", "--no-install-recommends", ...packages);
}

/** Runs a program that installs others, and ends this process if that fails. */
export function run(command: string, ...args: string[]) {
  console.log(`${command} ${args.join(" ")}`);
  const { status } = spawnSync(command, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (status !== 0) {
    console.error("The tests need these programs: install them and run the tests again.");
    process.exit(1);
  }
}

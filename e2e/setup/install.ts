/**
 * What the browser tests need beside npm's packages: Debian's own packages where one may install them;
 * elsewhere the browser that Playwright downloads, and no nginx.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findChromium, findNginx, isRoot } from "./programs.ts";

const missing = [...(findChromium() ? [] : ["chromium"]), ...(findNginx() ? [] : ["nginx-light"])];

if (missing.length > 0 && isRoot && existsSync("/usr/bin/apt-get")) {
  run("apt-get", "update", "-qq");
  run("apt-get", "install", "-y", "-qq", "--no-install-recommends", ...missing);
} else if (missing.includes("chromium")) {
  run("playwright", "install", "chromium");
}

function run(command: string, ...args: string[]) {
  console.log(`${command} ${args.join(" ")}`);
  const { status } = spawnSync(command, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (status !== 0) {
    console.error("The browser tests need Chromium: install it and run them again.");
    process.exit(1);
  }
}

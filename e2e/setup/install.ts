/**
 * What the browser tests need beside npm's packages: Debian's own package where one may install it,
 * otherwise the browser that Playwright downloads.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findChromium, isRoot } from "./chromium.ts";

if (!findChromium()) {
  if (existsSync("/usr/bin/apt-get") && isRoot) {
    run("apt-get", "update", "-qq");
    run("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium");
  } else {
    run("playwright", "install", "chromium");
  }
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

/**
 * Installs the programs that the tests need besides npm packages: Debian packages if run as root with apt,
 * otherwise only Playwright's browsers.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import {
  findAutofillingChromium,
  findCaddy,
  findChromium,
  findFirefox,
  findHunspell,
  findNginx,
  findPostgres,
  findWebKit,
  isRoot,
} from "./programs.ts";

const browsers = [
  { name: "chromium", found: findChromium(), packages: ["chromium-headless-shell"] },
  { name: "firefox", found: findFirefox(), packages: ["firefox-esr"] },
  { name: "webkit", found: findWebKit(), packages: ["webkit2gtk-driver", "xvfb"] },
].filter(({ found }) => !found);

if (isRoot && existsSync("/usr/bin/apt-get")) {
  const missing = [
    ...browsers.flatMap(({ packages }) => packages),
    ...(findAutofillingChromium() ? [] : ["chromium"]),
    ...(findNginx() ? [] : ["nginx-light", "openssl"]),
    ...(findCaddy() ? [] : ["caddy"]),
    ...(findPostgres() ? [] : ["postgresql"]),
    ...(findHunspell() ? [] : ["hunspell", "hunspell-es"]),
  ];
  if (missing.length > 0) {
    run("apt-get", "update", "-qq");
    run("apt-get", "install", "-y", "-qq", "--no-install-recommends", ...missing);
  }
} else if (browsers.length > 0) {
  run("playwright", "install", ...browsers.map(({ name }) => name));
}

function run(command: string, ...args: string[]) {
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

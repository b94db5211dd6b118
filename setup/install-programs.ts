/**
 * Installs the programs that the tests need besides npm packages: Debian packages if run as root with apt,
 * otherwise only Playwright's browsers.
 */
import { canInstallPackages, installPackages, run } from "./install-packages.ts";
import {
  findAutofillingChromium,
  findChromium,
  findFirefox,
  findHunspell,
  findNginx,
  findWebKit,
} from "./programs.ts";

const browsers = [
  { name: "chromium", found: findChromium(), packages: ["chromium-headless-shell"] },
  { name: "firefox", found: findFirefox(), packages: ["firefox-esr"] },
  { name: "webkit", found: findWebKit(), packages: ["webkit2gtk-driver", "xvfb"] },
].filter(({ found }) => !found);

if (canInstallPackages) {
  installPackages([
    ...browsers.flatMap(({ packages }) => packages),
    ...(findAutofillingChromium() ? [] : ["chromium"]),
    ...(findNginx() ? [] : ["nginx-light", "openssl"]),
    ...(findHunspell() ? [] : ["hunspell", "hunspell-es"]),
  ]);
} else if (browsers.length > 0) {
  run("playwright", "install", ...browsers.map(({ name }) => name));
}

import { existsSync, globSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Debian installs nginx in /usr/sbin, which only root has in PATH. */
const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];

/**
 * The first of these programs that is installed.
 * @public
 */
export const find = (...names: string[]) =>
  folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync);

export const findChromium = () =>
  find("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome");
/** Leaves out the headless shell, which has no autofill. */
export const findAutofillingChromium = () => find("chromium", "chromium-browser", "google-chrome");
export const findFirefox = () => find("firefox-esr", "firefox");
/** WebKitGTK's MiniBrowser, which Debian installs outside PATH. Requires its driver and Xvfb. */
export const findWebKit = () =>
  find("WebKitWebDriver") && find("Xvfb")
    ? globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")[0]
    : undefined;
/** Hunspell, if its Spanish dictionary is installed. */
export const findHunspell = () =>
  existsSync("/usr/share/hunspell/es_ES.dic") ? find("hunspell") : undefined;
export const findNginx = () => find("nginx");

export const isRoot = process.getuid?.() === 0;

/** Chromium's sandbox does not run as root. The other flags stop background requests. */
export const chromiumFlags = [
  ...(isRoot ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

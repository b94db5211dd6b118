/**
 * Runs Debian's WebKit through WebDriver, because Playwright supports only its own builds. This folder
 * repeats the most important tests (docs/browsers.md).
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { test as base } from "@playwright/test";
import { Builder, By, Capabilities, until, type WebDriver } from "selenium-webdriver";
import { findWebKit } from "../../setup/programs.ts";

export { expect } from "@playwright/test";
export type { WebDriver };

/** One browser for all tests of a worker. Its toolbar forces a width of at least 447 px. */
export const test = base.extend<object, { driver: WebDriver }>({
  driver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from it.
    async ({}, use) => {
      const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1000x24"], {
        stdio: ["ignore", "ignore", "ignore", "pipe"],
      });
      const DISPLAY = `:${await displayOf(screen)}`;
      const port = await freePort();
      const service = spawn("WebKitWebDriver", [`--port=${port}`], {
        env: {
          ...process.env,
          DISPLAY,
          // Turns animations off, because WebKit loses clicks during a view transition.
          XDG_CONFIG_DIRS: import.meta.dirname,
        },
        stdio: "ignore",
      });
      const driver = await connect(`http://127.0.0.1:${port}`);
      await use(driver);
      await driver.quit();
      for (const program of [service, screen]) program.kill();
    },
    { scope: "worker" },
  ],
});

async function displayOf(screen: ChildProcess): Promise<string> {
  const [number] = await once(screen.stdio[3] as NodeJS.EventEmitter, "data");
  return String(number).trim();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Retries until the WebDriver service is ready. */
async function connect(server: string): Promise<WebDriver> {
  const options = { binary: findWebKit(), args: ["--automation"] };
  const capabilities = new Capabilities({
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": options,
  });
  for (let attempt = 1; ; attempt++) {
    try {
      return await new Builder().usingServer(server).withCapabilities(capabilities).build();
    } catch (error) {
      if (attempt === 300) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** How long, in ms, to wait for a condition. `npm test` waits as long as a busy machine needs. */
export const timeout = process.env.LONG_TIMEOUTS === "yes" ? 30_000 : 5_000;

export const labelled = (driver: WebDriver, label: string) =>
  driver.findElement(By.xpath(`//*[@id = //label[. = "${label}"]/@for]`));

export const button = (driver: WebDriver, name: string) =>
  driver.findElement(
    By.xpath(`//button[normalize-space() = "${name}" or @aria-label = "${name}"]`),
  );

/** Waits for a visible text. */
export async function waitForText(driver: WebDriver, words: string) {
  const element = By.xpath(`//*[normalize-space(text()) = "${words}"]`);
  const found = await driver.wait(until.elementLocated(element), timeout);
  return driver.wait(until.elementIsVisible(found), timeout);
}

export async function press(driver: WebDriver, words: string) {
  await (await waitForText(driver, words)).click();
}

/**
 * Resizes the window until the page has this viewport. Repeats, because a resize takes a while and a measurement may
 * be outdated.
 */
export async function resizeViewport(driver: WebDriver, width: number, height: number) {
  const window = driver.manage().window();
  await driver.wait(async () => {
    const [innerWidth = 0, innerHeight = 0] = await driver.executeScript<number[]>(
      "return [innerWidth, innerHeight]",
    );
    if (innerWidth === width && innerHeight === height) return true;
    const outer = await window.getRect();
    await window.setRect({
      width: Math.max(100, outer.width + width - innerWidth),
      height: Math.max(100, outer.height + height - innerHeight),
    });
    return false;
  }, timeout);
}

export async function resize(driver: WebDriver, width: number) {
  await driver.manage().window().setRect({ width, height: 900 });
}

import { defineConfig, type Project } from "@playwright/test";
import {
  chromiumFlags,
  findChromium,
  findFirefox,
  findHunspell,
  findNginx,
  findWebKit,
} from "./setup/programs.ts";

// Chosen once and passed to the workers, so that concurrent runs use different ports. Stays below 32768, where
// Linux's ephemeral ports begin.
process.env.TEST_PORT ??= String(20_000 + (process.pid % 3_000) * 4);
const port = Number(process.env.TEST_PORT);
const ours = { port, server: "node server/main.ts" };
const nginx = { port: port + 1, server: `node e2e/setup/nginx.ts ${port + 1}` };
/** The shop with real orders. Its emails are only listed on a local page. */
const desk = { port: port + 2, server: "node desk/demo/demo.ts" };
process.env.TEST_DESK_PORT = String(desk.port);
process.env.TEST_MAIL_PORT = String(port + 3);
const servers = findNginx() ? [ours, desk, nginx] : [ours, desk];
if (!findNginx()) console.warn("nginx is not installed: only the shop's own server is tested.");
if (!findHunspell()) console.warn("Spanish hunspell is not installed: spelling is not checked.");

const address = (port: number) => `http://localhost:${port}`;

const chromium: Project["use"] = {
  launchOptions: { executablePath: findChromium(), args: chromiumFlags },
};
/**
 * The system's Firefox over WebDriver BiDi, or else Playwright's. The back/forward cache is off, as in
 * Playwright's Chromium: pages must work without it, and Playwright waits for a load event.
 */
const firefox: Project["use"] = {
  browserName: "firefox",
  ...(findFirefox() && { channel: "moz-firefox" }),
  launchOptions: {
    executablePath: findFirefox(),
    firefoxUserPrefs: { "browser.sessionhistory.max_total_viewers": 0 },
  },
};

/** `npm test` sets it, and waits as long as a busy machine needs. By hand a failure comes soon. */
const isWholeSuite = process.env.WHOLE_SUITE === "yes";
const timeoutMs = isWholeSuite ? 30_000 : 5_000;

/** Selects tests by tag (e2e/fixtures.ts) or file name. */
const inEveryEngine = /@engines/;
const inWebKitAlone = /webkit\.spec\.ts/;
/** Tests of the boutique that run against the shop with real orders too. */
const inBothShops = findHunspell() ? /(autofill|hosts|words)\.spec/ : /(autofill|hosts)\.spec/;

export default defineConfig({
  testDir: "e2e",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  reporter: "list",
  timeout: isWholeSuite ? 120_000 : 60_000,
  expect: { timeout: timeoutMs },
  use: { locale: "es-ES", baseURL: address(ours.port), actionTimeout: timeoutMs },
  projects: [
    // First: its tests run one after the other, beside those of the other worker.
    findWebKit()
      ? { name: "webkit", testMatch: inWebKitAlone, fullyParallel: false }
      : {
          name: "webkit",
          use: { browserName: "webkit" },
          grep: inEveryEngine,
        },
    {
      name: "chromium",
      use: chromium,
      testIgnore: [inWebKitAlone, ...(findHunspell() ? [] : [/words\.spec\.ts/])],
    },
    { name: "desk", use: { ...chromium, baseURL: address(desk.port) }, testMatch: inBothShops },
    { name: "firefox", use: firefox, grep: inEveryEngine },
    ...(findNginx()
      ? [
          {
            // The tests that depend on the server. For the checkout, security.spec suffices: once its script is
            // allowed to run, it requests nothing more.
            name: "nginx",
            use: { ...chromium, baseURL: address(nginx.port) },
            grep: /security\.spec\.ts|@servers/,
          },
        ]
      : []),
  ],
  webServer: servers.map(({ port, server }) => ({
    command: server,
    env: {
      PORT: String(port),
      MAIL_PORT: process.env.TEST_MAIL_PORT ?? "",
      DATABASE_URL: ":memory:",
      // The same as in the build of the desk's unit tests (desk/testing/build.ts).
      SITE_URL: "https://aurelia.example",
      PRODUCT_PRICE: "89,99",
    },
    url: address(port),
    timeout: 120_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5000 },
    reuseExistingServer: false,
  })),
});

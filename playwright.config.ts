import { defineConfig, type Project } from "@playwright/test";
import {
  chromiumFlags,
  findChromium,
  findFirefox,
  findHunspell,
  findNginx,
  findWebKit,
} from "./setup/programs.ts";

// Chosen once, and handed on to the workers: two runs at a time do not meet, nor does one meet the ports
// from 32768 on, which Linux gives to whatever asks for any.
process.env.TEST_PORT ??= String(20_000 + (process.pid % 3_000) * 4);
const port = Number(process.env.TEST_PORT);
const ours = { port, server: "node server/main.ts" };
const nginx = { port: port + 1, server: `node e2e/setup/nginx.ts ${port + 1}` };
/** Real orders, with mails that go no further than a page of this machine. */
const desk = { port: port + 2, server: "node desk/demo/demo.ts" };
process.env.TEST_MAIL_PORT = String(port + 3);
const servers = findNginx() ? [ours, desk, nginx] : [ours, desk];
if (!findNginx())
  console.warn("There is no nginx here: the shop is tested on its own server alone.");
if (!findHunspell()) console.warn("There is no hunspell for Spanish here: words are not judged.");

const address = (port: number) => `http://localhost:${port}`;

const chromium: Project["use"] = {
  launchOptions: { executablePath: findChromium(), args: chromiumFlags },
};
/**
 * The system's own, over WebDriver BiDi, or else the one that Playwright brings. Without the back/forward
 * cache, as in Playwright's Chromium: pages have to do without it, and Playwright waits for a load.
 */
const firefox: Project["use"] = {
  browserName: "firefox",
  ...(findFirefox() && { channel: "moz-firefox" }),
  launchOptions: {
    executablePath: findFirefox(),
    firefoxUserPrefs: { "browser.sessionhistory.max_total_viewers": 0 },
  },
};

/** As the tests say (e2e/fixtures.ts). */
const inEveryEngine = /@engines/;
const inWebKitAlone = /webkit\.spec\.ts/;
const withRealOrders = /desk\.spec\.ts/;
/** What both shops are asked. */
const inBothShops = findHunspell() ? /(autofill|words)\.spec\.ts/ : /autofill\.spec\.ts/;

export default defineConfig({
  testDir: "e2e",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  reporter: "list",
  // Long enough for any machine: what passes them never comes.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: { locale: "es-ES", baseURL: address(ours.port) },
  projects: [
    {
      name: "chromium",
      use: chromium,
      testIgnore: [inWebKitAlone, withRealOrders, ...(findHunspell() ? [] : [/words\.spec\.ts/])],
    },
    {
      name: "desk",
      use: { ...chromium, baseURL: address(desk.port) },
      testMatch: [withRealOrders, inBothShops],
    },
    { name: "firefox", use: firefox, grep: inEveryEngine, testIgnore: withRealOrders },
    {
      name: "desk in firefox",
      use: { ...firefox, baseURL: address(desk.port) },
      grep: inEveryEngine,
      testMatch: withRealOrders,
    },
    findWebKit()
      ? { name: "webkit", testMatch: inWebKitAlone, fullyParallel: false }
      : { name: "webkit", use: { browserName: "webkit" }, grep: inEveryEngine },
    ...(findNginx()
      ? [
          {
            // What depends on the server. Of the checkout that is whether its script may run (security.spec):
            // from then on it asks a server for nothing.
            name: "nginx",
            use: { ...chromium, baseURL: address(nginx.port) },
            grep: /(discovery|security)\.spec\.ts|@servers/,
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
      // The desk's own tests have built the shop with this one (desk/testing/build.ts).
      SITE_URL: "https://aurelia.example",
    },
    url: address(port),
    timeout: 120_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5000 },
    reuseExistingServer: false,
  })),
});

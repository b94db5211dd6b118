import { defineConfig, type PlaywrightTestConfig, type Project } from "@playwright/test";
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
/** The first of four ports. */
export const port = Number(process.env.TEST_PORT);
const ours = { port, server: "node server/main.ts" };
const nginx = { port: port + 1, server: `node e2e/setup/nginx.ts ${port + 1}` };
const servers = findNginx() ? [ours, nginx] : [ours];

export const address = (port: number) => `http://localhost:${port}`;

export const chromium: Project["use"] = {
  launchOptions: { executablePath: findChromium(), args: chromiumFlags },
};
/**
 * The system's Firefox over WebDriver BiDi, or else Playwright's. The back/forward cache is off, as in
 * Playwright's Chromium: pages must work without it, and Playwright waits for a load event.
 */
export const firefox: Project["use"] = {
  browserName: "firefox",
  ...(findFirefox() && { channel: "moz-firefox" }),
  launchOptions: {
    executablePath: findFirefox(),
    firefoxUserPrefs: {
      "browser.sessionhistory.max_total_viewers": 0,
      // One process for all pages, because each test would start its own.
      "fission.autostart": false,
      "dom.ipc.processCount": 1,
      "dom.ipc.processPrelaunch.enabled": false,
    },
  },
};

/** `npm test` waits long enough for a busy machine (setup/run.mjs). Single runs fail sooner. */
const isPatient = process.env.LONG_TIMEOUTS === "yes";
const timeoutMs = isPatient ? 30_000 : 5_000;

/** Selects tests by tag (e2e/fixtures.ts) or file name. */
export const inEveryEngine = /@engines/;
const inWebKitAlone = /webkit\.spec\.ts/;
/** The settings that the workspaces' tests share. */
export const common = {
  fullyParallel: true,
  forbidOnly: true,
  // One more than the processors of a small machine, because tests also wait.
  workers: 3,
  // For its trace. A test that passes at its second attempt has failed.
  retries: 1,
  failOnFlakyTests: true,
  reporter: "list",
  // The README's pictures (readme.spec.ts).
  snapshotPathTemplate: "docs/{arg}{ext}",
  timeout: isPatient ? 120_000 : 60_000,
  expect: { timeout: timeoutMs },
  use: {
    locale: "es-ES",
    actionTimeout: timeoutMs,
    // A failing test leaves these in test-results/. Tracing every test would double the time of the suite.
    screenshot: "only-on-failure",
    trace: "on-first-retry",
  },
} satisfies PlaywrightTestConfig;

/** Starts a server of the test run. */
export const webServer = (command: string, port: number, env: Record<string, string> = {}) => ({
  command,
  env: {
    PORT: String(port),
    SITE_URL: "https://aurelia.example",
    PRODUCT_PRICE: "89,99",
    ...env,
  },
  url: address(port),
  timeout: 120_000,
  gracefulShutdown: { signal: "SIGTERM" as const, timeout: 5000 },
  reuseExistingServer: false,
});

/** `submit`: the label of the order button. `isMain`: the specs test every case. */
const metadata = { submit: "Confirmar pedido", isMain: true };

export default defineConfig({
  ...common,
  globalSetup: "./e2e/setup/missing-programs.ts",
  testDir: "e2e",
  use: { ...common.use, baseURL: address(ours.port) },
  projects: [
    // First, because its tests run one after the other while the other workers run the rest.
    findWebKit()
      ? { name: "webkit", testMatch: inWebKitAlone, fullyParallel: false, metadata }
      : {
          name: "webkit",
          use: { browserName: "webkit" },
          grep: inEveryEngine,
          metadata,
        },
    {
      name: "chromium",
      use: chromium,
      metadata,
      testIgnore: [inWebKitAlone, ...(findHunspell() ? [] : [/words\.spec\.ts/])],
    },
    { name: "firefox", use: firefox, grep: inEveryEngine, metadata },
    ...(findNginx()
      ? [
          {
            // The tests that depend on the server. For the checkout, security.spec suffices: once its script is
            // allowed to run, it requests nothing more.
            name: "nginx",
            use: { ...chromium, baseURL: address(nginx.port) },
            grep: /security\.spec\.ts|@servers/,
            grepInvert: /whatever its host sends/,
          },
        ]
      : []),
  ],
  webServer: servers.map(({ port, server }) => webServer(server, port)),
});

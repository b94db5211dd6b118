import { defineConfig } from "@playwright/test";
import { chromiumFlags, findChromium, findFirefox, findNginx } from "./e2e/setup/programs.ts";

const ours = { port: 3100, server: "node server/main.ts" };
const nginx = { port: 3101, server: "node e2e/setup/nginx.ts 3101" };
const withNginx = findNginx() !== undefined;
if (!withNginx) console.warn("There is no nginx here: the shop is tested on its own server alone.");

const chromium = {
  launchOptions: { executablePath: findChromium(), args: chromiumFlags },
};
/** The system's own Firefox, over WebDriver BiDi; elsewhere the one that Playwright brings. */
const firefox = {
  browserName: "firefox" as const,
  ...(findFirefox() && {
    channel: "moz-firefox",
    launchOptions: { executablePath: findFirefox() },
  }),
};

const address = (port: number) => `http://localhost:${port}`;

export default defineConfig({
  testDir: "e2e",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  reporter: "list",
  use: { locale: "es-ES" },
  projects: [
    { name: "shop", use: { ...chromium, baseURL: address(ours.port) } },
    ...(withNginx
      ? [
          {
            // The same story on a plain static server.
            name: "nginx",
            use: { ...chromium, baseURL: address(nginx.port) },
            testMatch: /(checkout|found-and-shared|pages|security)\.spec\.ts/,
          },
        ]
      : []),
    {
      name: "firefox",
      use: { ...firefox, baseURL: address(ours.port) },
    },
  ],
  webServer: [ours, ...(withNginx ? [nginx] : [])].map(({ port, server }) => ({
    command: server,
    env: { PORT: String(port) },
    url: address(port),
    gracefulShutdown: { signal: "SIGTERM", timeout: 5000 },
    reuseExistingServer: false,
  })),
});

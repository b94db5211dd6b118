import { defineConfig } from "@playwright/test";
import { findChromium, isRoot } from "./e2e/setup/chromium.ts";

const port = 3100;

export default defineConfig({
  testDir: "e2e",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  reporter: "list",
  use: {
    baseURL: `http://localhost:${port}`,
    locale: "es-ES",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: findChromium(),
      // Chromium's sandbox does not run as root; the rest keeps it from calling home.
      args: [
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: "node server/main.ts",
    env: { PORT: String(port) },
    url: `http://localhost:${port}/healthz`,
    reuseExistingServer: false,
  },
});

import { defineConfig } from "vitest/config";
import { seller } from "./desk/demo/shop.ts";

export default defineConfig({
  test: {
    // Long enough for any machine: what passes them never comes.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: { name: "shop", include: ["{app,bench,publish,server}/**/*.test.{ts,tsx}"] },
      },
      {
        extends: true,
        test: {
          name: "desk",
          include: ["desk/**/*.test.ts"],
          globalSetup: ["desk/testing/build.ts", "desk/testing/postgres.ts"],
          // They wait for disks, sockets and other processes more than they reckon.
          maxWorkers: 3,
          // Who sells is written into the shop when it is built (app/shop/seller.ts).
          env: seller,
        },
      },
    ],
  },
});

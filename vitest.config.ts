import { defineConfig } from "vitest/config";
import { seller } from "./desk/demo-shop.ts";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "shop", include: ["{app,publish,server}/**/*.test.{ts,tsx}"] } },
      {
        test: {
          name: "desk",
          include: ["desk/**/*.test.ts"],
          globalSetup: ["desk/testing/build.ts", "desk/testing/postgres.ts"],
          // They wait for disks, sockets and other processes more than they reckon.
          maxWorkers: 3,
          // Each opens databases, and some start processes, which takes seconds on a busy machine.
          testTimeout: 30_000,
          // Who sells is written into the shop when it is built (app/shop/seller.ts).
          env: seller,
        },
      },
    ],
  },
});

import { defineConfig } from "vitest/config";
import { seller } from "./desk/demo-shop.ts";

/** Limits for what never comes: processes, databases and answers take seconds on a busy machine. */
const patient = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...patient,
          name: "shop",
          include: ["{app,publish,server}/**/*.test.{ts,tsx}"],
        },
      },
      {
        test: {
          ...patient,
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

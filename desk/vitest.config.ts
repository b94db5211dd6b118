import { defineProject } from "vitest/config";
import { seller } from "./demo/shop.ts";

export default defineProject({
  root: "..",
  test: {
    name: "desk",
    include: ["desk/**/*.test.ts"],
    globalSetup: ["desk/testing/build.ts", "desk/testing/postgres.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // They wait for disks, sockets and other processes more than they compute.
    maxWorkers: 3,
    // Who sells is written into the shop when it is built (app/desk/shop/seller.ts).
    env: seller,
  },
});

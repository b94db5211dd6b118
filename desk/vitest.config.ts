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
    // As many as the shop's: then both projects' tests run side by side. They wait more than they compute.
    maxWorkers: 4,
    // Who sells is written into the shop when it is built (app/desk/shop/seller.ts).
    env: seller,
  },
});

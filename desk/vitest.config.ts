import { defineProject } from "vitest/config";
import { seller } from "./demo/shop.ts";

export default defineProject({
  root: "..",
  test: {
    name: "desk",
    pool: "threads",
    include: ["desk/**/*.test.ts"],
    globalSetup: ["desk/testing/build.ts", "desk/testing/postgres.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // The same number as the shop's, so that both projects run side by side. Tests wait more than they compute.
    maxWorkers: 4,
    // The seller is compiled into the shop (app/desk/shop/seller.ts). The price is the tests' own.
    env: { ...seller, PRODUCT_PRICE: "89,99" },
  },
});

import { defineProject } from "vitest/config";
import { seller } from "./demo/demo-shop.ts";

export default defineProject({
  resolve: { alias: { "#orders": `${import.meta.dirname}/checkout` } },
  test: {
    name: "desk",
    pool: "threads",
    include: ["**/*.test.{ts,tsx}"],
    globalSetup: ["testing/build.ts", "testing/postgres.ts", "testing/sqlite.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // The same number as the shop's, so that both projects run side by side. Tests wait more than they compute.
    maxWorkers: 4,
    // The seller is compiled into the shop (shop/seller.ts). The price is the tests' own.
    env: { ...seller, PRODUCT_PRICE: "89,99" },
  },
});

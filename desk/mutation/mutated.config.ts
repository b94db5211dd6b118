import { defineConfig } from "vitest/config";
import { seller } from "../demo/demo-shop.ts";

/** For `npm run mutation`: the tests of the mutated code, without a built shop, so they use SQLite alone. */
export default defineConfig({
  resolve: { alias: { "#orders": `${import.meta.dirname}/../checkout` } },
  test: {
    globalSetup: `${import.meta.dirname}/../testing/sqlite.ts`,
    include: [
      "desk/{checkout,jobs,mail,orders,shop}/**/*.test.{ts,tsx}",
      "desk/{publish/settings-errors,storage/status}.test.ts",
    ],
    testTimeout: 60_000,
    env: { ...seller, PRODUCT_PRICE: "89,99" },
    exclude: [
      "desk/orders/{admin-pages,bank-account,books,order-page,rate-limit,sign-in}.test.ts",
      "desk/orders/{stored-facts,stripe-pages}.test.ts",
    ],
  },
});

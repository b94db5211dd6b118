import { defineConfig } from "vitest/config";
import { seller } from "../demo/demo-shop.ts";
import { alias } from "../orders-alias.ts";

/** For `npm run mutation`: the tests of the mutated code, without a built shop and on SQLite alone. */
export default defineConfig({
  resolve: { alias },
  test: {
    globalSetup: `${import.meta.dirname}/../testing/sqlite.ts`,
    include: [
      "desk/{cards,checkout,jobs,mail,orders,shop}/**/*.test.{ts,tsx}",
      "desk/pages/admin/steps/*.test.ts",
      "desk/{publish/settings-errors,storage/status}.test.ts",
    ],
    testTimeout: 60_000,
    env: { ...seller, PRODUCT_PRICE: "89,99" },
    exclude: ["desk/orders/{books,network-limits}.test.ts"],
  },
});

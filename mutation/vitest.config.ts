import { defineConfig } from "vitest/config";
import { seller } from "../desk/demo/shop.ts";

/** For `npm run mutation`: the tests of the mutated code, without those of the repository. */
export default defineConfig({
  test: {
    include: [
      "{app/{desk,orders,shop},publish,server}/**/*.test.{ts,tsx}",
      // Without a built shop, they use SQLite alone.
      "desk/{jobs,mail,orders}/**/*.test.ts",
    ],
    testTimeout: 60_000,
    env: { ...seller, PRODUCT_PRICE: "89,99" },
    exclude: [
      "desk/orders/{admin-pages,books,order-page,stripe-pages}.test.ts",
      "publish/{assets,boutique,facts,generated,renditions}.test.ts",
      "server/fuzz.test.ts",
    ],
  },
});

import { defineConfig } from "vitest/config";

/** For `npm run mutation`: the tests that look at the code it changes, and not at the repository. */
export default defineConfig({
  test: {
    include: ["{app/orders,app/shop,publish,server}/**/*.test.{ts,tsx}"],
    exclude: [
      "publish/{assets,facts,generated,renditions}.test.ts",
      "publish/{default,real}-build.test.ts",
      "server/fuzz.test.ts",
    ],
  },
});

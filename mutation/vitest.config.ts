import { defineConfig } from "vitest/config";

/** For `npm run mutation`: the tests that look at the code it changes, and not at the repository. */
export default defineConfig({
  test: {
    include: ["{app/{desk,orders,shop},publish,server}/**/*.test.{ts,tsx}"],
    exclude: [
      "publish/{assets,boutique,facts,generated,renditions}.test.ts",
      "server/fuzz.test.ts",
    ],
  },
});

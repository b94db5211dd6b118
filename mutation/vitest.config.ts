import { defineConfig } from "vitest/config";

/** For `npm run mutation`: the tests of the mutated code, without those of the repository. */
export default defineConfig({
  test: {
    include: ["{app/{desk,orders,shop},publish,server}/**/*.test.{ts,tsx}"],
    exclude: [
      "publish/{assets,boutique,facts,generated,renditions}.test.ts",
      "server/fuzz.test.ts",
    ],
  },
});

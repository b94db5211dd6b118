import { defineConfig } from "vitest/config";

/** For `npm run mutation`: the tests of the mutated code, without those of the repository. */
export default defineConfig({
  test: {
    include: ["{app/{orders,shop},publish,server}/**/*.test.{ts,tsx}"],
    testTimeout: 60_000,
    exclude: ["publish/{assets,facts,generated,renditions}.test.ts", "server/fuzz.test.ts"],
  },
});

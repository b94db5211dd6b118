import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Long enough for any machine: what passes them never comes.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: { name: "shop", include: ["{app,bench,publish,server}/**/*.test.{ts,tsx}"] },
      },
      // A pattern, so that nothing is missed where there is no desk.
      "desk/vitest.config.*",
    ],
  },
});

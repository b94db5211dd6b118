import { configDefaults, defineConfig } from "vitest/config";

/** Checks, builds and tests a copy of the repository. */
const withoutSelling = "publish/boutique.test.ts";

export default defineConfig({
  test: {
    // Long enough for any machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "shop",
          maxWorkers: 4,
          include: ["{app,bench,publish,server}/**/*.test.{ts,tsx}"],
          exclude: [...configDefaults.exclude, withoutSelling],
        },
      },
      { extends: true, test: { name: "boutique", include: [withoutSelling] } },
      // A pattern, so that nothing is missed where there is no desk.
      "desk/vitest.config.*",
    ],
  },
});

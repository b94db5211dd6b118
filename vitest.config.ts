import { configDefaults, defineConfig } from "vitest/config";
import { keepTemporaryFilesInMemory } from "./setup/temporary-files.ts";

keepTemporaryFilesInMemory();

/** Checks, builds and tests a copy of the repository without the selling code. */
const withoutSelling = "publish/boutique.test.ts";

export default defineConfig({
  test: {
    // Long enough for slow machines.
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
      // A pattern, because a missing path is an error and the boutique has no desk.
      "desk/vitest.config.*",
    ],
  },
});

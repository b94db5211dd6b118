import { existsSync, statfsSync } from "node:fs";
import { configDefaults, defineConfig } from "vitest/config";

/** Linux's file system in memory. PostgreSQL creates a database there in a tenth of the time. */
const memory = "/dev/shm";
if (existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize > 4e9) process.env.TMPDIR = memory;
}

/** Checks, builds and tests a copy of the repository without the selling code. */
const withoutSelling = "publish/boutique.test.ts";

export default defineConfig({
  test: {
    // They start faster than processes.
    pool: "threads",
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
          include: ["{app,bench,photography,publish,server}/**/*.test.{ts,tsx}"],
          exclude: [...configDefaults.exclude, withoutSelling],
        },
      },
      { extends: true, test: { name: "boutique", include: [withoutSelling] } },
      // A pattern, because a missing path is an error and the boutique has no desk.
      "desk/vitest.config.*",
    ],
  },
});

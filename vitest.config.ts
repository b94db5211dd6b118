import { existsSync, statfsSync } from "node:fs";
import { defineConfig } from "vitest/config";

/** Linux's file system in memory. PostgreSQL creates a database there in a tenth of the time. */
const memory = "/dev/shm";
if (existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize > 4e9) process.env.TMPDIR = memory;
}

export default defineConfig({
  test: {
    // Threads start faster than processes.
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
          include: ["{app,bench,photography,publish,server,setup}/**/*.test.{ts,tsx}"],
        },
      },
      // The workspaces' tests run side by side with the boutique's.
      "*/vitest.config.*",
    ],
  },
});

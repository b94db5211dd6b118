import { existsSync, readFileSync, statfsSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Linux's file system in memory. PostgreSQL creates a database there in a tenth of the time. */
const memory = "/dev/shm";
if (existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize > 4e9) process.env.TMPDIR = memory;
}

/** Runs test files with a timeout of ten minutes first. At the end, each would run alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const { long = [], short = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      /\b600_000\b/.test(readFileSync(moduleId, "utf8")) ? "long" : "short",
    );
    return [...long, ...short];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
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

import { readFileSync } from "node:fs";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Runs test files with a timeout of ten minutes first. At the end, each would run alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const { long = [], short = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      /\b600_000\b/.test(readFileSync(moduleId, "utf8")) ? "long" : "short",
    );
    return [...long, ...short];
  }
}

/** The settings that the workspaces' tests share. */
export const common = {
  sequence: { sequencer: LongestFirst },
  // Threads start faster than processes.
  pool: "threads",
  // Tests wait more than they compute.
  maxWorkers: 4,
  // Long enough for slow machines.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
} satisfies ViteUserConfig["test"];

/** The tests that read the built shop. Only they wait for a build. */
const ofBuild = ["publish/{assets,renditions}.test.ts"];

export default defineConfig({
  test: {
    ...common,
    projects: [
      {
        extends: true,
        test: {
          name: "shop",
          include: ["{app,bench,photography,publish,server,setup}/**/*.test.{ts,tsx}"],
          exclude: ofBuild,
        },
      },
      {
        extends: true,
        test: { name: "built", include: ofBuild, globalSetup: "publish/testing/build-shop.ts" },
      },
    ],
  },
});

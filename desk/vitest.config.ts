import { existsSync, globSync, readFileSync, statfsSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { common } from "../vitest.config.ts";
import { seller } from "./demo/demo-shop.ts";
import { isWhole } from "./testing/programs.ts";

/** Linux's file system in memory. PostgreSQL creates a database there in a tenth of the time. */
const memory = "/dev/shm";
if (isWhole && existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize > 4e9) process.env.TMPDIR = memory;
}

const inDesk = (path: string) => `${import.meta.dirname}/${path}`;
const databases = [inDesk("testing/postgres.ts"), inDesk("testing/sqlite.ts")];

/** The tests that run the built shop. Only they wait for a build. */
const ofBuild = globSync("**/*.test.ts", {
  cwd: import.meta.dirname,
  exclude: ["node_modules"],
}).filter((file) => /test-shop|inject\("shop"\)/.test(readFileSync(inDesk(file), "utf8")));

/** Runs in the repository's folder. */
export default defineConfig({
  resolve: { alias: { "#orders": inDesk("checkout") } },
  test: {
    ...common,
    dir: import.meta.dirname,
    // The seller is compiled into the shop (shop/seller.ts). The price is the tests' own.
    env: { ...seller, PRODUCT_PRICE: "89,99" },
    projects: [
      {
        extends: true,
        test: {
          name: "desk",
          include: ["**/*.test.{ts,tsx}"],
          exclude: ["**/node_modules/**", ...ofBuild],
          globalSetup: databases,
        },
      },
      {
        extends: true,
        test: {
          name: "built",
          include: ofBuild,
          globalSetup: [inDesk("testing/build.ts"), ...databases],
        },
      },
    ],
  },
});

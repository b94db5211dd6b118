import { existsSync, statfsSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { common } from "../vitest.config.ts";
import { seller } from "./demo/demo-shop.ts";
import { alias } from "./orders-alias.ts";
import { isWhole } from "./testing/programs.ts";

/** Linux's file system in memory. PostgreSQL creates a database there in a tenth of the time. */
const memory = "/dev/shm";
if (isWhole && existsSync(memory)) {
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize > 4e9) process.env.TMPDIR = memory;
}

const inDesk = (path: string) => `${import.meta.dirname}/${path}`;

/** Runs in the repository's folder. */
export default defineConfig({
  resolve: { alias },
  test: {
    ...common,
    name: "desk",
    dir: import.meta.dirname,
    include: ["**/*.test.{ts,tsx}"],
    globalSetup: ["build", "postgres", "sqlite"].map((name) => inDesk(`testing/${name}.ts`)),
    // The seller is compiled into the shop (shop/seller.ts). The price is the tests' own.
    env: { ...seller, PRODUCT_PRICE: "89,99" },
  },
});

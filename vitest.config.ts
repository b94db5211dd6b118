import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["{app,server}/**/*.test.{ts,tsx}"] },
});

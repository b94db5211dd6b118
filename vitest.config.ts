import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["{app,publish,server}/**/*.test.{ts,tsx}"] },
});

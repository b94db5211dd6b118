import type { KnipConfig } from "knip";
import project from "./package.json" with { type: "json" };

const { workspaces = [] } = project as { workspaces?: string[] };

export default {
  // Each has a configuration of its own.
  ignoreWorkspaces: workspaces,
  workspaces: {
    ".": {
      entry: [
        "app/entry.{client,server}.tsx",
        "{publish,server}/*.ts",
        "e2e/setup/nginx.ts",
        "photography/*.ts",
        "import-rules.ts",
        "setup/{check-imports.ts,install-programs.ts,*.mjs}",
      ],
      project: ["{app,e2e,photography,publish,server,setup}/**/*.{ts,tsx,mjs,css}", "*.ts"],
      // Biome is only run as a command.
      ignoreDependencies: ["@fontsource-variable/.*", "@biomejs/biome"],
      ignoreUnresolved: ["\\./\\+types/.+"],
      ignoreBinaries: ["Xvfb", "WebKitWebDriver", "blender"],
    },
    bench: {
      entry: ["bench.ts", "*.test.ts"],
      project: ["**/*.ts"],
      ignoreDependencies: ["lighthouse"],
    },
    mutation: { entry: ["mutated.config.ts"], ignoreDependencies: ["@stryker-mutator/.*"] },
  },
} satisfies KnipConfig;

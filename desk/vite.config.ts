import { defineConfig, type EnvironmentOptions, mergeConfig, type Plugin } from "vite";
import boutique from "../vite.config.ts";
import { alias } from "./orders-alias.ts";
import { externalPackages } from "./publish/external-packages.ts";
import { serveDesk } from "./server/develop.ts";

/**
 * Bundles the pages with the desk's functions and all packages, so that a server has one copy of each
 * module and installs nothing.
 */
const server: EnvironmentOptions = {
  build: {
    rolldownOptions: {
      input: {
        index: "server/entry.ts",
        main: "server/main.ts",
        orders: "cli.ts",
        "render-thread": "server/render-thread.ts",
      },
    },
  },
  resolve: {
    noExternal: true,
    // pg looks for pg-native only if it is told to.
    external: [...externalPackages, "pg-native"],
  },
  // Otherwise React would choose its build at run time, and the bundle would contain the slow development build.
  define: { "process.env.NODE_ENV": '"production"' },
};

/** React Router would call all of them index.js. It sets that name itself, so only a plugin can change it. */
const namePrograms: Plugin = {
  name: "name-programs",
  apply: "build",
  configEnvironment: (name) =>
    name === "ssr"
      ? { build: { rolldownOptions: { output: { entryFileNames: "[name].js" } } } }
      : undefined,
};

export default defineConfig(({ command, isPreview }) =>
  mergeConfig(boutique, {
    plugins: [namePrograms, command === "serve" && !isPreview && serveDesk],
    resolve: { alias },
    environments: command === "build" ? { ssr: server } : {},
  }),
);

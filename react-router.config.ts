import type { Config } from "@react-router/dev/config";
import { buildFolder } from "./publish/build-folder.ts";

export default {
  // Aside, until it is published (publish/main.ts): who serves the last build goes on doing so.
  buildDirectory: `.cache/${buildFolder}`,
  // Every page is rendered when the shop is built; `/404` is the page that hosts send for unknown paths.
  prerender: ({ getStaticPaths }) => [...getStaticPaths(), "/404"],
  // Lazy discovery asks the server for a manifest, which a static host does not have.
  routeDiscovery: { mode: "initial" },
  splitRouteModules: false,
} satisfies Config;

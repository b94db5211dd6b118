import type { Config } from "@react-router/dev/config";
import { prerendered } from "./app/routes.ts";
import { buildFolder } from "./publish/build-folder.ts";

export default {
  // Aside, until it is published (publish/main.ts): who serves the last build goes on doing so.
  buildDirectory: `.cache/${buildFolder}`,
  prerender: prerendered,
  // Lazy discovery asks the server for a manifest, which a static host does not have.
  routeDiscovery: { mode: "initial" },
  splitRouteModules: false,
} satisfies Config;

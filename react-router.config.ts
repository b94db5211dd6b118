import type { Config } from "@react-router/dev/config";
import { prerendered } from "./app/routes.ts";
import { buildFolder } from "./publish/build-folder.ts";

export default {
  // A temporary folder: the last build is served until publish/main.ts replaces it.
  buildDirectory: `.cache/${buildFolder}`,
  prerender: prerendered,
  // Lazy discovery asks the server for a manifest, which a static host does not have.
  routeDiscovery: { mode: "initial" },
  splitRouteModules: false,
} satisfies Config;

import type { Config } from "@react-router/dev/config";
import { files } from "./app/routes.ts";
import { buildFolder } from "./publish/build-folder.ts";
import { samplePage } from "./publish/desk.ts";

export default {
  // Aside, until it is published (publish/main.ts): who serves the last build goes on doing so.
  buildDirectory: `.cache/${buildFolder}`,
  // `/404` is the page that hosts send for unknown paths, and the order desk's is a sample (publish/desk.ts).
  prerender: [
    ...files.map(({ path = "" }) => `/${path}`),
    "/404",
    ...(process.env.ORDER_DESK === "real" ? [samplePage] : []),
  ],
  // Lazy discovery asks the server for a manifest, which a static host does not have.
  routeDiscovery: { mode: "initial" },
  splitRouteModules: false,
} satisfies Config;

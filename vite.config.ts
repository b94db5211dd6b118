import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type EnvironmentOptions, type Plugin } from "vite";
import { type ImageConfig, imagetools, resolveConfigs } from "vite-imagetools";
import project from "./package.json" with { type: "json" };

/** The oldest browsers in which an order can be placed (docs/browsers.md), in esbuild's format. */
const browsers = project.browserslist.map((browser) => browser.replace(" ", ""));

const isRoute = (id: string | null) => id?.endsWith("?__react-router-build-client-route");

/** The build renders the pages. The browser runs one island, and no routes. */
const keepRoutesOutOfTheBrowser: Plugin = {
  name: "keep-routes-out-of-the-browser",
  apply: "build",
  enforce: "post",
  applyToEnvironment: ({ name }) => name === "client",
  transform: (_, id) => (isRoute(id) ? "export {}" : null),
  // The routes' chunks are empty now. Delete them after Vite's manifest, in which React Router
  // looks them up.
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      for (const [file, chunk] of Object.entries(bundle)) {
        if (chunk.type === "chunk" && isRoute(chunk.facadeModuleId)) delete bundle[file];
      }
    },
  },
};

/**
 * Browsers without AVIF get the widest picture as WebP (ui/picture.tsx). The other WebP files are
 * never requested.
 */
function keepOneFallback(renditions: ImageConfig[]) {
  const widest = Math.max(...renditions.map(({ w }) => Number(w)));
  return renditions.filter(({ format, w }) => format !== "webp" || Number(w) === widest);
}

/** Nine tenths of the island's script. It stays cached when the shop itself changes. */
const react = { name: "react", test: /\/node_modules\/(react|react-dom|scheduler)\// };

/** Orders are real. */
const isReal = process.env.ORDER_DESK === "real";

/** Chooses the side of `#orders` (package.json). No other place does. */
const conditions = isReal ? ["real-orders"] : [];

/** The server build is one file with React and no other package to install. */
const serverBuild: EnvironmentOptions = {
  build: { rolldownOptions: { input: "app/desk/entry.ts" } },
  resolve: { conditions, noExternal: true },
  // Otherwise Node would choose React's build at run time, and the bundle would contain the slow
  // one.
  define: { "process.env.NODE_ENV": '"production"' },
};

/** Browsers have no environment: each settings module is replaced with its values. */
const compileSettings: Plugin = {
  name: "compile-settings",
  enforce: "pre",
  async load(id) {
    if (!/\/app\/(.+\/)?settings\.ts$/.test(id)) return null;
    return Object.entries(await import(id))
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
      .join("\n");
  },
};

/** Development serves the pages that are rendered on request. The computed path lets the boutique compile without desk/. */
const serveDesk = async (): Promise<Plugin> =>
  (await import(`${import.meta.dirname}/desk/develop.ts`)).serveDesk;

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    reactRouter(),
    keepRoutesOutOfTheBrowser,
    compileSettings,
    isReal && serveDesk(),
    imagetools({
      // In git, so that a build encodes only pictures that have changed.
      cache: { dir: "app/photos/renditions" },
      resolveConfigs: (...asked) => keepOneFallback(resolveConfigs(...asked)),
    }),
  ],
  resolve: { conditions },
  // Listed here, or Vite would discover them while the first page loads.
  optimizeDeps: { include: ["react-dom/client", "react-router/dom", "valibot"] },
  server: { port: Number(process.env.PORT || 3000) },
  build: { assetsInlineLimit: 0, target: browsers, cssTarget: browsers },
  environments: {
    // Pages are rendered in an environment of their own, which does not inherit the browser's.
    ssr: isReal && command === "build" ? serverBuild : { resolve: { conditions } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [react] } } } } },
  },
}));

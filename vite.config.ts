import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type EnvironmentOptions, type Plugin } from "vite";
import { type ImageConfig, imagetools, resolveConfigs } from "vite-imagetools";
import project from "./package.json" with { type: "json" };

/** The oldest in which an order can be placed (docs/browsers.md), written as esbuild writes them. */
const browsers = project.browserslist.map((browser) => browser.replace(" ", ""));

const isRoute = (id: string | null) => id?.endsWith("?__react-router-build-client-route");

/** Pages are rendered when the shop is built; the browser runs one island and none of the routes. */
const keepRoutesOutOfTheBrowser: Plugin = {
  name: "keep-routes-out-of-the-browser",
  apply: "build",
  enforce: "post",
  applyToEnvironment: ({ name }) => name === "client",
  transform: (_, id) => (isRoute(id) ? "export {}" : null),
  // What is left of them is empty files. After Vite's manifest, in which React Router looks for them.
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      for (const [file, chunk] of Object.entries(bundle)) {
        if (chunk.type === "chunk" && isRoute(chunk.facadeModuleId)) delete bundle[file];
      }
    },
  },
};

/** Browsers without AVIF get the widest picture as WebP (ui/picture.tsx): the others are never asked for. */
function keepOneFallback(renditions: ImageConfig[]) {
  const widest = Math.max(...renditions.map(({ w }) => Number(w)));
  return renditions.filter(({ format, w }) => format !== "webp" || Number(w) === widest);
}

/** Nine tenths of the island's script, which stay in a browser's cache when the shop itself changes. */
const react = { name: "react", test: /\/node_modules\/(react|react-dom|scheduler)\// };

/** Where orders are real. */
const isReal = process.env.ORDER_DESK === "real";

/** Which side of `#orders` the shop takes (package.json): here, and nowhere else. */
const conditions = isReal ? ["real-orders"] : [];

/** Pages that are rendered on request come from one file with all that it needs: React, and no package. */
const serverBuild: EnvironmentOptions = {
  build: { rolldownOptions: { input: "app/desk/entry.ts" } },
  resolve: { conditions, noExternal: true },
  // Otherwise Node would decide at run time which React it is, and the bundle have the slow one.
  define: { "process.env.NODE_ENV": '"production"' },
};

/** Browsers have no environment: the settings that the shop is built with replace the modules that read them. */
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
      // Kept with the masters, so that a build encodes nothing that a commit has not changed.
      cache: { dir: "app/photos/renditions" },
      resolveConfigs: (...asked) => keepOneFallback(resolveConfigs(...asked)),
    }),
  ],
  resolve: { conditions },
  // Found at the start, and not while the first page of a day waits for them.
  optimizeDeps: { include: ["react-dom/client", "react-router/dom", "valibot"] },
  server: { port: Number(process.env.PORT || 3000) },
  build: { assetsInlineLimit: 0, target: browsers, cssTarget: browsers },
  environments: {
    // Pages are rendered in an environment of their own, which does not take over the browser's.
    ssr: isReal && command === "build" ? serverBuild : { resolve: { conditions } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [react] } } } } },
  },
}));

import { pathToFileURL } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type EnvironmentOptions, type Plugin } from "vite";
import {
  type ImageConfig,
  imagetools,
  resolveConfigs,
  type TransformFactory,
} from "vite-imagetools";
import project from "./package.json" with { type: "json" };
import { withFilmGrain } from "./photography/film-grain.ts";

/** The oldest browsers that can place an order (docs/browsers.md), in esbuild's format. */
const browsers = project.browserslist.map((browser) => browser.replace(" ", ""));

/**
 * Pages are rendered at build time. In the browser only the checkout's island runs: with routes it would be
 * 13 files instead of two.
 */
const keepRoutesOutOfTheBrowser: Plugin = {
  name: "keep-routes-out-of-the-browser",
  transform: (_, id) => (id.endsWith("?__react-router-build-client-route") ? "export {}" : null),
};

/**
 * Browsers without AVIF get the widest picture as WebP (ui/picture.tsx). The other WebP files are
 * never requested.
 */
function keepOneFallback(renditions: ImageConfig[]) {
  const widest = Math.max(...renditions.map(({ w }) => Number(w)));
  return renditions.filter(({ format, w }) => format !== "webp" || Number(w) === widest);
}

/**
 * `bitdepth=10` in an import encodes its AVIF with ten bits, for dark pictures: with eight, a wall's gradient
 * at night shows steps. Ten bits take longer to decode.
 */
const deepen: TransformFactory = ({ format, bitdepth }) =>
  format === "avif" && bitdepth === "10" ? (_, image) => image.avif({ bitdepth: 10 }) : undefined;

const addFilmGrain: Plugin = {
  name: "add-film-grain",
  // In every environment: React Router moves the pictures of the server build to the client's.
  generateBundle(_, bundle) {
    for (const asset of Object.values(bundle)) {
      if (asset.type === "asset" && asset.fileName.endsWith(".avif"))
        asset.source = withFilmGrain(Buffer.from(asset.source));
    }
  },
};

/** React is nine tenths of the island's script. In its own chunk it stays cached when the shop changes. */
const react = { name: "react", test: /\/node_modules\/(react|react-dom|scheduler)\// };

const isReal = process.env.ORDER_DESK === "real";

/** Selects the implementation of `#orders` (package.json). This is the only place that does. */
const conditions = isReal ? ["real-orders"] : [];

/** Bundles React and all other packages into one file, so that the server installs nothing. */
const serverBuild: EnvironmentOptions = {
  build: { rolldownOptions: { input: "app/desk/entry.ts" } },
  resolve: { conditions, noExternal: true },
  // Otherwise React would choose its build at run time, and the bundle would contain the slow development build.
  define: { "process.env.NODE_ENV": '"production"' },
};

/** Browsers have no environment variables, so each settings module is replaced by its values. */
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

/**
 * The desk's functions, which its pages import as `#desk/…`. They stay outside the bundle, so that a server
 * has one copy of each module: Node resolves the name by package.json. In development Vite would bundle
 * them, so a module takes their place that hands over Node's own copy. Browsers never run them: there, only
 * development has them at all, as undefined.
 */
const keepDeskOutside: Plugin = {
  name: "keep-desk-outside",
  enforce: "pre",
  resolveId(id) {
    if (!id.startsWith("#desk/")) return null;
    const { mode, name } = this.environment;
    if (mode === "dev") return id.replace("#", "\0");
    return name === "client"
      ? this.error(`${id} must not reach the browser.`)
      : { id, external: true };
  },
  async load(id) {
    if (!id.startsWith("\0desk/")) return null;
    const file = id.replace("\0", `${import.meta.dirname}/`);
    const names = Object.keys(await import(file)).join(", ");
    if (this.environment.name === "client") return `export const { ${names} } = {};`;
    return [
      'import { createRequire } from "node:module";',
      `export const { ${names} } = createRequire("${pathToFileURL(file)}")("${file}");`,
    ].join("\n");
  },
};

/**
 * Serves the desk's pages in development. The path is computed, so that the boutique compiles without desk/.
 */
const serveDesk = async (): Promise<Plugin> =>
  (await import(`${import.meta.dirname}/desk/develop.ts`)).serveDesk;

export default defineConfig(({ command, isPreview }) => ({
  plugins: [
    tailwindcss(),
    reactRouter(),
    keepRoutesOutOfTheBrowser,
    compileSettings,
    keepDeskOutside,
    isReal && command === "serve" && !isPreview && serveDesk(),
    imagetools({
      // Committed, so that a build encodes only new or changed pictures.
      cache: { dir: "app/photos/renditions" },
      resolveConfigs: (...asked) => keepOneFallback(resolveConfigs(...asked)),
      extendTransforms: (builtins) => [...builtins, deepen],
    }),
    addFilmGrain,
  ],
  resolve: { conditions },
  // Otherwise Vite would discover them while the first page loads.
  optimizeDeps: { include: ["react-dom/client", "react-router/dom", "valibot"] },
  server: { port: Number(process.env.PORT || 3000) },
  // React Router requests each page from a preview server while it builds. In a container without IPv6,
  // `localhost` would be ::1 to the server and 127.0.0.1 to the client.
  preview: { host: "127.0.0.1" },
  build: {
    assetsInlineLimit: 0,
    target: browsers,
    cssTarget: browsers,
    // The warning comes on a busy machine, and its advice is not about our code.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    // The SSR environment does not inherit the client's `resolve.conditions`.
    ssr: isReal && command === "build" ? serverBuild : { resolve: { conditions } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [react] } } } } },
  },
}));

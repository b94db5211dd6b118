import { pathToFileURL } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import {
  type ImageConfig,
  imagetools,
  resolveConfigs,
  type TransformFactory,
} from "vite-imagetools";
import project from "./package.json" with { type: "json" };

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

/** React is nine tenths of the island's script. In its own chunk it stays cached when the shop changes. */
const react = { name: "react", test: /\/node_modules\/(react|react-dom|scheduler)\// };

/** Browsers have no environment variables, so each settings module is replaced by its values. */
const compileSettings: Plugin = {
  name: "compile-settings",
  enforce: "pre",
  async load(id) {
    if (!id.endsWith("/shop/settings.ts")) return null;
    return Object.entries(await import(pathToFileURL(id).href))
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
      .join("\n");
  },
};

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    keepRoutesOutOfTheBrowser,
    compileSettings,
    imagetools({
      // Committed, so that a build encodes only new or changed pictures.
      cache: { dir: `${import.meta.dirname}/app/photos/renditions` },
      resolveConfigs: (...args) => keepOneFallback(resolveConfigs(...args)),
      extendTransforms: (builtins) => [...builtins, deepen],
    }),
  ],
  publicDir: `${import.meta.dirname}/public`,
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
    // The warning appears on a busy machine, and its advice is not about our code.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [react] } } } } },
  },
});

import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { imagetools } from "vite-imagetools";
import { settings } from "./app/shop/settings.ts";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), imagetools({ cache: { dir: ".cache/pictures" } })],
  // The browser has no environment: what the shop was built with is written into its code.
  define: Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)]),
  ),
  build: { assetsInlineLimit: 0 },
});

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
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few files compress better than many: what is never ours to change, what every interactive
            // page shares, and the page itself.
            codeSplitting: {
              groups: [
                { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                { name: "shop", test: /app\/(ui|meta|root|header|footer|shop\/(settings|shop))/ },
                {
                  name: "order",
                  test: /app\/shop|node_modules\/(@conform-to|valibot|react-hot-toast)/,
                },
              ],
            },
          },
        },
      },
    },
  },
});

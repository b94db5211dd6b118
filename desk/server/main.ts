/** Starts the shop that sells, from its build: `node build/server/main.js`. */
import { join } from "node:path";
import { serve } from "../../server/serve.ts";
import * as pages from "./entry.ts";
import { openListener } from "./listener.ts";

const { dirname } = import.meta;

await serve(join(dirname, "../client"), (site, folder) =>
  openListener(pages, site, folder, {
    orders: join(dirname, "orders.js"),
    renderThread: join(dirname, "render-thread.js"),
  }),
);

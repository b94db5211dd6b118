import { isRunnableDevEnvironment, type Plugin } from "vite";
import type * as Entry from "../app/desk/entry.ts";
import type { Site } from "../server/site.ts";
import { openDesk } from "./desk.ts";
import { renderedPages } from "./rendered.ts";

/** Serves the pages that are rendered on request in `npm run dev`, from a desk that is opened once. */
export const serveDesk: Plugin = {
  name: "serve-desk",
  apply: "serve",
  async configureServer({ environments: { ssr }, middlewares }) {
    if (!isRunnableDevEnvironment(ssr)) return;
    const { service } = await openDesk();
    middlewares.use(async (request, response, next) => {
      const { pagesOf } = await ssr.runner.import<typeof Entry>("/app/desk/entry.ts");
      renderedPages(pagesOf(service), noSite, {}, () => next())(request, response);
    });
  },
};

/** In development nothing is published. */
const noSite: Site = {
  brand: "",
  files: new Map(),
  notFound: {
    headers: {},
    variants: { identity: { bytes: Buffer.from("404"), etag: "", headers: {} } },
  },
  otherHeaders: {},
};

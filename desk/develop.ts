import { isRunnableDevEnvironment, type Plugin } from "vite";
import type * as Entry from "../app/desk/entry.ts";
import type { Site } from "../server/site.ts";
import { openDesk } from "./desk.ts";
import { readShownFacts } from "./facts.ts";
import { renderedPages } from "./rendered.ts";

/** Serves the pages that are rendered on request in `npm run dev`, from a desk that is opened once. */
export const serveDesk: Plugin = {
  name: "serve-desk",
  apply: "serve",
  async configureServer({ environments: { ssr }, middlewares }) {
    if (!isRunnableDevEnvironment(ssr)) return;
    const load = () => ssr.runner.import<typeof Entry>("/app/desk/entry.ts");
    const { desk } = await openDesk({ termsOf: () => "", show: async () => {} });
    middlewares.use(async (request, response, next) => {
      const { pagesOf, show } = await load();
      show(await readShownFacts(desk));
      renderedPages(pagesOf(desk), noSite, {}, () => next())(request, response);
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

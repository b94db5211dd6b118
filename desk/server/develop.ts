import { isDeepStrictEqual } from "node:util";
import { isRunnableDevEnvironment, type Plugin } from "vite";
import type { Site } from "../../server/site.ts";
import type * as Facts from "../orders/read-shown-facts.ts";
import type { ShownFacts } from "../shop/shown-facts.ts";
import type * as Entry from "./entry.ts";
import type * as Opening from "./open-desk.ts";
import type * as Personal from "./personal-pages.ts";

/** Serves the pages that are rendered on request in `npm run dev`, from a desk that is opened once. */
export const serveDesk: Plugin = {
  name: "serve-desk",
  async configureServer({ environments: { ssr }, httpServer, middlewares }) {
    if (!isRunnableDevEnvironment(ssr)) return;
    const { runner } = ssr;
    const load = <Module>(name: string) =>
      runner.import<Module>(`${import.meta.dirname}/${name}.ts`);
    let shown: ShownFacts | undefined;
    /** Modules read the facts once, when they load, so new facts require loading them all again. */
    async function show(facts: ShownFacts) {
      if (isDeepStrictEqual(facts, shown)) return;
      shown = facts;
      process.env.SHOWN_FACTS = JSON.stringify(facts);
      runner.clearCache();
    }
    const { openDesk } = await load<typeof Opening>("open-desk");
    const { desk, close } = await openDesk({ build: "", renderTerms: async () => "", show });
    httpServer?.on("close", close);
    async function listener(next: () => void) {
      const { pagesOf } = await load<typeof Entry>("entry");
      const { readShownFacts } = await load<typeof Facts>("../orders/read-shown-facts");
      const { personalPages } = await load<typeof Personal>("personal-pages");
      const pages = pagesOf(desk, () => readShownFacts(desk));
      return personalPages(pages, () => noSite, {}, next);
    }
    middlewares.use((request, response, next) => {
      listener(next).then((respond) => respond(request, response), next);
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
  commonHeaders: {},
  otherHeaders: {},
};

import type { RequestListener } from "node:http";
import { originForm, requestPath } from "../../server/request-path.ts";
import { responder, sendHealth } from "../../server/respond.ts";
import type { Opened } from "../../server/serve.ts";
import type { Site } from "../../server/site.ts";
import { clientAddresses } from "./client-address.ts";
import { livePages } from "./live-pages.ts";
import { openDesk } from "./open-desk.ts";
import { personalPages } from "./personal-pages.ts";
import { readPublishedDesk } from "./published-desk.ts";
import { renderingOf } from "./rendering.ts";
import type { ServerBuild } from "./server-build.ts";

/** The build's other programs, by their paths. */
export interface Programs {
  /** The owner's commands (cli.ts). */
  orders: string;
  /** Renders the public pages again (render-thread.ts). */
  renderThread: string;
}

/**
 * Opens the order desk for this published site, with its pages in front of the site's files.
 * @throws with sentences for the owner if the settings do not fit the build
 */
export async function openListener(
  { pagesOf, builtFacts }: ServerBuild,
  site: Site,
  folder: string,
  programs: Programs,
): Promise<Opened> {
  const { build, settings, takesCards, headers } = readPublishedDesk(folder);
  const rendering = renderingOf(programs.renderThread, folder);
  let siteNow = site;
  let factsNow = builtFacts;
  const showInFiles = livePages(site, builtFacts, rendering, (rendered) => {
    siteNow = rendered;
  });
  const addresses = clientAddresses(process.env.TRUSTED_PROXY === "1");
  const { desk, getHealth, close } = await openDesk({
    settings,
    takesCards,
    build,
    renderTerms: rendering.terms,
    ordersCommand: programs.orders,
    problem: addresses.problem,
    async show(facts) {
      factsNow = facts;
      await showInFiles(facts);
    },
  });
  const files: RequestListener = (request, response) => {
    const isHealth = requestPath(originForm(request.url ?? "")) === "/healthz";
    if (isHealth && /^(GET|HEAD)$/.test(request.method ?? ""))
      return void getHealth().then((health) => sendHealth(siteNow, response, health));
    responder(siteNow)(request, response);
  };
  const pages = pagesOf(desk, () => factsNow);
  const all = { ...site.commonHeaders, ...headers };
  return { listener: personalPages(pages, () => siteNow, all, files, addresses), close };
}

import type { RequestListener } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { responder } from "../server/respond.ts";
import type { Site } from "../server/site.ts";
import { livePages, type ServerBuild } from "./publish/live-pages.ts";
import { renderedPages } from "./rendered.ts";

/**
 * Opens the order desk for this published site, with its pages in front of the site's files.
 * @throws with a sentence for the owner if the settings do not fit the build
 */
export async function openListener(site: Site, folder: string) {
  const { ORDER_DESK } = process.env;
  const set = ORDER_DESK ? `ORDER_DESK es «${ORDER_DESK}»` : "ORDER_DESK no está puesto";
  if (!site.desk) {
    throw new Error(
      `${set}, pero la tienda se publicó sin él: vuelve a publicarla con los mismos ajustes.`,
    );
  }
  if (ORDER_DESK !== "real") {
    throw new Error(
      `${set}, pero la tienda se publicó para vender de verdad: ponlo en «real» o vuelve a publicarla.`,
    );
  }
  const { settings, takesCards, headers } = site.desk;
  const { build, openDesk } = await load(folder);
  let respond: RequestListener = responder(site);
  const showInFiles = livePages(site, folder, build.builtFacts, (site) => {
    respond = responder(site, getHealth);
  });
  const { desk, getHealth, close } = await openDesk({
    settings,
    takesCards,
    termsOf: build.termsOf,
    async show(facts) {
      build.show(facts);
      await showInFiles(facts);
    },
  });
  respond = responder(site, getHealth);
  const hasProxy = desk.settings.TRUSTED_PROXY === "1";
  const files: RequestListener = (request, response) => respond(request, response);
  const listener = renderedPages(build.pagesOf(desk), site, headers, files, hasProxy);
  return { listener, close };
}

/** Loads the desk's packages only now, so that an invalid build is reported without them. */
async function load(folder: string) {
  try {
    const server = pathToFileURL(resolve(folder, "../server/index.js"));
    const build: ServerBuild = await import(server.href);
    const { openDesk } = await import("./desk.ts");
    return { build, openDesk };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Error(
      `Una tienda que vende necesita su repositorio entero, con sus paquetes: ejecuta «npm ci --omit=dev» en él. ${message}`,
    );
  }
}

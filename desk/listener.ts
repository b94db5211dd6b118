import type { RequestListener } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { RenderedPages } from "../app/desk/pages/context.ts";
import { closedPages } from "../app/desk/shop/closed-pages.ts";
import { responder } from "../server/respond.ts";
import { readSite, type Site, type SiteFile, variantOf } from "../server/site.ts";
import { renderedPages } from "./rendered.ts";
import type { OpenService } from "./service.ts";

/**
 * Opens the order desk for this published site, with its pages in front of the site's files.
 * @throws with a sentence for the owner if the settings do not fit the build
 */
export async function openListener(site: Site, folder: string) {
  const { ORDER_DESK } = process.env;
  const set = ORDER_DESK ? `ORDER_DESK es «${ORDER_DESK}»` : "ORDER_DESK no está puesto";
  if (!site.desk) {
    throw new Error(
      `${set}, pero la tienda se construyó sin él: vuelve a construirla con los mismos ajustes.`,
    );
  }
  if (ORDER_DESK !== "real") {
    throw new Error(
      `${set}, pero la tienda se construyó para vender de verdad: ponlo en «real» o vuelve a construirla.`,
    );
  }
  let served: RequestListener | undefined;
  let published = site;
  const desk = await openDesk({
    folder,
    ...site.desk,
    async reload() {
      published = readSite(folder);
      if (served) served = await listenerOf(published);
      return published.desk?.settings ?? {};
    },
  });
  async function listenerOf(site: Site): Promise<RequestListener> {
    const server = pathToFileURL(resolve(folder, "../server/index.js"));
    // A module is loaded once per address.
    server.search = `?${Date.now()}`;
    const { pagesOf }: { pagesOf: (service: OpenService) => RenderedPages } = await import(
      server.href
    );
    let sign = desk.sign();
    let respond = responder(withSign(site, sign), desk.getHealth);
    const others: RequestListener = (request, response) => {
      if (sign !== desk.sign()) {
        sign = desk.sign();
        respond = responder(withSign(site, sign), desk.getHealth);
      }
      respond(request, response);
    };
    const headers = site.desk?.headers ?? {};
    return renderedPages(pagesOf(desk.service), site, headers, others, desk.hasProxy);
  }
  served = await listenerOf(published);
  const listener: RequestListener = (request, response) => served?.(request, response);
  return { listener, close: desk.close };
}

/** The site while the shop takes orders, or while it takes none and says this instead. */
export function withSign(site: Site, sign: string | undefined): Site {
  const files = new Map(site.files);
  for (const [path, page] of Object.entries(closedPages)) {
    const file = files.get(page);
    if (!file) throw new Error(`The build has no page ${page}.`);
    files.delete(page);
    if (sign !== undefined) files.set(path, writeSign(file, sign));
  }
  return { ...site, files };
}

/** Writes these words into a closed page (`ClosedSign`, app/desk/orders/buy-link.tsx). */
function writeSign({ headers, variants }: SiteFile, sign: string): SiteFile {
  const text = sign.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const page = String(variants.identity?.bytes).replace(
    /(<span data-typed[^>]*>)[^<]*/g,
    (_, mark) => mark + text,
  );
  const bytes = Buffer.from(page);
  return {
    headers,
    variants: {
      identity: variantOf(bytes, headers),
      gzip: variantOf(gzipSync(bytes), { ...headers, "Content-Encoding": "gzip" }),
    },
  };
}

/** Loads the desk's packages only now, so that an invalid setting is reported without them. */
async function openDesk(build: Parameters<typeof import("./desk.ts").openDesk>[0]) {
  try {
    const { openDesk } = await import("./desk.ts");
    return await openDesk(build);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Error(
      `Una tienda que vende necesita su repositorio entero, con los paquetes de las dos carpetas: ejecuta «npm ci --omit=dev» en él y en desk/. ${message}`,
    );
  }
}

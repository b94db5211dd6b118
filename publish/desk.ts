import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { seller } from "../app/shop/seller.ts";
import { settings } from "../app/shop/settings.ts";
import type { DeskSettings } from "../app/shop/settings-schema.ts";
import type { PublishedDesk } from "../server/site.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import { termsText } from "./terms-text.ts";

/** One of the pages that are rendered when they are asked for, and which nobody's data has to be known for. */
export const samplePage = "/desistimiento";

/** Under these a purchase is made: who buys has to get them on something that lasts (RDL 1/2007, art. 98.7). */
const terms = ["terminos-de-servicio.html", "politica-de-devolucion.html"];

/**
 * Takes the sample out of the site, with the headers of all pages of its kind: no policy is computed
 * from what somebody wrote. Lays the official notice on the legal guarantee into the site, under the
 * name that pages know it by, and the terms as a text beside the site, for the order desk.
 */
export function publishDesk(folder: string, built: Partial<DeskSettings>): PublishedDesk {
  const notice = built.GUARANTEE_NOTICE ?? "";
  copyFileSync(notice, join(folder, `aviso-garantia${extname(notice)}`));
  const pages = terms.map((file) => readFileSync(join(folder, file), "utf8"));
  writeFileSync(join(folder, "../terms.txt"), termsText(pages, settings.SITE_URL));
  const file = `${samplePage.slice(1)}.html`;
  const policy = contentSecurityPolicy(readFileSync(join(folder, file), "utf8"), file);
  rmSync(join(folder, file));
  return {
    settings: { ...built, ...settings },
    takesCards: seller.takesCards,
    // Pages of one person: nobody else keeps, finds or hears of them.
    headers: {
      "Content-Security-Policy": policy,
      "Cross-Origin-Resource-Policy": "same-origin",
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  };
}

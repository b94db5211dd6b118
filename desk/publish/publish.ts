import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { samplePage } from "../../app/desk/sample-page.ts";
import { noticeAddress } from "../../app/desk/shop/notice-address.ts";
import { seller } from "../../app/desk/shop/seller.ts";
import { type DeskSettings, readDeskSettings } from "../../app/desk/shop/settings-schema.ts";
import { settings } from "../../app/shop/settings.ts";
import type { Environment } from "../../app/shop/settings-schema.ts";
import type { PublishDesk } from "../../publish/desk.ts";
import { termsText } from "./terms-text.ts";

export { faultsOf } from "./settings-faults.ts";

/** The contract's terms. The buyer has to get them on a durable medium (RDL 1/2007, art. 98.7). */
const terms = ["terminos-de-servicio.html", "politica-de-devolucion.html"];

export const publisher = (environment: Environment) =>
  publishDesk(readDeskSettings(environment, "built").settings);

/**
 * Removes the sample page from the site and keeps its headers for all pages that are rendered on
 * request: no policy is computed from a page with somebody's data. Copies the official notice on the
 * legal guarantee into the site, and writes the terms as text beside it, for the order desk.
 */
export function publishDesk(built: Partial<DeskSettings>): PublishDesk {
  return (folder, policyOf) => {
    const notice = built.GUARANTEE_NOTICE ?? "";
    copyFileSync(notice, join(folder, noticeAddress(notice)));
    const pages = terms.map((file) => readFileSync(join(folder, file), "utf8"));
    writeFileSync(join(folder, "../terms.txt"), termsText(pages, settings.SITE_URL));
    const file = `${samplePage.slice(1)}.html`;
    const policy = policyOf(readFileSync(join(folder, file), "utf8"), file);
    rmSync(join(folder, file));
    return {
      settings: { ...built, ...settings },
      takesCards: seller.takesCards,
      // Personal pages: never cached, indexed or embedded.
      headers: {
        "Content-Security-Policy": policy,
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-store",
        "X-Robots-Tag": "noindex",
      },
    };
  };
}

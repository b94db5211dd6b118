import { copyFileSync, readFileSync, rmSync } from "node:fs";
import { extname, join } from "node:path";
import { seller } from "../app/shop/seller.ts";
import { settings } from "../app/shop/settings.ts";
import type { DeskSettings } from "../app/shop/settings-schema.ts";
import type { PublishedDesk } from "../server/site.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";

/** One of the pages that are rendered when they are asked for, and which nobody's data has to be known for. */
export const samplePage = "/desistimiento";

/**
 * Takes the sample out of the site, with the headers of all pages of its kind: no policy is computed
 * from what somebody wrote. Lays the official notice on the legal guarantee into the site, under the
 * name that pages know it by.
 */
export function publishDesk(folder: string, built: Partial<DeskSettings>): PublishedDesk {
  const notice = built.GUARANTEE_NOTICE ?? "";
  copyFileSync(notice, join(folder, `aviso-garantia${extname(notice)}`));
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

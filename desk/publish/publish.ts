import { copyFileSync, cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { samplePage } from "../../app/desk/sample-page.ts";
import { noticeAddress } from "../../app/desk/shop/notice-address.ts";
import { seller } from "../../app/desk/shop/seller.ts";
import { type DeskSettings, readDeskSettings } from "../../app/desk/shop/settings-schema.ts";
import { settings } from "../../app/shop/settings.ts";
import type { Environment } from "../../app/shop/settings-schema.ts";
import { contentSecurityPolicy } from "../../publish/content-security-policy.ts";
import type { PublishDesk } from "../../publish/desk.ts";
import { filesOf } from "../../server/files.ts";
import { noticeErrors, errorsOf as settingsErrors } from "./settings-errors.ts";

export const errorsOf = async (environment: Environment) => [
  ...settingsErrors(environment),
  ...(await noticeErrors(environment)),
];

export const publisher = (environment: Environment) =>
  publishDesk(readDeskSettings(environment, "built").settings);

/**
 * Removes the sample page from the site and keeps its headers for all pages that are rendered on
 * request: no policy is computed from a page with somebody's data. Copies the official notice on the
 * legal guarantee into the site, and the fonts beside it, for the pages that are rendered again when a
 * price changes (live-pages.ts).
 */
export function publishDesk(built: Partial<DeskSettings>): PublishDesk {
  return (folder) => {
    const notice = built.GUARANTEE_NOTICE ?? "";
    copyFileSync(notice, join(folder, noticeAddress(notice)));
    for (const font of filesOf(folder).filter((file) => file.endsWith(".woff2")))
      cpSync(join(folder, font), join(folder, "../fonts", font));
    const file = `${samplePage.slice(1)}.html`;
    const policy = contentSecurityPolicy(readFileSync(join(folder, file), "utf8"), file);
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

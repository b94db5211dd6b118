import { createHash } from "node:crypto";
import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { settings } from "../../app/shop/settings.ts";
import { contentSecurityPolicy, noFrames } from "../../publish/content-security-policy.ts";
import { inlineFonts, wholeAlphabets } from "../../publish/fonts.ts";
import { publish } from "../../publish/publish.ts";
import { filesOf, isPage } from "../../server/files.ts";
import { samplePage } from "../pages/sample-page.ts";
import type { PublishedDesk } from "../server/published-desk.ts";
import { noticeAddress } from "../shop/notice-address.ts";
import { seller } from "../shop/seller.ts";
import type { DeskSettings } from "../shop/settings-schema.ts";

/**
 * Publishes the boutique's files in this folder, and the headers of the pages that are rendered on request: those
 * of a sample page, because no policy may be computed from a page with personal data. Copies the official
 * notice on the legal guarantee into the site, and the fonts beside it, for the pages that are rendered again
 * when a price changes (server/live-pages.ts).
 */
export async function publishDesk(folder: string, built: Partial<DeskSettings>): Promise<void> {
  const notice = built.GUARANTEE_NOTICE ?? "";
  copyFileSync(notice, join(folder, noticeAddress(notice)));
  for (const font of filesOf(folder).filter((file) => file.endsWith(".woff2")))
    cpSync(join(folder, font), join(folder, "../fonts", font));
  // The words of pages that are rendered on request are not known yet, so their style sheet has whole alphabets.
  for (const sheet of filesOf(folder).filter((file) => file.endsWith(".css"))) {
    const css = readFileSync(join(folder, sheet), "utf8");
    writeFileSync(join(folder, sheet), await inlineFonts(css, wholeAlphabets, folder));
  }
  const sample = join(folder, samplePage, "index.html");
  const policy = contentSecurityPolicy(readFileSync(sample, "utf8"), samplePage);
  rmSync(dirname(sample), { recursive: true });
  const pageHashes = hashesOf(folder);
  await publish(folder);
  const published: PublishedDesk = {
    build: hashOf(join(folder, "../server")),
    settings: { ...built, ...settings },
    takesCards: seller.takesCards,
    pageHashes,
    // Personal pages: never cached, indexed or embedded.
    headers: {
      "Content-Security-Policy": `${policy}; ${noFrames}`,
      "Cross-Origin-Resource-Policy": "same-origin",
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  };
  writeFileSync(join(folder, "..", "desk.json"), JSON.stringify(published, null, 2));
}

function hashOf(programs: string): string {
  const hash = createHash("sha256");
  for (const file of filesOf(programs).filter((file) => file.endsWith(".js")))
    hash.update(readFileSync(join(programs, file)));
  return hash.digest("hex");
}

/** The hashes of the pages by address, so that a server replaces only pages that have changed. */
const hashesOf = (folder: string) =>
  Object.fromEntries(
    filesOf(folder)
      .filter(isPage)
      .map((file) => [
        `/${file.replace(/\/?index\.html$/, "")}`,
        createHash("sha256")
          .update(readFileSync(join(folder, file)))
          .digest("hex"),
      ]),
  );

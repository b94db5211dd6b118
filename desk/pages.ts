import { readFileSync } from "node:fs";
import { join } from "node:path";
import Mustache from "mustache";

/** What publishing writes beside the site for the desk: pages with places to fill, and their headers. */
export interface PublishedDesk {
  /** What the pages were built with. */
  settings: Record<string, string>;
  /** Whether the pages say that one pays by card. */
  takesCards: boolean;
  always: Record<string, string>;
  pages: Record<string, { html: string; policy: string }>;
}

export type PageName = "pedido" | "desistimiento" | "mostrador" | "mostrador/pedido" | "respuesta";

/** @throws when the build in this folder is one without a desk (`ENOENT`). */
export const readPublishedDesk = (folder: string): PublishedDesk =>
  JSON.parse(readFileSync(join(folder, "..", "desk.json"), "utf8"));

/** A place that nothing fills is a mistake, where Mustache would leave it empty: `null` says so. */
class View extends Mustache.Context {
  override push(view: unknown): View {
    return new View(view, this);
  }
  override lookup(name: string): unknown {
    const value: unknown = super.lookup(name);
    if (value === undefined) throw new Error(`Nothing fills {{${name}}}.`);
    return value;
  }
}

/** Fills pages. Mustache escapes what it fills in. */
export function pageWriter({ pages }: PublishedDesk) {
  return (name: PageName, view: object, status = 200, more: Record<string, string> = {}) => {
    const page = pages[name];
    if (!page) throw new Error(`The build has no page "${name}".`);
    return new Response(Mustache.render(page.html, new View(view)), {
      status,
      headers: { ...headers, "Content-Security-Policy": page.policy, ...more },
    });
  };
}

export type WritePage = ReturnType<typeof pageWriter>;

/** Pages of one person: nobody else keeps, finds or hears of them. */
const headers = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex",
};

import { once } from "node:events";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Worker } from "node:worker_threads";
import type { ShownFacts } from "../../app/desk/shop/shown-facts.ts";
import { type Site, type SiteFile, siteFile } from "../../server/site.ts";
import type { Desk } from "../context.ts";
import type { RenderedPages } from "../rendered.ts";
import type { RenderedPage } from "./render-pages.ts";

/** What the server build exports (app/desk/entry.ts). */
export interface ServerBuild {
  pagesOf: (desk: Desk) => RenderedPages;
  renderFiles: (facts: ShownFacts) => Promise<Record<string, string>>;
  show: (facts: ShownFacts) => void;
  /** The facts that its files show. */
  builtFacts: ShownFacts;
  /** The text of the terms with these facts. */
  termsOf: (facts: ShownFacts) => string;
}

/** How long to wait, in ms, before rendering again after a failure. */
const retryAfter = 60_000;

/**
 * Keeps the prerendered pages up to date with the facts, in memory. Serves the files until a fact changes,
 * and the previous pages while new ones render.
 * @param folder the folder of the site
 * @param built the facts that its files show
 * @param serve serves this site from now on
 */
export function livePages(
  site: Site,
  folder: string,
  built: ShownFacts,
  serve: (site: Site) => void,
): (facts: ShownFacts) => Promise<void> {
  let served = built;
  let retryAt = 0;
  async function siteWith(facts: ShownFacts): Promise<Site> {
    if (isDeepStrictEqual(facts, built)) return site;
    const thread = new Worker(new URL("render-pages.ts", import.meta.url), {
      workerData: { folder: resolve(folder), built, facts },
    });
    const [pages]: RenderedPage[][] = await once(thread, "message").finally(() =>
      thread.terminate(),
    );
    const files = new Map(site.files).set("/404", site.notFound);
    for (const { address, policy, bodies } of pages ?? []) {
      const file = files.get(address);
      if (!file) throw new Error(`The build has no page ${address}.`);
      files.set(address, replaced(file, policy, bodies));
    }
    const notFound = files.get("/404") ?? site.notFound;
    files.delete("/404");
    return { ...site, files, notFound };
  }
  return async (facts) => {
    if (isDeepStrictEqual(facts, served) || performance.now() < retryAt) return;
    retryAt = performance.now() + retryAfter;
    serve(await siteWith(facts));
    served = facts;
    retryAt = 0;
  };
}

/** Bytes arrive from a thread without their prototype. */
function replaced(file: SiteFile, policy: string, bodies: RenderedPage["bodies"]): SiteFile {
  const buffers = Object.entries(bodies).map(([encoding, bytes]) => [
    encoding,
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  ]);
  return siteFile(Object.fromEntries(buffers), {
    ...file.headers,
    "Content-Security-Policy": policy,
  });
}

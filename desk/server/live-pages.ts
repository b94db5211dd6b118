import { isDeepStrictEqual } from "node:util";
import { type Site, type SiteFile, siteFile } from "../../server/site.ts";
import type { ShownFacts } from "../shop/shown-facts.ts";
import type { RenderedPage, Rendering } from "./rendering.ts";

/** How long to wait, in ms, before rendering again after a failure. */
const retryAfter = 60_000;

/**
 * Keeps the prerendered pages up to date with the facts, in memory. Serves the files until a fact changes,
 * and the previous pages while new ones render.
 * @param built the facts that its files show
 * @param serve serves this site from now on
 * @returns a function that throws the last failure until the pages are up to date
 */
export function livePages(
  site: Site,
  built: ShownFacts,
  { pages: render }: Pick<Rendering, "pages">,
  serve: (site: Site) => void,
): (facts: ShownFacts) => Promise<void> {
  let served = built;
  let retryAt = 0;
  let failure: unknown;
  async function siteWith(facts: ShownFacts): Promise<Site> {
    if (isDeepStrictEqual(facts, built)) return site;
    const files = new Map(site.files).set("/404", site.notFound);
    for (const { address, bodies } of await render(facts)) {
      const file = files.get(address);
      if (!file) throw new Error(`The build has no page ${address}.`);
      files.set(address, replaced(file, bodies));
    }
    const notFound = files.get("/404") ?? site.notFound;
    files.delete("/404");
    return { ...site, files, notFound };
  }
  return async (facts) => {
    if (isDeepStrictEqual(facts, served)) return;
    if (performance.now() < retryAt) throw failure;
    try {
      serve(await siteWith(facts));
      served = facts;
      retryAt = 0;
    } catch (error) {
      retryAt = performance.now() + retryAfter;
      failure = error;
      throw error;
    }
  };
}

/** Buffers arrive from a thread as plain Uint8Arrays. */
function replaced(file: SiteFile, bodies: RenderedPage["bodies"]): SiteFile {
  const buffers = Object.entries(bodies).map(([encoding, bytes]) => [
    encoding,
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  ]);
  return siteFile(Object.fromEntries(buffers), file.headers);
}

import { devices, layoutShift, openAs, widths } from "../e2e/setup/late-fonts.ts";
import { chromiumFlags } from "../e2e/setup/programs.ts";
import { chromium } from "./browser.ts";
import { type FirstView, firstView } from "./first-view.ts";
import { type LighthouseRun, lighthouse } from "./lighthouse.ts";
import { steps, timeToNextPage, type Way, ways } from "./navigation.ts";
import { slowLink } from "./slow-link.ts";
import { type Transfer, transfer } from "./transfer.ts";

export type Page = { site: "shop" | "floor"; path: string };
type Origins = Record<Page["site"], string>;

export type PageResult = Page & { runs: LighthouseRun[]; transfer: Transfer };
export type ViewResult = Page & { runs: FirstView[] };
export type MovementResult = { device: string; path: string; shift: number };
export type StepResult = { link: string; way: Way; runs: number[] };

/**
 * Takes turns, one run of each page and then the next, so that a machine that slows down meanwhile
 * slows all pages alike.
 */
async function inTurns<Item, Run>(
  items: Item[],
  runs: number,
  name: (item: Item) => string,
  measure: (item: Item) => Promise<Run>,
): Promise<Run[][]> {
  const results: Run[][] = items.map(() => []);
  for (let run = 0; run < runs; run++) {
    for (const [index, item] of items.entries()) {
      const turn = `${index + 1} of ${items.length}, run ${run + 1} of ${runs}`;
      console.error(`${name(item)} (${turn})`);
      results[index]?.push(await measure(item).catch(() => measure(item)));
    }
  }
  return results;
}

export async function auditPages(
  pages: Page[],
  runs: number,
  origins: Origins,
): Promise<PageResult[]> {
  const results = await inTurns(
    pages,
    runs,
    ({ site, path }) => `Lighthouse: ${site} ${path}`,
    ({ site, path }) => lighthouse(origins[site] + path),
  );
  return Promise.all(
    pages.map(async (page, index) => {
      const runs = results[index] ?? [];
      return { ...page, runs, transfer: await transfer(runs[0]?.requests ?? []) };
    }),
  );
}

export async function watchFirstViews(
  pages: Page[],
  runs: number,
  origins: Origins,
): Promise<ViewResult[]> {
  const results = await inTurns(
    pages,
    runs,
    ({ site, path }) => `First view: ${site} ${path}`,
    ({ site, path }) => overSlowLink(origins[site], (origin) => firstView(origin + path)),
  );
  return pages.map((page, index) => ({ ...page, runs: results[index] ?? [] }));
}

export async function takeSteps(runs: number, { shop }: Origins): Promise<StepResult[]> {
  const each = steps.flatMap((step) => ways.map((way) => ({ step, way })));
  const results = await inTurns(
    each,
    runs,
    ({ step, way }) => `Next page: «${step.link}», ${way}`,
    ({ step, way }) => overSlowLink(shop, (origin) => timeToNextPage(origin, step, way)),
  );
  return each.map(({ step, way }, index) => ({
    link: step.link,
    way,
    runs: results[index] ?? [],
  }));
}

/** The greatest shift of each page at any of the usual widths, on each kind of device. */
export async function watchMovement(paths: string[], { shop }: Origins): Promise<MovementResult[]> {
  const results: MovementResult[] = [];
  for (const [device, fonts] of Object.entries(devices)) {
    console.error(`Late fonts: ${device}`);
    const browser = await openAs(fonts, { executablePath: chromium, args: chromiumFlags });
    for (const path of paths) {
      const shifts = widths.map((width) => layoutShift(browser, shop + path, width));
      results.push({ device, path, shift: Math.max(...(await Promise.all(shifts))) });
    }
    await browser.close();
  }
  return results;
}

/** A line of its own each time: what one run left on the way is not the next one's load. */
async function overSlowLink<T>(origin: string, measure: (origin: string) => Promise<T>) {
  const link = await slowLink(origin);
  try {
    return await measure(link.origin);
  } finally {
    link.close();
  }
}

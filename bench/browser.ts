import lighthouse from "lighthouse";
import { type Browser, launch, type Page, type Target } from "puppeteer-core";
import { chromiumFlags, findChromium } from "../setup/programs.ts";

/** Measures in a fresh browser, with an empty cache. */
export async function inBrowser<Result>(
  defaultViewport: object | null,
  measure: (page: Page, browser: Browser) => Promise<Result>,
): Promise<Result> {
  const executablePath = findChromium();
  const browser = await launch({
    executablePath,
    args: chromiumFlags,
    defaultViewport,
    // If Puppeteer attaches to a prerendered page, Chromium may lose the tab when the page is activated.
    targetFilter: (target: Target) => target._getTargetInfo().subtype !== "prerender",
  });
  try {
    const [page] = await browser.pages();
    return await measure(page, browser);
  } finally {
    await browser.close();
  }
}

export const categories = ["performance", "accessibility", "best-practices", "seo"];

/** Lighthouse's report for a page, with its default of a simulated phone on slow 4G. */
export const audit = (url: string) =>
  inBrowser(null, async (page) => {
    // Lighthouse would otherwise refuse the 404 page.
    const flags = { onlyCategories: categories, ignoreStatusCode: true };
    const { lhr } = await lighthouse(url, flags, undefined, page);
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    return lhr;
  });

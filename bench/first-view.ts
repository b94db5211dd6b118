import { openPhone } from "./phone.ts";

/** What a new visitor waits for, in ms from the start of the navigation. */
export type FirstView = { fcp: number; lcp: number };

const paints = `new Promise((resolve) =>
  new PerformanceObserver((list) => resolve({
    fcp: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    lcp: list.getEntries().at(-1).startTime,
  })).observe({ type: "largest-contentful-paint", buffered: true }))`;

/** Opens a page with an empty cache and reads when it was painted, as the browser itself says. */
export async function firstView(url: string): Promise<FirstView> {
  const phone = await openPhone();
  try {
    await phone.open(url);
    return await phone.ask<FirstView>(paints);
  } finally {
    await phone.close();
  }
}

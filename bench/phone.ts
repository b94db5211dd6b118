import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "puppeteer-core";
import { inBrowser } from "./browser.ts";
import { slowLink } from "./slow-link.ts";

/** A cheap phone: a small screen, and a CPU four times slower than this machine's. */
const screen = { width: 360, height: 740, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const slowdown = 4;

/** Measures on this phone, over a slow connection. */
async function onPhone<Result>(
  server: string,
  measure: (page: Page, origin: string, browser: Browser) => Promise<Result>,
): Promise<Result> {
  const link = await slowLink(server);
  try {
    return await inBrowser(screen, async (page, browser) => {
      // A prerendered page runs in the same process, and so at the same speed.
      await page.emulateCPUThrottling(slowdown);
      return measure(page, link.origin, browser);
    });
  } finally {
    link.close();
  }
}

/** Waits until the network has been idle for half a second. */
const settled = { waitUntil: "networkidle0" } as const;

export type FirstView = Awaited<ReturnType<typeof firstView>>;
/** The browser's paint timings for a new visitor, in ms from the start of the navigation. */
export const firstView = (server: string, path: string) =>
  onPhone(server, async (page, origin) => {
    // With the Runtime domain enabled, each new Error parses the scripts of its stack again, which takes a slow
    // phone 100 ms when React starts. A shopper's browser does that only with its developer tools open.
    await page._client().send("Runtime.disable");
    await page.tracing.start({ categories: ["toplevel", "loading"] });
    await page.goto(origin + path, settled);
    const { traceEvents } = JSON.parse(String(Buffer.from(await page.tracing.stop())));
    await page._client().send("Runtime.enable");
    const paints = await page.evaluate(() => {
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type: "largest-contentful-paint", buffered: true });
      const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      return {
        bytes: page?.encodedBodySize ?? Number.NaN,
        fcp: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
        lcp: observer.takeRecords().at(-1)?.startTime ?? Number.NaN,
      };
    });
    return { ...paints, longestTask: longestTask(traceEvents, paints.fcp) };
  });

/** `ts` and `dur` are in microseconds. The task that ends the trace has no `dur`. */
type TraceEvent = { name: string; pid: number; tid: number; ts: number; dur?: number };

/** Reads the trace, because `longtask` entries omit the task that starts the document. */
function longestTask(events: TraceEvent[], fcp: number): number {
  const paint = events.find(({ name }) => name === "firstContentfulPaint");
  if (!paint) return Number.NaN;
  // Earlier tasks belong to the empty page before the navigation.
  const start = paint.ts - fcp * 1000;
  const durations = events
    .filter(({ name }) => name === "ThreadControllerImpl::RunTask")
    .filter(({ pid, tid, ts }) => pid === paint.pid && tid === paint.tid && ts > start)
    .map(({ dur = 0 }) => dur / 1000);
  return Math.max(...durations);
}

/** Links on the home page. One of them is in the menu, which must be opened first. */
const links = ["Comprar Ahora", "Quiénes Somos"] as const;
/** How long, in ms, a tap lasts, and how long a pointer hovers before it clicks. */
const rests = { tap: 80, hover: 300 };
export const navigations = links.flatMap((link) =>
  (["tap", "hover"] as const).map((way) => ({ name: `«${link}», ${way}`, link, way })),
);

/** How long, in ms, to wait for the next page. */
const longestWait = 30_000;

/** The time, in ms, from releasing a link to the next page's first contentful paint. */
export const timeToNextPage = (server: string, { link, way }: (typeof navigations)[number]) =>
  onPhone(server, async (page, origin, browser) => {
    await page.goto(`${origin}/`, settled);
    if (link === "Quiénes Somos") {
      await (await page.waitForSelector("aria/Menú")).tap();
      await sleep(500);
    }
    const element = await page.waitForSelector(`aria/${link}`);
    const touch = way === "tap" ? await element.touchStart() : await element.hover();
    await sleep(rests[way]);
    if (!touch) await page.mouse.down();
    const released = Date.now();
    // Rejects if the page unloads first.
    (touch ? touch.end() : page.mouse.up()).catch(() => {});
    for (;;) {
      const time = await paintOfNext(browser);
      if (time) return time - released;
      if (Date.now() - released > longestWait) throw new Error("The next page is not painted.");
      await sleep(50);
    }
  });

/**
 * The time of the first paint of the page that replaced home, in ms since 1970. Puppeteer does not follow the
 * activation of a prerendered page, so this asks the browser for its pages.
 */
async function paintOfNext(browser: Browser): Promise<number | undefined> {
  const { host } = new URL(browser.wsEndpoint());
  const targets = (await (await fetch(`http://${host}/json/list`)).json()) as DevToolsTarget[];
  for (const { type, webSocketDebuggerUrl } of targets) {
    if (type !== "page") continue;
    const time = await evaluate(webSocketDebuggerUrl, paintTime);
    if (typeof time === "number") return time;
  }
  return undefined;
}

type DevToolsTarget = { type: string; webSocketDebuggerUrl: string };

/** The value of this expression on a page, or undefined if the page is closed meanwhile. */
async function evaluate(page: string, expression: string): Promise<unknown> {
  const socket = new WebSocket(page);
  try {
    return await new Promise<unknown>((resolve) => {
      socket.onopen = () =>
        socket.send(JSON.stringify({ id: 1, method: "Runtime.evaluate", params: { expression } }));
      socket.onmessage = ({ data }) => resolve(JSON.parse(data).result?.result?.value);
      socket.onerror = socket.onclose = () => resolve(undefined);
      setTimeout(resolve, 1_000);
    });
  } finally {
    socket.close();
  }
}

const paintTime = `(() => {
  if (location.pathname === "/" || document.prerendering) return;
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  return paint && performance.timeOrigin + paint.startTime;
})()`;

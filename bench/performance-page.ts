import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { widths } from "../e2e/setup/late-fonts.ts";
import { chromium } from "./browser.ts";
import type { MovementResult, PageResult, StepResult, ViewResult } from "./measure.ts";
import { median } from "./median.ts";
import { run } from "./processes.ts";
import {
  bytesTable,
  faultsList,
  movementTable,
  scoresTable,
  stepsTable,
  viewsTable,
} from "./report.ts";

export type Results = {
  runs: number;
  pages: PageResult[];
  views: ViewResult[];
  steps: StepResult[];
  movement: MovementResult[];
  /** Processes that wanted this machine when the measurement began, as `uptime` says it. */
  load: number;
};

/** `docs/performance.md`: the figures, how they came about and how to repeat them. */
export async function performancePage({ runs, pages, views, steps, movement, load }: Results) {
  const { dependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, "package.json"), "utf8"),
  );
  const browser = (await run(chromium, ["--version"])).trim().split(" ").slice(0, 2).join(" ");
  const cores = availableParallelism();
  const machine = Math.round(median(pages.flatMap((page) => page.runs.map((one) => one.machine))));

  return `# Performance

Written by \`npm run bench\`, which builds the shop and measures it beside the **floor**: of the home page
and the checkout what their reader sees and nothing else (\`bench/floor.ts\`), without script, without
words for machines, with class names of a letter or two, served by the same server. The floor's
checkout is the page as it stands; it does nothing. Each figure is the median of ${runs} ${runs === 1 ? "run" : "runs"}, each in a
fresh browser.

Measured with ${browser} and Lighthouse ${dependencies.lighthouse} on ${cores} CPU ${cores === 1 ? "core" : "cores"}, load ${load.toFixed(1)} at the
start, Lighthouse's benchmark index ${machine}. Times are in ms, sizes in bytes.

## Lighthouse, mobile
A phone on slow 4G, simulated. The four scores are performance, accessibility, best practices, SEO.

${scoresTable(pages)}

What kept a run from 100:

${faultsList(pages)}

## What is sent
Bodies over brotli, without headers, for Lighthouse's phone (412 px wide, 1.75 pixels a point), which
also fetches the pictures a little below its screen.

${bytesTable(pages)}

## First view, observed
Not simulated: a phone 360 px wide with 2 pixels a point and a processor slowed down four times, at
the end of a line with a round trip of 150 ms, 1.6 Mbit/s down and 750 kbit/s up. From the start of
the navigation, with an empty cache.

${viewsTable(views)}

## What moves
Cumulative layout shift of each page with our fonts 1.5 s late, on devices that have these fonts until
then (the system's, by a fontconfig file): the greatest of the widths ${widths.join(", ")}. Measured once.

${movementTable(movement)}

## From a click to the next page
On the same phone and line, from letting go of the link to the first contentful paint of the next
page. A tap lasts 80 ms; a hover rests on the link for 300 ms and then clicks. The page's speculation
rules are in play: the next page is rendered ahead from the moment of the press or the hover.

${stepsTable(steps)}

## To repeat it
\`\`\`sh
npm run bench
npm run bench -- --runs 1 --only /   # one page, once; fewer than five runs write nothing
\`\`\`

It needs Chromium (\`npm test\` installs one) and, for simulated figures worth comparing, a machine
that does nothing else. The first time it installs Lighthouse into \`bench/\`, apart from the shop.

- Pages take turns, so that a machine that slows down meanwhile slows all of them alike.
- The slow line is a proxy on loopback (\`bench/slow-link.ts\`) and not the browser's own throttling,
  which does not slow what is fetched ahead for the next page. It speaks HTTP/1.1 without TLS, as the
  server does, the shop and the floor alike, and starts each answer at full speed, as TCP would not.
- The 404 page is noindex and has the status 404; Lighthouse's SEO and best practices take off for
  both, as they should.
`;
}

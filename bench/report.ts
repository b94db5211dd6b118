import { availableParallelism } from "node:os";
import type { Report } from "lighthouse";
import { categories } from "./browser.ts";
import type { FirstView } from "./phone.ts";

/** A row of a table: its name and the result of each run. */
type Result<Run> = { name: string; runs: Run[] };
/** Returns one figure of a run's result. */
type Read<Run> = (run: Run) => number;

function median<Run>({ runs }: Result<Run>, read: Read<Run>): number {
  const sorted = runs.map(read).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function table(head: string, rows: (string | number)[][]): string {
  const columns = head.split("|");
  const rule = columns.map((_, column) => (column === 0 ? "---" : "--:"));
  const words = (cell: string | number) =>
    typeof cell === "number" ? Math.round(cell).toLocaleString("en") : cell;
  return [columns, rule, ...rows].map((row) => `| ${row.map(words).join(" | ")} |`).join("\n");
}

function auditTable(audits: Result<Report>[]): string {
  const figure = (id: string) => (run: Report) => run.audits[id]?.numericValue ?? Number.NaN;
  const score = (category: string) => (run: Report) =>
    Math.round((run.categories[category]?.score ?? 0) * 100);
  return table(
    "page|perf / a11y / best / SEO|FCP|LCP|TBT|CLS|bytes",
    audits.map((page) => [
      page.name,
      categories.map((category) => median(page, score(category))).join(" / "),
      median(page, figure("first-contentful-paint")),
      median(page, figure("largest-contentful-paint")),
      median(page, figure("total-blocking-time")),
      median(page, figure("cumulative-layout-shift")).toFixed(3),
      median(page, figure("total-byte-weight")),
    ]),
  );
}

/** The distinct reasons why a run of a page scored below 100. */
function faultsList(audits: Result<Report>[]): string {
  const faults = ({ categories, audits }: Report) =>
    Object.entries(categories).flatMap(([category, { auditRefs }]) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.995)
        .map(({ id }) => `${category}: ${audits[id]?.title}`),
    );
  const lines = audits
    .map(({ name, runs }) => ({ name, list: [...new Set(runs.flatMap(faults))] }))
    .filter(({ list }) => list.length > 0)
    .map(({ name, list }) => `- ${name}: ${list.join("; ")}`);
  return lines.join("\n") || "Nothing.";
}

/** The first views of a page and of its floor. */
type View = { page: FirstView; floor: FirstView };

export function viewsTable(views: Result<View>[]): string {
  return table(
    "page|document, bytes|FCP|floor FCP|FCP : floor|of the fastest|LCP|longest task",
    views.map((view) => {
      const fcp = median(view, ({ page }) => page.fcp);
      const floor = median(view, ({ floor }) => floor.fcp);
      const fastest = (of: "page" | "floor") => Math.min(...view.runs.map((run) => run[of].fcp));
      return [
        view.name,
        median(view, ({ page }) => page.bytes),
        fcp,
        floor,
        (fcp / floor).toFixed(2),
        (fastest("page") / fastest("floor")).toFixed(2),
        median(view, ({ page }) => page.lcp),
        median(view, ({ page }) => page.longestTask),
      ];
    }),
  );
}

/** How long each way to the next page takes. */
type Way = Result<number> & { build: string };

/** The last row of each build is the mean of its ways. */
export function nextPageTable(ways: Way[]): string {
  const typical = (way: Way) => median(way, (time) => time);
  const fastest = ({ runs }: Way) => Math.min(...runs);
  const builds = [...new Set(ways.map(({ build }) => build))];
  const rows = builds.flatMap((build) => {
    const own = ways.filter((way) => way.build === build);
    return [
      ...own.map((way) => [way.name, typical(way), fastest(way)]),
      [`mean${build}`, mean(own.map(typical)), mean(own.map(fastest))],
    ];
  });
  return table("from the home page|next page painted after|in the fastest run", rows);
}

const mean = (figures: number[]) =>
  figures.reduce((sum, figure) => sum + figure, 0) / figures.length;

/** `docs/performance.md`: the figures, how they were measured and how to repeat them. */
export function performancePage(
  version: string,
  load: number,
  audits: Result<Report>[],
  views: Result<View>[],
  ways: Way[],
): string {
  const all = { name: "", runs: audits.flatMap(({ runs }) => runs) };
  const machine = median(all, ({ environment }) => environment.benchmarkIndex);

  return `# Performance

Written by \`npm run bench\`, which builds the shop and measures it. Each figure is the median of several
runs (${audits[0]?.runs.length}), each in a fresh browser.

Measured with ${version.trim()} and Lighthouse ${all.runs[0]?.lighthouseVersion} on ${availableParallelism()} CPU cores, load ${load.toFixed(1)} at the
start, Lighthouse's benchmark index ${Math.round(machine)}. Times are in ms, sizes in bytes.

The benchmark does not repeat what \`npm test\` checks: that the fonts are there at the first paint
and nothing moves (\`e2e/fonts.spec.ts\`), how many bytes each page, script and
picture may have (\`e2e/budgets.spec.ts\`), and that a page is fetched while the pointer is on its link
(\`e2e/speed.spec.ts\`).

## Lighthouse, mobile
A phone on slow 4G, simulated. The four scores are performance, accessibility, best practices, SEO. The
bytes are all that came over the line, headers too, with the pictures a little below the screen.

${auditTable(audits)}

What kept a run from 100:

${faultsList(audits)}

## First view, observed
Not simulated: a phone 360 px wide with 2 pixels a point and a processor slowed down four times, at
the end of a line with a round trip of 150 ms, 1.6 Mbit/s down and 750 kbit/s up. From the start of
the navigation, with an empty cache. The **floor** of a page is its own words and styles, without fonts,
pictures and script (\`bench/floor.ts\`), served by the same server. The second ratio is that of the
fastest runs, which a busy machine disturbs least. The longest task is the longest time in which the
page can't answer a press.

${viewsTable(views)}

## From a click to the next page
On the same phone and line, from letting go of the link to the first contentful paint of the next
page. A tap lasts 80 ms; a hover rests on the link for 300 ms and then clicks. Home's speculation
rules are in play: both pages are fetched ahead, and rendered from the moment of the press or the hover.

${nextPageTable(ways)}

## To repeat it
\`\`\`sh
npm run bench
npm run bench -- --runs 1 --only /   # one page, once; fewer than five runs write nothing
npm run bench -- --first-view build --first-view ../before/build   # the first views of two builds
npm run bench -- --next-page build --next-page ../before/build     # the ways to the next page
\`\`\`

It needs Chromium (\`npm test\` installs one) and, for simulated figures worth comparing, a machine
that does nothing else. The first time it installs Lighthouse into \`bench/\`, apart from the shop.

- Pages take turns, so that a machine that slows down meanwhile slows all of them alike.
- The slow line is a proxy on loopback (\`bench/slow-link.ts\`) and not the browser's own throttling,
  which does not slow what is fetched ahead for the next page. As over TCP, a new connection costs a
  round trip and sends 10 segments (14,600 bytes) before it hears back, twice as much in each round
  trip that follows. It loses nothing, and speaks HTTP/1.1 without TLS, as the server does: behind
  HTTP/2 what a page asks for next does not open connections of its own, and TLS costs a round trip.
- The 404 page is noindex and has the status 404; Lighthouse's SEO and best practices deduct for
  both.
`;
}

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

/** The reasons why runs scored below 100, each with its pages. */
function faultsList(audits: Result<Report>[]): string {
  const faults = ({ categories, audits }: Report) =>
    Object.entries(categories).flatMap(([category, { auditRefs }]) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.995)
        .map(({ id }) => `${category}: ${audits[id]?.title}`),
    );
  const pagesOf = new Map<string, Set<string>>();
  for (const { name, runs } of audits)
    for (const fault of runs.flatMap(faults))
      pagesOf.set(fault, (pagesOf.get(fault) ?? new Set()).add(name));
  const lines = Array.from(pagesOf, ([fault, names]) => `- ${fault}: ${[...names].join(", ")}`);
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

/** `docs/performance.md`: only the figures. bench/README.md says how they are measured. */
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

Written by \`npm run bench\` ([how it measures](../bench/README.md)): medians of ${audits[0]?.runs.length} runs, each in a fresh browser,
${version.trim()}, Lighthouse ${all.runs[0]?.lighthouseVersion}, ${availableParallelism()} CPU cores, load ${load.toFixed(1)} at the start, Lighthouse's benchmark index
${Math.round(machine)}. Times are in ms, sizes in bytes.

## Lighthouse, mobile
The scores are performance, accessibility, best practices and SEO.

${auditTable(audits)}

What kept a run from 100:

${faultsList(audits)}

## First view, observed
${viewsTable(views)}

## From a click to the next page
${nextPageTable(ways)}
`;
}

import type { LighthouseRun } from "./lighthouse.ts";
import type { MovementResult, Page, PageResult, StepResult, ViewResult } from "./measure.ts";
import { median, medianOf } from "./median.ts";
import { kinds } from "./transfer.ts";

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const ms = (value: number) => number.format(value);
const times = (value: number, floor: number | undefined) =>
  floor ? (value / floor).toFixed(2) : "";
const nameOf = ({ site, path }: Page) => (site === "floor" ? `floor \`${path}\`` : `\`${path}\``);

/** The same page, laid by hand. */
function floorOf<Result extends Page>(results: Result[], { path }: Page): Result | undefined {
  return results.find((other) => other.site === "floor" && other.path === path);
}

function table(head: string[], rows: string[][]): string {
  const rule = head.map((_, column) => (column === 0 ? "---" : "--:"));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export function scoresTable(pages: PageResult[]): string {
  const lcp = ({ runs }: PageResult) => medianOf(runs, "lcp");
  const score = (runs: LighthouseRun[]) =>
    [
      medianOf(runs, "performance"),
      medianOf(runs, "accessibility"),
      medianOf(runs, "best-practices"),
      medianOf(runs, "seo"),
    ].join(" / ");
  const head = "page|perf / a11y / best / SEO|FCP|LCP|LCP : floor|TBT|CLS".split("|");
  return table(
    head,
    pages.map((page) => {
      const floor = floorOf(pages, page);
      return [
        nameOf(page),
        score(page.runs),
        ms(medianOf(page.runs, "fcp")),
        ms(lcp(page)),
        times(lcp(page), floor && lcp(floor)),
        ms(medianOf(page.runs, "tbt")),
        medianOf(page.runs, "cls").toFixed(3),
      ];
    }),
  );
}

export function bytesTable(pages: PageResult[]): string {
  const columns = [...kinds, "total", "requests"] as const;
  return table(
    ["page", ...columns, "total : floor"],
    pages.map((page) => [
      nameOf(page),
      ...columns.map((column) => number.format(page.transfer[column])),
      times(page.transfer.total, floorOf(pages, page)?.transfer.total),
    ]),
  );
}

export function viewsTable(views: ViewResult[]): string {
  return table(
    ["page", "FCP", "LCP", "LCP : floor"],
    views.map((view) => {
      const floor = floorOf(views, view);
      const lcp = medianOf(view.runs, "lcp");
      return [
        nameOf(view),
        ms(medianOf(view.runs, "fcp")),
        ms(lcp),
        times(lcp, floor && medianOf(floor.runs, "lcp")),
      ];
    }),
  );
}

export function stepsTable(steps: StepResult[]): string {
  return table(
    ["from the home page", "by", "next page painted after"],
    steps.map(({ link, way, runs }) => [`«${link}»`, way, ms(median(runs))]),
  );
}

export function movementTable(results: MovementResult[]): string {
  const devices = [...new Set(results.map(({ device }) => device))];
  const paths = [...new Set(results.map(({ path }) => path))];
  const shift = (path: string, device: string) =>
    results.find((result) => result.path === path && result.device === device)?.shift ?? Number.NaN;
  return table(
    ["page", ...devices],
    paths.map((path) => [
      `\`${path}\``,
      ...devices.map((device) => shift(path, device).toFixed(3)),
    ]),
  );
}

/** What kept any run of a page from 100, each once. */
export function faultsList(pages: PageResult[]): string {
  const lines = pages.flatMap((page) => {
    const faults = [...new Set(page.runs.flatMap(({ faults }) => faults))];
    return faults.length > 0 ? [`- ${nameOf(page)}: ${faults.join("; ")}`] : [];
  });
  return lines.join("\n") || "Nothing.";
}

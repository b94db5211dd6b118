import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium, flags } from "./browser.ts";
import { run } from "./processes.ts";

const cli = join(import.meta.dirname, "node_modules/lighthouse/cli/index.js");

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
type Category = (typeof categories)[number];
const timings = {
  fcp: "first-contentful-paint",
  lcp: "largest-contentful-paint",
  tbt: "total-blocking-time",
  cls: "cumulative-layout-shift",
} as const;

/** One run. Scores are of 100; FCP, LCP and TBT in ms as on a slow phone; CLS has no unit. */
export type LighthouseRun = Record<Category | keyof typeof timings, number> & {
  /** Every address that the page asked for, itself included, with Lighthouse's name for its kind. */
  requests: { url: string; kind: string }[];
  /** What keeps a category from 100. */
  faults: string[];
  /** How fast the machine was meanwhile, by Lighthouse's own measure; over 1,000 is a fast desktop. */
  machine: number;
};

type Audit = { id: string; title: string; score: number | null; numericValue?: number };
type Result = {
  runtimeError?: { message: string };
  environment: { benchmarkIndex: number };
  categories: Record<
    Category,
    { score: number | null; auditRefs: { id: string; weight: number }[] }
  >;
  audits: Record<string, Audit> & {
    "network-requests": {
      details: { items: { url: string; resourceType?: string; finished: boolean }[] };
    };
  };
};

/** Lighthouse is no part of the shop: it has a folder and a lock file of its own. */
export async function installLighthouse(): Promise<void> {
  if (existsSync(cli)) return;
  console.error("Installing Lighthouse into bench/ (once)…");
  await run("npm", ["ci", "--prefix", import.meta.dirname]);
}

/** A phone on slow 4G, as Lighthouse simulates it by default, in a browser opened for this run. */
export async function lighthouse(url: string): Promise<LighthouseRun> {
  const args = [
    cli,
    url,
    "--output=json",
    "--quiet",
    `--only-categories=${categories.join()}`,
    `--chrome-flags=${flags.join(" ")}`,
    // The 404 page is one of ours, and measured like the others.
    "--ignore-status-code",
    "--no-enable-error-reporting",
  ];
  const env = { ...process.env, CHROME_PATH: chromium };
  const result: Result = JSON.parse(await run(process.execPath, args, { env }));
  if (result.runtimeError) throw new Error(`${url}: ${result.runtimeError.message}`);

  const entries = [
    ...categories.map((name) => [name, Math.round((result.categories[name].score ?? 0) * 100)]),
    ...Object.entries(timings).map(([name, id]) => [name, result.audits[id]?.numericValue ?? 0]),
  ];
  return {
    ...Object.fromEntries(entries),
    requests: result.audits["network-requests"].details.items
      .filter(({ url, finished }) => finished && url.startsWith("http"))
      .map(({ url, resourceType = "Other" }) => ({ url, kind: resourceType })),
    faults: categories.flatMap((name) => faultsOf(result, name)),
    machine: result.environment.benchmarkIndex,
  } as LighthouseRun;
}

function faultsOf({ categories, audits }: Result, name: Category): string[] {
  return categories[name].auditRefs
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.995)
    .map(
      ({ id }) => `${name}: ${audits[id]?.title} (${Math.round((audits[id]?.score ?? 0) * 100)})`,
    );
}

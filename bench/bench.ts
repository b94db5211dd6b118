/**
 * `npm run bench`: builds the shop, measures it and writes docs/performance.md.
 * `--first-view build` measures only the first view of an existing build, `--next-page build` only the way from
 * its home to the next page; repeat either to compare builds.
 * Options: `--runs 5`, and `--only /checkout` (may be repeated). With fewer runs or pages, the result is only
 * printed.
 */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { loadavg } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { everyPage } from "../e2e/fixtures.ts";
import { readSite, type Site } from "../server/site.ts";
import { createSiteServer } from "../server/site-server.ts";
import { findChromium } from "../setup/programs.ts";
import { floorOf } from "./floor.ts";

const root = join(import.meta.dirname, "..");

const { values: options } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    only: { type: "string", multiple: true, default: everyPage },
    "first-view": { type: "string", multiple: true },
    "next-page": { type: "string", multiple: true },
  },
});

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });

async function bench(): Promise<void> {
  const runs = Number(options.runs);
  if (!(Number.isInteger(runs) && runs > 0)) throw new Error("--runs takes a number, such as 5.");
  const unknown = options.only.find((path) => !everyPage.includes(path));
  if (unknown) throw new Error(`--only takes one of ${everyPage.join(" ")}; it is "${unknown}".`);

  const chromium = findChromium();
  if (!chromium) throw new Error("There is no Chromium on the path; npm test installs one.");
  const version = execFileSync(chromium, ["--version"], { encoding: "utf8" });

  const [load = 0] = loadavg();
  const { audit } = await import("./browser.ts");
  const { firstView, navigations, timeToNextPage } = await import("./phone.ts");
  const { nextPageTable, performancePage, viewsTable } = await import("./report.ts");
  const firstViews = (pages: Served[]) =>
    inTurns("First view", pages, runs, async ({ shop, floor, path }) => ({
      page: await firstView(shop, path),
      floor: await firstView(floor, path),
    }));
  const nextPages = (pages: Served[]) => {
    const homes = pages.filter(({ path }) => path === "/");
    const ways = navigations.flatMap((navigation) =>
      homes.map(({ shop, build }) => ({
        ...navigation,
        name: navigation.name + build,
        shop,
        build,
      })),
    );
    return inTurns("Next page", ways, runs, (way) => timeToNextPage(way.shop, way));
  };

  const compared = options["first-view"] ?? options["next-page"];
  if (compared) {
    const pages = await serve(compared);
    const table = options["first-view"]
      ? viewsTable(await firstViews(pages))
      : nextPageTable(await nextPages(pages));
    const loads = [load, ...loadavg()].map((load) => load.toFixed(1));
    return console.log(
      `${table}\n\nRuns: ${runs}. Load: ${loads[0]} at first, ${loads[1]} at last.`,
    );
  }

  console.error("Building the shop…");
  run("npm", "run", "build");
  const pages = await serve(["build"]);
  const page = performancePage(
    version,
    load,
    await inTurns("Lighthouse", pages, runs, ({ shop, path }) => audit(shop + path)),
    await firstViews(pages),
    await nextPages(pages),
  );
  console.log(page);
  if (options.only.length === everyPage.length && runs >= 5) {
    writeFileSync(join(root, "docs/performance.md"), page);
  }
}

/** `build` is the suffix of `name` in a comparison of builds, otherwise empty. */
type Served = { name: string; path: string; build: string; shop: string; floor: string };
/** Starts a server for each build and one for its floor. */
async function serve(builds: string[]): Promise<Served[]> {
  const served = builds.map(async (build) => {
    const site = readSite(resolve(root, build, "client"));
    const [shop, floor] = await Promise.all([listen(site), listen(floorOf(site))]);
    return { build: builds.length > 1 ? ` in ${build}` : "", shop, floor };
  });
  const sites = await Promise.all(served);
  return everyPage
    .filter((path) => options.only.includes(path))
    .flatMap((path) => sites.map((site) => ({ ...site, path, name: `\`${path}\`${site.build}` })));
}

/** Starts the shop's server on a free port. */
async function listen(site: Site): Promise<string> {
  const server = createSiteServer(site).listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Interleaves the runs, so that a machine that slows down affects all pages equally. */
async function inTurns<Item extends { name: string }, Run>(
  what: string,
  items: Item[],
  count: number,
  measure: (item: Item) => Promise<Run>,
): Promise<(Item & { runs: Run[] })[]> {
  const results = items.map((item) => ({ ...item, runs: [] as Run[] }));
  for (let turn = 1; turn <= count; turn++) {
    for (const result of results) {
      console.error(`${what}: ${result.name} (${turn} of ${count})`);
      result.runs.push(await measure(result));
    }
  }
  return results;
}

try {
  await bench();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

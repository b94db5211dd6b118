/**
 * `npm run bench`: builds the shop, measures it beside the baseline and writes docs/performance.md.
 * `--orders` measures the order desk instead (docs/selling.md).
 * Options: `--runs 5`, and `--only /checkout` (more than once, if you like). Fewer runs or pages are
 * shown and not written.
 */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { everyPage } from "../e2e/fixtures.ts";
import { readSite } from "../server/site.ts";
import { createSiteServer } from "../server/site-server.ts";
import { findChromium } from "../setup/programs.ts";
import { layBaseline } from "./baseline.ts";

const root = join(import.meta.dirname, "..");
const build = join(root, "build/client");
const baseline = join(root, ".cache/baseline/client");
/** Pages that have a baseline, and its files. */
const laid = { "/": "index.html", "/checkout": "checkout.html" };

const { values: options } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    only: { type: "string", multiple: true, default: everyPage },
    orders: { type: "boolean", default: false },
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
  console.error("Installing the measuring tools, building the shop and the baseline…");
  run("node", "setup/install.mjs", "bench");
  run("npm", "run", "build");
  await layBaseline(build, baseline, Object.values(laid));
  const { audit } = await import("./browser.ts");
  const { firstView, steps, timeToNextPage } = await import("./phone.ts");
  const { performancePage } = await import("./report.ts");

  const shop = await serve(build);
  const bare = await serve(baseline);
  const pages = everyPage
    .filter((path) => options.only.includes(path))
    .flatMap((path) => [
      { name: `\`${path}\``, path, server: shop },
      ...(path in laid ? [{ name: `baseline \`${path}\``, path, server: bare }] : []),
    ]);
  const page = performancePage(
    version,
    load,
    await inTurns("Lighthouse", pages, runs, ({ server, path }) => audit(server + path)),
    await inTurns("First view", pages, runs, ({ server, path }) => firstView(server, path)),
    await inTurns("Next page", options.only.includes("/") ? steps : [], runs, (step) =>
      timeToNextPage(shop, step),
    ),
  );
  console.log(page);
  if (options.only.length === everyPage.length && runs >= 5)
    writeFileSync(join(root, "docs/performance.md"), page);
}

/** Serves a published folder with the shop's own server, as long as anything is measured. */
async function serve(folder: string): Promise<string> {
  const server = createSiteServer(readSite(folder)).listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** One run of each and then the next, so that a machine that slows down meanwhile slows all alike. */
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
  if (options.orders) {
    // The order desk's own measurement, with its own packages.
    run("node", "setup/install.mjs", "desk");
    await import("../desk/bench/bench.ts");
  } else await bench();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

/**
 * `npm run bench`: builds the shop, measures it beside the floor and writes docs/performance.md.
 * `--orders` measures the order desk instead (docs/selling.md).
 * Options: `--runs 5`, and `--only /checkout` (more than once, if you like). Fewer runs or pages are
 * shown and not written.
 */
import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "./browser.ts";
import { layFloor } from "./floor.ts";
import { installLighthouse } from "./lighthouse.ts";
import { auditPages, type Page, takeSteps, watchFirstViews, watchMovement } from "./measure.ts";
import { performancePage } from "./performance-page.ts";
import { run } from "./processes.ts";
import { serve } from "./serve.ts";

const root = join(import.meta.dirname, "..");
const build = join(root, "build/client");
const floor = join(root, ".cache/floor/client");

const laid = ["/", "/checkout"];
const paths = [
  ...laid,
  "/quienes-somos",
  "/contacto",
  "/politica-de-privacidad",
  "/terminos-de-servicio",
  "/politica-de-devolucion",
  "/no-existe",
];

const { values: options } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    only: { type: "string", multiple: true, default: paths },
    orders: { type: "boolean", default: false },
  },
});

async function bench(): Promise<void> {
  const runs = Number(options.runs);
  if (!(Number.isInteger(runs) && runs > 0)) throw new Error("--runs takes a number, such as 5.");
  const unknown = options.only.find((path) => !paths.includes(path));
  if (unknown) throw new Error(`--only takes one of ${paths.join(" ")}; it is "${unknown}".`);
  if (!chromium) throw new Error("There is no Chromium on the path; npm test installs one.");

  await installLighthouse();
  console.error("Building the shop and the floor…");
  await run("npm", ["run", "build"], { cwd: root });
  await layFloor(build, floor, ["index.html", "checkout.html"]);

  const chosen = paths.filter((path) => options.only.includes(path));
  const both: Page[] = chosen.flatMap((path) =>
    laid.includes(path)
      ? [
          { site: "shop", path },
          { site: "floor", path },
        ]
      : [{ site: "shop", path }],
  );
  const servers = { shop: await serve(build), floor: await serve(floor) };
  const origins = { shop: servers.shop.origin, floor: servers.floor.origin };
  const [load = 0] = loadavg();

  const page = await performancePage({
    runs,
    load,
    pages: await auditPages(both, runs, origins),
    views: await watchFirstViews(
      both.filter(({ path }) => laid.includes(path)),
      runs,
      origins,
    ),
    movement: await watchMovement(chosen, origins),
    steps: chosen.includes("/") ? await takeSteps(runs, origins) : [],
  });
  await Promise.all([servers.shop.stop(), servers.floor.stop()]);

  console.log(page);
  if (chosen.length === paths.length && runs >= 5)
    writeFileSync(join(root, "docs/performance.md"), page);
}

try {
  // The order desk's own measurement, with its own packages.
  if (options.orders) await run("node", ["setup/install.mjs", "desk"], { cwd: root });
  if (options.orders) await import("../desk/bench.ts");
  else await bench();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

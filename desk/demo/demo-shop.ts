/** The shop for the demo and for tests, built once per state of its source and settings. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exampleSettings } from "../shop/example-settings.ts";

const root = join(import.meta.dirname, "../..");
const desk = join(root, "desk");
const folder = "build-demo";

const { SELLER_IBAN, ...pages } = exampleSettings;

/** Example values for unset seller settings, which the pages show. */
export const seller = {
  ...pages,
  SELLER_ARBITRATION: "",
  SHIPS_TO: "ES,DE,FR,IT",
  GUARANTEE_NOTICE: join(import.meta.dirname, "notice.svg"),
};

/** Other settings that the pages contain, if set. */
const others = [
  "SITE_URL",
  "SHOP_EMAIL",
  "SHOP_PHONE",
  "SHOP_NOTICE",
  "PRODUCT_PRICE",
  "STRIPE_SECRET_KEY",
];

type Environment = Record<string, string | undefined>;

/**
 * Builds the shop with these settings, unless that build exists already.
 * @returns the folder of its site
 * @throws when the build fails, which prints the reason.
 */
export function demoShop(environment: Environment): string {
  const stamp = join(desk, folder, "made-of");
  const made = sourceOf(environment);
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== made) {
    const { status } = spawnSync("npm", ["run", "build"], {
      cwd: desk,
      env: {
        ...environment,
        NODE_ENV: "production",
        DEMO: "yes",
        BUILD_FOLDER: folder,
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    if (status !== 0) throw new Error("The shop can't be built.");
    writeFileSync(stamp, made);
  }
  return join(desk, folder, "client");
}

/** A hash of all inputs of a build. */
function sourceOf(environment: Environment): string {
  const hash = createHash("sha256");
  const names = [...Object.keys(seller), ...others];
  hash.update(JSON.stringify([process.version, names.map((name) => environment[name] || "")]));
  const notice = environment.GUARANTEE_NOTICE ?? "";
  const parts = "{checkout,jobs,mail,orders,pages,publish,server,shop,storage}";
  const sources = [
    "{app,public,publish,server}/**",
    `desk/${parts}/**`,
    "{desk/,}*.{ts,tsx,css,json}",
  ];
  const files = globSync([...sources, notice], { cwd: root, withFileTypes: true });
  for (const file of files.filter((file) => file.isFile() && !/\.test\./.test(file.name))) {
    const path = join(file.parentPath, file.name);
    hash.update(`${path}\n`).update(readFileSync(path));
  }
  return hash.digest("hex");
}

/**
 * `npm run eject-selling`: deletes the order desk, and every line that refers to it. What remains is the boutique
 * with simulated orders, and its built files are the same byte for byte.
 */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { withoutSelling } from "./markdown-without-selling.ts";

const deleted = [
  "app/desk",
  "desk",
  "e2e/*desk*.ts",
  "publish/desk.ts",
  "publish/boutique.test.ts",
  "setup/{eject-selling.ts,markdown-without-selling.ts,server}",
  "compose.yaml",
  "docs/es",
  "docs/selling.md",
  "docs/decisions/{0014,0015,0016,0017,0022}-*.md",
  "docs/hosting/{Caddyfile*,several-servers.md,by-hand.md,nginx-selling.conf,aurelia-copies.*,aurelia.sh,503.html}",
];

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

/** Replaces texts that must be in the file. */
function replace(file: string, ...replacements: [text: string, by: string][]): void {
  edit(file, (content) =>
    replacements.reduce((result, [text, by]) => {
      if (!result.includes(text)) throw new Error(`${file} does not contain «${text}».`);
      return result.replaceAll(text, by);
    }, content),
  );
}

/** Deletes each block of lines from the one that starts with `first` to the next that starts with `last`, and its comment. */
function cut(file: string, ...blocks: [first: string, last?: string][]): void {
  edit(file, (content) => {
    const lines = content.split("\n");
    const find = (isFound: (line: string) => boolean, from: number, text: string) => {
      const index = lines.findIndex((line, index) => index >= from && isFound(line));
      if (index < 0) throw new Error(`${file} has no line «${text}».`);
      return index;
    };
    for (const [first, last] of blocks) {
      let start = find((line) => line.trimStart().startsWith(first), 0, first);
      const end = last ? find((line) => line.startsWith(last), start, last) : start;
      if (lines[start - 1]?.trim().endsWith("*/")) {
        do start--;
        while (!lines[start]?.trim().startsWith("/**"));
      }
      lines.splice(start, end - start + 1);
    }
    return lines.join("\n");
  });
}

function editJson<Content>(file: string, change: (json: Content) => void): void {
  edit(file, (text) => {
    const json = JSON.parse(text);
    change(json);
    return `${JSON.stringify(json, null, 2)}\n`;
  });
}

for (const path of globSync(deleted)) rmSync(path, { recursive: true });

interface Package {
  workspaces?: string[];
  imports: Record<string, unknown>;
  scripts: Record<string, string>;
}
editJson<Package>("package.json", (json) => {
  delete json.workspaces;
  json.imports = { "#orders/*": "./app/orders/*" };
  for (const [name, command] of Object.entries(json.scripts)) {
    if (/boutique|eject|orders|^(pre)?desk:/.test(name)) delete json.scripts[name];
    else {
      json.scripts[name] = command
        .replace("install.mjs . desk", "install.mjs .")
        .replace("ORDER_DESK=real ", "")
        .replace(" && tsc -p app --customConditions real-orders", "")
        .replace(" boutique", "");
    }
  }
});
cut("setup/install.mjs", ["if (process.env.ORDER_DESK"], ["* `node setup/install.mjs .` leaves"]);
cut("setup/prepare.mjs", ["env: {"]);
cut(
  "setup/install-programs.ts",
  ["findCaddy,"],
  ["findPostgres,"],
  ["...(findCaddy"],
  ["...(findPostgres"],
);
cut("setup/programs.ts", ["export const findCaddy"], ["export const findPostgres", "    .at(0);"]);

cut(
  "app/routes.ts",
  ["const [selling]", "    : [];"],
  ["interface SellingRoutes", "}"],
  ["...(selling?.files"],
  ["...(selling?.routes"],
);
replace("app/routes.ts", [", type RouteConfigEntry", ""]);

cut(
  "vite.config.ts",
  ["const isReal"],
  ["const conditions"],
  ["const serverBuild", "};"],
  ["const keepDeskOutside", "};"],
  ["const serveDesk", "  (await import("],
  ["keepDeskOutside,"],
  ["isReal &&"],
  ["resolve: { conditions },"],
  ["// The SSR environment"],
  ["ssr: isReal"],
);
replace(
  "vite.config.ts",
  ['import { pathToFileURL } from "node:url";\n', ""],
  ["type EnvironmentOptions, ", ""],
  ["({ command, isPreview }) => ({", "{"],
  ["}));", "});"],
);

cut(
  "publish/main.ts",
  ["import { loadDesk }"],
  ["const desk ="],
  ["// Pages that are rendered on request"],
);
replace(
  "publish/main.ts",
  [", desk?.publisher(process.env)", ""],
  ['  const unused = desk ? ["assets", ".vite"] : [""];\n', ""],
  ["for (const name of unused) ", ""],
  ['"server", name)', '"server")'],
);
cut(
  "publish/check-settings.ts",
  ["import { loadDesk }"],
  ["const desk ="],
  ["// Both report"],
  ["for (const error of (await desk"],
);
cut("app/app.css", ['@import "./desk/']);
replace(
  "publish/testing/shop-copy.ts",
  ["export function run", "function run"],
  ["export function filesOfBuild", "function filesOfBuild"],
);
cut("publish/publish.ts", ["import type { PublishDesk }"], ["const desk ="]);
replace(
  "publish/publish.ts",
  [", publishDesk?: PublishDesk", ""],
  [", headers, desk }", ", headers }"],
);

cut(
  "server/main.ts",
  ["import type { RequestListener }"],
  ["interface DeskModule", "}"],
  ["const desk ="],
  ["await desk?.close();"],
  ["async function openDesk", "}"],
);
replace(
  "server/main.ts",
  [", desk?.listener", ""],
  ["stopServer(async () => {", "stopServer(() => {"],
);
cut(
  "server/site.ts",
  ["/** What the shop was built for"],
  ["desk?: PublishedDesk"],
  ["export interface PublishedDesk", "}"],
  ["desk?: PublishedDesk"],
  ["desk: desk &&"],
);
replace("server/site.ts", ["headers: table, desk }", "headers: table }"]);

cut(
  "vitest.config.ts",
  ["const withoutSelling"],
  ['{ extends: true, test: { name: "boutique"'],
  ["// A pattern"],
  ['"desk/'],
  ["exclude:"],
);
replace("vitest.config.ts", ["configDefaults, ", ""]);
cut(
  "playwright.config.ts",
  ["const desk ="],
  ["process.env.TEST_DESK_PORT ="],
  ["process.env.TEST_MAIL_PORT ="],
  ["const inBothShops"],
  ['{ name: "desk"'],
  ["MAIL_PORT:"],
  ["DATABASE_URL:"],
  ["// The same as"],
  ["PRODUCT_PRICE:"],
);
replace("playwright.config.ts", ["desk, nginx", "nginx"], ["[ours, desk]", "[ours]"]);
cut("e2e/webkit/webkit.spec.ts", ["const desk ="], ['[desk, "'], ["if (shop === desk)"]);
replace("e2e/webkit/webkit.spec.ts", [", in both shops", ""]);

/** Takes «desk» out of a glob: «{app,desk}/**» becomes «app/**». Returns nothing if the glob is only about it. */
function globWithoutDesk(glob: string): string[] {
  const rest = glob
    .replace(/,[^,{}]*\bdesk\b[^,{}]*/, "")
    .replace(/(?<=\{)desk,/, "")
    .replace(/\{([^,{}]*)\}/, "$1");
  return /\bdesk\b/.test(rest) ? [] : [rest];
}

const dropDesk = (_: string, value: unknown) =>
  Array.isArray(value)
    ? value.flatMap((item) => (typeof item === "string" ? globWithoutDesk(item) : [item]))
    : value;
const editGlobs = (file: string) =>
  edit(file, (text) => JSON.stringify(JSON.parse(text, dropDesk), null, 2));

for (const file of [
  "app/tsconfig.json",
  "server/tsconfig.json",
  "biome.json",
  "knip.json",
  "mutation/stryker.config.json",
])
  editGlobs(file);
replace(
  "mutation/vitest.config.ts",
  ["app/{desk,orders,shop}", "app/{orders,shop}"],
  ["assets,boutique,", "assets,"],
);
cut(
  "mutation/vitest.config.ts",
  ["import { seller }"],
  ["// Without a built shop"],
  ['"desk/{jobs'],
  ["testTimeout:"],
  ["env:"],
  ['"desk/orders/{admin'],
);
editJson<{ workspaces: { desk?: object } }>("knip.json", (json) => {
  delete json.workspaces.desk;
});
interface Override {
  includes: string[];
  linter: {
    rules: {
      style?: { noRestrictedImports?: { options: { patterns: { group: string[] }[] } } };
    };
  };
}
editJson<{ overrides: Override[] }>("biome.json", (json) => {
  json.overrides = json.overrides.filter(({ includes, linter }) => {
    const patterns = linter.rules.style?.noRestrictedImports?.options.patterns;
    return (
      includes.some((glob) => !glob.startsWith("!")) &&
      !patterns?.some(({ group }) => group.length === 0)
    );
  });
});

cut(
  "Dockerfile",
  ["# How it sells"],
  ["COPY desk/package.json"],
  ["# The image has its own"],
  ["RUN rm -r node_modules/node"],
  [
    "# The site and the server,",
    "# price changes, with the functions and the packages that publish them.",
  ],
  ["COPY --from=build /shop/desk"],
  ["COPY --from=build /shop/app/shop"],
  ["COPY --from=build /shop/app/desk"],
  ["COPY --from=build /shop/publish"],
  ["COPY --from=build /shop/node_modules"],
  ["RUN install -d"],
  ["VOLUME"],
);
const boutiqueSetting = /^#?(SITE_URL|SHOP_EMAIL|SHOP_PHONE|PRODUCT_NOTES_\w+|PRODUCT_PRICE)=/;
edit("docs/hosting/aurelia.env", (text) =>
  text
    .split("\n")
    .filter((line) => boutiqueSetting.test(line))
    .join("\n")
    .concat("\n"),
);

const documents = globSync(["*.md", "docs/**/*.md", "photography/*.md"]);
for (const file of documents) {
  const isBroken = (link: string) => !existsSync(join(dirname(file), link));
  edit(file, (text) => withoutSelling(text, isBroken, /decisions|specification/.test(file)));
}

// npm finds everything that it needs in the lock file, so no network is used. In a folder of its own, because npm
// would also rewrite the list of what is installed.
const folder = mkdtempSync(join(tmpdir(), "aurelia-lock-"));
for (const file of ["package.json", "package-lock.json"]) copyFileSync(file, join(folder, file));
execFileSync("npm", ["install", "--package-lock-only", "--ignore-scripts"], {
  cwd: folder,
  stdio: "ignore",
});
copyFileSync(join(folder, "package-lock.json"), "package-lock.json");
rmSync(folder, { recursive: true });
execFileSync("biome", ["check", "--write"], { stdio: "ignore" });
console.log(
  "The order desk is deleted. `npm install` removes its packages; `npm test` tests the rest.",
);

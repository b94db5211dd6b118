/** Tests what the owner's guides (docs/es) and the other documents refer to. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { readDeskSettings } from "../app/desk/shop/settings-schema.ts";
import { shopSettings } from "../app/shop/settings-schema.ts";
import { run } from "./cli.ts";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const documents = globSync(["*.md", "docs/**/*.md"], { cwd: root });
const guides = globSync("docs/es/*.md", { cwd: root });

/** What stands in the guides between these marks, each once. */
const found = (pattern: RegExp) =>
  new Set(
    guides.flatMap((file) => Array.from(read(file).matchAll(pattern), ([, text = ""]) => text)),
  );

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (file: string) =>
  Array.from(read(file).matchAll(/^#+ (.+)$/gm), ([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

test("each link in a document leads to a file, and to a heading of it", () => {
  const broken = documents.flatMap((file) =>
    Array.from(read(file).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g), ([, link = ""]) => {
      const [path = "", anchor] = link.split("#");
      const target = path ? relative(root, join(root, dirname(file), path)) : file;
      if (globSync(target, { cwd: root }).length === 0) return `${file}: ${link}`;
      const leads = anchor === undefined || anchorsOf(target).includes(decodeURI(anchor));
      return leads ? "" : `${file}: ${link}`;
    }),
  );
  expect(broken.filter(Boolean)).toEqual([]);
});

test("each command that the guides name exists, and they name every command", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  await run(["--help"], {});
  const usage = String(log.mock.calls[0]);
  const commands = Array.from(usage.matchAll(/^ {2}(\w+)/gm), ([, name]) => name);
  const engineers = read("docs/hosting/by-hand.md").matchAll(/orders -- (\w+)/g);
  const named = [...found(/orders -- (\w+)/g), ...Array.from(engineers, ([, name]) => name)];
  expect([...new Set(named)].sort()).toEqual(commands.sort());
  for (const option of found(/orders -- .*?(--\w+)/g)) expect(`${usage} --help`).toContain(option);
});

test("each order of «aurelia» that the guides name exists, and they name every order", () => {
  const [, usage = ""] = /const usage = `([^`]*)`/.exec(read("desk/hosting/main.ts")) ?? [];
  const orders = Array.from(usage.matchAll(/^ {2}(\w+)/gm), ([, name]) => name);
  expect(orders).toHaveLength(7);
  // In a block of commands or between backquotes.
  expect([...found(/(?:^|`)aurelia (?=\w)(\w+)/gm)].sort()).toEqual(orders.sort());
});

test("each setting that the guides name exists, and they name every setting", () => {
  const settings = Object.keys({ ...shopSettings, ...readDeskSettings({}, "all").settings });
  const named = found(/\b([A-Z]+_[A-Z_]+)\b/g);
  expect([...named]).toEqual(expect.arrayContaining(settings));
  const others = ["ORDER_DESK", "COPIES_TO", "NODE_EXTRA_CA_CERTS"];
  expect([...named].filter((name) => ![...settings, ...others].includes(name))).toEqual([]);
});

/** Quoted words that the shop does not say, or says with something of the owner's in them. */
const others = [
  "JIMENEZ CURRO",
  "Volvemos pronto",
  "Volvemos el 3 de enero",
  "el 3 de enero",
  "persona responsable",
  "Mostrar original",
  "Local Address:Port",
  "status=0/SUCCESS",
  "Avail",
];

test("the shop says each word that the guides quote", () => {
  const sources = globSync(["{app,desk,publish,server}/**/*.{ts,tsx}", "docs/hosting/503.html"], {
    cwd: root,
    exclude: (path) => /node_modules|\.test\./.test(String(path)),
  });
  const words = (text: string) =>
    text
      .replace(/\\u00a0|&nbsp;/g, " ")
      .replace(/\$\{[^{}]*\}|\{[\w.]+\}|\d+(,\d+)?/g, "0")
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  const said = words(sources.map(read).join("\n"));
  const isSaid = (part: string) => part === "" || ` ${said} `.includes(` ${words(part)} `);
  const unsaid = [...found(/«([^»]+)»/g)]
    .filter((quote) => !others.includes(quote.replace(/\s+/g, " ")))
    .filter((quote) => !quote.split("…").every(isSaid));
  expect(unsaid).toEqual([]);
});

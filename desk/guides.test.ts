/** Tests what the owner's guides (docs/es) refer to. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { shopSettings } from "../app/shop/settings-schema.ts";
import { run } from "./cli.ts";
import { steps } from "./pages/admin/steps/index.ts";
import { readDeskSettings } from "./shop/settings-schema.ts";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const guides = globSync("desk/docs/es/*.md", { cwd: root });

/** The distinct matches of a pattern in the guides. */
const found = (pattern: RegExp) =>
  new Set(
    guides.flatMap((file) => Array.from(read(file).matchAll(pattern), ([, text = ""]) => text)),
  );

const all = (text: string, pattern: RegExp) =>
  new Set(Array.from(text.matchAll(pattern), ([, name = ""]) => name));

test("each file of the program that the guides name exists", () => {
  const files = [...found(/\/srv\/aurelia\/([\w/.-]*\w)/g)];
  expect(files).not.toEqual([]);
  expect(files.filter((file) => globSync(file, { cwd: root }).length === 0)).toEqual([]);
});

test("the guides use only existing «orders» commands, and with by-hand.md they cover all", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  await run(["--help"], {});
  const usage = String(log.mock.calls[0]);
  const pattern = /orders -- (\w+)/g;
  const named = new Set([...all(read("desk/docs/hosting/by-hand.md"), pattern), ...found(pattern)]);
  expect([...named].sort()).toEqual([...all(usage, /^ {2}(\w+)/gm)].sort());
});

test("the guides use only existing «aurelia» commands, and cover all", () => {
  const [, usage = ""] = /const usage = `([^`]*)`/.exec(read("desk/hosting/main.ts")) ?? [];
  const commands = [...all(usage, /^ {2}(\w+)/gm)];
  // In a block of commands or between backquotes.
  expect([...found(/(?:^|`)aurelia (?=\w)(\w+)/gm)].sort()).toEqual(commands.sort());
});

test("each setting that the guides name exists, and the settings file explains every one", () => {
  const settings = Object.keys({ ...shopSettings, ...readDeskSettings({}, "all").settings });
  const others = ["COPIES_TO"];
  const pattern = /\b([A-Z]+_[A-Z_]+)\b/g;
  const explained = all(read("desk/docs/hosting/aurelia.env"), pattern);
  expect([...explained].sort()).toEqual([...settings, ...others].sort());
  expect([...found(pattern)].filter((name) => !explained.has(name))).toEqual([]);
});

test("the guides name each step of the owner", () => {
  const named = [...found(/«([^»]+)»/g)].map((quote) => quote.replace(/\s+/g, " "));
  expect(
    steps.map(({ label }) => label).filter((label) => !named.includes(label)),
    "a step's label changed or is new: say in docs/es/cada-dia.md, in «», when the owner takes it",
  ).toEqual([]);
});

test("the guides are short", () => {
  const words = guides.map(read).join(" ").split(/\s+/);
  expect(words.length).toBeLessThanOrEqual(5_000);
});

test("her first order takes 700 words, with the sections that she is sent to", () => {
  const [way = ""] = read("desk/docs/es/empezar.md").split("## 5.");
  const links = [...way.matchAll(/\]\(([\w-]+\.md)#([^)]+)\)/g)];
  expect(links.length).toBeGreaterThan(1);
  const sections = links.map(([, file, anchor]) => {
    const parts = read(`desk/docs/es/${file}`).split(/^#+ /m);
    const isLinked = (part: string) =>
      part
        .split("\n")[0]
        ?.toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, "")
        .replaceAll(" ", "-") === anchor;
    return parts.find(isLinked) ?? expect.fail(`There is no ${file}#${anchor}.`);
  });
  const shown = [way, ...sections].join(" ").replace(/\]\([^)]*\)/g, "]");
  const words = shown.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  expect(words.length).toBeLessThanOrEqual(700);
});

test("the box that installs the shop clones the repository of package.json", () => {
  const { repository } = JSON.parse(read("package.json"));
  expect(read("desk/docs/es/empezar.md")).toContain(`git clone ${repository} /srv/aurelia\n`);
});

/** Quoted words that are not in the source, or that contain something of the owner's. */
const others = [
  "JIMENEZ CURRO",
  "Volvemos pronto",
  "Volvemos el 3 de enero",
  "el 3 de enero",
  "Mostrar original",
];

test("the shop says each word that the guides quote", () => {
  const sources = globSync(
    ["{app,desk,publish,server}/**/*.{ts,tsx}", "desk/docs/hosting/503.html"],
    {
      cwd: root,
      exclude: (path) => /node_modules|\.test\./.test(String(path)),
    },
  );
  const words = (text: string) =>
    text
      .replace(/\\u00a0|&nbsp;/g, " ")
      .replace(/\$\{[^{}]*\}|\{[\w.]+\}|\d+(,\d+)?/g, "0")
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  const source = words(sources.map(read).join("\n"));
  const isInSource = (part: string) => part === "" || ` ${source} `.includes(` ${words(part)} `);
  const missing = [...found(/«([^»]+)»/g)]
    .filter((quote) => !others.includes(quote.replace(/\s+/g, " ")))
    .filter((quote) => !quote.split("…").every(isInSource));
  expect(missing).toEqual([]);
});

import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const sources = execFileSync("git", ["ls-files", "-coz", "--exclude-standard", "*.ts", "*.tsx"], {
  encoding: "utf8",
})
  .split("\0")
  .filter((file) => file && existsSync(file))
  .filter((file) => !/\.(test|spec)\.|\/testing\//.test(file));

/** The folders that `#orders/` resolves to. Each application has its own. */
const aliases = ["package.json", ...globSync("*/package.json")].flatMap((file) => {
  const { imports } = JSON.parse(readFileSync(file, "utf8"));
  return imports ? [join(dirname(file), imports["#orders/*"], "..")] : [];
});

/** The files that a file imports, types included. */
const importsOf = (file: string) =>
  Array.from(
    readFileSync(file, "utf8").matchAll(
      /(?:from|import|import\() ?"((?:\.{1,2}|#orders)\/[^"?]+)/g,
    ),
    ([, name = ""]) =>
      name.startsWith("#")
        ? aliases.map((folder) => name.replace("#orders", folder))
        : [normalize(join(dirname(file), name))],
  ).flat();

/** The folders that each folder imports from. */
const arrows = new Map<string, Set<string>>();
for (const file of sources) {
  const from = dirname(file);
  for (const to of importsOf(file)
    .filter((name) => sources.includes(name))
    .map(dirname)) {
    if (to !== from) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
  }
}

/** All folders that a folder depends on, directly or through others. */
function reach(folder: string, seen = new Set<string>()): Set<string> {
  for (const next of arrows.get(folder) ?? []) {
    if (!seen.has(next)) reach(next, seen.add(next));
  }
  return seen;
}

test("no folder depends on itself through others", () => {
  expect(arrows.size).toBeGreaterThan(10);
  expect([...(arrows.get("app/document") ?? [])]).toContain("app/orders/facts");
  expect([...arrows.keys()].filter((folder) => reach(folder).has(folder))).toEqual([]);
});

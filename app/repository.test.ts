import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const sources = globSync("{app,server}/**/*.{ts,tsx,css}").filter(
  (file) => !/\.test\.tsx?$/.test(file) && !file.endsWith(".d.ts"),
);
const lines = sources.flatMap((file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .map((text, index) => ({ file, text, place: `${file}:${index + 1}: ${text.trim()}` })),
);

/** Where a line like this stands outside the one place that may hold it. */
function strays(pattern: RegExp, home: string) {
  return lines
    .filter(
      ({ file, text }) => file.startsWith("app/") && !file.startsWith(home) && pattern.test(text),
    )
    .map(({ place }) => place);
}

test("colours have names: their values stand in the tokens alone", () => {
  expect(strays(/#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch|oklab|hwb)a?\(/i, "app/ui/tokens.css")).toEqual(
    [],
  );
});

test("prices, figures and addresses stand in shop/ alone", () => {
  const facts =
    /\b8999\b|\b89[.,]99\b|\b9[.,]99\b|24-48|\b500\+|\b50\+|\b5-7\b|910 000 000|aurelia\.example|\b14 días|\b12 horas|\b20 años|\b24k\b|\b50\s€|1 de enero/;
  expect(strays(facts, "app/shop/")).toEqual([]);
});

test("the brand's name stands in shop/ alone", () => {
  expect(strays(/\bAurelia\b/, "app/shop/")).toEqual([]);
});

/** The design's arrows: a folder may import from these folders and from itself. */
const arrows: [folder: string, mayImport: string[]][] = [
  ["app/shop/", ["app/shop/"]],
  ["app/ui/", ["app/ui/"]],
  ["app/pages/", ["app/shop/", "app/ui/", "app/photos/", "app/meta.ts", "app/structured-data.ts"]],
  ["server/", ["server/", "package.json"]],
];

const imports = lines.flatMap(({ file, text, place }) => {
  const target = /(?:from|import)\s*\(?\s*"(\.[^"?]*)/.exec(text)?.[1];
  return target ? [{ file, place, target: normalize(join(dirname(file), target)) }] : [];
});

test("imports run along the design's arrows", () => {
  expect(imports.length).toBeGreaterThan(50);
  const against = imports.filter(({ file, target }) => {
    const [folder, mayImport] = arrows.find(([folder]) => file.startsWith(folder)) ?? [];
    if (!folder || !mayImport) return false;
    const own = folder === "app/pages/" ? pageFolder(file) : folder;
    return ![own, ...mayImport].some((start) => target.startsWith(start));
  });
  expect(against.map(({ place }) => place)).toEqual([]);
});

/** A page's own parts and route types; a page that is a single file has only the latter. */
function pageFolder(file: string) {
  const folder = `${dirname(file)}/`;
  return folder === "app/pages/" ? "app/pages/+types/" : folder;
}

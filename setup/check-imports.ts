/**
 * Checks who imports what: `import-rules.ts` says it for each folder of an application. `npm run lint` runs this
 * in the application's folder. It reads the text of files, so that types, dynamic imports and style sheets count.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * What each folder or file may import, beside its own folder: folders and files («./app/ui»), aliases («#orders»)
 * and packages («npm:react»; those that no row names are free). «.» are the files beside the table. The longest
 * name that fits counts, so a folder within another, or a file, can have a row of its own.
 */
export type ImportRules = Record<string, string[]>;

export interface Application {
  /** From the repository's root: «.» for the boutique. */
  folder: string;
  rules: ImportRules;
  /** Folders by their aliases: `{ "#orders/": "app/orders/" }`. */
  aliases: Record<string, string>;
  /** The texts of its files, and of those that it extends, by their paths from the repository's root. */
  files: Map<string, string>;
}

/** @returns a sentence for each import that the table forbids, and for each circle of folders */
export const checkImports = (application: Application): string[] => [
  ...forbiddenImports(application),
  ...circles(application),
];

/** Tests may import what the table names anywhere. */
const isTest = (file: string) => /\.(test|spec)\.|(^|\/)testing\//.test(file);

function forbiddenImports({ folder, rules, files }: Application): string[] {
  const fromRoot = (name: string) => (name.startsWith(".") ? normalize(join(folder, name)) : name);
  const rows = Object.entries(rules).map(([name, allowed]) => ({
    name: fromRoot(name),
    allowed: allowed.map(fromRoot),
  }));
  const isFile = (name: string) => /\w\.\w+$/.test(name);
  const folders = rows
    .flatMap(({ name, allowed }) => [name, ...allowed])
    .filter((name) => !isFile(name));
  const names = [...folders, ...rows.flatMap(({ allowed }) => allowed.filter(isFile))];

  const fits = (name: string, path: string) =>
    name === folder || name === "."
      ? dirname(path) === name && !path.startsWith("npm:")
      : `${path}/`.startsWith(`${name}/`);
  const longest = (all: string[], path: string) =>
    all.filter((name) => fits(name, path)).sort((a, b) => b.length - a.length)[0];
  /** Helpers of tests are imported by tests alone, or by a row that names them. */
  const testingOf = (path: string) => /^.*\btesting(?=\/)/.exec(path)?.[0];
  const roomOf = (path: string) => testingOf(path) ?? longest(folders, path);

  function ruleAgainst(file: string, path: string): string | undefined {
    const name = longest(names, path);
    if (name === undefined) return path.startsWith("npm:") ? undefined : "it has no row";
    if (isTest(file) || roomOf(file) === roomOf(path)) return undefined;
    const room = longest(Object.keys(rules).map(fromRoot), file);
    const row = rows.find((row) => row.name === room);
    if (row === undefined) return `${dirname(file)} has no row`;
    const fitting = ["*", testingOf(path) ?? name];
    if (fitting.some((entry) => row.allowed.includes(entry))) return undefined;
    return `${row.name} may import ${row.allowed.join(", ") || "nothing"}`;
  }

  const own = [...files].filter(([file]) => folder === "." || file.startsWith(`${folder}/`));
  return own.flatMap(([file, text]) =>
    importsOf(file, text).flatMap(({ path, line }) => {
      const rule = ruleAgainst(file, path);
      const table = join(folder, "import-rules.ts");
      return rule ? [`${file}:${line} imports ${path}. ${table}: ${rule}.`] : [];
    }),
  );
}

/** The imports of a file: paths from the repository's root, aliases, or packages. */
function importsOf(file: string, text: string) {
  const imports = text.matchAll(
    /\b(?:from|import|import\(|mock\()\s*(?:\/\*.*?\*\/\s*)?["'`]([^"'`?\s]+)/g,
  );
  return Array.from(imports, ({ index, 1: name = "" }) => ({
    line: text.slice(0, index).split("\n").length,
    path: name.startsWith(".")
      ? normalize(join(dirname(file), name))
      : name.startsWith("#")
        ? name
        : `npm:${name}`,
  }));
}

function circles({ aliases, files }: Application): string[] {
  const resolve = (path: string) => {
    const alias = Object.keys(aliases).find((start) => path.startsWith(start)) ?? "";
    return alias ? path.replace(alias, aliases[alias] ?? "") : path;
  };
  const arrows = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    if (isTest(file)) continue;
    const from = dirname(file);
    const targets = importsOf(file, text).map(({ path }) => resolve(path));
    // A style sheet at an application's root is no circle.
    const modules = targets.filter((path) => files.has(path) && !path.endsWith(".css"));
    for (const to of modules.map(dirname))
      if (to !== from) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
  }

  /** The shortest way from a folder back to it. */
  function circleOf(start: string): string[] | undefined {
    const ways = [[start]];
    const seen = new Set<string>();
    for (const way of ways) {
      for (const next of arrows.get(way.at(-1) ?? "") ?? []) {
        if (next === start) return [...way, start];
        if (!seen.has(next)) ways.push([...way, next]);
        seen.add(next);
      }
    }
    return undefined;
  }

  const found: string[][] = [];
  for (const folder of arrows.keys()) {
    const circle = found.some((way) => way.includes(folder)) ? undefined : circleOf(folder);
    if (circle) found.push(circle);
  }
  return found.map((circle) => `A circle of folders: ${circle.join(" → ")}.`);
}

/** `{ "#orders/*": "./app/orders/*" }`, as package.json and tsconfig.json say it, without the asterisks. */
const foldersOf = (from: string, aliases: Record<string, string | string[]>) =>
  Object.fromEntries(
    Object.entries(aliases).map(([alias, path]) => [
      alias.replace("*", ""),
      join(from, [path].flat()[0] ?? "").replace("*", ""),
    ]),
  );

/** Reads an application: the root, or one of its workspaces, which extends it. */
export async function readApplication(folder: string): Promise<Application> {
  const root = join(import.meta.dirname, "..");
  const json = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
  const others: string[] = (json("package.json").workspaces ?? []).filter(
    (workspace: string) => workspace !== folder,
  );
  const listed = ["ls-files", "-coz", "--exclude-standard", "*.ts", "*.tsx", "*.mjs", "*.css"];
  const files = execFileSync("git", listed, { cwd: root, encoding: "utf8" })
    .split("\0")
    .filter((file) => file && !others.some((other) => file.startsWith(`${other}/`)))
    .filter((file) => existsSync(join(root, file)));
  const { imports = {} } = json("package.json");
  const { paths = {} } = json(join(folder, "tsconfig.json")).compilerOptions;
  const { default: rules } = await import(
    pathToFileURL(join(root, folder, "import-rules.ts")).href
  );
  return {
    folder,
    rules,
    aliases: { ...foldersOf(".", imports), ...foldersOf(folder, paths) },
    files: new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")])),
  };
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..");
  const sentences = checkImports(await readApplication(relative(root, process.cwd()) || "."));
  for (const sentence of sentences) console.error(sentence);
  if (sentences.length > 0) process.exitCode = 1;
}

import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" });
const files = git("ls-files", "-coz", "--exclude-standard").split("\0").filter(existsSync);
const documents = files.filter((file) => file.endsWith(".md"));
/** All but the owner's guides, and the notes on photography. */
const english = documents.filter((file) => !/^photography\/|\/es\//.test(file));
const read = (file: string) => readFileSync(file, "utf8");

/** The matches of a pattern's group in each document, with line breaks read as spaces. */
const matchesOf = (pattern: RegExp) =>
  documents.flatMap((file) =>
    Array.from(read(file).replace(/\s+/g, " ").matchAll(pattern), ([, text = ""]) => ({
      file,
      text,
    })),
  );

/** Paths may be relative to the repository, to the application's folder or to the file's own. */
const exists = (file: string, name: string) =>
  ["", file.split("/")[0] ?? "", dirname(file)].some((from) => existsSync(join(from, name)));

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (file: string) =>
  Array.from(read(file).matchAll(/^#+ (.+)$/gm), ([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

test("each link in a document leads to a file, and to a heading of it", () => {
  const broken = matchesOf(/\]\((?!https?:|mailto:)([^)\s]+)\)/g).filter(({ file, text }) => {
    const [path = "", anchor] = text.split("#");
    const target = path ? join(dirname(file), path) : file;
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchorsOf(target).includes(decodeURI(anchor));
  });
  expect(broken).toEqual([]);
});

test("each file and folder that a document names exists", () => {
  // The photography's notes show how to write a new shot.
  const names = [...files.map((file) => basename(file)), "my_shot.py"];
  const paths = matchesOf(/[`"](\.{0,2}\w[\w.-]*(?:\/[\w.-]+)*\/?)[`"]/g)
    // The build and a failed test write these.
    .filter(({ text }) => text.includes("/") && !/^(build|test-results)\//.test(text))
    .filter(({ file, text }) => !exists(file, text));
  const bare = matchesOf(/[`"]([\w.-]+\.(?:tsx?|mjs|css|json|py|md|yaml))[`"]/g).filter(
    ({ text }) => !names.includes(text),
  );
  expect([...paths, ...bare]).toEqual([]);
});

test("each document that a comment names exists", () => {
  const pattern = String.raw`[a-z/-]*docs/[a-z0-9/-]+\.md`;
  const named = git("grep", "-IoE", "--untracked", pattern, "--", ":!*.md").trim().split("\n");
  expect(named.length).toBeGreaterThan(5);
  const missing = named.filter((line) => {
    const [file = "", name = ""] = line.split(":");
    return !exists(file, name);
  });
  expect(missing).toEqual([]);
});

/** The scripts that `npm run` knows in this folder. */
function scriptsOf(folder: string): Record<string, string> {
  const file = join(folder, "package.json");
  const { scripts } = existsSync(file) ? JSON.parse(read(file)) : {};
  return scripts ?? scriptsOf(dirname(folder));
}

test("each npm script that a document names exists", () => {
  const named = matchesOf(/npm (?:run )?(?:-s )?((?<=run |-s )\w[\w-]*|start|test)\b/g);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ file, text }) => !(text in scriptsOf(dirname(file))))).toEqual([]);
});

test("decisions have one form, and numbers without gaps", () => {
  const decisions = ["docs", "*/docs"].flatMap((docs) =>
    globSync(`${docs}/decisions/[0-9]*.md`).sort(),
  );
  expect(decisions.length).toBeGreaterThan(5);
  for (const [index, file] of decisions.entries()) {
    expect(basename(file).slice(0, 5)).toBe(`${String(index + 1).padStart(4, "0")}-`);
    const parts = read(file).match(/^# \d+\.|^\*\d+ \w+ 20\d\d\*$|^\*\*[\w ]+\.\*\*/gm);
    expect(parts, file).toEqual([
      `# ${index + 1}.`,
      expect.stringMatching(/^\*\d/),
      "**Context.**",
      "**Decision.**",
      "**Consequences.**",
      "**What would reverse it.**",
    ]);
  }
  const wrong = matchesOf(/(\[decision \d+\]\([^)]*)/g).filter(
    ({ text }) => !/\[decision (\d+)\]\((.*\/)?0*\1-/.test(text),
  );
  expect(wrong).toEqual([]);
});

test("each package has its reason", () => {
  const reasons = documents.filter((file) => file.endsWith("docs/dependencies.md"));
  const without = files
    .filter((file) => basename(file) === "package.json")
    .flatMap((file) => {
      const { dependencies, devDependencies } = JSON.parse(read(file));
      // The application's own docs/dependencies.md, or else the repository's.
      const [text = ""] = reasons
        .filter((reason) => file.startsWith(reason.replace("docs/dependencies.md", "")))
        .sort((a, b) => b.length - a.length)
        .map(read);
      return Object.keys({ ...dependencies, ...devDependencies }).filter(
        (name) => ![name, `${dirname(name)}/*`].some((known) => text.includes(`\`${known}\``)),
      );
    });
  expect(without).toEqual([]);
});

test("the English documents are short", () => {
  // Figures that a command has written are no prose.
  const prose = english.map(read).filter((text) => !text.includes("Written by `npm run bench`"));
  const words = prose.flatMap((text) => text.split(/\s+/)).filter(Boolean);
  expect(words.length).toBeLessThanOrEqual(9_000);
});

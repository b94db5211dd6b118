import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const documents = execFileSync("git", ["ls-files", "-coz", "--exclude-standard", "*.md"], {
  encoding: "utf8",
})
  .split("\0")
  .filter((file) => file && existsSync(file));
const read = (file: string) => readFileSync(file, "utf8");

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
      const target = path ? join(dirname(file), path) : file;
      if (!existsSync(target)) return `${file}: ${link}`;
      const leads = anchor === undefined || anchorsOf(target).includes(decodeURI(anchor));
      return leads ? "" : `${file}: ${link}`;
    }),
  );
  expect(broken.filter(Boolean)).toEqual([]);
});

test("each file that a document names exists", () => {
  const missing = documents.flatMap((file) =>
    Array.from(
      read(file).matchAll(
        /[`"]((?:[\w-]+\/)+[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|css|json|conf|py))[`"]/g,
      ),
      ([, name = ""]) =>
        // As seen from the repository, or from the folder of the application.
        ["", file.split("/")[0] ?? "", dirname(file)].some((from) => existsSync(join(from, name)))
          ? ""
          : `${file}: ${name}`,
    ),
  );
  expect(missing.filter(Boolean)).toEqual([]);
});

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folder = "app/photos/renditions";
const hashOf = (content: Buffer) => createHash("sha1").update(content).digest("hex");

test("the built shop uses every rendition", () => {
  const shown = new Set(
    globSync("build/client/assets/*.{avif,webp,jpg}").map((file) => hashOf(readFileSync(file))),
  );
  expect(shown.size).toBeGreaterThan(40);
  const leftOver = globSync(`${folder}/*`)
    .map((file) => ({ file, content: readFileSync(file) }))
    // JPEGs are for the offer of an application that extends this one.
    .filter(({ content }) => content.readUInt16BE() !== 0xffd8 && !shown.has(hashOf(content)))
    .map(({ file }) => file);
  expect(leftOver, "delete these").toEqual([]);
});

test("a clone has every rendition, so that its first build encodes nothing", () => {
  const untracked = execFileSync("git", ["ls-files", "--others", folder], { encoding: "utf8" });
  expect(untracked, "git add these").toBe("");
});

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/** Runs `replaceBuild` in a folder that has the last build and a new output. @returns the folder */
function replaceAfter(work: string): string {
  const folder = mkdtempSync(join(tmpdir(), "aurelia-replace-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of [
    ["build", "last"],
    [".cache/build", "new"],
  ] as const) {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, "index.html"), text);
  }
  const program = `
    import { rmSync } from "node:fs";
    import { replaceBuild } from ${JSON.stringify(import.meta.resolve("./replace-build.ts"))};
    await replaceBuild(async (folder) => { ${work} });
    process.exitCode = 0;`;
  execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    cwd: folder,
    env: { ...process.env, BUILD_FOLDER: "" },
    stdio: "ignore",
  });
  return folder;
}

const pageIn = (folder: string) => readFileSync(join(folder, "build/index.html"), "utf8");

test("replaces the last build with the output", () => {
  const folder = replaceAfter("");
  expect(pageIn(folder)).toBe("new");
  expect(readdirSync(join(folder, ".cache"))).toEqual([]);
});

test.each([
  ["the work fails", 'throw new Error("no")'],
  ["the output can't be moved", "rmSync(folder, { recursive: true })"],
])("keeps the last build if %s", (_, work) => {
  expect(pageIn(replaceAfter(work))).toBe("last");
});

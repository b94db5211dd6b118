import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import project from "../package.json" with { type: "json" };
import { copyShop, filesOfBuild, run } from "../publish/testing/shop-copy.ts";

test("without this folder the boutique passes its checks and builds the same", () => {
  const copy = copyShop();
  const npmRun = (...script: string[]) => run({}, copy, "npm", "run", ...script);
  rmSync(join(copy, "desk"), { recursive: true });
  const { workspaces: _, ...left } = project;
  writeFileSync(join(copy, "package.json"), `${JSON.stringify(left, null, 2)}\n`);
  // Some tests call git, and so does Biome.
  execFileSync("git", ["init", "-q"], { cwd: copy });
  execFileSync("git", ["add", "-A"], { cwd: copy });

  npmRun("types");
  npmRun("lint");
  // Builds the copy, and runs the tests of what lies in the project's folders.
  npmRun("unit", "--", "setup/");

  const hashes = (folder: string) =>
    Object.fromEntries(
      filesOfBuild(folder).map((file) => [
        relative(folder, file),
        createHash("sha256").update(readFileSync(file)).digest("hex"),
      ]),
    );
  const built = hashes(".");
  expect(Object.keys(built).length).toBeGreaterThan(80);
  expect(hashes(copy)).toEqual(built);

  // So no other test of the boutique reads from this folder, and none has to run again here.
  const { stdout } = spawnSync("git", ["grep", "-lwiE", "desk|selling"], {
    cwd: copy,
    encoding: "utf8",
  });
  expect(stdout.trim().split("\n")).toEqual(["README.md", "package-lock.json"]);
}, 600_000);

test("the default build contains nothing of selling", () => {
  const files = globSync("build/**/*.{html,js,json,xml,txt,conf}");
  expect(files.length).toBeGreaterThan(15);
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    expect(text, file).not.toMatch(
      /\/pedidos|obligación de pago|"\/desistimiento|order-key|process\.env/i,
    );
  }
});

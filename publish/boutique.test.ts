import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { copyShop, filesOfBuild, run } from "./testing/shop-copy.ts";

test("after `npm run eject-selling` the repository's own commands pass, and the build is the same", () => {
  const copy = copyShop();
  const npmRun = (...script: string[]) => run({}, copy, "npm", "run", ...script);
  npmRun("eject-selling");
  // Some tests call git, and so does Biome.
  execFileSync("git", ["init", "-q"], { cwd: copy });
  execFileSync("git", ["add", "-A"], { cwd: copy });

  npmRun("types");
  npmRun("lint");
  // Builds the copy first.
  npmRun("browsers", "--", "e2e/menu.spec.ts", "--project=chromium", "--grep=opens");
  // Leaves out two slow tests of code that selling does not change. --ignore-scripts skips the build before
  // the tests.
  const notHere = ["--exclude=server/fuzz.test.ts", "--exclude=publish/facts.test.ts"];
  npmRun("--ignore-scripts", "unit", "--", ...notHere);

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

  const { stdout } = spawnSync("git", ["grep", "-nE", "app/desk|desk/|ORDER_DESK=real"], {
    cwd: copy,
    encoding: "utf8",
  });
  expect(stdout).toBe("");
  // The test of all links is deleted with the desk.
  const broken = globSync(["*.md", "docs/**/*.md"], { cwd: copy }).flatMap((file) =>
    Array.from(
      readFileSync(join(copy, file), "utf8").matchAll(/\]\((?!https?:|mailto:)([^)#\s]+)/g),
      ([, link = ""]) => link,
    ).filter((link) => globSync(join(copy, dirname(file), link)).length === 0),
  );
  expect(broken).toEqual([]);
}, 600_000);

test("the default build contains nothing of selling", () => {
  for (const file of globSync("build/**/*.{html,js,json,xml,txt,conf}")) {
    const text = readFileSync(file, "utf8");
    expect(text, file).not.toMatch(
      /\/pedidos|obligación de pago|"\/desistimiento|order-key|process\.env/i,
    );
  }
});

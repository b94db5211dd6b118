import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import project from "../package.json" with { type: "json" };
import { build, copyShop, run } from "../publish/testing/shop-copy.ts";

/** Builds a copy of the boutique. @returns the content of its files */
const buildIn = (copy: string) =>
  new Map(build(copy).map((file) => [relative(copy, file), readFileSync(file)]));

const hashesOf = (files: Map<string, Buffer>) =>
  Array.from(
    files,
    ([file, bytes]) => `${file} ${createHash("sha256").update(bytes).digest("hex")}`,
  );

test("without this folder the boutique passes its checks and builds the same", () => {
  const copy = copyShop((file) => file.startsWith("desk/"));
  const npmRun = (...script: string[]) => run({}, copy, "npm", "run", ...script);
  const { workspaces: _, ...left } = project;
  writeFileSync(join(copy, "package.json"), `${JSON.stringify(left, null, 2)}\n`);
  // Some tests call git, and so does Biome.
  execFileSync("git", ["init", "-q"], { cwd: copy });
  execFileSync("git", ["add", "-A"], { cwd: copy });

  npmRun("types");
  npmRun("lint");
  npmRun("unit", "--", "setup/");

  const built = buildIn(copy);
  expect(built.size).toBeGreaterThan(80);
  expect(hashesOf(built)).toEqual(hashesOf(buildIn(copyShop())));
  for (const [file, bytes] of built) {
    if (!/\.(html|js|json|xml|txt|conf)$/.test(file)) continue;
    expect(String(bytes), file).not.toMatch(
      /\/pedidos|obligación de pago|"\/desistimiento|order-key|process\.env/i,
    );
  }

  // So no other test of the boutique reads from this folder, and none has to run again here.
  const { stdout } = spawnSync("git", ["grep", "-lwiE", "desk|selling"], {
    cwd: copy,
    encoding: "utf8",
  });
  expect(stdout.trim().split("\n")).toEqual(["README.md", "package-lock.json"]);

  // Nor does the boutique install what only this folder's tests need.
  const { status } = spawnSync(
    "git",
    ["grep", "-iE", "postgres|caddy|chaos", ":!package-lock.json", ":!docs"],
    {
      cwd: copy,
    },
  );
  expect(status).toBe(1);
}, 600_000);

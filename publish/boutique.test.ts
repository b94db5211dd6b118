import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { expect, test } from "vitest";
import { build, copyShop, filesOfBuild, run } from "./testing/shop-copy.ts";

const bin = (name: string) => `node_modules/.bin/${name}`;

test("without the two folders of selling the boutique passes its checks, and its build is the same", () => {
  const boutique = copyShop((file) => /^(app\/desk|desk)\//.test(file));
  // Some tests call git.
  for (const args of [
    ["init", "-q"],
    ["add", "-A"],
  ])
    execFileSync("git", args, { cwd: boutique });

  run(boutique, {}, bin("react-router"), "typegen");
  for (const project of [".", "app", "server"]) run(boutique, {}, bin("tsc"), "-p", project);
  run(boutique, {}, bin("biome"), "check", "--error-on-warnings");
  run(boutique, {}, bin("knip"));

  const hashes = (folder: string, files: string[]) =>
    Object.fromEntries(
      files.map((file) => [
        relative(folder, file),
        createHash("sha256").update(readFileSync(file)).digest("hex"),
      ]),
    );
  const built = hashes(".", filesOfBuild("."));
  expect(Object.keys(built).length).toBeGreaterThan(80);
  expect(hashes(boutique, build(boutique))).toEqual(built);

  run(boutique, {}, bin("vitest"), "run", "--project=shop");
});

test("the default build contains nothing of selling", () => {
  for (const file of globSync("build/**/*.{html,js,json,xml,txt,conf}")) {
    const text = readFileSync(file, "utf8");
    expect(text, file).not.toMatch(
      /\/pedidos|obligación de pago|"\/desistimiento|order-key|process\.env/i,
    );
  }
});

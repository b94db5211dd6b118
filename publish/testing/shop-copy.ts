import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished } from "vitest";

/** Copies the files that git tracks, except the excluded ones, to a folder that is deleted after the test. */
export function copyShop(isLeftOut: (file: string) => boolean = () => false): string {
  const folder = mkdtempSync(join(tmpdir(), "aurelia-copy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0");
  for (const file of files.filter((file) => existsSync(file) && !isLeftOut(file))) {
    cpSync(file, join(folder, file));
  }
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Runs a script with Node in a copy of the project, and expects success. */
export function run(folder: string, settings: Record<string, string>, ...args: string[]): void {
  const { ORDER_DESK, BUILD_FOLDER, VITEST, VITEST_WORKER_ID, ...environment } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: { ...environment, ...settings },
    encoding: "utf8",
  });
  expect(status, `${args.join(" ")}\n${stdout}${stderr}`).toBe(0);
}

/** Builds a copy of the shop, independent of this process's environment, and lists the build's files. */
export function build(folder: string, settings: Record<string, string> = {}): string[] {
  const environment = { ...settings, NODE_ENV: "production" };
  run(folder, environment, "node_modules/.bin/react-router", "build");
  run(folder, environment, "publish/main.ts");
  return filesOfBuild(folder);
}

export function filesOfBuild(folder: string): string[] {
  return globSync("build/**", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished } from "vitest";

/**
 * Copies the files that git tracks or would track, except those left out, to a folder that is deleted after the
 * test.
 */
export function copyShop(isLeftOut: (file: string) => boolean = () => false): string {
  const folder = mkdtempSync(join(tmpdir(), "aurelia-copy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = execFileSync("git", ["ls-files", "-coz", "--exclude-standard"], {
    encoding: "utf8",
  }).split("\0");
  for (const file of files.filter((file) => existsSync(file) && !isLeftOut(file))) {
    cpSync(file, join(folder, file));
  }
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}

/**
 * Runs a program in a copy of the project, independent of this process's environment, and expects success.
 * @public
 */
export function run(settings: Record<string, string>, folder: string, ...command: string[]): void {
  const { BUILD_FOLDER, NODE_ENV, SCRIPTS_DONE, VITEST, VITEST_WORKER_ID, ...environment } =
    process.env;
  const [program = "", ...args] = command;
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    env: { ...environment, ...settings },
    encoding: "utf8",
  });
  expect(status, `${command.join(" ")}\n${stdout}${stderr}`).toBe(0);
}

/** Builds a copy of the shop, independent of this process's environment, and lists the build's files. */
export function build(folder: string, settings: Record<string, string> = {}): string[] {
  const environment = { ...settings, NODE_ENV: "production" };
  run(environment, folder, process.execPath, resolve("node_modules/.bin/react-router"), "build");
  run(environment, folder, process.execPath, "publish/main.ts");
  return filesOfBuild(folder);
}

/** @public */
export function filesOfBuild(folder: string): string[] {
  return globSync("build/**", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

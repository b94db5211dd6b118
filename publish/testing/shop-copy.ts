import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished } from "vitest";

/** The shop's sources in a folder of their own, to be changed and built there; it goes with the test. */
export function copyShop(): string {
  const folder = mkdtempSync(join(tmpdir(), "aurelia-copy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ["app", "publish", "server", "public"]) {
    cpSync(part, join(folder, part), { recursive: true });
  }
  for (const file of globSync("*.{ts,json}")) cpSync(file, join(folder, file));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Builds a copy of the shop, whatever this process is set to, and names the build's files. */
export function build(folder: string, settings: Record<string, string> = {}): string[] {
  const { ORDER_DESK, BUILD_FOLDER, ...environment } = process.env;
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      env: { ...environment, NODE_ENV: "production", ...settings },
      encoding: "utf8",
    });
    expect(status, stdout + stderr).toBe(0);
  };
  run("node_modules/.bin/react-router", "build");
  run("publish/main.ts");
  return filesOfBuild(folder);
}

/** What lies in the build of this folder. */
export function filesOfBuild(folder: string): string[] {
  return globSync("build/**", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

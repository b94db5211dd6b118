/** The real shop for one run of the tests, built once: desk and pages are tested as they are sold. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { built, unset } from "./settings.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the shop's site. */
    shop: string;
  }
}

const root = join(import.meta.dirname, "../..");
const folder = "build-tests";
const environment = { ...built, ...unset, ORDER_DESK: "real", BUILD_FOLDER: folder };

export default function setup(project: TestProject) {
  const stamp = join(root, folder, "source");
  const source = sourceOfBuild();
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== source) {
    build();
    writeFileSync(stamp, source);
  }
  project.provide("shop", join(root, folder, "client"));
}

function build() {
  const { status, stdout, stderr } = spawnSync("npm", ["run", "build"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", ...environment },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The shop can't be built.\n${stdout}${stderr}`);
}

/** What the build is made of: with the same again it would be the same. */
function sourceOfBuild(): string {
  const files = globSync(
    ["{app,public,publish,server}/**", "*.{ts,json}", built.GUARANTEE_NOTICE],
    {
      cwd: root,
      withFileTypes: true,
    },
  );
  const hash = createHash("sha256").update(JSON.stringify(environment)).update(process.version);
  for (const file of files.filter((file) => file.isFile())) {
    const path = join(file.parentPath, file.name);
    hash.update(path).update("\0").update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

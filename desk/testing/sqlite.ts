import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../storage/database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of a database with empty tables. Copying it is much faster than running the migrations. */
    emptySqlite: string;
  }
}

export default async function setup(project: TestProject) {
  const { path, remove } = mkdtempDisposableSync(join(tmpdir(), "aurelia-sqlite-"));
  const file = join(path, "empty.db");
  await (await openDatabase(file)).destroy();
  project.provide("emptySqlite", file);
  return remove;
}

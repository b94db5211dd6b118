/** A PostgreSQL for one test run: its own cluster in a temporary folder, with its socket there. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { isRoot } from "../../setup/programs.ts";
import { openDatabase } from "../storage/database.ts";
import { findPostgres, isWhole } from "./programs.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of its socket, if the tests run on PostgreSQL too. */
    postgres: string | undefined;
  }
}

/** Turns off durability: tests don't need it, and it costs time. */
const fast = ["fsync", "synchronous_commit", "full_page_writes"].map((name) => `-c ${name}=off`);

/** Exits when its input closes, so that killed tests leave nothing behind. */
const script = (options: string[]) => `
  "$1/initdb" -D "$2/data" -U postgres -A trust -E UTF8 --locale=C --no-sync >"$2/log" 2>&1 || exit 1
  "$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c max_connections=200 ${options.join(" ")} >>"$2/log" 2>&1 &
  read _
  kill -QUIT $!
  wait
  rm -rf "$2"`;

export default async function setup(project: TestProject) {
  project.provide("postgres", undefined);
  if (!isWhole) return;
  const programs = findPostgres();
  if (!programs) return console.warn("PostgreSQL is not installed: its tests are left out.");
  const { folder, stop } = await startPostgres(programs);
  await asPostgres(urlOf(folder, "postgres"), (client) =>
    client.query(`create database ${emptyTables}`),
  );
  await (await openDatabase(urlOf(folder, emptyTables))).destroy();
  project.provide("postgres", folder);
  return stop;
}

/** A database with the shop's tables, to be copied: a copy takes a tenth of the time of the migrations. */
export const emptyTables = "empty_tables";

/** The address of a database of the cluster in this folder. */
export const urlOf = (folder: string, name: string) =>
  `postgres://postgres@localhost/${name}?host=${folder}`;

/** Runs the work on a separate connection. */
export async function asPostgres<T>(url: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Starts a new cluster; a durable one syncs its writes, as in production. */
export async function startPostgres(programs: string, kind: "fast" | "durable" = "fast") {
  const folder = mkdtempSync(join(tmpdir(), "aurelia-postgres-"));
  const owner = isRoot ? { uid: idOf("-u"), gid: idOf("-g") } : {};
  if (isRoot) chownSync(folder, idOf("-u"), idOf("-g"));
  const server = spawn("sh", ["-c", script(kind === "fast" ? fast : []), "sh", programs, folder], {
    ...owner,
    cwd: folder,
    stdio: ["pipe", "ignore", "inherit"],
  });
  const ended = once(server, "exit");
  // The server has its socket before it accepts connections (57P03).
  while (!(await accepts(folder))) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: see ${folder}/log.`);
    await wait(20);
  }
  return {
    folder,
    async stop() {
      server.stdin.end();
      await ended;
    },
  };
}

async function accepts(folder: string): Promise<boolean> {
  if (!existsSync(join(folder, ".s.PGSQL.5432"))) return false;
  const client = new pg.Client(urlOf(folder, "postgres"));
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The IDs of the user postgres, because PostgreSQL refuses to run as root. */
const idOf = (which: "-u" | "-g") =>
  Number(execFileSync("id", [which, "postgres"], { encoding: "utf8" }));

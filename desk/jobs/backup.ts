import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { dayOf, hour } from "../shop/time.ts";
import { isPostgres } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";

export const nameOfCopy = (day: string, url: string) =>
  `orders-${day}.${isPostgres(url) ? "dump" : "db"}`;

/** Returns true for the name of a finished backup. */
export const isCopyName = (name: string) => /^orders-\d{4}-\d\d-\d\d\.(db|dump)$/.test(name);

const daysKept = 14;
const monthsKept = 12;

/** The copies to delete. The newest 14 stay, and the first of each of the newest 12 months. */
export function copiesToDelete(names: string[]): string[] {
  const copies = names.filter(isCopyName).sort();
  const monthOf = (name: string) => name.slice(0, "orders-2026-11".length);
  const firsts = copies.filter((name, index) => monthOf(name) !== monthOf(copies[index - 1] ?? ""));
  const kept = new Set([...copies.slice(-daysKept), ...firsts.slice(-monthsKept)]);
  return copies.filter((name) => !kept.has(name));
}

/** The nightly backup is due at three o'clock, or at the next start. */
const nightEnds = 3 * hour;

/**
 * Backs up the database into this folder once a day. Retries a failure after an hour. Runs in a process of its own,
 * because a large database would block every request.
 * @param command the path of the owner's commands (cli.ts)
 * @returns a job that throws its last failure until there is a copy
 */
export function nightlyBackup(
  { now }: Pick<Desk, "now">,
  url: string,
  folder: string,
  command: string,
  run = copyByCommand,
) {
  let failedAt = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  return async () => {
    const file = join(folder, nameOfCopy(dayOf(now() - nightEnds), url));
    if (existsSync(file)) return;
    if (Math.abs(now() - failedAt) < hour) throw failure;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const part = join(folder, "orders.part");
      // A backup that was killed leaves this file behind.
      rmSync(part, { force: true });
      const output = await run(command, url, part);
      renameSync(part, file);
      console.log(output.replace(part, file));
      for (const name of copiesToDelete(readdirSync(folder))) rmSync(join(folder, name));
    } catch (error) {
      failedAt = now();
      failure = error;
      throw error;
    }
  };
}

/** Runs the owner's command. @returns its stdout @throws with its stderr */
async function copyByCommand(command: string, url: string, file: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [command, "backup", file], {
      env: { ...process.env, DATABASE_URL: url },
    });
    return stdout.trim();
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(stderr?.trim() || message);
  }
}

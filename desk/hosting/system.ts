/** This server: its commands, its files and the shop's settings. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Environment } from "../../app/shop/settings-schema.ts";
import { readSettings } from "./settings-file.ts";

export const settingsFile = "/etc/aurelia.env";
/** Root's own files. */
export const rootFolder = "/etc/aurelia";
/** The shop's user may plant links here, so root reads and writes it only as that user. */
export const dataFolder = "/var/lib/aurelia";

/**
 * For `sh -c`: copies the file $0 to $1, one of which is in a folder of the shop's user. That user opens its own side,
 * so a planted link leads only to what the user may read or write anyway.
 */
export const readAsShop = 'runuser -u aurelia -- cat "$0" > "$1"';
export const writeAsShop = 'runuser -u aurelia -- dd status=none of="$1" < "$0"';

export interface System {
  /** The folder of the shop's program. */
  shop: string;
  /** Runs a program as root. @returns its stdout @throws with the end of its output */
  run: (program: string, ...args: string[]) => string;
  /** Runs it in the shop's folder, as root or as the shop's user, with the shop's settings. */
  runShop: (user: "root" | "aurelia", program: string, ...args: string[]) => string;
  /** The text of a file; empty if there is none. */
  read: (file: string) => string;
  /** Replaces the file atomically. */
  write: (file: string, text: string, mode?: number) => void;
  /** Seconds since 1970; 0 if there is no such file. */
  modified: (file: string) => number;
}

export const settingsOf = ({ read }: System): Environment => readSettings(read(settingsFile));

/** Runs a program; false if it fails. */
export function succeeds({ run }: System, program: string, ...args: string[]): boolean {
  try {
    run(program, ...args);
    return true;
  } catch {
    return false;
  }
}

/** @param root where its files are; a folder in tests */
export function thisSystem(shop: string, root = "/"): System {
  const path = (file: string) => join(root, file);
  const read = (file: string) => (existsSync(path(file)) ? readFileSync(path(file), "utf8") : "");
  function run(program: string, args: string[], more: { cwd?: string; env?: Environment } = {}) {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      encoding: "utf8",
      maxBuffer: 1e8,
      ...more,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C.UTF-8", ...more.env },
    });
    if (status === 0) return stdout;
    const output = `${stdout ?? ""}${stderr ?? ""}`.trim().split("\n").slice(-15).join("\n");
    throw new Error(output || error?.message || `${program} ${args.join(" ")}: ${status}`);
  }
  return {
    shop,
    read,
    run: (program, ...args) => run(program, args),
    runShop(user, program, ...args) {
      const command =
        user === "root" ? [program, ...args] : ["runuser", "-u", user, "--", program, ...args];
      const [first = "", ...others] = command;
      return run(first, others, { cwd: join(shop, "desk"), env: readSettings(read(settingsFile)) });
    },
    write(file, text, mode = 0o644) {
      mkdirSync(dirname(path(file)), { recursive: true });
      writeFileSync(path(`${file}.part`), text, { mode });
      chmodSync(path(`${file}.part`), mode);
      renameSync(path(`${file}.part`), path(file));
    },
    modified: (file) =>
      Math.floor((statSync(path(file), { throwIfNoEntry: false })?.mtimeMs ?? 0) / 1000),
  };
}

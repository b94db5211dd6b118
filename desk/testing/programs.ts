import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { find } from "../../setup/programs.ts";

/** WHOLE=yes runs the tests on PostgreSQL too, which is installed for that alone. */
export const isWhole = process.env.WHOLE === "yes";

export const findCaddy = () => find("caddy");

/** The folder of PostgreSQL's programs, which Debian installs outside PATH. */
export function findPostgres(): string | undefined {
  const folder = globSync("/usr/lib/postgresql/*/bin")
    .sort()
    .find((folder) => existsSync(join(folder, "initdb")));
  const initdb = find("initdb");
  return folder ?? (initdb && dirname(initdb));
}

import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * Whether the database is SQLite. `instanceof SqliteAdapter` would be false for a database that another copy of
 * Kysely opened, and the bundle has its own copy.
 */
export const isSqlite = (db: Kysely<Tables>): boolean =>
  !db.getExecutor().adapter.supportsMultipleConnections;

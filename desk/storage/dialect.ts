import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * Whether the database is SQLite. `instanceof SqliteAdapter` would be false for a database that another copy of
 * Kysely opened, and the bundle has its own copy.
 */
export const isSqlite = (db: Kysely<Tables>): boolean =>
  !db.getExecutor().adapter.supportsMultipleConnections;

/** Selects these values. However many there are, they are one parameter: a statement has a limit of parameters. */
export const valuesIn = (db: Kysely<Tables>, values: string[]): RawBuilder<string> => {
  const list = JSON.stringify(values);
  return isSqlite(db)
    ? sql`select value from json_each(${list})`
    : sql`select jsonb_array_elements_text(${list}::jsonb)`;
};

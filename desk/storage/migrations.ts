import { type Kysely, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from "kysely/migration";
import { isSqlite } from "./dialect.ts";
import { tables001 } from "./migrations/001-tables.ts";
import { tables002 } from "./migrations/002-one-truth-each.ts";
import { tables003 } from "./migrations/003-search.ts";
import { tables004 } from "./migrations/004-bottles.ts";
import { tables005 } from "./migrations/005-pending-refunds.ts";
import { tables006 } from "./migrations/006-lanes.ts";
import type { Tables } from "./tables.ts";

/** Runs the migrations. A change to the tables is a new migration at the end. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const { error } = await migratorOf(db).migrateToLatest();
  if (error) throw error;
}

/** Compares the database's migrations with this version's. */
export async function migrationsOf(db: Kysely<Tables>) {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const known = await migratorOf(db).getMigrations();
  const executed = tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)
    ? (await sql<{ name: string }>`select name from ${sql.id(DEFAULT_MIGRATION_TABLE)}`.execute(db))
        .rows
    : [];
  return {
    isNewer: executed.some(({ name }) => known.every((migration) => migration.name !== name)),
    missing: known.length > executed.length,
  };
}

/** By their names, which the database stores. A released one never changes; a new one only adds, or drops an index. */
export const migrations: Record<string, Migration> = {
  "001-tables": runs(tables001),
  "002-one-truth-each": runs(tables002),
  "003-search": runs(tables003, "SQLite"),
  "004-bottles": runs(tables004),
  "005-pending-refunds": runs(tables005),
  "006-lanes": runs(tables006),
};

/** A migration of these statements, on both databases or only on SQLite. */
function runs(statements: (key: string) => string[], only?: "SQLite"): Migration {
  return {
    async up(db) {
      if (only && !isSqlite(db)) return;
      const key = isSqlite(db) ? "integer primary key autoincrement" : "serial primary key";
      for (const statement of statements(key)) await sql.raw(statement).execute(db);
    },
  };
}

const migratorOf = (db: Kysely<Tables>) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } });

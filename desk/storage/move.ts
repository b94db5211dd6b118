import { existsSync, renameSync } from "node:fs";
import { type Kysely, sql } from "kysely";
import { readDatabaseUrl } from "../shop/settings-schema.ts";
import { isInUse } from "./copies.ts";
import { type Database, isPostgres, nameOf, openDatabase } from "./database.ts";
import type { Tables, Trx } from "./tables.ts";

/** Every table with its primary key, referenced tables first. */
const tables = {
  orders: "id",
  payments: "id",
  events: "id",
  withdrawals: "id",
  mails: "id",
  terms: "version",
  termsByFacts: "facts",
  settings: "name",
  sessions: "id",
  emailLinks: "id",
  stock: "id",
  stockMoves: "id",
} as const satisfies { [Table in keyof Tables]: keyof Tables[Table] };

/** Tables whose keys come from a sequence of PostgreSQL. */
const numbered = ["payments", "events", "stock_moves"];

/** The columns that the database computes. */
const generated = ["paymentStatus", "status", "owedBack"];

type TableName = keyof typeof tables;
type Row = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: every table is copied alike, whatever its columns.
type AnyTables = any;

/** PostgreSQL takes 65,535 values per statement, and no table has more than 50 columns. */
const batch = 500;

/**
 * Moves everything from a file to an empty PostgreSQL database in one transaction, and reads every
 * row back before it commits. Then it renames the file.
 * @throws with a sentence for the owner
 */
export async function moveOrders(from: string, to: string): Promise<void> {
  const { errors } = readDatabaseUrl({ DATABASE_URL: to });
  if (errors.length > 0 || !isPostgres(to)) {
    throw new Error(
      "La dirección debe ser la de un PostgreSQL, como postgres://usuario:clave@servidor/orders.",
    );
  }
  if (isPostgres(from)) throw new Error(`Los pedidos ya están en PostgreSQL: ${nameOf(from)}.`);
  if (existsSync(from) && isInUse(from)) {
    throw new Error(`${from} está en uso: detén la tienda y pasa los pedidos después.`);
  }
  {
    await using source = await openDatabase(from, "read");
    await using target = await openDatabase(to);
    const counts = await target.transaction().execute((trx) => copyAll(source, trx, to));
    const lines = Object.entries(counts).map(([table, count]) => `  ${table}: ${count}`);
    console.log(
      `Pasado todo a ${nameOf(to)}, y cada fila leída otra vez y comparada:\n${lines.join("\n")}`,
    );
  }
  // Under its old name, a shop with the old DATABASE_URL would start and take orders in the file.
  const moved = `${from}.moved`;
  renameSync(from, moved);
  console.log(
    `Pon esa dirección en DATABASE_URL y arranca la tienda. El archivo se llama ahora ${moved}: guárdalo hasta que veas que todo va bien, y luego bórralo.`,
  );
}

async function copyAll(source: Database, trx: Trx, to: string) {
  const counts = {} as Record<TableName, number>;
  // The migrations of a new database insert this row.
  await trx.deleteFrom("stock").execute();
  for (const table of Object.keys(tables) as TableName[]) {
    const [row] = await trx.selectFrom(table).select(sql`1`.as("one")).limit(1).execute();
    if (row) throw new Error(`La base de datos ${nameOf(to)} no está vacía: tiene ${table}.`);
  }
  for (const [table, key] of Object.entries(tables) as [TableName, string][]) {
    counts[table] = await copyTable(source, trx, table, key);
  }
  for (const table of numbered) {
    // The next key follows the copied ones.
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), coalesce(max(id), 0) + 1, false)
      from ${sql.table(table)}`.execute(trx);
  }
  return counts;
}

async function copyTable(
  source: Kysely<AnyTables>,
  target: Kysely<AnyTables>,
  table: TableName,
  key: string,
): Promise<number> {
  let copied = 0;
  let last: unknown;
  for (;;) {
    let query = source.selectFrom(table).selectAll().orderBy(key).limit(batch);
    if (last !== undefined) query = query.where(key, ">", last);
    const rows: Row[] = await query.execute();
    if (rows.length === 0) return copied;
    const values = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !generated.includes(column))),
    );
    await target.insertInto(table).values(values).execute();
    const keys = rows.map((row) => row[key]);
    const arrived: Row[] = await target
      .selectFrom(table)
      .selectAll()
      .where(key, "in", keys)
      .execute();
    const copies = new Map(arrived.map((row) => [row[key], row]));
    for (const row of rows) {
      const copy = copies.get(row[key]);
      for (const [column, value] of Object.entries(row)) {
        if (copy?.[column] !== value) {
          throw new Error(
            `No se ha pasado nada: la fila ${row[key]} de ${table} llega con otro valor en ${column}.`,
          );
        }
      }
    }
    copied += rows.length;
    last = keys.at(-1);
  }
}

import { type Kysely, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from "kysely/migration";
import { indexAll } from "./search.ts";
import type { Tables } from "./tables.ts";

/**
 * Runs the migrations. A change to the tables is a new migration at the end.
 * @param copyFirst is called with the name of the first migration that changes existing tables
 */
export async function migrate(
  db: Kysely<Tables>,
  serial: "integer" | "serial",
  copyFirst: (migration: string) => Promise<void>,
): Promise<void> {
  const migrator = migratorOf(db, serial);
  const all = await migrator.getMigrations();
  const next = all.find(({ executedAt }) => !executedAt);
  if (next && next !== all[0]) await copyFirst(next.name);
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Compares the database's migrations with this version's. */
export async function migrationsOf(db: Kysely<Tables>, serial: "integer" | "serial") {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const known = await migratorOf(db, serial).getMigrations();
  const executed = tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)
    ? (await sql<{ name: string }>`select name from ${sql.id(DEFAULT_MIGRATION_TABLE)}`.execute(db))
        .rows
    : [];
  return {
    isNewer: executed.some(({ name }) => known.every((migration) => migration.name !== name)),
    missing: known.length > executed.length,
  };
}

function migratorOf(db: Kysely<Tables>, serial: "integer" | "serial") {
  const steps: Record<string, Migration> = {
    "001-tables": { up: (db) => makeTables(db, serial) },
    "002-books": { up: (db) => keepBooks(db, serial) },
    "003-odd-money": { up: indexOddMoney },
    "004-facts": { up: (db) => keepFacts(db, serial) },
    "005-search": { up: (db) => makeSearchable(db, serial) },
    "006-mail-copies": { up: countCopies },
    "007-search-words": { up: indexWords },
  };
  return new Migrator({ db, provider: { getMigrations: async () => steps } });
}

// biome-ignore lint/suspicious/noExplicitAny: a step knows the tables of its own day, not today's.
async function makeTables(db: Kysely<any>, serial: "integer" | "serial"): Promise<void> {
  await db.schema
    .createTable("orders")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("token", "text", (column) => column.notNull().unique())
    .addColumn("request_key", "text", (column) => column.notNull().unique())
    .addColumn("fingerprint", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) =>
      column
        .notNull()
        .check(sql`state in ('pending', 'paid', 'shipped', 'delivered', 'expired', 'refunded')`),
    )
    .addColumn("quantity", "integer", (column) =>
      column.notNull().check(sql`quantity between 1 and 10`),
    )
    .addColumn("unit_price", "integer", (column) => column.notNull())
    .addColumn("shipping", "integer", (column) => column.notNull())
    .addColumn("total", "integer", (column) => column.notNull())
    .addColumn("received", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("refunded", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("first_name", "text")
    .addColumn("last_name", "text")
    .addColumn("email", "text")
    .addColumn("phone", "text")
    .addColumn("address", "text")
    .addColumn("city", "text")
    .addColumn("postal_code", "text")
    .addColumn("country", "text")
    .addColumn("terms", "text", (column) => column.notNull())
    .addColumn("payment", "text", (column) => column.notNull())
    .addColumn("provider_reference", "text", (column) => column.unique())
    .addColumn("placed_at", "bigint", (column) => column.notNull())
    .addColumn("forgotten_at", "bigint")
    .addCheckConstraint("total_adds_up", sql`total = quantity * unit_price + shipping`)
    .addCheckConstraint("refunds_fit", sql`refunded between 0 and total and refunded <= received`)
    .execute();
  await db.schema
    .createTable("events")
    .addColumn("id", serial, (column) => column.primaryKey())
    .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("who", "text", (column) => column.notNull())
    .addColumn("what", "text", (column) => column.notNull())
    .addColumn("amount", "integer")
    .addColumn("note", "text")
    .execute();
  await db.schema
    .createTable("mails")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("about", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("recipient", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("sent_at", "bigint")
    .addColumn("error", "text")
    .addUniqueConstraint("one_of_a_kind", ["about", "kind"])
    .execute();
  await db.schema
    .createTable("withdrawals")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("request_key", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("contract", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("order_id", "text")
    .execute();

  const index = (name: string, table: string, columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns).execute();
  await index("orders_by_time", "orders", ["placed_at", "id"]);
  await index("orders_by_state", "orders", ["state", "placed_at", "id"]);
  await index("orders_by_email", "orders", ["email", "placed_at"]);
  await index("events_by_order", "events", ["order_id", "id"]);
  await index("withdrawals_by_time", "withdrawals", ["at"]);
  await db.schema
    .createIndex("mails_to_send")
    .on("mails")
    .column("due_at")
    .where(sql.ref("sent_at"), "is", null)
    .execute();
}

/**
 * The balance decides an order's state: refunds may exceed the total. Adds both sides of the
 * provider's money, handled withdrawals and versions of the terms.
 */
// biome-ignore lint/suspicious/noExplicitAny: a step knows the tables of its own day, not today's.
async function keepBooks(db: Kysely<any>, serial: "integer" | "serial"): Promise<void> {
  const amount = ["provider_received", "provider_refunded"];
  for (const name of amount) {
    await db.schema
      .alterTable("orders")
      .addColumn(name, "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  }
  const columns = {
    orders: { provider_payment: "text", refund_key: "text", withdrawn_at: "bigint" },
    mails: { html: "text", refused_at: "bigint" },
    withdrawals: { handled_at: "bigint" },
  } as const;
  for (const [table, added] of Object.entries(columns)) {
    for (const [name, type] of Object.entries(added)) {
      await db.schema.alterTable(table).addColumn(name, type).execute();
    }
  }
  if (serial === "serial") await changeChecks(db);
  else {
    await remakeTables(db, (text) =>
      text
        .replace(/state in \([^)]*\)/, stateCheck)
        .replace("refunded between 0 and total and refunded <= received", refundCheck),
    );
  }

  await sql`update orders set provider_received = received, provider_refunded = refunded
    where payment = 'card'`.execute(db);
  await sql`update orders set withdrawn_at =
    (select min(at) from withdrawals where order_id = orders.id)`.execute(db);
  // A refund is its own event, apart from the state that it may lead to.
  await sql`insert into events (order_id, at, who, what, amount)
    select order_id, at, who, 'refund', amount from events
    where what = 'refunded' and amount is not null`.execute(db);
  await sql`update events set amount = null where what = 'refunded'`.execute(db);
  await sql`update events set what = 'refund' where what = 'partly refunded'`.execute(db);

  await db.schema
    .createTable("terms")
    .addColumn("version", "text", (column) => column.primaryKey())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("since", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("shop_state")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("withdrawals_by_order")
    .on("withdrawals")
    .column("order_id")
    .execute();
}

/** An index for unreconciled orders (`waitingOrders`, counter.ts). */
// biome-ignore lint/suspicious/noExplicitAny: as above.
async function indexOddMoney(db: Kysely<any>): Promise<void> {
  await sql`create index orders_with_odd_money on orders (placed_at, id)
    where case when state in ('paid', 'shipped', 'delivered')
    then received < total or received - refunded > total else received > refunded end`.execute(db);
}

/**
 * Outside facts are stored as they are: refunds may exceed the payments, a withdrawal may mean
 * several orders, and an event may have happened on an earlier day. An index finds every order
 * whose money is unreconciled.
 */
// biome-ignore lint/suspicious/noExplicitAny: as above.
async function keepFacts(db: Kysely<any>, serial: "integer" | "serial"): Promise<void> {
  await db.schema.dropIndex("orders_with_odd_money").execute();
  const amount = "integer not null default 0";
  const columns = {
    orders: { disputed: amount, discount: amount, delivered_at: "bigint" },
    events: { day: "text" },
    mails: { unproven: amount },
    withdrawals: { told_at: "bigint" },
  };
  for (const [table, added] of Object.entries(columns)) {
    for (const [name, type] of Object.entries(added)) {
      await sql.raw(`alter table ${table} add column ${name} ${type}`).execute(db);
    }
  }
  if (serial === "serial") {
    await sql`alter table orders drop constraint refunds_fit, drop constraint total_adds_up,
      add constraint refunds_fit check (refunded >= 0),
      add constraint total_adds_up check (total = quantity * unit_price + shipping - discount)`.execute(
      db,
    );
  } else {
    await remakeTables(db, (text) =>
      text
        .replace(refundCheck, "refunded >= 0")
        .replace("unit_price + shipping)", "unit_price + shipping - discount)"),
    );
  }
  await sql`update orders set delivered_at =
    (select min(at) from events where order_id = orders.id and what = 'delivered')`.execute(db);
  await sql`update withdrawals set told_at = at`.execute(db);
  await sql`create index orders_with_odd_money on orders (placed_at, id)
    where case when state in ('paid', 'shipped', 'delivered')
    then received < total or received - refunded > total or received < refunded
    else received <> refunded end or disputed > 0`.execute(db);

  await db.schema
    .createTable("withdrawal_orders")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("withdrawal_id", "text", (column) => column.notNull().references("withdrawals.id"))
    .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
    .addColumn("certainty", "text", (column) =>
      column.notNull().check(sql`certainty in ('certain', 'perhaps')`),
    )
    .execute();
  await sql`insert into withdrawal_orders (id, withdrawal_id, order_id, certainty)
    select id || ' ' || order_id, id, order_id, 'certain' from withdrawals
    where order_id in (select id from orders)`.execute(db);
  await sql`drop index withdrawals_by_order`.execute(db);
  await sql`alter table withdrawals drop column order_id`.execute(db);
  for (const [column, name] of [
    ["withdrawal_id", "orders_by_withdrawal"],
    ["order_id", "withdrawals_by_order"],
  ] as const) {
    await db.schema.createIndex(name).on("withdrawal_orders").column(column).execute();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
async function makeSearchable(db: Kysely<any>, serial: "integer" | "serial"): Promise<void> {
  // Prefixes are ranges of an index only if texts compare by their bytes.
  const text = sql.raw(serial === "serial" ? 'text collate "C"' : "text");
  await db.schema
    .createTable("order_terms")
    .addColumn("term", text, (column) => column.notNull())
    .addColumn("order_id", "text", (column) => column.notNull().references("orders.id"))
    .addPrimaryKeyConstraint("terms_of_orders", ["order_id", "term"])
    .execute();
  await sql`create index orders_by_term on order_terms (term, order_id)`.execute(db);
  await sql`create index orders_by_total on orders (total, placed_at, id)`.execute(db);
}

/** Stores the words of all orders, and finds orders by what was received. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
async function indexWords(db: Kysely<any>): Promise<void> {
  await sql`create index orders_by_other_amount on orders (received)
    where received <> total`.execute(db);
  await indexAll(db);
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
async function countCopies(db: Kysely<any>): Promise<void> {
  await sql`alter table mails add column copies integer not null default 0`.execute(db);
}

const stateCheck =
  "state in ('pending', 'paid', 'shipped', 'delivered', 'expired', 'cancelled', 'refunded')";
const refundCheck = "refunded between 0 and received";

// biome-ignore lint/suspicious/noExplicitAny: as above.
async function changeChecks(db: Kysely<any>): Promise<void> {
  await sql
    .raw(`alter table orders
      drop constraint orders_state_check, add check (${stateCheck}),
      drop constraint refunds_fit, add constraint refunds_fit check (${refundCheck})`)
    .execute(db);
}

/**
 * SQLite can't alter a table's checks, so the table and the tables that refer to it are rebuilt.
 */
// biome-ignore lint/suspicious/noExplicitAny: as above.
async function remakeTables(db: Kysely<any>, rewrite: (text: string) => string): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`select type, sql from sqlite_master
    where tbl_name in ('orders', 'events') and sql is not null
    order by type desc, name desc`.execute(db);
  const run = (text: string) => sql.raw(text).execute(db);
  for (const table of ["events", "orders"]) {
    await run(`create table ${table}_kept as select * from ${table}`);
    await run(`drop table ${table}`);
  }
  for (const { sql: text } of rows) {
    await run(rewrite(text));
  }
  for (const table of ["orders", "events"]) {
    await run(`insert into ${table} select * from ${table}_kept`);
    await run(`drop table ${table}_kept`);
  }
}

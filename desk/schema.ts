import { type Generated, type Kysely, type Selectable, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import {
  type Actor,
  type EventKind,
  type OrderState,
  type Recipient,
  states,
} from "../app/shop/order-rules.ts";

/** Amounts are whole cents, times are ms since 1970, and both databases hold the same. */
export interface Tables {
  orders: OrderTable;
  events: EventTable;
  mails: MailTable;
  withdrawals: WithdrawalTable;
}

interface OrderTable extends Recipient {
  /** The order's number, which shopper and bank know it by. */
  id: string;
  /** Opens the order's page, and nothing else does. */
  token: string;
  /** The key of the attempt, so that a retry is the same order; and what was asked for under it. */
  requestKey: string;
  fingerprint: string;
  state: OrderState;
  quantity: number;
  unitPrice: number;
  shipping: number;
  total: number;
  received: Generated<number>;
  refunded: Generated<number>;
  /** The version of the terms that it was placed under. */
  terms: string;
  payment: "transfer" | "card";
  providerReference: string | null;
  placedAt: number;
  forgottenAt: number | null;
}

/** Who did what to an order. Rows are only ever added. */
interface EventTable {
  id: Generated<number>;
  orderId: string;
  at: number;
  who: Actor;
  what: EventKind;
  amount: number | null;
  note: string | null;
}

export type MailKind = OrderState | "withdrawn" | "partly refunded";

interface MailTable {
  /** Its Message-ID too, however often it is sent. */
  id: string;
  /** An order or a withdrawal: one mail of a kind for each. */
  about: string;
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  createdAt: number;
  /** Earliest time to send; claiming a mail moves it forward, so that no other process takes it. */
  dueAt: number;
  attempts: Generated<number>;
  sentAt: number | null;
  error: string | null;
}

interface WithdrawalTable {
  id: string;
  requestKey: string;
  name: string;
  contract: string;
  email: string;
  at: number;
  /** The order that was meant, if one fits. */
  orderId: string | null;
}

export type Order = Selectable<OrderTable>;
export type Mail = Selectable<MailTable>;

/** Brings a database to the newest form. A change to the tables is a new step at the end. */
export async function migrate(db: Kysely<Tables>, serial: "integer" | "serial"): Promise<void> {
  const steps: Record<string, Migration> = { "001-tables": { up: (db) => makeTables(db, serial) } };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => steps } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
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
      column.notNull().check(sql`state in (${sql.join(states.map((state) => sql.lit(state)))})`),
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

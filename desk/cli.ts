/**
 * `npm run orders -- list [state] | export | backup <file> | forget <number>`: what the owner does with
 * the orders in the shell. It reads `DATABASE_URL`, as the shop does.
 */
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { formatAmount, formatPrice } from "../app/shop/money.ts";
import { formatMoment, stateNames, vatOf } from "../app/shop/order-format.ts";
import { states } from "../app/shop/order-rules.ts";
import { readDeskSettings } from "../app/shop/settings-schema.ts";
import { type Desk, limits } from "./context.ts";
import { cursorOf, listOrders } from "./counter.ts";
import { openDatabase } from "./database.ts";
import { forgetOrder } from "./retention.ts";
import type { Order } from "./schema.ts";

const usage =
  "npm run orders -- list [state] | export > orders.csv | backup <file> | forget <number>";

async function main(): Promise<void> {
  const [command, value] = parseArgs({ allowPositionals: true }).positionals;
  const { DATABASE_URL: url } = readDeskSettings(process.env, "all").settings;
  const db = await openDatabase(url);
  const desk = { db, now: Date.now, limits } as Desk;
  try {
    if (command === "list") await list(desk, value);
    else if (command === "export") await exportOrders(desk);
    else if (command === "backup" && value) await backup(desk, url, value);
    else if (command === "forget" && value) {
      const done = (await forgetOrder(desk, value.toUpperCase(), "owner")) === "forgotten";
      console.log(done ? `${value} is forgotten.` : `There is no order ${value} to forget.`);
      if (!done) process.exitCode = 1;
    } else throw new Error(`Usage: ${usage}`);
  } finally {
    await db.destroy();
  }
}

/** The newest first; a state narrows them. */
async function list(desk: Desk, wanted?: string): Promise<void> {
  const state = states.find((state) => state === wanted);
  if (wanted && !state) throw new Error(`A state is one of ${states.join(", ")}.`);
  for await (const order of everyOrder(desk, state)) {
    console.log(
      [
        order.id,
        formatMoment(order.placedAt),
        stateNames[order.state],
        formatPrice(order.total),
        `${order.firstName ?? "—"} ${order.lastName ?? ""}`,
      ].join("  "),
    );
  }
}

/** For the bookkeeper: one line an order, semicolons and decimal commas, as Spanish spreadsheets read it. */
async function exportOrders(desk: Desk): Promise<void> {
  const columns: Record<string, (order: Order) => string> = {
    pedido: ({ id }) => id,
    fecha: ({ placedAt }) => new Date(placedAt).toISOString(),
    estado: ({ state }) => stateNames[state],
    unidades: ({ quantity }) => String(quantity),
    "base imponible": ({ total }) => formatAmount(total - vatOf(total)),
    IVA: ({ total }) => formatAmount(vatOf(total)),
    total: ({ total }) => formatAmount(total),
    cobrado: ({ received }) => formatAmount(received),
    devuelto: ({ refunded }) => formatAmount(refunded),
    nombre: ({ firstName, lastName }) => `${firstName ?? ""} ${lastName ?? ""}`.trim(),
    país: ({ country }) => country ?? "",
  };
  const write = (cells: string[]) => console.log(cells.map(csvCell).join(";"));
  write(Object.keys(columns));
  for await (const order of everyOrder(desk)) {
    write(Object.values(columns).map((column) => column(order)));
  }
}

/** A spreadsheet would run what begins like a formula. */
function csvCell(text: string): string {
  const safe = text.replace(/^[=+\-@\t\r]/, "'$&");
  return /[";\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

async function* everyOrder(desk: Desk, state?: (typeof states)[number]): AsyncGenerator<Order> {
  let before: string | undefined;
  for (;;) {
    const page = await listOrders(desk, { state }, before);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    before = cursorOf(last);
  }
}

/** A whole copy, also while the shop runs. */
async function backup({ db }: Desk, url: string, file: string): Promise<void> {
  if (/^postgres/.test(url)) throw new Error('PostgreSQL is backed up with its own "pg_dump".');
  await sql`vacuum into ${file}`.execute(db);
  console.log(`Copied to ${file}.`);
}

await main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});

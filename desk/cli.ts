/** `npm run -s orders -- …`: the owner's commands. They read `DATABASE_URL`, as the shop does. */
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { formatMoment, stateNames } from "../app/desk/shop/order-format.ts";
import { readNumber } from "../app/desk/shop/order-number.ts";
import { balance, states } from "../app/desk/shop/order-rules.ts";
import { readDatabaseUrl } from "../app/desk/shop/settings-schema.ts";
import { formatPrice } from "../app/shop/money.ts";
import type { Environment } from "../app/shop/settings-schema.ts";
import { type Desk, dayOf, limits } from "./context.ts";
import { everyOrder, exportOf, periodOf } from "./orders/export.ts";
import { findOrder } from "./orders/orders.ts";
import { personOf } from "./orders/person.ts";
import { copyDatabase, restoreDatabase } from "./storage/copies.ts";
import { emptyJournal, isPostgres, nameOf, openDatabase } from "./storage/database.ts";
import { dumpDatabase, restoreDump } from "./storage/dumps.ts";
import { moveOrders } from "./storage/move.ts";
import type { Order } from "./storage/tables.ts";
import { nameOfCopy } from "./upkeep/backup.ts";
import { forgetOrder } from "./upkeep/retention.ts";

const usage = `npm run -s orders -- <command>, with DATABASE_URL as the shop has it:

  new                     makes the database of a new shop
  list [state]            the orders, the newest first
  export [file]           for the bookkeeper, a line for each payment and refund
    --from 2026-10-01     only what came in or went back from this day on,
    --to 2026-12-31       and up to this one
  person <e-mail>         all that is stored of a person, as JSON
  forget <number>         takes the person out of a finished order
    --sure                out of one that is not finished, too
  backup [file|folder]    copies the database, also while the shop runs, and tries the copy
  restore <file>          puts a copy in the place of the database, while the shop is stopped
  move <postgres://…>     moves the orders from a file to an empty PostgreSQL, while the shop is stopped`;

/** An error that is followed by the usage. */
class Misuse extends Error {}

/** Runs a command line. @returns its exit code */
export async function run(words: string[], environment: Environment): Promise<number> {
  try {
    await command(words, environment);
    return 0;
  } catch (error) {
    const { message } = error as Error;
    console.error(error instanceof Misuse ? `${message}\n\n${usage}` : message);
    return 1;
  }
}

async function command(words: string[], environment: Environment): Promise<void> {
  const { values, positionals } = readArguments(words);
  const [name, value, ...more] = positionals;
  if (values.help || name === "help") return console.log(usage);
  if (more.length > 0) throw new Misuse(`There is one thing too many: ${more.join(" ")}.`);
  const { url, faults } = readDatabaseUrl(environment);
  if (faults.length > 0) throw new Error(faults.join("\n"));

  switch (name) {
    case "new":
      return create(url);
    case "list":
      return withDesk(url, (desk) => list(desk, value));
    case "export":
      return withDesk(url, (desk) => exportOrders(desk, value, values));
    case "person":
      return withDesk(url, (desk) => tellPerson(desk, needed(value, "an e-mail address")));
    case "forget": {
      const number = needed(value, "the number of an order");
      return withDesk(url, (desk) => forget(desk, number, values.sure));
    }
    case "backup":
      return backup(url, value);
    case "restore":
      return restore(url, needed(value, "the file of a copy"));
    case "move":
      return moveOrders(url, needed(value, "the address of a PostgreSQL"));
    default:
      throw new Misuse(name ? `There is no command ${name}.` : "Say what is to be done.");
  }
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h" },
        sure: { type: "boolean", default: false },
        from: { type: "string" },
        to: { type: "string" },
      },
    });
  } catch (error) {
    throw new Misuse((error as Error).message.replace(/\. To specify .*/s, "."));
  }
}

function needed(value: string | undefined, what: string): string {
  if (value) return value;
  throw new Misuse(`It needs ${what}.`);
}

/** Opens the existing database for the duration of `work`. */
async function withDesk(url: string, work: (desk: Desk) => Promise<void>): Promise<void> {
  const db = await openDatabase(url, "read");
  try {
    await work({ db, now: Date.now, limits } as Desk);
  } finally {
    await db.destroy();
  }
}

/** Creates the database of a new shop. The shop itself never does, so that a wrong address is told. */
async function create(url: string): Promise<void> {
  await (await openDatabase(url, "create")).destroy();
  console.log(`${nameOf(url)} is ready for orders.`);
}

async function list(desk: Desk, wanted?: string): Promise<void> {
  const state = states.find((state) => state === wanted);
  if (wanted && !state) throw new Error(`A state is one of ${states.join(", ")}.`);
  for await (const order of everyOrder(desk)) {
    if (!state || order.state === state) console.log(lineOf(order));
  }
}

const lineOf = ({ id, placedAt, state, total, firstName, lastName }: Order) =>
  [
    id,
    formatMoment(placedAt),
    stateNames[state],
    formatPrice(total),
    `${firstName ?? "—"} ${lastName ?? ""}`,
  ].join("  ");

async function exportOrders(
  desk: Desk,
  file: string | undefined,
  days: { from?: string | undefined; to?: string | undefined },
) {
  const { text, lines } = await exportOf(desk, periodOf(days.from, days.to));
  if (!file) return void process.stdout.write(text);
  if (existsSync(file)) throw new Error(`${file} is there already: name another file.`);
  writeFileSync(file, text, { flag: "wx", mode: 0o600 });
  console.log(`Wrote ${lines} payments and refunds to ${file}.`);
}

async function tellPerson(desk: Desk, email: string) {
  const person = await personOf(desk, email);
  if (!person) throw new Error(`Nothing is stored of ${email}.`);
  // Times as text.
  const readable = (name: string, value: unknown) =>
    /^at$|At$/.test(name) && typeof value === "number" ? new Date(value).toISOString() : value;
  console.log(JSON.stringify(person, readable, 2));
}

async function forget(desk: Desk, number: string, sure: boolean): Promise<void> {
  const id = readNumber(number);
  const order = await findOrder(desk, id);
  if (!order || order.forgottenAt !== null) throw new Error(`There is no order ${id} to forget.`);
  console.log(lineOf(order));
  const outcome = await forgetOrder(desk, id, "owner", sure);
  if (outcome === "unfinished") {
    throw new Error(
      `It is under way, may still be withdrawn from, its money is kept without a sale, or its ` +
        `withdrawal is not done with: it is ` +
        `«${stateNames[order.state]}», and ${formatPrice(balance(order))} are kept. Without name and address ` +
        "it can be neither shipped nor refunded, and nothing brings them back. " +
        `"forget ${id} --sure" does it all the same.`,
    );
  }
  if (!(await emptyJournal(desk.db))) {
    console.log("Somebody reads the database at this moment: the shop clears its journal later.");
  }
  console.log(
    `${id} is forgotten: no name, e-mail, telephone and address, no mails and withdrawals. Copies made ` +
      "before (BACKUP_FOLDER) still know it.",
  );
}

async function backup(url: string, to?: string): Promise<void> {
  const name = nameOfCopy(dayOf(Date.now()), url);
  const isFolder = to !== undefined && existsSync(to) && statSync(to).isDirectory();
  const file = isFolder ? join(to, name) : (to ?? name);
  const orders = isPostgres(url) ? await dumpDatabase(url, file) : copyDatabase(url, file);
  console.log(`Copied ${count(orders)} from ${nameOf(url)} to ${file}.`);
}

async function restore(url: string, copy: string): Promise<void> {
  if (isPostgres(url)) {
    const orders = await restoreDump(copy, url);
    console.log(`Restored ${count(orders)} from ${copy} to ${nameOf(url)}.`);
    return;
  }
  const { orders, aside } = await restoreDatabase(copy, url, Date.now());
  console.log(`Restored ${count(orders)} from ${copy} to ${url}.`);
  if (aside) console.log(`What was there before lies in ${aside}.`);
}

const count = (orders: number) => (orders === 1 ? "1 order" : `${orders} orders`);

if (import.meta.main) process.exitCode = await run(process.argv.slice(2), process.env);

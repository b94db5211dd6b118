/** `npm run -s orders -- …`: the owner's commands. They read `DATABASE_URL`, as the shop does. */
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { formatMoment, stateNames } from "../app/desk/shop/order-format.ts";
import { readNumber } from "../app/desk/shop/order-number.ts";
import { balance, states } from "../app/desk/shop/order-rules.ts";
import { readDatabaseUrl } from "../app/desk/shop/settings-schema.ts";
import { dayOf } from "../app/desk/shop/time.ts";
import { formatPrice } from "../app/shop/money.ts";
import type { Environment } from "../app/shop/settings-schema.ts";
import { type Desk, limits } from "./context.ts";
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

const usage = `npm run -s orders -- <comando>, con el mismo DATABASE_URL que la tienda:

  new                      crea la base de datos de una tienda nueva
  list [estado]            los pedidos, del más nuevo al más antiguo
  export [archivo]         para la gestoría, una línea por cada cobro y cada devolución
    --from 2026-10-01      solo desde este día,
    --to 2026-12-31        y hasta este
  person <email>           todo lo que se guarda de una persona, en JSON
  forget <número>          borra de un pedido terminado los datos de la persona
    --sure                 y también de uno sin terminar
  backup [archivo|carpeta] copia la base de datos, también con la tienda abierta, y prueba la copia
  restore <archivo>        pone una copia en el lugar de la base de datos, con la tienda detenida
  move <postgres://…>      pasa los pedidos de un archivo a un PostgreSQL vacío, con la tienda detenida`;

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
  if (more.length > 0) throw new Misuse(`Sobra algo: ${more.join(" ")}.`);
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
      return withDesk(url, (desk) => tellPerson(desk, needed(value, "un email")));
    case "forget": {
      const number = needed(value, "el número de un pedido");
      return withDesk(url, (desk) => forget(desk, number, values.sure));
    }
    case "backup":
      return backup(url, value);
    case "restore":
      return restore(url, needed(value, "el archivo de una copia"));
    case "move":
      return moveOrders(url, needed(value, "la dirección de un PostgreSQL"));
    default:
      throw new Misuse(name ? `No existe el comando ${name}.` : "Di qué quieres hacer.");
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
    const { code, message } = error as NodeJS.ErrnoException;
    const [option] = /--?[\w-]+/.exec(message) ?? [];
    throw new Misuse(
      code === "ERR_PARSE_ARGS_UNKNOWN_OPTION"
        ? `No existe la opción ${option}.`
        : `La opción ${option} está mal escrita.`,
    );
  }
}

function needed(value: string | undefined, what: string): string {
  if (value) return value;
  throw new Misuse(`Falta ${what}.`);
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

/** Creates the database of a new shop. The shop itself never does, so that a wrong address is an error. */
async function create(url: string): Promise<void> {
  await (await openDatabase(url, "create")).destroy();
  console.log(`La base de datos ${nameOf(url)} está lista para recibir pedidos.`);
}

async function list(desk: Desk, wanted?: string): Promise<void> {
  const state = states.find((state) => state === wanted);
  if (wanted && !state) {
    const all = states.map((state) => `${state} (${stateNames[state].toLowerCase()})`);
    throw new Error(`No existe el estado ${wanted}. Los que hay son ${all.join(", ")}.`);
  }
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
  if (existsSync(file)) throw new Error(`${file} ya existe: elige otro nombre.`);
  writeFileSync(file, text, { flag: "wx", mode: 0o600 });
  console.log(`Cobros y devoluciones guardados en ${file}: ${lines}.`);
}

async function tellPerson(desk: Desk, email: string) {
  const person = await personOf(desk, email);
  if (!person) throw new Error(`No se guarda nada de ${email}.`);
  // Times as text.
  const readable = (name: string, value: unknown) =>
    /^at$|At$/.test(name) && typeof value === "number" ? new Date(value).toISOString() : value;
  console.log(JSON.stringify(person, readable, 2));
}

async function forget(desk: Desk, number: string, sure: boolean): Promise<void> {
  const id = readNumber(number);
  const order = await findOrder(desk, id);
  if (!order || order.forgottenAt !== null)
    throw new Error(`No hay ningún pedido ${id} con datos que borrar.`);
  console.log(lineOf(order));
  const outcome = await forgetOrder(desk, id, "owner", sure);
  if (outcome === "unfinished") {
    throw new Error(
      "Todavía no: el pedido está en curso, aún se puede desistir de él, o queda dinero o un " +
        `desistimiento por resolver. Está «${stateNames[order.state]}», y quedan cobrados ` +
        `${formatPrice(balance(order))}. Sin nombre ni dirección no se puede enviar ni reembolsar, y ` +
        `los datos borrados no se recuperan. «forget ${id} --sure» los borra de todos modos.`,
    );
  }
  if (!(await emptyJournal(desk.db))) {
    console.log(
      "Otro programa está leyendo la base de datos: la tienda vaciará más tarde su diario.",
    );
  }
  console.log(
    `${id}: borrados el nombre, el email, el teléfono, la dirección, los correos y los desistimientos. ` +
      "Las copias de seguridad de antes (BACKUP_FOLDER) aún los tienen.",
  );
}

async function backup(url: string, to?: string): Promise<void> {
  const name = nameOfCopy(dayOf(Date.now()), url);
  const isFolder = to !== undefined && existsSync(to) && statSync(to).isDirectory();
  const file = isFolder ? join(to, name) : (to ?? name);
  const orders = isPostgres(url) ? await dumpDatabase(url, file) : copyDatabase(url, file);
  console.log(`Copia de ${nameOf(url)} en ${file}: ${count(orders)}.`);
}

async function restore(url: string, copy: string): Promise<void> {
  if (isPostgres(url)) {
    const orders = await restoreDump(copy, url);
    console.log(`Restaurada la copia ${copy} en ${nameOf(url)}: ${count(orders)}.`);
    return;
  }
  const { orders, aside } = await restoreDatabase(copy, url, Date.now());
  console.log(`Restaurada la copia ${copy} en ${url}: ${count(orders)}.`);
  if (aside) console.log(`Lo que había antes está en ${aside}.`);
}

const count = (orders: number) => (orders === 1 ? "1 pedido" : `${orders} pedidos`);

if (import.meta.main) process.exitCode = await run(process.argv.slice(2), process.env);

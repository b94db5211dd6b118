/** `npm run -s orders -- …`: the owner's commands. They read `DATABASE_URL`, as the shop does. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readNumber } from "../app/desk/shop/order-number.ts";
import { readDatabaseUrl, readDeskSettings } from "../app/desk/shop/settings-schema.ts";
import { dayOf } from "../app/desk/shop/time.ts";
import type { Environment } from "../app/shop/settings-schema.ts";
import { limits } from "./context.ts";
import { nameOfCopy } from "./jobs/backup.ts";
import { eraseOrder } from "./jobs/erase.ts";
import { cardProvider } from "./orders/card-provider.ts";
import { findOrder } from "./orders/orders.ts";
import { copyDatabase, restoreDatabase } from "./storage/copies.ts";
import { emptyJournal, isPostgres, nameOf, openDatabase } from "./storage/database.ts";
import { dumpDatabase, restoreDump } from "./storage/dumps.ts";
import { moveOrders } from "./storage/move.ts";

const usage = `npm run -s orders -- <comando>, con el mismo DATABASE_URL que la tienda:

  new                      crea la base de datos de una tienda nueva
  erase <número>           borra de un pedido terminado los datos de la persona
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
    case "erase":
      return erase(url, environment, needed(value, "el número de un pedido"), values.sure);
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
      },
    });
  } catch (error) {
    const [option] = /--?[\w-]+/.exec((error as Error).message) ?? [];
    throw new Misuse(`La opción ${option} no existe o está mal escrita.`);
  }
}

function needed(value: string | undefined, what: string): string {
  if (value) return value;
  throw new Misuse(`Falta ${what}.`);
}

/** Creates the database of a new shop. The shop itself never does, so that a wrong address is an error. */
async function create(url: string): Promise<void> {
  await (await openDatabase(url, "create")).destroy();
  console.log(`La base de datos ${nameOf(url)} está lista para recibir pedidos.`);
}

/** Erases the personal data of an order. Asks Stripe first, if its key is set. */
async function erase(
  url: string,
  environment: Environment,
  number: string,
  force: boolean,
): Promise<void> {
  const id = readNumber(number);
  const db = await openDatabase(url, "read");
  try {
    const order = await findOrder(db, id);
    if (!order || order.erasedAt !== null)
      throw new Error(`No hay ningún pedido ${id} con datos que borrar.`);
    const { settings } = readDeskSettings(environment, "all");
    const card = await cardProvider(settings);
    const desk = { db, settings, card, now: Date.now, limits, wake() {} };
    const outcome = await eraseOrder(desk, id, "owner", force);
    if (outcome !== "erased") {
      throw new Error(
        `Todavía no: el pedido ${id} está en curso, aún se puede desistir de él, o queda dinero o un ` +
          "desistimiento por resolver. Sin nombre ni dirección no se puede enviar ni reembolsar, y los " +
          `datos borrados no se recuperan. «erase ${id} --sure» los borra de todos modos.`,
      );
    }
    if (!(await emptyJournal(db))) {
      console.log(
        "Otro programa está leyendo la base de datos: los datos borrados desaparecerán del todo más tarde.",
      );
    }
    console.log(
      `${id}: borrados el nombre, el email, el teléfono, la dirección, los correos y los desistimientos. ` +
        "Las copias de seguridad de antes (BACKUP_FOLDER) aún los tienen.",
    );
  } finally {
    await db.destroy();
  }
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

/** `npm run -s orders -- …`: the owner's commands. They read `DATABASE_URL`, as the shop does. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Environment, shopSettings, validateSettings } from "../app/shop/settings-schema.ts";
import { shop } from "../app/shop/shop.ts";
import { nameOfCopy } from "./jobs/backup.ts";
import { makeLink } from "./orders/email-links.ts";
import { readDatabaseUrl } from "./shop/settings-schema.ts";
import { dayOf } from "./shop/time.ts";
import { copyDatabase, restoreDatabase } from "./storage/copies.ts";
import { isPostgres, nameOf, openDatabase } from "./storage/database.ts";
import { dumpDatabase, restoreDump } from "./storage/dumps.ts";
import { moveOrders } from "./storage/move.ts";
import { readSetting } from "./storage/stored-settings.ts";

const usage = `npm run -s orders -- <comando>, con el mismo DATABASE_URL que la tienda:

  new                      crea la base de datos de una tienda nueva
  backup [archivo|carpeta] copia la base de datos, también con la tienda abierta, y prueba la copia
  restore <archivo>        pone una copia en el lugar de la base de datos, con la tienda detenida
  move                     pasa los pedidos de un archivo al PostgreSQL vacío de MOVE_TO, con la tienda detenida
  email                    escribe el correo de la tienda que vale ahora
  enter                    escribe un enlace para entrar en el mostrador, con la tienda abierta`;

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
  const [name = "help", value, ...more] = words;
  if (["help", "--help", "-h"].includes(name)) return console.log(usage);
  const option = words.find((word) => word.startsWith("-"));
  if (option) throw new Misuse(`No existe la opción ${option}.`);
  if (more.length > 0) throw new Misuse(`Sobra algo: ${more.join(" ")}.`);
  const { url, errors } = readDatabaseUrl(environment);
  if (errors.length > 0) throw new Error(errors.join("\n"));

  switch (name) {
    case "new":
      return create(url);
    case "backup":
      return backup(url, value);
    case "restore":
      return restore(url, needed(value, "el archivo de una copia"));
    case "move":
      if (value) throw new Misuse("La dirección no va aquí, sino en MOVE_TO.");
      // Everybody on the machine can read arguments, and the address may have a password.
      return moveOrders(
        url,
        needed(environment.MOVE_TO, "la dirección de un PostgreSQL en MOVE_TO"),
      );
    case "email":
      return writeEmail(url, environment);
    case "enter":
      return enter(url);
    default:
      throw new Misuse(`No existe el comando ${name}.`);
  }
}

function needed(value: string | undefined, what: string): string {
  if (value) return value;
  throw new Misuse(`Falta ${what}.`);
}

/** Creates the database of a new shop. Only a trial creates its own, so that elsewhere a wrong address is an error. */
async function create(url: string): Promise<void> {
  await (await openDatabase(url, "create")).destroy();
  console.log(`La base de datos ${nameOf(url)} está lista para recibir pedidos.`);
}

async function backup(url: string, to?: string): Promise<void> {
  const name = nameOfCopy(dayOf(Date.now()), url);
  const isFolder = to !== undefined && existsSync(to) && statSync(to).isDirectory();
  const file = isFolder ? join(to, name) : (to ?? name);
  const orders = isPostgres(url) ? await dumpDatabase(url, file) : copyDatabase(url, file);
  console.log(`Copia de ${nameOf(url)} en ${file}: ${count(orders)}.`);
}

/** Prints the shop's current email address. Before its first start, that is the setting's. */
async function writeEmail(url: string, environment: Environment): Promise<void> {
  await using db = await openDatabase(url, "read");
  const { settings } = validateSettings(shopSettings, environment);
  console.log((await readSetting(db, "SHOP_EMAIL")) ?? settings.SHOP_EMAIL);
}

/** Prints a link that signs in, for an owner who gets no email. */
async function enter(url: string): Promise<void> {
  await using db = await openDatabase(url, "read");
  const secret = await makeLink({ db, now: Date.now });
  console.log(`${shop.siteUrl}/mostrador/entrar/${secret}`);
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

import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Environment } from "../app/shop/settings-schema.ts";
import { run } from "./cli.ts";
import { withdraw } from "./orders/withdrawals.ts";
import { openDatabase } from "./storage/database.ts";
import {
  databases,
  enter,
  freshDatabase,
  ledger,
  newKey,
  paid,
  placed,
  reread,
  setFact,
  setStock,
  story,
  temporaryFolder,
  testDesk,
} from "./testing/desk.ts";

/** Runs `npm run orders` on this database. Returns its stdout, its stderr and its exit code. */
const orders = (DATABASE_URL: string, ...words: string[]) => runIn({ DATABASE_URL }, ...words);

const move = (DATABASE_URL: string, MOVE_TO: string) => runIn({ DATABASE_URL, MOVE_TO }, "move");

async function runIn(environment: Environment, ...words: string[]) {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const spies = [
    vi.spyOn(console, "log").mockImplementation((line) => void stdout.push(`${line}\n`)),
    vi.spyOn(console, "error").mockImplementation((line) => void stderr.push(`${line}\n`)),
    vi.spyOn(process.stdout, "write").mockImplementation((text) => stdout.push(String(text)) > 0),
  ];
  const code = await run(words, environment);
  for (const spy of spies) spy.mockRestore();
  return { stdout: stdout.join(""), stderr: stderr.join(""), code };
}

/** The same in a separate process, in an empty folder. */
async function inShell(DATABASE_URL: string, ...parameters: string[]) {
  const cli = spawn(process.execPath, [join(import.meta.dirname, "cli.ts"), ...parameters], {
    env: { DATABASE_URL },
    cwd: temporaryFolder(),
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(cli.stdout),
    text(cli.stderr),
    once(cli, "exit"),
  ]);
  return { stdout, stderr, code };
}

const refusal = (stderr: string) => ({ stdout: "", stderr: `${stderr}\n`, code: 1 });

const usage =
  /\n\nnpm run -s orders -- <comando>, con el mismo DATABASE_URL que la tienda:\n\n {2}new /;

test.each([
  [["sell"], "No existe el comando sell."],
  [["restore"], "Falta el archivo de una copia."],
  [["move"], "Falta la dirección de un PostgreSQL en MOVE_TO."],
  // Other users of the machine would see its password.
  [["move", "postgres://a:b@c/d"], "La dirección no va aquí, sino en MOVE_TO."],
  [["backup", "a.db", "b.db"], "Sobra algo: b.db."],
  [["backup", "--all"], "No existe la opción --all."],
  [["backup", "-a"], "No existe la opción -a."],
])("prints the usage for %o", async (parameters, sentence) => {
  const { url } = await testDesk("SQLite");
  const { stdout, stderr, code } = await orders(url, ...parameters);
  expect([stdout, code]).toEqual(["", 1]);
  expect(stderr.startsWith(`${sentence}\n`)).toBe(true);
  expect(stderr).toMatch(usage);
});

test.each(["--help", "-h", "help", ""])(
  "«%s» prints the usage without a database",
  async (help) => {
    const { stdout, stderr, code } = await orders("mysql://x", ...(help ? [help] : []));
    expect([stderr, code]).toEqual(["", 0]);
    expect(`\n\n${stdout}`).toMatch(usage);
  },
);

test("a backup makes no database where there is none", async () => {
  const folder = temporaryFolder();
  const url = join(folder, "data/orders.db");
  const sentence = `No hay ninguna base de datos de la tienda en ${url}: comprueba DATABASE_URL. Una tienda nueva empieza con «npm run -s orders -- new».`;
  expect(await orders(url, "backup")).toEqual(refusal(sentence));
  expect(readdirSync(folder)).toEqual([]);
  const { stderr } = await inShell("", "backup");
  expect(stderr).toBe(
    "No hay ninguna base de datos de la tienda en data/orders.db: comprueba DATABASE_URL. Una tienda nueva empieza con «npm run -s orders -- new».\n",
  );
  expect((await orders("sqlite:///orders.db", "backup")).stderr).toMatch(
    /^DATABASE_URL debe ser un archivo, como data\/orders\.db, o una dirección postgres:\/\/ .*; lo que has puesto no vale\.\n$/,
  );
});

describe("backup", () => {
  test("copies the whole database while the shop takes orders", async () => {
    const desk = await testDesk("SQLite");
    const order = await placed(desk);
    const copy = join(temporaryFolder(), "copy.db");
    const made = orders(desk.url, "backup", copy);
    const later: Promise<unknown>[] = [];
    for (let index = 0; index < 20; index++) later.push(placed(desk));
    await Promise.all(later);
    const { stdout, stderr, code } = await made;
    const [, from, to, count] = /^Copia de (.*) en (.*): (\d+) pedidos?\.\n$/.exec(stdout) ?? [];
    expect([stderr, code, from, to]).toEqual(["", 0, desk.url, copy]);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const db = await openDatabase(copy);
    expect(await reread({ ...desk, db }, order)).toEqual(order);
    expect(await db.selectFrom("orders").select("id").execute()).toHaveLength(Number(count));
    await db.destroy();
    expect(await orders(desk.url, "backup", copy)).toEqual(
      refusal(`${copy} ya existe: elige otro nombre.`),
    );
  });

  test("names the copy after the day if only a folder is given", async () => {
    const { url } = await testDesk("SQLite");
    const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Madrid" }).format();
    expect((await inShell(url, "backup")).stdout).toBe(
      `Copia de ${url} en orders-${day}.db: 0 pedidos.\n`,
    );
    const folder = temporaryFolder();
    expect((await orders(url, "backup", folder)).stdout).toBe(
      `Copia de ${url} en ${folder}/orders-${day}.db: 0 pedidos.\n`,
    );
    expect(await orders(url, "backup", join(folder, "no/copy.db"))).toMatchObject({
      stderr: expect.stringMatching(/^No se puede escribir .*\/no\/copy\.db: ENOENT/),
      code: 1,
    });
  });

  test("refuses a file that is no database of the shop, and leaves no copy", async () => {
    const folder = temporaryFolder();
    const other = join(folder, "other.db");
    new DatabaseSync(other).exec("create table a (b)");
    const copy = join(folder, "copy.db");
    expect(await orders(other, "backup", copy)).toEqual(
      refusal(
        `No se puede copiar ${other}: En ${copy} no hay pedidos: no es una base de datos de la tienda.`,
      ),
    );
    expect(readdirSync(folder)).toEqual(["other.db"]);
  });

  test.runIf(databases.includes("PostgreSQL"))(
    "of PostgreSQL is a dump, which fills an empty database",
    async () => {
      const desk = await testDesk("PostgreSQL");
      const order = await placed(desk, { firstName: "Ñ 日本 '\"\\" });
      await placed(desk);
      const folder = temporaryFolder();
      const { stdout, stderr } = await orders(desk.url, "backup", folder);
      expect(stderr).toBe("");
      expect(stdout).toMatch(
        /^Copia de test_\w+ \(\/.*\) en .*\/orders-\d{4}-\d\d-\d\d\.dump: 2 pedidos\.\n$/,
      );
      const [name = ""] = readdirSync(folder);
      const dump = join(folder, name);
      expect(statSync(dump).mode & 0o777).toBe(0o600);
      expect(await orders(desk.url, "backup", folder)).toEqual(
        refusal(`${dump} ya existe: elige otro nombre.`),
      );
      // The connection is open during the restoration.
      const refused = await desk.db.connection().execute(() => orders(desk.url, "restore", dump));
      expect(refused.stderr).toMatch(
        /^test_\w+ \(\/.*\) está en uso: detén la tienda y restaura después\.\n$/,
      );

      const empty = await freshDatabase("PostgreSQL");
      for (let times = 0; times < 2; times++) {
        expect((await orders(empty, "restore", dump)).stdout).toMatch(
          /^Restaurada la copia .*: 2 pedidos\.\n$/,
        );
      }
      const db = await openDatabase(empty, "migrate");
      onTestFinished(() => db.destroy());
      expect(await reread({ ...desk, db }, order)).toEqual(await reread(desk, order));
      await placed({ ...desk, db });

      writeFileSync(dump, "no dump");
      const other = await freshDatabase("PostgreSQL");
      expect((await orders(other, "restore", dump)).stderr).toMatch(/^pg_restore: .*\n$/);
      expect((await orders(other, "restore", `${dump}.none`)).stderr).toBe(
        `No hay ninguna copia en ${dump}.none.\n`,
      );
    },
  );
});

describe.runIf(databases.includes("PostgreSQL"))("a database's password", () => {
  test.each([
    [
      "backup",
      "before the host",
      (url: string) => url.replace("postgres@", "postgres:cl%C3%A1ve@"),
    ],
    ["backup", "as a parameter", (url: string) => `${url}&password=cl%C3%A1ve`],
    [
      "restore",
      "before the host",
      (url: string) => url.replace("postgres@", "postgres:cl%C3%A1ve@"),
    ],
  ])("is no argument of a %s and in none of its messages: %s", async (word, _, withPassword) => {
    const url = await freshDatabase("PostgreSQL");
    await (await openDatabase(url)).destroy();
    const folder = temporaryFolder();
    const fake = `#!/bin/sh\necho "$* $PGPASSWORD" > ${folder}/seen\necho "it failed: $*" >&2\nexit 1\n`;
    for (const name of ["pg_dump", "pg_restore"])
      writeFileSync(join(folder, name), fake, { mode: 0o755 });
    vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const copy = join(folder, "copy.dump");
    if (word === "restore") writeFileSync(copy, "a copy");
    expect(withPassword(url)).not.toBe(url);
    const { stderr } = await orders(withPassword(url), word, copy);
    expect(stderr).toMatch(/^pg_(dump|restore): it failed: --/);
    expect(stderr).not.toMatch(/cl(á|%C3%A1)ve/);
    const [, args] = /^(--.*) cláve\n$/.exec(readFileSync(join(folder, "seen"), "utf8")) ?? [];
    expect(args).toMatch(/ --dbname=postgres:[^ ]*$/);
    expect(args).not.toMatch(/cl(á|%C3%A1)ve/);
  });
});

describe("restore", () => {
  /** A copy with one order, and a newer database as a power cut leaves it. */
  async function lost() {
    const desk = await testDesk("SQLite");
    const first = await placed(desk);
    const copy = join(temporaryFolder(), "copy.db");
    await orders(desk.url, "backup", copy);
    const second = await placed(desk);
    const url = join(temporaryFolder(), "orders.db");
    for (const end of ["", "-wal", "-shm"]) copyFileSync(desk.url + end, url + end);
    expect(statSync(`${url}-wal`).size).toBeGreaterThan(0);
    return { copy, url, first, second };
  }

  const idsIn = async (url: string) => {
    const db = await openDatabase(url);
    const rows = await db.selectFrom("orders").select("id").orderBy("placedAt").execute();
    await db.destroy();
    return rows.map(({ id }) => id);
  };

  test("keeps the previous database, complete", async () => {
    const { copy, url, first, second } = await lost();
    const { stdout, stderr, code } = await orders(url, "restore", copy);
    const [, aside = ""] = /\nLo que había antes está en (.*)\.\n$/.exec(stdout) ?? [];
    expect([stdout.split("\n")[0], stderr, code]).toEqual([
      `Restaurada la copia ${copy} en ${url}: 1 pedido.`,
      "",
      0,
    ]);
    expect(existsSync(`${url}-wal`)).toBe(false);
    expect(await idsIn(url)).toEqual([first.id]);
    expect(statSync(url).mode & 0o777).toBe(0o600);
    expect((await idsIn(aside)).sort()).toEqual([first.id, second.id].sort());
    expect(existsSync(copy)).toBe(true);
  });

  test("works without a previous database", async () => {
    const { copy, first } = await lost();
    const url = join(temporaryFolder(), "new/orders.db");
    expect((await orders(url, "restore", copy)).stdout).toBe(
      `Restaurada la copia ${copy} en ${url}: 1 pedido.\n`,
    );
    expect(await idsIn(url)).toEqual([first.id]);
  });

  test("refuses while the shop runs", async () => {
    const desk = await testDesk("SQLite");
    const order = await placed(desk);
    const copy = join(temporaryFolder(), "copy.db");
    await orders(desk.url, "backup", copy);
    expect(await orders(desk.url, "restore", copy)).toEqual(
      refusal(`${desk.url} está en uso: detén la tienda y restaura después.`),
    );
    await placed(desk);
    expect((await reread(desk, order)).id).toBe(order.id);
    expect(readdirSync(dirname(desk.url)).sort()).toEqual([
      "orders.db",
      "orders.db-shm",
      "orders.db-wal",
    ]);
  });

  test.each<[string, (copy: string) => void, RegExp]>([
    [
      "damaged",
      (copy) => {
        const bytes = readFileSync(copy);
        bytes.fill(0x55, 4096 * 2, 4096 * 8);
        writeFileSync(copy, bytes);
      },
      /^.*copy\.db está dañado: .*\.\n$/,
    ],
    [
      "cut off",
      (copy) => writeFileSync(copy, readFileSync(copy).subarray(0, 20_000)),
      /está dañado/,
    ],
    [
      "no database",
      (copy) => writeFileSync(copy, "orders"),
      /^.*copy\.db está dañado: file is not a database\.\n$/,
    ],
    [
      "of something else",
      (copy) => {
        writeFileSync(copy, "");
        new DatabaseSync(copy).exec("create table a (b)");
      },
      /^En .*copy\.db no hay pedidos: no es una base de datos de la tienda\.\n$/,
    ],
    [
      "of the shop, with a trigger of somebody else's",
      (copy) =>
        new DatabaseSync(copy).exec(
          "create trigger spy after insert on orders begin delete from terms; end",
        ),
      /^.*copy\.db tiene algo que no es de la tienda \(trigger spy\): usa otra copia\.\n$/,
    ],
  ])("refuses a copy that is %s", async (_, spoil, sentence) => {
    const { copy, url } = await lost();
    const before = readdirSync(dirname(url)).map((name) => readFileSync(join(dirname(url), name)));
    spoil(copy);
    const { stdout, stderr, code } = await orders(url, "restore", copy);
    expect([stdout, code]).toEqual(["", 1]);
    expect(stderr).toMatch(sentence);
    const after = readdirSync(dirname(url)).map((name) => readFileSync(join(dirname(url), name)));
    expect(after).toEqual(before);
    const none = await orders(url, "restore", `${copy}.none`);
    expect(none.stderr).toBe(`No existe el archivo ${copy}.none.\n`);
  });
});

describe.runIf(databases.includes("PostgreSQL"))("orders move to PostgreSQL", () => {
  async function full() {
    const desk = await testDesk("SQLite");
    const order = await placed(desk, { firstName: "Ñ 日本 '\"\\" });
    for (let index = 0; index < 30; index++) await placed(desk);
    await enter(desk, order, 8999);
    await withdraw(desk, newKey(), {
      name: "Lucía",
      contract: order.id,
      email: "lucia@correo.example",
    });
    await setFact(desk, "SHOP_NOTICE", "Hola");
    await setStock(desk, 12);
    await desk.db.insertInto("stockMoves").values({ at: 1, bottles: 12, note: null }).execute();
    return { desk, order };
  }

  test("moves all rows, and the shop goes on with them", async () => {
    const { desk, order } = await full();
    const asked = await reread(desk, order);
    const history = await story(desk, order);
    await desk.db.destroy();
    const to = await freshDatabase("PostgreSQL");
    const { stdout, stderr, code } = await move(desk.url, to);
    expect([stderr, code]).toEqual(["", 0]);
    expect(stdout).toMatch(
      /^Pasado todo a test_\w+ \(\/.*\), y cada fila leída otra vez y comparada:\n {2}orders: 31\n {2}payments: 2\n {2}events: \d+\n {2}withdrawals: 1\n {2}mails: \d+\n {2}terms: 1\n {2}termsByFacts: 1\n {2}settings: 8\n {2}sessions: 0\n {2}emailLinks: 0\n {2}stock: 1\n {2}stockMoves: 1\nPon esa dirección en DATABASE_URL y arranca la tienda\. .*\n$/,
    );
    // The shop can't start on the old file by mistake.
    expect(existsSync(desk.url)).toBe(false);
    const db = await openDatabase(to);
    onTestFinished(() => db.destroy());
    const moved = { ...desk, db };
    expect(await reread(moved, order)).toEqual(asked);
    expect(await story(moved, order)).toEqual(history);
    const later = await paid(moved);
    expect(await ledger(moved, later)).toEqual(["owner payment 8999"]);
    expect(await story(moved, later)).toEqual(["shopper placed"]);
    expect((await move(`${desk.url}.moved`, to)).stderr).toMatch(
      /^La base de datos test_\w+ \(\/.*\) no está vacía: tiene orders\.\n$/,
    );
  });

  test("refuses while the shop runs, and any other target", async () => {
    const { desk } = await full();
    const to = await freshDatabase("PostgreSQL");
    expect(await move(desk.url, to)).toEqual(
      refusal(`${desk.url} está en uso: detén la tienda y pasa los pedidos después.`),
    );
    expect(await move(desk.url, "/somewhere/orders.db")).toEqual(
      refusal(
        "La dirección debe ser la de un PostgreSQL, como postgres://usuario:clave@servidor/orders.",
      ),
    );
    expect((await move(to, to)).stderr).toMatch(/^Los pedidos ya están en PostgreSQL: test_/);
  });

  test("moves all rows or none", async () => {
    const { desk } = await full();
    await desk.db.destroy();
    const to = await freshDatabase("PostgreSQL");
    const target = await openDatabase(to);
    onTestFinished(() => target.destroy());
    // A row changes on its way.
    await sql`create function spoil() returns trigger language plpgsql as
      $$ begin new.text := 'U'; return new; end $$`.execute(target);
    await sql`create trigger spoil before insert on terms for each row execute function spoil()`.execute(
      target,
    );
    expect(await move(desk.url, to)).toEqual(
      refusal("No se ha pasado nada: la fila 2026-11-22 de terms llega con otro valor en text."),
    );
    expect(await target.selectFrom("orders").select("id").execute()).toEqual([]);
    expect(await target.selectFrom("events").select("id").execute()).toEqual([]);
  });
});

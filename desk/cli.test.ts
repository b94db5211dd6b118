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
import { vatOf } from "../app/desk/shop/order-format.ts";
import { run } from "./cli.ts";
import { correct, receive, refund } from "./orders/money.ts";
import { appendEvent } from "./orders/orders.ts";
import { withdraw } from "./orders/withdrawals.ts";
import { openDatabase, transact } from "./storage/database.ts";
import {
  databases,
  freshDatabase,
  newKey,
  now,
  placed,
  story,
  type TestDesk,
  temporaryFolder,
  testDesk,
} from "./testing/desk.ts";
import { forgetOrder } from "./upkeep/retention.ts";

/** Runs `npm run orders` on this database. Returns its stdout, its stderr and its exit code. */
async function orders(DATABASE_URL: string, ...words: string[]) {
  const said: string[] = [];
  const complained: string[] = [];
  const spies = [
    vi.spyOn(console, "log").mockImplementation((line) => void said.push(`${line}\n`)),
    vi.spyOn(console, "error").mockImplementation((line) => void complained.push(`${line}\n`)),
    vi.spyOn(process.stdout, "write").mockImplementation((text) => said.push(String(text)) > 0),
  ];
  const code = await run(words, { DATABASE_URL });
  for (const spy of spies) spy.mockRestore();
  return { said: said.join(""), complained: complained.join(""), code };
}

/** The same in a separate process, in an empty folder. */
async function inShell(DATABASE_URL: string, ...parameters: string[]) {
  const cli = spawn(process.execPath, [join(import.meta.dirname, "cli.ts"), ...parameters], {
    env: { DATABASE_URL },
    cwd: temporaryFolder(),
  });
  const [said, complained, [code]] = await Promise.all([
    text(cli.stdout),
    text(cli.stderr),
    once(cli, "exit"),
  ]);
  return { said, complained, code };
}

const refusal = (complained: string) => ({ said: "", complained: `${complained}\n`, code: 1 });

/** Books a payment or a refund directly. */
async function book(desk: TestDesk, id: string, what: "received" | "refund", amount: number) {
  const column = what === "received" ? "received" : "refunded";
  await transact(desk.db, async (trx) => {
    await trx
      .updateTable("orders")
      .set((is) => ({ [column]: is(column, "+", amount) }))
      .where("id", "=", id)
      .execute();
    await appendEvent(desk, trx, id, what, { who: "owner", amount });
  });
}

const setState = ({ db }: TestDesk, id: string, state: "paid" | "delivered" | "expired") =>
  db.updateTable("orders").set({ state }).where("id", "=", id).execute();

describe.each(databases)("%s", (database) => {
  test("lists the newest orders first, and filters by state", async () => {
    const desk = await testDesk(database);
    const first = await placed(desk);
    desk.pass(60_000);
    const second = await placed(desk, { firstName: "Ana", quantity: 10 });
    await setState(desk, first.id, "paid");
    expect(await orders(desk.url, "list")).toEqual({
      said:
        `${second.id}  22 de noviembre de 2026 a las 10:06  Pendiente de pago  899,90\u00a0€  Ana Gómez\n` +
        `${first.id}  22 de noviembre de 2026 a las 10:05  Pagado  89,99\u00a0€  Lucía Gómez\n`,
      complained: "",
      code: 0,
    });
    expect((await orders(desk.url, "list", "paid")).said).toMatch(new RegExp(`^${first.id} .*\n$`));
    expect(await orders(desk.url, "list", "lost")).toEqual(
      refusal(
        "No existe el estado lost. Los que hay son pending (pendiente de pago), paid (pagado), shipped (enviado), delivered (entregado), expired (caducado), cancelled (anulado), refunded (reembolsado).",
      ),
    );
  });

  const heading =
    "\ufefffecha;pedido;concepto;importe;base imponible;tipo de IVA;IVA;forma de pago;unidades;" +
    "total del pedido;fecha del pedido;estado;nombre;dirección;código postal;ciudad;país";

  test("exports a line per payment, with no text that a spreadsheet would run as a formula", async () => {
    const desk = await testDesk(database);
    const ids: string[] = [];
    for (const [firstName, lastName, address, postalCode] of [
      ["=1+1", "Gómez", "-2+3", "08018"],
      ['Lu "la" cía', "Gómez; Ana", "@SUM", "28013"],
      ["Ana", "Ruiz", "+34", "28013"],
    ] as const) {
      const { id } = await placed(desk, { firstName, lastName, address, postalCode });
      await book(desk, id, "received", 8999);
      await setState(desk, id, "paid");
      desk.pass(24 * 3600_000);
      ids.push(id);
    }
    await placed(desk);
    await forgetOrder(desk, ids[2] ?? "", "owner", true);
    const line = (index: number) =>
      `2026-11-2${2 + index};${ids[index]};cobro;89,99;74,37;21 %;15,62;Transferencia;1;89,99;2026-11-2${2 + index};Pagado`;
    expect((await orders(desk.url, "export")).said.split("\n")).toEqual([
      heading,
      `${line(0)};'=1+1 Gómez;'-2+3;ES-08018;Madrid;ES`,
      `${line(1)};"Lu ""la"" cía Gómez; Ana";'@SUM;ES-28013;Madrid;ES`,
      `${line(2)};;;;;ES`,
      "",
    ]);
  });

  test("exports the payments, refunds and corrections of the period, by their day", async () => {
    const desk = await testDesk(database);
    // It is 1 January in Madrid, and still the old year in UTC.
    desk.pass(Date.UTC(2026, 11, 31, 23, 30) - desk.now());
    const { id } = await placed(desk, { quantity: 2 });
    desk.pass(24 * 3600_000);
    await receive(desk, id, 10_000, 0, "2026-12-31");
    await receive(desk, id, 8998, 10_000);
    await correct(desk, id, { side: "received", really: 17_998, seen: 18_998, note: "Un cero" });
    desk.pass(100 * 24 * 3600_000);
    await refund(desk, id, 8999, 0);
    const lines = async (...days: string[]) => {
      const { said } = await orders(desk.url, "export", ...days);
      return said
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(";").slice(0, 7).join(";"));
    };
    const all = [
      `2026-12-31;${id};cobro;100,00;82,64;21 %;17,36`,
      `2027-01-02;${id};cobro;89,98;74,37;21 %;15,61`,
      `2027-01-02;${id};corrección de cobro;-10,00;-8,27;21 %;-1,73`,
      `2027-04-12;${id};devolución;-89,99;-74,37;21 %;-15,62`,
    ];
    expect(await lines()).toEqual(all);
    expect(await lines("--to", "2026-12-31")).toEqual(all.slice(0, 1));
    expect(await lines("--from", "2027-01-01", "--to", "2027-03-31")).toEqual(all.slice(1, 3));
    expect(await lines("--from=2027-04-01")).toEqual(all.slice(3));
  });

  test("the VAT of quarters adds up to that of the year, to the cent", async () => {
    const desk = await testDesk(database);
    for (let part = 1; part <= 40; part++) {
      const { id } = await placed(desk);
      await receive(desk, id, part * 7, 0, "2026-11-22");
      await receive(desk, id, 8999 - part * 7, part * 7, "2026-11-22");
      await refund(desk, id, part * 13, 0, "2026-11-22");
    }
    const { said } = await orders(desk.url, "export");
    const cents = (text = "") => Math.round(Number(text.replace(",", ".")) * 100);
    const byOrder = Map.groupBy(
      said
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(";")),
      ([, id]) => id,
    );
    expect(byOrder.size).toBe(40);
    for (const lines of byOrder.values()) {
      const sum = (column: number) => lines.reduce((all, line) => all + cents(line[column]), 0);
      expect(sum(6)).toBe(vatOf(sum(3)));
      expect(sum(4) + sum(6)).toBe(sum(3));
    }
  });

  test("writes the export to a private new file, and refuses an invalid period", async () => {
    const desk = await testDesk(database);
    const { id } = await placed(desk);
    await book(desk, id, "received", 8999);
    const file = join(temporaryFolder(), "orders.csv");
    const said = `Cobros y devoluciones guardados en ${file}: 1.\n`;
    expect(await orders(desk.url, "export", file)).toEqual({ said, complained: "", code: 0 });
    expect(readFileSync(file, "utf8").split("\n")[0]).toBe(heading);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await orders(desk.url, "export", file)).toEqual(
      refusal(`${file} ya existe: elige otro nombre.`),
    );
    expect(await orders(desk.url, "export", "--from", "1.10.2026")).toEqual(
      refusal("«1.10.2026» no es un día: escríbelo como 2026-12-31."),
    );
    expect(await orders(desk.url, "export", "--from", "2026-12-31", "--to", "2026-10-01")).toEqual(
      refusal("El primer día, 2026-12-31, es posterior al último, 2026-10-01."),
    );
  });

  test("exports more orders than fit on one page", async () => {
    const desk = await testDesk(database);
    for (let index = 0; index < 203; index++) {
      const { id } = await placed(desk, { email: `a${index}@correo.example` });
      await book(desk, id, "received", 8999);
    }
    const lines = (await orders(desk.url, "export")).said.trim().split("\n");
    expect(lines).toHaveLength(204);
    expect(new Set(lines).size).toBe(204);
  });

  test("prints all stored data of one person, and of nobody else", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk, { email: "Lucia@correo.example" });
    await placed(desk, { email: "ana@correo.example", firstName: "Ana" });
    await withdraw(desk, newKey(), {
      name: "Lucía Gómez",
      contract: order.id,
      email: "lucia@correo.example",
    });
    const { said, code } = await orders(desk.url, "person", "LUCIA@correo.example");
    expect(code).toBe(0);
    const told = JSON.parse(said);
    expect(told).toMatchObject({
      orders: [
        {
          id: order.id,
          firstName: "Lucía",
          address: "Calle Mayor, 1",
          placedAt: "2026-11-22T09:05:00.000Z",
          events: [
            { at: "2026-11-22T09:05:00.000Z", who: "shopper", what: "pending" },
            { who: "shopper", what: "withdrawn" },
            { who: "shopper", what: "cancelled" },
          ],
        },
      ],
      withdrawals: [{ name: "Lucía Gómez", contract: order.id, at: "2026-11-22T09:05:00.000Z" }],
    });
    expect(told.mails.map(({ about }: { about: string }) => about)).toContain(order.id);
    expect(said).not.toMatch(/Ana|requestKey|fingerprint|"token"/);
    expect(await orders(desk.url, "person", "nadie@correo.example")).toEqual(
      refusal("No se guarda nada de nadie@correo.example."),
    );
  });

  test("forgets a finished order once, and says what remains of it", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await setState(desk, order.id, "delivered");
    const number = `${order.id.slice(0, 4)}-${order.id.slice(4)}`.toLowerCase();
    expect(await orders(desk.url, "forget", number)).toEqual({
      said:
        `${order.id}  22 de noviembre de 2026 a las 10:05  Entregado  89,99\u00a0€  Lucía Gómez\n` +
        `${order.id}: borrados el nombre, el email, el teléfono, la dirección, los correos y los desistimientos. ` +
        "Las copias de seguridad de antes (BACKUP_FOLDER) aún los tienen.\n",
      complained: "",
      code: 0,
    });
    expect((await now(desk, order)).firstName).toBeNull();
    expect(await orders(desk.url, "forget", number)).toEqual(
      refusal(`No hay ningún pedido ${order.id} con datos que borrar.`),
    );
  });

  test("forgets an unfinished order only with a confirmation", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await book(desk, order.id, "received", 8999);
    await setState(desk, order.id, "paid");
    const { complained, code } = await orders(desk.url, "forget", order.id);
    expect([complained, code]).toEqual([
      "Todavía no: el pedido está en curso, aún se puede desistir de él, o queda dinero o un " +
        "desistimiento por resolver. Está «Pagado», y quedan cobrados 89,99\u00a0€. Sin nombre ni " +
        "dirección no se puede enviar ni reembolsar, y los datos borrados no se recuperan. " +
        `«forget ${order.id} --sure» los borra de todos modos.\n`,
      1,
    ]);
    expect((await now(desk, order)).firstName).toBe("Lucía");
    expect((await orders(desk.url, "forget", order.id, "--sure")).code).toBe(0);
    expect((await now(desk, order)).firstName).toBeNull();
  });

  test("treats an order with an unhandled withdrawal as unfinished", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await book(desk, order.id, "received", 8999);
    const declared = { name: "Lucía", contract: order.id, email: "lucia@correo.example" };
    await withdraw(desk, newKey(), declared);
    await setState(desk, order.id, "delivered");
    const { complained } = await orders(desk.url, "forget", order.id);
    expect(complained).toContain("un desistimiento por resolver");
    await desk.db.updateTable("withdrawals").set({ handledAt: desk.now() }).execute();
    expect((await orders(desk.url, "forget", order.id)).code).toBe(0);
  });
});

const usage =
  /\n\nnpm run -s orders -- <comando>, con el mismo DATABASE_URL que la tienda:\n\n {2}new /;

test.each([
  [[], "Di qué quieres hacer."],
  [["sell"], "No existe el comando sell."],
  [["forget"], "Falta el número de un pedido."],
  [["restore"], "Falta el archivo de una copia."],
  [["move"], "Falta la dirección de un PostgreSQL."],
  [["person"], "Falta un email."],
  [["list", "paid", "now"], "Sobra algo: now."],
  [["list", "--all"], "No existe la opción --all."],
  [["list", "-a"], "No existe la opción -a."],
  [["export", "--from"], "La opción --from está mal escrita."],
  [["export", "--from", "--to", "2026-12-31"], "La opción --from está mal escrita."],
  [["forget", "7KQ2M9XA", "--sure=yes"], "La opción --sure está mal escrita."],
])("prints the usage for %o", async (parameters, sentence) => {
  const { url } = await testDesk("SQLite");
  const { said, complained, code } = await orders(url, ...parameters);
  expect([said, code]).toEqual(["", 1]);
  expect(complained.startsWith(`${sentence}\n`)).toBe(true);
  expect(complained).toMatch(usage);
});

test.each(["--help", "-h", "help"])("%s prints the usage without a database", async (help) => {
  const { said, complained, code } = await orders("mysql://x", help);
  expect([complained, code]).toEqual(["", 0]);
  expect(`\n\n${said}`).toMatch(usage);
});

test.each(["list", "export", "backup", "forget 7KQ2M9XA", "person a@b.example"])(
  "without a database «%s» makes none",
  async (command) => {
    const folder = temporaryFolder();
    const url = join(folder, "data/orders.db");
    const sentence = `No hay ninguna base de datos de la tienda en ${url}: comprueba DATABASE_URL. Una tienda nueva empieza con «npm run -s orders -- new».`;
    expect(await orders(url, ...command.split(" "))).toEqual(refusal(sentence));
    expect(readdirSync(folder)).toEqual([]);
    const { complained } = await inShell("", ...command.split(" "));
    expect(complained).toBe(
      "No hay ninguna base de datos de la tienda en data/orders.db: comprueba DATABASE_URL. Una tienda nueva empieza con «npm run -s orders -- new».\n",
    );
    expect((await orders("sqlite:///orders.db", ...command.split(" "))).complained).toMatch(
      /^DATABASE_URL debe ser un archivo, como data\/orders\.db, o una dirección postgres:\/\/ .*; lo que has puesto no vale\.\n$/,
    );
  },
);

describe("backup", () => {
  test("copies the whole database while the shop takes orders", async () => {
    const desk = await testDesk("SQLite");
    const order = await placed(desk);
    const copy = join(temporaryFolder(), "copy.db");
    const made = orders(desk.url, "backup", copy);
    const later: Promise<unknown>[] = [];
    for (let index = 0; index < 20; index++) later.push(placed(desk));
    await Promise.all(later);
    const { said, complained, code } = await made;
    const [, from, to, count] = /^Copia de (.*) en (.*): (\d+) pedidos?\.\n$/.exec(said) ?? [];
    expect([complained, code, from, to]).toEqual(["", 0, desk.url, copy]);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const db = await openDatabase(copy);
    expect(await now({ ...desk, db }, order)).toEqual(order);
    expect(await db.selectFrom("orders").select("id").execute()).toHaveLength(Number(count));
    await db.destroy();
    expect(await orders(desk.url, "backup", copy)).toEqual(
      refusal(`${copy} ya existe: elige otro nombre.`),
    );
  });

  test("names the copy after the day if only a folder is given", async () => {
    const { url } = await testDesk("SQLite");
    const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Madrid" }).format();
    expect((await inShell(url, "backup")).said).toBe(
      `Copia de ${url} en orders-${day}.db: 0 pedidos.\n`,
    );
    const folder = temporaryFolder();
    expect((await orders(url, "backup", folder)).said).toBe(
      `Copia de ${url} en ${folder}/orders-${day}.db: 0 pedidos.\n`,
    );
    expect(await orders(url, "backup", join(folder, "no/copy.db"))).toMatchObject({
      complained: expect.stringMatching(/^No se puede escribir .*\/no\/copy\.db: ENOENT/),
      code: 1,
    });
  });

  test("refuses a file that is no database of the shop, and leaves no copy", async () => {
    const folder = temporaryFolder();
    const other = join(folder, "other.db");
    new DatabaseSync(other).exec("create table a (b)");
    const { complained, code } = await orders(other, "backup", join(folder, "copy.db"));
    expect([complained, code]).toEqual([`No se puede copiar ${other}: no such table: orders\n`, 1]);
    expect(readdirSync(folder)).toEqual(["other.db"]);
  });

  test.runIf(databases.includes("PostgreSQL"))(
    "of PostgreSQL is a dump, which fills an empty database",
    async () => {
      const desk = await testDesk("PostgreSQL");
      const order = await placed(desk, { firstName: "Ñ 日本 '\"\\" });
      await placed(desk);
      const folder = temporaryFolder();
      const { said, complained } = await orders(desk.url, "backup", folder);
      expect(complained).toBe("");
      expect(said).toMatch(
        /^Copia de test_\w+ \(\/.*\) en .*\/orders-\d{4}-\d\d-\d\d\.dump: 2 pedidos\.\n$/,
      );
      const [name = ""] = readdirSync(folder);
      const dump = join(folder, name);
      expect(statSync(dump).mode & 0o777).toBe(0o600);
      expect(await orders(desk.url, "backup", folder)).toEqual(
        refusal(`${dump} ya existe: elige otro nombre.`),
      );
      expect((await orders(desk.url, "restore", dump)).complained).toMatch(
        /^test_\w+ \(\/.*\) está en uso: detén la tienda y restaura después\.\n$/,
      );

      const empty = await freshDatabase("PostgreSQL");
      for (let times = 0; times < 2; times++) {
        expect((await orders(empty, "restore", dump)).said).toMatch(
          /^Restaurada la copia .*: 2 pedidos\.\n$/,
        );
      }
      const db = await openDatabase(empty, "migrate");
      onTestFinished(() => db.destroy());
      expect(await now({ ...desk, db }, order)).toEqual(await now(desk, order));
      await placed({ ...desk, db });

      writeFileSync(dump, "no dump");
      const other = await freshDatabase("PostgreSQL");
      expect((await orders(other, "restore", dump)).complained).toMatch(/^pg_restore: .*\n$/);
      expect((await orders(other, "restore", `${dump}.none`)).complained).toBe(
        `No hay ninguna copia en ${dump}.none.\n`,
      );
    },
  );
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
    const { said, complained, code } = await orders(url, "restore", copy);
    const [, aside = ""] = /\nLo que había antes está en (.*)\.\n$/.exec(said) ?? [];
    expect([said.split("\n")[0], complained, code]).toEqual([
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
    expect((await orders(url, "restore", copy)).said).toBe(
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
    expect((await now(desk, order)).id).toBe(order.id);
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
  ])("refuses a copy that is %s", async (_, spoil, sentence) => {
    const { copy, url } = await lost();
    const before = readdirSync(dirname(url)).map((name) => readFileSync(join(dirname(url), name)));
    spoil(copy);
    const { said, complained, code } = await orders(url, "restore", copy);
    expect([said, code]).toEqual(["", 1]);
    expect(complained).toMatch(sentence);
    const after = readdirSync(dirname(url)).map((name) => readFileSync(join(dirname(url), name)));
    expect(after).toEqual(before);
    const none = await orders(url, "restore", `${copy}.none`);
    expect(none.complained).toBe(`No existe el archivo ${copy}.none.\n`);
  });
});

describe.runIf(databases.includes("PostgreSQL"))("orders move to PostgreSQL", () => {
  async function full() {
    const desk = await testDesk("SQLite");
    const order = await placed(desk, { firstName: "Ñ 日本 '\"\\" });
    for (let index = 0; index < 30; index++) await placed(desk);
    await book(desk, order.id, "received", 8999);
    await withdraw(desk, newKey(), {
      name: "Lucía",
      contract: order.id,
      email: "lucia@correo.example",
    });
    await desk.db.insertInto("shopState").values({ name: "last cleaning", value: "1" }).execute();
    await desk.db
      .insertInto("terms")
      .values({ version: "2026-11-22", text: "T", since: 1 })
      .execute();
    return { desk, order };
  }

  test("moves all rows, and the shop goes on with them", async () => {
    const { desk, order } = await full();
    const asked = await now(desk, order);
    const told = await story(desk, order);
    await desk.db.destroy();
    const to = await freshDatabase("PostgreSQL");
    const { said, complained, code } = await orders(desk.url, "move", to);
    expect([complained, code]).toEqual(["", 0]);
    expect(said).toMatch(
      /^Pasado todo a test_\w+ \(\/.*\), y cada fila leída otra vez y comparada:\n {2}orders: 31\n {2}events: 33\n {2}mails: \d+\n {2}withdrawals: 1\n {2}withdrawalOrders: 1\n {2}terms: 1\n {2}shopState: 1\nPon esa dirección en DATABASE_URL y arranca la tienda\. .*\n$/,
    );
    // The shop can't start on the old file by mistake.
    expect(existsSync(desk.url)).toBe(false);
    const db = await openDatabase(to);
    onTestFinished(() => db.destroy());
    const moved = { ...desk, db };
    expect(await now(moved, order)).toEqual(asked);
    expect(await story(moved, order)).toEqual(told);
    const later = await placed(moved);
    expect(await story(moved, later)).toEqual(["shopper pending"]);
    expect((await orders(`${desk.url}.moved`, "move", to)).complained).toMatch(
      /^La base de datos test_\w+ \(\/.*\) no está vacía: orders tiene 32 filas\.\n$/,
    );
  });

  test("refuses while the shop runs, and any other target", async () => {
    const { desk } = await full();
    const to = await freshDatabase("PostgreSQL");
    expect(await orders(desk.url, "move", to)).toEqual(
      refusal(`${desk.url} está en uso: detén la tienda y pasa los pedidos después.`),
    );
    expect(await orders(desk.url, "move", "/somewhere/orders.db")).toEqual(
      refusal(
        "La dirección debe ser la de un PostgreSQL, como postgres://usuario:clave@servidor/orders.",
      ),
    );
    expect((await orders(to, "move", to)).complained).toMatch(
      /^Los pedidos ya están en PostgreSQL: test_/,
    );
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
    expect(await orders(desk.url, "move", to)).toEqual(
      refusal("No se ha pasado nada: la fila 2026-11-22 de terms llega con otro valor en text."),
    );
    expect(await target.selectFrom("orders").select("id").execute()).toEqual([]);
    expect(await target.selectFrom("events").select("id").execute()).toEqual([]);
  });
});

test("leaves nothing of a forgotten person in the files of a running shop", async () => {
  const desk = await testDesk("SQLite");
  const order = await placed(desk, { lastName: "Wolframio", email: "wolframio@correo.example" });
  await setState(desk, order.id, "expired");
  expect((await orders(desk.url, "forget", order.id)).code).toBe(0);
  for (const end of ["", "-wal"]) {
    expect(readFileSync(desk.url + end).includes("olframio")).toBe(false);
  }
});

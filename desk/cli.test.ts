import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { openDatabase } from "./database.ts";
import { receive, refund } from "./money.ts";
import { forgetOrder } from "./retention.ts";
import { databases, now, placed, temporaryFolder, testDesk } from "./testing/desk.ts";

/** Runs `npm run orders` on this database: what it says, what it complains of and its code. */
async function orders(DATABASE_URL: string, ...parameters: string[]) {
  const cli = spawn(process.execPath, [join(import.meta.dirname, "cli.ts"), ...parameters], {
    env: { DATABASE_URL },
  });
  const [said, complained, [code]] = await Promise.all([
    text(cli.stdout),
    text(cli.stderr),
    once(cli, "exit"),
  ]);
  return { said, complained, code };
}

describe.each(databases)("%s", (database) => {
  test("the list names the newest first, and a state narrows it", async () => {
    const desk = await testDesk(database);
    const first = await placed(desk);
    desk.pass(60_000);
    const second = await placed(desk, { firstName: "Ana", quantity: 10 });
    await receive(desk, first.id, 8999, 0);
    expect(await orders(desk.url, "list")).toEqual({
      said:
        `${second.id}  22 de noviembre de 2026 a las 10:06  Pendiente de pago  899,90\u00a0€  Ana Gómez\n` +
        `${first.id}  22 de noviembre de 2026 a las 10:05  Pagado  89,99\u00a0€  Lucía Gómez\n`,
      complained: "",
      code: 0,
    });
    expect((await orders(desk.url, "list", "paid")).said).toMatch(new RegExp(`^${first.id} .*\n$`));
    expect(await orders(desk.url, "list", "lost")).toEqual({
      said: "",
      complained: "A state is one of pending, paid, shipped, delivered, expired, refunded.\n",
      code: 1,
    });
  });

  test("the export has a line an order, and nothing in it that a spreadsheet would run", async () => {
    const desk = await testDesk(database);
    const written: [string, string][] = [
      ["=1+1", "Gómez"],
      ["+34", "Gómez"],
      ["-1", "Gómez"],
      ["@SUM", "Gómez"],
      ['Lu "la" cía', "Gómez; Ana"],
      ["Ana", "Ruiz"],
      ["Lucía", "Gómez"],
    ];
    const ids: string[] = [];
    for (const [firstName, lastName] of written) {
      ids.unshift((await placed(desk, { firstName, lastName })).id);
      desk.pass(1000);
    }
    await receive(desk, ids[0] ?? "", 8999, 0);
    await refund(desk, ids[0] ?? "", 1000, 0);
    await forgetOrder(desk, ids[1] ?? "", "owner");
    const { said } = await orders(desk.url, "export");
    const pending = "Pendiente de pago;1;74,37;15,62;89,99;0,00;0,00";
    expect(said.split("\n")).toEqual([
      "pedido;fecha;estado;unidades;base imponible;IVA;total;cobrado;devuelto;nombre;país",
      `${ids[0]};2026-11-22T09:05:06.000Z;Pagado;1;74,37;15,62;89,99;89,99;10,00;Lucía Gómez;ES`,
      `${ids[1]};2026-11-22T09:05:05.000Z;${pending};;ES`,
      `${ids[2]};2026-11-22T09:05:04.000Z;${pending};"Lu ""la"" cía Gómez; Ana";ES`,
      `${ids[3]};2026-11-22T09:05:03.000Z;${pending};'@SUM Gómez;ES`,
      `${ids[4]};2026-11-22T09:05:02.000Z;${pending};'-1 Gómez;ES`,
      `${ids[5]};2026-11-22T09:05:01.000Z;${pending};'+34 Gómez;ES`,
      `${ids[6]};2026-11-22T09:05:00.000Z;${pending};'=1+1 Gómez;ES`,
      "",
    ]);
  });

  test("the export goes on after its first page", async () => {
    const desk = await testDesk(database);
    for (let index = 0; index < 103; index++) {
      await placed(desk, { email: `a${index}@correo.example` });
    }
    const lines = (await orders(desk.url, "export")).said.trim().split("\n");
    expect(lines).toHaveLength(104);
    expect(new Set(lines).size).toBe(104);
  });

  test("a person is forgotten by the number of the order, once", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    const number = order.id.toLowerCase();
    expect(await orders(desk.url, "forget", number)).toEqual({
      said: `${number} is forgotten.\n`,
      complained: "",
      code: 0,
    });
    expect((await now(desk, order)).firstName).toBeNull();
    expect(await orders(desk.url, "forget", number)).toEqual({
      said: `There is no order ${number} to forget.\n`,
      complained: "",
      code: 1,
    });
  });
});

test.each([[], ["sell"], ["backup"], ["forget"]])("%o is told how to", async (...parameters) => {
  const { url } = await testDesk("SQLite");
  expect(await orders(url, ...parameters)).toEqual({
    said: "",
    complained:
      "Usage: npm run orders -- list [state] | export > orders.csv | backup <file> | forget <number>\n",
    code: 1,
  });
});

test("a backup is whole, and is made while the shop sells", async () => {
  const desk = await testDesk("SQLite");
  const order = await placed(desk);
  const copy = join(temporaryFolder(), "copy.db");
  const made = orders(desk.url, "backup", copy);
  const later: Promise<unknown>[] = [];
  for (let index = 0; index < 20; index++) later.push(placed(desk));
  await Promise.all(later);
  expect(await made).toEqual({ said: `Copied to ${copy}.\n`, complained: "", code: 0 });
  const db = await openDatabase(copy);
  expect(await now({ ...desk, db }, order)).toEqual(order);
  await db.destroy();
  expect(await orders(desk.url, "backup", copy)).toEqual({
    said: "",
    complained: "output file already exists\n",
    code: 1,
  });
});

test.runIf(databases.includes("PostgreSQL"))("PostgreSQL has its own backup", async () => {
  const { url } = await testDesk("PostgreSQL");
  const copy = join(temporaryFolder(), "copy.sql");
  expect(await orders(url, "backup", copy)).toEqual({
    said: "",
    complained: 'PostgreSQL is backed up with its own "pg_dump".\n',
    code: 1,
  });
  expect(existsSync(copy)).toBe(false);
});

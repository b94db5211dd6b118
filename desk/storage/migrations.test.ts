import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { shippingDefaults } from "../../app/shop/order.ts";
import { databases, placed, testDesk } from "../testing/desk.ts";
import { openDatabase } from "./database.ts";
import { tables001 } from "./migrations/001-tables.ts";
import { tables002 } from "./migrations/002-one-truth-each.ts";
import { tables003 } from "./migrations/003-search.ts";
import { tables004 } from "./migrations/004-bottles.ts";
import { tables005 } from "./migrations/005-pending-refunds.ts";
import { tables006 } from "./migrations/006-lanes.ts";
import { migrations } from "./migrations.ts";

const hashOf = (statements: string[]) =>
  createHash("sha256").update(statements.join(";\n")).digest("hex");

/** The SQL of each migration, with its SHA-256. A migration is released once it is on the main branch. */
const released: Record<string, [statements: string[], hash: string]> = {
  "001-tables": [tables001(""), "10992720530a3ae9bcb3ac8db980863a63428f525019f1c33ac1236bae77e52b"],
  "002-one-truth-each": [
    tables002(),
    "d9f80134dfb127007a0f748096abd92c35a99021a957af7bb8f9cd12c9eeffd7",
  ],
  "003-search": [tables003(), "797be4b24d660c00a957995edcb0887e346af4d31ac4c52a8d587e184eff784c"],
  "004-bottles": [tables004(), "45de152768e8807504cad9cc1580386b54ca9c6fff16be1128ddcf6ce3d2bdbe"],
  "005-pending-refunds": [
    tables005(),
    "7f602513ea06d4035074328d743d3ec3facf130d21f1d5724883c4054810dcbb",
  ],
  "006-lanes": [tables006(), "5c1cf8e619a0617abcaa90e46bf0ec71f9b2e6981aa708203973372f4c0e787b"],
};

test("released migrations stay as they were, in their order", () => {
  expect(
    Object.keys(migrations),
    "a new migration: add its statements and their hash to `released`, and never change them after that",
  ).toEqual(Object.keys(released));
  for (const [name, [statements, hash]] of Object.entries(released))
    expect(hashOf(statements), name).toBe(hash);
});

test("the first migration runs alone, as in the year of its release", () => {
  const db = new DatabaseSync(":memory:");
  for (const statement of tables001("integer primary key autoincrement")) db.exec(statement);
  db.exec(`insert into orders (id, token, request_key, fingerprint, placed_at, quantity, unit_price,
    shipping, total, vat_percent, terms, method) values ('A', 't', 'k', 'f', 1, 2, 8999, 0, 17998, 21, 'v', 'card')`);
  db.exec("update orders set paid = 20000, refunded = 3000");
  expect(
    db.prepare("select version, status, payment_status, owed_back from orders").get(),
  ).toMatchObject({
    version: 0,
    status: "partially refunded",
    payment_status: "partially refunded",
    owed_back: 0,
  });
  expect(db.prepare("select bottles from stock").get()).toMatchObject({ bottles: null });
  db.close();
});

test("an order stored by the first migration has every field of the form after the later ones", () => {
  const db = new DatabaseSync(":memory:");
  const [first, ...later] = Object.values(released).map(([statements]) => statements);
  for (const statement of first ?? []) db.exec(statement);
  db.exec(`insert into orders (id, token, request_key, fingerprint, placed_at, quantity, unit_price,
    shipping, total, vat_percent, terms, method,
    first_name, last_name, email, phone, address, city, postal_code, country)
    values ('A', 't', 'k', 'f', 1, 1, 8999, 0, 8999, 21, 'v', 'card',
    'Lucía', 'Gómez', 'lucia@correo.example', '+34 600000000', 'Calle Mayor, 1', 'Madrid', '28013', 'ES')`);
  for (const statement of later.flat()) db.exec(statement);
  const row = db.prepare("select * from orders").get() ?? {};
  const columnOf = (field: string) =>
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  expect(
    Object.keys(shippingDefaults).filter((field) => typeof row[columnOf(field)] !== "string"),
    "add the column with `text default ''`: with null, a repeated order is not found, and «Corregir los datos» records a change",
  ).toEqual([]);
  db.close();
});

test.each(databases)("the second migration rewrites the search texts, on %s", async (database) => {
  const desk = await testDesk(database);
  const order = await placed(desk, { lastName: "Groß-Łukasz", address: "Calle Mayor 7, 4º A" });
  const texts = desk.db.selectFrom("orders").select("search");
  const now = await texts.executeTakeFirstOrThrow();
  const before = now.search.replace("gross-lukasz", "groß-łukasz").replace("4o", "4º");
  expect(before).not.toBe(now.search);
  await desk.db.updateTable("orders").set({ search: before }).execute();
  const [update = ""] = tables002().filter((statement) => statement.startsWith("update"));
  await sql.raw(update).execute(desk.db);
  expect(await texts.executeTakeFirst()).toEqual(now);
  expect(order.search).toBe(now.search);
});

test.each(databases)("refuses a database of a newer version: %s", async (database) => {
  const { url, db } = await testDesk(database);
  const name = "999-later";
  await db
    .insertInto("kysely_migration" as never)
    .values({ name, timestamp: "2030-01-01" } as never)
    .execute();
  onTestFinished(async () => {
    await db
      .deleteFrom("kysely_migration" as never)
      .where("name" as never, "=", name as never)
      .execute();
  });
  await expect(openDatabase(url, "migrate")).rejects.toThrow(
    / es de una versión más nueva de la tienda: arranca esa versión, o restaura una copia/,
  );
});

test.each(databases)("reading refuses an older database: %s", async (database) => {
  const { url, db } = await testDesk(database);
  const migrations = db.selectFrom("kysely_migration" as never).selectAll();
  const executed = await migrations.execute();
  await db.deleteFrom("kysely_migration" as never).execute();
  onTestFinished(async () => {
    await db
      .insertInto("kysely_migration" as never)
      .values(executed as never)
      .execute();
  });
  await expect(openDatabase(url, "read")).rejects.toThrow(
    "es de una versión anterior de la tienda: arranca la tienda una vez, y se pondrá al día.",
  );
});

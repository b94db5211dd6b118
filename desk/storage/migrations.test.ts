import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { run } from "../cli.ts";
import { listOrders, waitingOrders } from "../orders/counter.ts";
import { withdrawalsOf } from "../orders/withdrawals.ts";
import {
  asPostgres,
  type DatabaseName,
  databases,
  freshDatabase,
  now,
  placed,
  temporaryFolder,
  testDesk,
} from "../testing/desk.ts";
import { openDatabase } from "./database.ts";

vi.spyOn(console, "log").mockImplementation(() => {});

const textOf = (name: string) =>
  readFileSync(join(import.meta.dirname, `testing/003-${name}.sql`), "utf8");

/** A database that a shop with migration 003 has written. */
async function oldDatabase(database: DatabaseName): Promise<string> {
  const url = await freshDatabase(database);
  if (database === "SQLite") {
    const file = new DatabaseSync(url);
    file.exec(textOf("sqlite"));
    file.close();
  } else {
    const name = new URL(url).pathname.slice(1);
    await asPostgres(name, (client) => client.query(textOf("postgres")));
  }
  return url;
}

test.each(databases)("keeps what an older version stored: %s", async (database) => {
  const url = await oldDatabase(database);
  const db = await openDatabase(url, "migrate");
  onTestFinished(() => db.destroy());
  const desk = { ...(await testDesk(database)), db };
  const delivered = await now(desk, { id: "0000000A" });
  expect(delivered).toMatchObject({
    state: "delivered",
    received: 8999,
    refunded: 1000,
    disputed: 0,
    deliveredAt: Date.UTC(2026, 10, 23, 9, 5),
    withdrawnAt: Date.UTC(2026, 10, 24, 9, 5),
  });
  expect(await withdrawalsOf(desk, delivered)).toMatchObject([
    { contract: "0000000A", certainty: "certain", handledAt: null, toldAt: delivered.withdrawnAt },
  ]);
  const withdrawals = await db.selectFrom("withdrawals").select("contract").execute();
  expect(withdrawals).toHaveLength(2);
  expect((await waitingOrders(desk)).unreconciled).toMatchObject([{ id: "0000000B" }]);
  const counts = await db
    .selectFrom("events")
    .select(["what", (of) => of.fn.countAll<number>().as("count")])
    .groupBy("what")
    .orderBy("what")
    .execute();
  expect(counts.map(({ what, count }) => `${what} ${count}`)).toEqual([
    "delivered 1",
    "paid 2",
    "received 2",
    "refund 1",
    "shipped 1",
    "withdrawn 1",
  ]);
  if (database === "SQLite") {
    const copy = new DatabaseSync(`${url}.before-004-facts`, { readOnly: true });
    expect(copy.prepare("select order_id from withdrawals where at > 0").all()).toHaveLength(2);
    copy.close();
    expect(statSync(`${url}.before-004-facts`).mode & 0o777).toBe(0o600);
  }
});

test("restores an older backup, and leaves no other copy beside the database", async () => {
  const copy = await oldDatabase("SQLite");
  const url = join(temporaryFolder(), "orders.db");
  expect(await run(["restore", copy], { DATABASE_URL: url })).toBe(0);
  expect(readdirSync(dirname(url))).toEqual(["orders.db"]);
  const db = await openDatabase(url, "read");
  onTestFinished(() => db.destroy());
  const { withdrawnAt } = await now({ ...(await testDesk("SQLite")), db }, { id: "0000000A" });
  expect(withdrawnAt).toBe(Date.UTC(2026, 10, 24, 9, 5));
});

test.each(databases)("finds stored orders by the words of a newer search: %s", async (database) => {
  const { url, db, ...desk } = await testDesk(database);
  await placed({ ...desk, db }, { lastName: "O'Shea" });
  // As the version before has left them.
  await db.deleteFrom("orderTerms").where("term", "=", "shea").execute();
  await sql`drop index orders_by_other_amount`.execute(db);
  await sql`delete from kysely_migration where name = '007-search-words'`.execute(db);
  const newer = await openDatabase(url, "migrate");
  onTestFinished(() => newer.destroy());
  expect(await listOrders({ ...desk, db: newer }, { text: "shea" })).toMatchObject([
    { lastName: "O'Shea" },
  ]);
});

test.each(databases)("commands that read change no tables: %s", async (database) => {
  const DATABASE_URL = await oldDatabase(database);
  const complained: string[] = [];
  const error = vi.spyOn(console, "error").mockImplementation((line) => void complained.push(line));
  onTestFinished(() => error.mockRestore());
  for (const command of [["list"], ["export"], ["person", "a@b.example"], ["forget", "0000000A"]]) {
    expect(await run(command, { DATABASE_URL })).toBe(1);
    expect(complained.pop()).toContain(
      "es de una versión anterior de la tienda: arranca la tienda una vez",
    );
  }
});

test.each(databases)("refuses a database of a newer version: %s", async (database) => {
  const { url, db } = await testDesk(database);
  const name = "999-later";
  const later = { name, timestamp: "2030-01-01" };
  await db
    .insertInto("kysely_migration" as never)
    .values(later as never)
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

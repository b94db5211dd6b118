import { once } from "node:events";
import { closeSync, openSync, rmSync, utimesSync, writeFileSync, writeSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { day, hour } from "../../app/desk/shop/time.ts";
import { responder } from "../../server/respond.ts";
import { readSite } from "../../server/site.ts";
import { createSiteServer } from "../../server/site-server.ts";
import type { Desk } from "../context.ts";
import { storeTerms } from "../orders/terms.ts";
import { openDatabase } from "../storage/database.ts";
import { cuttablePostgres } from "../testing/cuttable-postgres.ts";
import { databases, placed, temporaryFolder, testDesk } from "../testing/desk.ts";
import { health } from "./health.ts";

vi.spyOn(console, "error").mockImplementation(() => {});

/** Serves `/healthz` with this desk. */
async function serve(desk: Desk) {
  const site = readSite(inject("shop"));
  const server = createSiteServer(site, responder(site, health(desk)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
    return [answer.status, await answer.text()];
  };
}

const well = [200, "ok"];
const ill = [503, "no se puede escribir en la base de datos"];

test.each(databases)("is healthy with its database on %s", async (database) => {
  const ask = await serve(await testDesk(database));
  expect(await ask()).toEqual(well);
});

test.each(databases)("reports old emails on %s, and stays healthy", async (database) => {
  const desk = await testDesk(database);
  await placed(desk);
  desk.pass(2 * hour);
  expect(await (await serve(desk))()).toEqual(well);
  desk.pass(1);
  expect(await (await serve(desk))()).toEqual([
    200,
    "correos que esperan desde hace más de dos horas: 2",
  ]);
});

test.each(databases)("the check leaves nothing behind on %s", async (database) => {
  const desk = await testDesk(database);
  expect(await (await serve(desk))()).toEqual(well);
  for (const table of ["orders", "events", "mails", "orderTerms"] as const)
    expect(await desk.db.selectFrom(table).selectAll().execute()).toEqual([]);
});

test.each(["orders", "events", "mails", "order_terms"])(
  "a file whose table «%s» is damaged is told",
  async (table) => {
    const { db: _, ...desk } = await testDesk("SQLite");
    const raw = new DatabaseSync(desk.url);
    raw.exec("pragma wal_checkpoint(truncate)");
    const root = Number(
      raw.prepare("select rootpage from sqlite_master where name = ?").get(table)?.rootpage,
    );
    const size = Number(raw.prepare("pragma page_size").get()?.page_size);
    raw.close();
    const db = await openDatabase(desk.url, "migrate");
    onTestFinished(() => db.destroy());
    const file = openSync(desk.url, "r+");
    writeSync(file, Buffer.alloc(size, 0xaa), 0, size, (root - 1) * size);
    closeSync(file);
    expect(await (await serve({ ...desk, db }))()).toEqual(ill);
  },
);

test.each(databases)("a missing table is told on %s", async (database) => {
  const desk = await testDesk(database);
  await desk.db.schema.alterTable("events").renameTo("gone").execute();
  onTestFinished(() => desk.db.schema.alterTable("gone").renameTo("events").execute());
  expect(await (await serve(desk))()).toEqual(ill);
});

describe("tells a shop that has", () => {
  const noCopy = [200, "no hay ninguna copia de seguridad de los últimos dos días"];
  const noFolder = [200, "no se puede leer la carpeta de las copias de seguridad"];

  async function shop() {
    const folder = temporaryFolder();
    const { url, ...desk } = await testDesk("SQLite");
    await storeTerms(desk.db, "Los términos.", desk.now());
    const settings = { ...desk.settings, DATABASE_URL: url, BACKUP_FOLDER: folder };
    return { desk: { ...desk, settings }, folder };
  }

  test("a backup that is older than two days", async () => {
    const { desk, folder } = await shop();
    writeFileSync(join(folder, "orders-2026-11-20.db"), "");
    expect(await (await serve(desk))()).toEqual(well);
    desk.pass(day);
    expect(await (await serve(desk))()).toEqual(noCopy);
    writeFileSync(join(folder, "orders-2026-11-23.db"), "");
    expect(await (await serve(desk))()).toEqual(well);
  });

  test("no backup two days after its first start", async () => {
    const { desk } = await shop();
    desk.pass(2 * day);
    expect(await (await serve(desk))()).toEqual(well);
    desk.pass(day);
    expect(await (await serve(desk))()).toEqual(noCopy);
  });

  test("carried no backup to another machine for more than two days", async () => {
    const { desk, folder } = await shop();
    writeFileSync(join(folder, "orders-2026-11-22.db"), "");
    const carried = join(folder, "carried");
    writeFileSync(carried, "");
    const carriedAt = (time: number) => utimesSync(carried, time / 1000, time / 1000);
    carriedAt(desk.now() - 2 * day);
    expect(await (await serve(desk))()).toEqual(well);
    carriedAt(desk.now() - 2 * day - 1);
    expect(await (await serve(desk))()).toEqual([
      200,
      "las copias no llegan a la otra máquina desde hace más de dos días",
    ]);
  });

  test("lost the folder of its backups", async () => {
    const { desk, folder } = await shop();
    rmSync(folder, { recursive: true });
    expect(await (await serve(desk))()).toEqual(noFolder);
  });
});

test("caches its answer for 5 s, when the database is lost and when it is back", async () => {
  const desk = await testDesk("SQLite");
  const clock = vi.spyOn(performance, "now");
  let time = 10_000;
  clock.mockImplementation(() => time);
  onTestFinished(() => clock.mockRestore());
  const ask = await serve(desk);
  const query = vi.spyOn(desk.db, "transaction");
  expect(await ask()).toEqual(well);
  query.mockImplementation(() => {
    throw new Error("gone");
  });
  expect(await ask()).toEqual(well);
  time += 5_001;
  expect(await ask()).toEqual(ill);
  query.mockRestore();
  expect(await ask()).toEqual(ill);
  time += 5_001;
  expect(await ask()).toEqual(well);
});

test.runIf(databases.includes("PostgreSQL"))(
  "reports a silent database within seconds, and queries it once",
  async () => {
    const direct = await testDesk("PostgreSQL");
    const way = await cuttablePostgres(new URL(direct.url).pathname.slice(1));
    const db = await openDatabase(way.url);
    onTestFinished(() => db.destroy());
    const ask = await serve({ ...direct, db });
    way.silence();
    const query = vi.spyOn(db, "transaction");
    const begun = performance.now();
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(performance.now() - begun).toBeLessThan(4_500);
    expect(answers).toEqual([ill, ill, ill]);
    expect(query).toHaveBeenCalledTimes(1);
  },
);

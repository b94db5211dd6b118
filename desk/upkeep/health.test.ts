import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { responder } from "../../server/respond.ts";
import { readSite } from "../../server/site.ts";
import { createSiteServer } from "../../server/site-server.ts";
import { type Desk, day, hour } from "../context.ts";
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

test.each(databases)("tells old emails on %s, and goes on working", async (database) => {
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

test("tells a backup that is older than two days", async () => {
  const folder = temporaryFolder();
  const { url, ...desk } = await testDesk("SQLite");
  const set = { ...desk, settings: { ...desk.settings, DATABASE_URL: url, BACKUP_FOLDER: folder } };
  writeFileSync(join(folder, "orders-2026-11-20.db"), "");
  expect(await (await serve(set))()).toEqual(well);
  desk.pass(day);
  expect(await (await serve(set))()).toEqual([
    200,
    "la última copia de seguridad tiene más de dos días",
  ]);
  writeFileSync(join(folder, "orders-2026-11-23.db"), "");
  expect(await (await serve(set))()).toEqual(well);
});

test("logs when the database is lost and when it is back", async () => {
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
  "one that is silent is told within 2 s, and asked once",
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

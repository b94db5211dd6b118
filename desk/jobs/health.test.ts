import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { day, hour } from "../shop/time.ts";
import { openDatabase } from "../storage/database.ts";
import { cuttablePostgres } from "../testing/cuttable-postgres.ts";
import { databases, placed, temporaryFolder, testDesk } from "../testing/desk.ts";
import { health } from "./health.ts";

const log: string[] = [];
beforeEach(() => void log.splice(0));
vi.spyOn(console, "error").mockImplementation((line) => void log.push(line));

const well = { works: true, text: "ok" };
const ill = { works: false, text: "no se puede escribir en la base de datos" };

test.each(databases)(
  "is healthy with its database on %s, and leaves one row behind",
  async (name) => {
    const desk = await testDesk(name);
    const before = await desk.db.selectFrom("settings").select("name").execute();
    expect(await health(desk)()).toEqual(well);
    expect(await health(desk)()).toEqual(well);
    const after = await desk.db.selectFrom("settings").select("name").execute();
    expect(after.length).toBe(before.length + 1);
    expect(log).toEqual([]);
  },
);

test.each(databases)("reports old emails on %s, and stays healthy", async (database) => {
  const desk = await testDesk(database);
  await placed(desk);
  desk.pass(2 * hour);
  expect(await health(desk)()).toEqual(well);
  // The second email of an order is queued a millisecond later.
  desk.pass(2);
  expect(await health(desk)()).toEqual({
    works: true,
    text: "correos que esperan desde hace más de dos horas: 2",
  });
  await desk.db.updateTable("mails").set({ sentAt: desk.now() }).execute();
  expect(await health(desk)()).toEqual(well);
});

test("does not count emails that were refused or dismissed as waiting", async () => {
  const desk = await testDesk("SQLite");
  await placed(desk);
  desk.pass(2 * hour + 2);
  const [first, second] = await desk.db.selectFrom("mails").select("id").execute();
  const end = (id: string | undefined, values: { refusedAt?: number; dismissedAt?: number }) =>
    desk.db
      .updateTable("mails")
      .set(values)
      .where("id", "=", id ?? "")
      .execute();
  await end(first?.id, { refusedAt: desk.now() });
  expect((await health(desk)()).text).toBe("correos que esperan desde hace más de dos horas: 1");
  await end(second?.id, { dismissedAt: desk.now() });
  expect(await health(desk)()).toEqual(well);
});

test.each(databases)("reports a missing table on %s", async (database) => {
  const desk = await testDesk(database);
  await desk.db.schema.alterTable("settings").renameTo("gone").execute();
  onTestFinished(() => desk.db.schema.alterTable("gone").renameTo("settings").execute());
  expect(await health(desk)()).toEqual(ill);
  expect(log).toEqual([expect.stringMatching(/^Base de datos: .*settings/)]);
});

describe("reports a shop", () => {
  const noCopy = { works: true, text: "no hay ninguna copia de seguridad de los últimos dos días" };

  async function shop() {
    const folder = temporaryFolder();
    const { url, ...desk } = await testDesk("SQLite");
    const settings = { ...desk.settings, DATABASE_URL: url, BACKUP_FOLDER: folder };
    return { desk: { ...desk, settings }, folder };
  }

  test("whose backup is older than two days", async () => {
    const { desk, folder } = await shop();
    writeFileSync(join(folder, "orders-2026-11-20.db"), "");
    expect(await health(desk)()).toEqual(well);
    desk.pass(day);
    expect(await health(desk)()).toEqual(noCopy);
    writeFileSync(join(folder, "orders-2026-11-23.db"), "");
    expect(await health(desk)()).toEqual(well);
  });

  test("without any backup", async () => {
    const { desk } = await shop();
    expect(await health(desk)()).toEqual(noCopy);
  });

  test("whose backups have not reached the other machine for two days", async () => {
    const { desk, folder } = await shop();
    writeFileSync(join(folder, "orders-2026-11-22.db"), "");
    const carried = join(folder, "carried");
    writeFileSync(carried, "");
    const carriedAt = (time: number) => utimesSync(carried, time / 1000, time / 1000);
    carriedAt(desk.now() - 2 * day);
    expect(await health(desk)()).toEqual(well);
    carriedAt(desk.now() - 2 * day - 1);
    expect(await health(desk)()).toEqual({
      works: true,
      text: "las copias no llegan a la otra máquina desde hace más de dos días",
    });
  });

  test("whose backup folder is gone", async () => {
    const { desk, folder } = await shop();
    rmSync(folder, { recursive: true });
    expect(await health(desk)()).toEqual({
      works: true,
      text: expect.stringMatching(
        /^no se puede leer la carpeta de las copias de seguridad: ENOENT/,
      ),
    });
  });
});

test("says which jobs fail, and stays healthy", async () => {
  const since = Date.UTC(2026, 10, 22);
  const failing = () => [
    { name: "backup" as const, since, reason: "ENOSPC" },
    { name: "expiry" as const, since, reason: "" },
  ];
  const desk = await testDesk("SQLite", { failing });
  expect(await health(desk)()).toEqual({
    works: true,
    text: "no se hace la copia de seguridad; no caducan los pedidos sin pagar",
  });
});

test("says what is wrong with the visitors' addresses", async () => {
  const desk = await testDesk("SQLite");
  let problem: string | undefined;
  const ask = () => health(desk, () => problem)();
  expect(await ask()).toEqual(well);
  problem = "El proxy no dice la dirección";
  expect(await ask()).toEqual({ works: true, text: "El proxy no dice la dirección" });
});

test("caches its answer for 5 s, when the database is lost and when it is back", async () => {
  const desk = await testDesk("SQLite");
  const clock = vi.spyOn(performance, "now");
  let time = 10_000;
  clock.mockImplementation(() => time);
  onTestFinished(() => clock.mockRestore());
  const ask = health(desk);
  const query = vi.spyOn(desk.db, "transaction");
  expect(await ask()).toEqual(well);
  query.mockImplementation(() => {
    throw new Error("gone");
  });
  expect(await ask()).toEqual(well);
  time += 5_001;
  expect(await ask()).toEqual(ill);
  time += 5_001;
  expect(await ask()).toEqual(ill);
  query.mockRestore();
  expect(await ask()).toEqual(ill);
  time += 5_001;
  expect(await ask()).toEqual(well);
  expect(log).toEqual(["Base de datos: gone"]);
});

test.runIf(databases.includes("PostgreSQL"))(
  "reports a silent database within seconds, and queries it once",
  async () => {
    const direct = await testDesk("PostgreSQL");
    const proxy = await cuttablePostgres(new URL(direct.url).pathname.slice(1));
    const db = await openDatabase(proxy.url);
    onTestFinished(() => db.destroy());
    const ask = health({ ...direct, db });
    proxy.silence();
    const query = vi.spyOn(db, "transaction");
    const begun = performance.now();
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(performance.now() - begun).toBeLessThan(4_500);
    expect(answers).toEqual([ill, ill, ill]);
    expect(query).toHaveBeenCalledTimes(1);
    // Otherwise closing the database would wait until the query times out.
    await proxy.stop();
  },
);

import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { hour, minute } from "../shop/time.ts";
import { openDatabase } from "../storage/database.ts";
import { reasonOf } from "../storage/reason.ts";
import { databases, placed, temporaryFolder, testDesk } from "../testing/desk.ts";
import { copiesToDelete, nightlyBackup } from "./backup.ts";

const log: string[] = [];
beforeEach(() => void log.splice(0));
for (const kind of ["error", "log"] as const) {
  vi.spyOn(console, kind).mockImplementation((line) => void log.push(line));
}

const names = (...days: string[]) => days.map((day) => `orders-${day}.db`);

test("keeps the newest 14 copies, and the first of each month for a year", () => {
  const days: string[] = [];
  for (let at = Date.UTC(2025, 9, 10); at <= Date.UTC(2026, 10, 22); at += 24 * hour) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  const all = names(...days);
  const kept = all.filter((name) => !copiesToDelete(all).includes(name));
  const november = Array.from(
    { length: 14 },
    (_, index) => `2026-11-${String(index + 9).padStart(2, "0")}`,
  );
  expect(kept).toEqual(
    names(
      "2025-12-01",
      "2026-01-01",
      "2026-02-01",
      "2026-03-01",
      "2026-04-01",
      "2026-05-01",
      "2026-06-01",
      "2026-07-01",
      "2026-08-01",
      "2026-09-01",
      "2026-10-01",
      "2026-11-01",
      ...november,
    ),
  );
  expect(copiesToDelete(kept)).toEqual([]);
});

test("keeps a month's first copy even if it is late, and leaves other files alone", () => {
  const some = names("2026-01-20", "2026-01-25", "2026-02-03");
  expect(copiesToDelete([...some, "orders.part", "notes.txt"])).toEqual([]);
  const later = Array.from({ length: 14 }, (_, index) => `orders-2026-03-${10 + index}.db`);
  expect(copiesToDelete([...later, ...some])).toEqual(names("2026-01-25"));
});

const command = join(import.meta.dirname, "../cli.ts");

describe("every night", () => {
  async function shop() {
    const desk = await testDesk("SQLite");
    const folder = join(temporaryFolder(), "copies");
    return { desk, folder };
  }

  test("copies the database once, in its own process, and logs it", async () => {
    const { desk, folder } = await shop();
    const order = await placed(desk);
    const run = nightlyBackup(desk, desk.url, folder, command);
    await run();
    await run();
    const file = join(folder, "orders-2026-11-22.db");
    expect(log).toEqual([`Copia de ${desk.url} en ${file}: 1 pedido.`]);
    expect(readdirSync(folder)).toEqual(["orders-2026-11-22.db"]);
    const db = await openDatabase(file);
    expect(await db.selectFrom("orders").select("id").execute()).toEqual([{ id: order.id }]);
    await db.destroy();
  });

  test("starts the day at three, and deletes old copies", async () => {
    const { desk, folder } = await shop();
    mkdirSync(folder);
    for (let index = 1; index <= 20; index++) {
      writeFileSync(join(folder, `orders-2026-10-${String(index).padStart(2, "0")}.db`), "");
    }
    let made = 0;
    const run = nightlyBackup(desk, desk.url, folder, command, async (_, __, file) => {
      writeFileSync(file, "");
      made++;
      return "Copied.";
    });
    await run();
    expect(readdirSync(folder)).toHaveLength(15);
    // From 10:05 in Madrid to one minute before three.
    desk.pass(16 * hour + 54 * minute);
    await run();
    expect(made).toBe(1);
    desk.pass(minute);
    await run();
    expect(made).toBe(2);
    expect(readdirSync(folder)).toHaveLength(15);
    expect(readdirSync(folder).at(-1)).toBe("orders-2026-11-23.db");
    expect(readdirSync(folder)[0]).toBe("orders-2026-10-01.db");
  });

  test("retries a failed copy every hour, and fails until there is one", async () => {
    const { desk, folder } = await shop();
    let tries = 0;
    const run = nightlyBackup(desk, desk.url, folder, command, async (_, __, file) => {
      tries++;
      if (tries < 3) throw new Error("ENOSPC: no space left on device");
      writeFileSync(file, "");
      return "Copied.";
    });
    for (let index = 0; index < 120; index++) {
      await expect(run()).rejects.toThrow("ENOSPC: no space left on device");
      desk.pass(minute);
    }
    expect(tries).toBe(2);
    await run();
    expect(readdirSync(folder)).toEqual(["orders-2026-11-22.db"]);
  });

  test("fails if the folder can't be made", async () => {
    const { desk, folder } = await shop();
    writeFileSync(folder, "");
    await expect(nightlyBackup(desk, desk.url, folder, command)()).rejects.toThrow(
      /^EEXIST: .*copies'$/,
    );
  });

  test("says the errors of the copying process", async () => {
    const { desk, folder } = await shop();
    await expect(nightlyBackup(desk, `${desk.url}.none`, folder, command)()).rejects.toThrow(
      `No hay ninguna base de datos de la tienda en ${desk.url}.none: comprueba DATABASE_URL. Una tienda nueva empieza con «npm run -s orders -- new».`,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test.runIf(databases.includes("PostgreSQL"))("does not say the database's password", async () => {
    const { desk, folder } = await shop();
    const { url } = await testDesk("PostgreSQL");
    const programs = temporaryFolder();
    const fake = '#!/bin/sh\necho "it failed: $*" >&2\nexit 1\n';
    writeFileSync(join(programs, "pg_dump"), fake, { mode: 0o755 });
    vi.stubEnv("PATH", `${programs}:${process.env.PATH}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const secret = url.replace("postgres@", "postgres:geheim@");
    const failure = await nightlyBackup(desk, secret, folder, command)().catch(reasonOf);
    expect(failure).toContain("pg_dump: it failed: --format=custom");
    expect(failure).not.toContain("geheim");
    expect(log).toEqual([]);
  });
});

import { expect, onTestFinished, test } from "vitest";
import { databases, testDesk } from "../testing/desk.ts";
import { openDatabase } from "./database.ts";

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

test.each(databases)("commands that read change no tables: %s", async (database) => {
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

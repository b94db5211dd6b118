import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { PlaceRequest } from "../orders/place.ts";
import { cuttablePostgres } from "../testing/cuttable-postgres.ts";
import {
  databases,
  erase,
  freshDatabase,
  placed,
  placeRequest,
  temporaryFolder,
  testDesk,
} from "../testing/desk.ts";
import { asPostgres } from "../testing/postgres.ts";
import { shopOf, testShop } from "../testing/test-shop.ts";
import { openDatabase } from "./database.ts";

vi.spyOn(console, "error").mockImplementation(() => {});

/** A program that runs this code and then opens the database. */
const opening = (file: string, before: string, after = "") => {
  const program = `import { DatabaseSync } from "node:sqlite";
    ${before}
    const { openDatabase } = await import(${JSON.stringify(join(import.meta.dirname, "database.ts"))});
    const db = await openDatabase(${JSON.stringify(file)});
    ${after}`;
  return spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
};

describe("SQLite", () => {
  test.each([3, 12, 25, 40, 45])(
    "recovers from a first start that was killed at statement %i",
    async (when) => {
      const file = join(temporaryFolder(), "orders.db");
      const killed = opening(
        file,
        `let count = 0;
       const { prepare } = DatabaseSync.prototype;
       DatabaseSync.prototype.prepare = function (sql) {
         if (++count === ${when}) process.kill(process.pid, "SIGKILL");
         return prepare.call(this, sql);
       };`,
      );
      expect(await once(killed, "exit")).toEqual([null, "SIGKILL"]);
      const db = await openDatabase(file);
      expect(await db.selectFrom("orders").select("id").execute()).toEqual([]);
      expect(await db.selectFrom("terms").select("version").execute()).toEqual([]);
      await db.destroy();
    },
  );

  test("recovers from a first start that was killed while it wrote a rollback journal", async () => {
    const file = join(temporaryFolder(), "orders.db");
    const killed = opening(
      file,
      `const database = new DatabaseSync(${JSON.stringify(file)});
       database.exec("create table a (b); pragma cache_size = 1; begin");
       const insert = database.prepare("insert into a values (?)");
       for (let row = 0; row < 1000; row++) insert.run("b".repeat(1000));
       process.kill(process.pid, "SIGKILL");`,
    );
    expect(await once(killed, "exit")).toEqual([null, "SIGKILL"]);
    expect(statSync(`${file}-journal`).size).toBeGreaterThan(0);
    const db = await openDatabase(file);
    expect(await db.selectFrom("orders").select("id").execute()).toEqual([]);
    expect(
      await db
        .selectFrom("a" as never)
        .selectAll()
        .execute(),
    ).toEqual([]);
    await db.destroy();
  });

  /** A database as a power failure leaves it. */
  async function cutOff() {
    const file = join(temporaryFolder(), "orders.db");
    const shop = opening(
      file,
      "",
      `await db.insertInto("settings").values({ name: "paused", value: "x".repeat(50_000) }).execute();
       console.log("written");
       setInterval(() => {}, 1_000);`,
    );
    await once(shop.stdout, "data");
    shop.kill("SIGKILL");
    await once(shop, "exit");
    return file;
  }

  test("keeps what was written before a power failure", async () => {
    const db = await openDatabase(await cutOff());
    expect(await db.selectFrom("settings").select("name").execute()).toEqual([{ name: "paused" }]);
    await db.destroy();
  });

  test("refuses a copy beside another database's journal, and changes neither", async () => {
    const file = await cutOff();
    const { url, db } = await testDesk("SQLite");
    const copy = `${url}.copy`;
    await db.executeQuery(db.selectFrom("orders").select("id").compile());
    const other = new DatabaseSync(url);
    other.prepare("vacuum into ?").run(copy);
    other.close();
    copyFileSync(copy, file);
    const journal = readFileSync(`${file}-wal`);
    await expect(openDatabase(file)).rejects.toThrow(
      `${file} es una copia, y ${file}-wal, a su lado, es de la base de datos que había antes: ` +
        `juntos no valen. Quita de ahí ${file}-wal y ${file}-shm, y vuelve a arrancar.`,
    );
    expect(readFileSync(file)).toEqual(readFileSync(copy));
    expect(readFileSync(`${file}-wal`)).toEqual(journal);
  });

  test("reports a damaged file, and how to recover", async () => {
    const desk = await testDesk("SQLite");
    for (let index = 0; index < 40; index++) await placed(desk);
    await desk.db.destroy();
    const bytes = readFileSync(desk.url);
    bytes.fill(0x55, 4096 * 3, 4096 * 20);
    writeFileSync(desk.url, bytes);
    await expect(openDatabase(desk.url)).rejects.toThrow(
      /^La base de datos .*\/orders\.db está dañada \(.+\): pon en su lugar una copia con «npm run -s orders -- restore <archivo>»\.$/,
    );
    writeFileSync(desk.url, "no database");
    await expect(openDatabase(desk.url)).rejects.toThrow(/está dañada \(file is not a database\)/);
  });

  test("other users can read neither the database nor its side files", async () => {
    const file = join(temporaryFolder(), "folder/orders.db");
    const db = await openDatabase(file);
    const modes = () => ["", "-wal", "-shm"].map((end) => statSync(file + end).mode & 0o777);
    expect(modes()).toEqual([0o600, 0o600, 0o600]);
    expect(statSync(join(file, "../..")).mode & 0o777).toBe(0o700);
    await db.destroy();
    const old = new DatabaseSync(`${file}.old`);
    old.exec("create table a (b)");
    old.close();
    expect(statSync(`${file}.old`).mode & 0o777).toBe(0o644);
    await (await openDatabase(`${file}.old`)).destroy();
    expect(statSync(`${file}.old`).mode & 0o777).toBe(0o640);
  });

  test("leaves nothing of an erased person in the file", async () => {
    const desk = await testDesk("SQLite");
    const order = await placed(desk, { lastName: "Wolframio", email: "wolframio@correo.example" });
    await erase(desk, order);
    await desk.db.destroy();
    expect(readFileSync(desk.url).includes("olframio")).toBe(false);
  });

  test("does not create a database where none is expected", async () => {
    const file = join(temporaryFolder(), "folder/orders.db");
    const sentence = (name: string) =>
      `No hay ninguna base de datos de la tienda en ${name}: comprueba DATABASE_URL. Una tienda nueva empieza con «npm run -s orders -- new».`;
    await expect(openDatabase(file, "migrate")).rejects.toThrow(sentence(file));
    expect(() => statSync(join(file, ".."))).toThrow("ENOENT");
    const other = join(temporaryFolder(), "other.db");
    new DatabaseSync(other).exec("create table a (b)");
    await expect(openDatabase(other, "migrate")).rejects.toThrow(sentence(other));
  });
});

describe.runIf(databases.includes("PostgreSQL"))("PostgreSQL", () => {
  test("lets a migration take longer than a request", async () => {
    const url = await freshDatabase("PostgreSQL");
    await asPostgres(url, async (client) => {
      await client.query(
        `create function slow() returns event_trigger language plpgsql as $$ begin
          perform pg_sleep(5.5) from pg_event_trigger_ddl_commands() where object_identity = 'public.orders';
        end $$`,
      );
      await client.query("create event trigger slow on ddl_command_end execute function slow()");
    });
    // A query of a request may take 5 s.
    const begun = performance.now();
    const db = await openDatabase(url);
    onTestFinished(() => db.destroy());
    expect(performance.now() - begun).toBeGreaterThan(5_500);
    expect(await db.selectFrom("orders").select("id").execute()).toEqual([]);
  });

  test("stores 40 concurrent first orders", async () => {
    const { order } = await testShop("PostgreSQL");
    const asked = Array.from({ length: 40 }, (_, index) =>
      placeRequest({ email: `a${index}@correo.example` }),
    );
    // On a busy machine some wait too long for a connection. Browsers retry then.
    const statusOf = async (body: PlaceRequest): Promise<number> => {
      const { status } = await order(body);
      return status === 503 ? statusOf(body) : status;
    };
    expect(await Promise.all(asked.map(statusOf))).toEqual(Array(40).fill(201));
  });

  test("replaces connections to a server that has stopped answering", async () => {
    const direct = await testDesk("PostgreSQL");
    const proxy = await cuttablePostgres(new URL(direct.url).pathname.slice(1));
    const db = await openDatabase(proxy.url);
    onTestFinished(() => db.destroy());
    const { order } = await shopOf({ ...direct, db });
    expect((await order(placeRequest())).status).toBe(201);
    // Existing connections stay open, but transfer nothing more.
    proxy.silence();
    const asked = placeRequest();
    expect((await order(asked)).status).toBe(503);
    expect((await order(asked)).status).toBe(201);
  });

  test("works with a pooler that accepts no startup parameters", async () => {
    const direct = await testDesk("PostgreSQL");
    const proxy = await cuttablePostgres(new URL(direct.url).pathname.slice(1));
    const db = await openDatabase(proxy.url);
    onTestFinished(() => db.destroy());
    await placed({ ...direct, db });
    // The defaults of PgBouncer 1.18.
    const known = ["user", "database", "client_encoding", "application_name"];
    expect(proxy.parameters().length).toBeGreaterThan(0);
    expect(proxy.parameters().filter((name) => !known.includes(name))).toEqual([]);
  });

  test("reports an unknown database", async () => {
    const { url } = await testDesk("PostgreSQL");
    const other = url.replace(/\/test_\w+/, "/postgres");
    await expect(openDatabase(other, "migrate")).rejects.toThrow(
      /^No hay ninguna base de datos de la tienda en postgres \(\/.*\): comprueba DATABASE_URL\. Una tienda nueva empieza con /,
    );
  });
});

test("reports a server that does not answer, without the password", async () => {
  await expect(openDatabase("postgres://aurelia:secreto@127.0.0.1:1/orders")).rejects.toThrow(
    new Error(
      "No se puede abrir la base de datos orders (127.0.0.1): connect ECONNREFUSED 127.0.0.1:1.",
    ),
  );
});

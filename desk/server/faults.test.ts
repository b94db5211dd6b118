import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { isUnavailable, openDatabase, transact } from "../storage/database.ts";
import { cuttablePostgres } from "../testing/cuttable-postgres.ts";
import {
  databases,
  freshDatabase,
  newKey,
  placed,
  placeRequest,
  postgresUrl,
  reread,
  setStock,
  type TestDesk,
  temporaryFolder,
  testDesk,
} from "../testing/desk.ts";
import { readPage } from "../testing/page.ts";
import { asPostgres } from "../testing/postgres.ts";
import { read, shopOf, testShop } from "../testing/test-shop.ts";

/**
 * How long, in ms, 20 concurrent orders may take over 10 connections. Each waits up to 2 s for its
 * lock, so together they take 4.2 s. Without that timeout, they would take 10 s.
 */
const soon = 9_500;

const log = vi.spyOn(console, "error").mockImplementation(() => {});

/** A separate connection to the database, like that of another process. */
function another({ url }: TestDesk): DatabaseSync {
  const other = new DatabaseSync(url);
  onTestFinished(() => other.close());
  return other;
}

async function anotherPostgres({ url }: TestDesk): Promise<pg.Client> {
  const other = new pg.Client(url);
  await other.connect();
  onTestFinished(() => other.end());
  return other;
}

/**
 * The numbers of orders, events and emails to shoppers. They are equal if no row is an orphan.
 */
async function rows({ db }: TestDesk): Promise<number[]> {
  const all = await Promise.all([
    db.selectFrom("orders").select("id").execute(),
    db.selectFrom("events").select("id").execute(),
    db.selectFrom("mails").select("id").where("audience", "=", "shopper").execute(),
  ]);
  return all.map(({ length }) => length);
}

const unavailable = {
  status: 503,
  retryAfter: "5",
  body: {
    message:
      "Ahora mismo no podemos guardar nada. Espera unos segundos y vuelve a pulsar: no se hará dos veces.",
  },
};

const summaryOf = async (answer: Response) => ({
  status: answer.status,
  retryAfter: answer.headers.get("Retry-After"),
  body: await answer.json(),
});

/** Locks the orders until it is released. */
async function lock(desk: TestDesk, database: string): Promise<() => Promise<unknown>> {
  if (database === "SQLite") {
    const other = another(desk);
    other.exec("begin exclusive");
    return async () => other.exec("rollback");
  }
  const other = await anotherPostgres(desk);
  await other.query("begin; lock table orders in share row exclusive mode");
  return () => other.query("rollback");
}

describe.each(databases)("%s", (database) => {
  test("answers 20 concurrent orders with 503 while the database is locked, and takes them later", async () => {
    const { desk, order } = await testShop(database);
    const known = await placed(desk);
    const unlock = await lock(desk, database);
    const attempts = Array.from({ length: 20 }, () => placeRequest());
    const begun = performance.now();
    const answers = await Promise.all(
      attempts.map(async (asked) => {
        const answer = await summaryOf(await order(asked));
        return { answer, time: performance.now() - begun };
      }),
    );
    for (const { answer, time } of answers) {
      expect(answer).toEqual(unavailable);
      expect(time).toBeLessThan(soon);
    }
    expect(await rows(desk)).toEqual([1, 1, 1]);
    expect(await reread(desk, known)).toEqual(known);
    await unlock();
    for (const asked of attempts) expect((await order(asked)).status).toBe(201);
    expect(await rows(desk)).toEqual([21, 21, 21]);
  });

  test("answers order pages, admin and withdrawals with 503 while the database is locked", async () => {
    const { desk, ask, post, owner } = await testShop(database);
    await owner.session();
    const order = await placed(desk);
    const unlock = await lock(desk, database);
    expect((await ask(`/pedido/${order.token}`)).status).toBe(200);
    const fields = { importe: "89,99", version: "0" };
    const counted = await owner.post(`/mostrador/${order.id}/pago`, fields);
    expect([counted.status, counted.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect((await read(counted)).text).toMatch(
      /^Un momento Ahora mismo no podemos guardar nada\. /,
    );
    await unlock();
    expect(await reread(desk, order)).toEqual(order);
    expect((await owner.post(`/mostrador/${order.id}/pago`, fields)).status).toBe(303);
    const declared = { name: "Lucía Gómez", contract: order.id, email: "lucia@correo.example" };
    const confirmed = { ...declared, key: newKey(), step: "confirm" };
    expect((await post("/desistimiento", confirmed)).status).toBe(200);
    const { status, paid, withdrawnAt } = await reread(desk, order);
    expect([status, paid, withdrawnAt]).toEqual(["cancelled", 8999, desk.now()]);
  });

  test("waits for a short lock", async () => {
    const { desk, order } = await testShop(database);
    const unlock = await lock(desk, database);
    const answer = order(placeRequest());
    await wait(50);
    await unlock();
    expect((await answer).status).toBe(201);
  });

  test("rolls back the whole transaction if a part of it fails", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    const broken = transact(desk.db, async (trx) => {
      await trx
        .updateTable("orders")
        .set({ closed: "expired" })
        .where("id", "=", order.id)
        .execute();
      throw new Error("broken");
    });
    await expect(broken).rejects.toThrow("broken");
    expect(await reread(desk, order)).toEqual(order);
    await placed(desk);
  });

  test("does not report a programming error as temporary", async () => {
    const { desk, ask } = await testShop(database);
    await sql`alter table withdrawals rename to gone`.execute(desk.db);
    onTestFinished(async () => {
      await sql`alter table gone rename to withdrawals`.execute(desk.db);
    });
    const body = new URLSearchParams({
      name: "Lucía",
      contract: "x",
      email: "a@b.example",
      key: newKey(),
      step: "confirm",
    });
    log.mockClear();
    const answer = await ask("/desistimiento", { method: "POST", body });
    expect(log.mock.calls).toEqual([[expect.objectContaining({ stack: expect.any(String) })]]);
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([500, null]);
    const { title, text, html } = readPage(await answer.text());
    expect(title).toBe("Algo ha fallado · Aurelia");
    expect(text).toContain("El fallo es nuestro.");
    expect(html).not.toMatch(/withdrawals|sql|Error/i);
  });

  test("creates the tables once, with several processes starting at once and others writing", async () => {
    const url = await freshDatabase(database);
    const opened = await Promise.all(Array.from({ length: 4 }, () => openDatabase(url)));
    for (const db of opened) {
      expect(await db.selectFrom("orders").select("id").execute()).toEqual([]);
    }
    await Promise.all(opened.map((db) => db.destroy()));
  });
});

describe("SQLite", () => {
  test("stores no partial order on a full disk, and works again once there is space", async () => {
    const { desk, order } = await testShop("SQLite");
    const { rows: found } = await sql<{ pageCount: number }>`pragma page_count`.execute(desk.db);
    const limit = (pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(desk.db);
    await limit((found[0]?.pageCount ?? 0) + 3);
    const asked: ReturnType<typeof placeRequest>[] = [];
    const answers: number[] = [];
    while (!answers.some((status) => status !== 201) && answers.length < 200) {
      asked.push(placeRequest());
      answers.push((await order(asked.at(-1))).status);
    }
    expect(answers.length).toBeGreaterThan(1);
    expect(answers.at(-1)).toBe(503);
    const whole = answers.length - 1;
    expect(await rows(desk)).toEqual([whole, whole, whole]);
    expect(await summaryOf(await order(asked.at(-1)))).toEqual(unavailable);
    expect((await order(asked[0])).status).toBe(201);
    await limit(1_000_000);
    expect((await order(asked.at(-1))).status).toBe(201);
    expect(await rows(desk)).toEqual([whole + 1, whole + 1, whole + 1]);
  });

  test("opens while another process writes, with a time limit", async () => {
    const desk = await testDesk("SQLite");
    const other = another(desk);
    other.exec("begin exclusive");
    const opening = openDatabase(desk.url);
    await wait(300);
    other.exec("rollback");
    await (await opening).destroy();
  });

  test("reports a file that can't be created", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    await expect(openDatabase(join(file, "orders.db"))).rejects.toThrow(
      /^No se puede abrir la base de datos .*\/file\/orders\.db: .*mkdir '.*\/file'\.$/,
    );
  });
});

describe.runIf(databases.includes("PostgreSQL"))("PostgreSQL", () => {
  /** A shop whose connection to the database can be cut. */
  async function cuttable() {
    const direct = await testDesk("PostgreSQL");
    const proxy = await cuttablePostgres(new URL(direct.url).pathname.slice(1));
    const db = await openDatabase(proxy.url);
    onTestFinished(() => db.destroy());
    return { direct, proxy, ...(await shopOf({ ...direct, db })) };
  }

  /** Terminates all connections at once, and waits for their end. */
  const terminateAll = ({ url }: TestDesk) =>
    asPostgres(postgresUrl("postgres"), async (client) => {
      const { rows } = await client.query<{ pid: number }>(
        "select pid, pg_terminate_backend(pid) from pg_stat_activity where datname = $1",
        [new URL(url).pathname.slice(1)],
      );
      const pids = rows.map(({ pid }) => pid);
      const left = async () =>
        (await client.query("select 1 from pg_stat_activity where pid = any($1)", [pids])).rowCount;
      await expect.poll(left, { interval: 5 }).toBe(0);
    });

  test("reconnects after idle connections were closed", async () => {
    const { desk, order } = await testShop("PostgreSQL");
    await Promise.all(Array.from({ length: 5 }, () => placed(desk)));
    await terminateAll(desk);
    await expect.poll(async () => (await order(placeRequest())).status).toBe(201);
    const [orders = 0, ...others] = await rows(desk);
    expect(others).toEqual([orders, orders]);
  });

  test("waits for the stock, which every order of a rush changes, longer than for other locks", async () => {
    const { desk, order } = await testShop("PostgreSQL");
    await setStock(desk, 1);
    const holder = await anotherPostgres(desk);
    await holder.query("begin; update stock set bottles = bottles");
    const answer = order(placeRequest());
    await wait(600);
    await holder.query("rollback");
    expect((await answer).status).toBe(201);
  });

  test("stores nothing when a connection breaks, and the retry succeeds", async () => {
    const { desk, order } = await testShop("PostgreSQL");
    const holder = await anotherPostgres(desk);
    holder.on("error", () => {});
    await holder.query("begin; lock table events in exclusive mode");
    const asked = placeRequest();
    const answer = order(asked);
    // The other test files lock other databases of the same server.
    const waiting = async () => {
      const { rowCount } = await holder.query(
        `select 1 from pg_locks where not granted
          and database = (select oid from pg_database where datname = current_database())`,
      );
      return rowCount;
    };
    await expect.poll(waiting, { interval: 5 }).toBe(1);
    await terminateAll(desk);
    expect(await summaryOf(await answer)).toEqual(unavailable);
    await expect.poll(async () => (await order(asked)).status).toBe(201);
    expect(await rows(desk)).toEqual([1, 1, 1]);
  });

  test("answers 503 quickly while the server is down, and the retry succeeds afterwards", async () => {
    const { direct, proxy, order, owner } = await cuttable();
    await owner.session();
    expect((await order(placeRequest())).status).toBe(201);
    await proxy.stop();
    const asked = placeRequest();
    const begun = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => summaryOf(await order(asked))),
    );
    expect(answers).toEqual(answers.map(() => unavailable));
    expect((await owner.get("/mostrador")).status).toBe(503);
    expect(performance.now() - begun).toBeLessThan(soon);
    await proxy.start();
    expect((await order(asked)).status).toBe(201);
    expect(await rows(direct)).toEqual([2, 2, 2]);
  });

  test("finds the same order on a retry after the commit's response was lost", async () => {
    const { direct, proxy, order } = await cuttable();
    const asked = placeRequest();
    proxy.loseNextCommit();
    expect(await summaryOf(await order(asked))).toEqual(unavailable);
    expect(await rows(direct)).toEqual([1, 1, 1]);
    expect((await order(asked)).status).toBe(201);
    expect(await rows(direct)).toEqual([1, 1, 1]);
  });

  test("does not count a payment twice after its response was lost", async () => {
    const { direct, proxy, owner } = await cuttable();
    await owner.session();
    const order = await placed(direct);
    const fields = { importe: "89,99", version: "0" };
    const press = () => owner.post(`/mostrador/${order.id}/pago`, fields);
    proxy.loseNextCommit();
    expect((await press()).status).toBe(503);
    expect((await press()).status).toBe(409);
    expect(await reread(direct, order)).toMatchObject({ status: "paid", paid: 8999 });
  });
});

test.each([
  [{ errcode: 5 }, true],
  [{ errcode: 517 }, true],
  [{ errcode: 13 }, true],
  [{ errcode: 19 }, false],
  [{ errcode: 2067 }, false],
  [{ code: "57P01" }, true],
  [{ code: "53100" }, true],
  [{ code: "55P03" }, true],
  [{ code: "40P01" }, true],
  [{ code: "08006" }, true],
  [{ code: "23505" }, false],
  [{ code: "ECONNREFUSED" }, true],
  [{ code: "ENOENT" }, false],
  [{}, false],
])("error %o is temporary: %s", (fields, expected) => {
  expect(isUnavailable(Object.assign(new Error("…"), fields))).toBe(expected);
  expect(isUnavailable(new Error("…", { cause: Object.assign(new Error("…"), fields) }))).toBe(
    expected,
  );
});

import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import pg from "pg";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { health } from "../jobs/health.ts";
import { jobRunner } from "../jobs/job-runner.ts";
import { MailServerDown, type Send } from "../mail/outbox.ts";
import { renderMail } from "../mail/render.ts";
import { day, hour, minute } from "../shop/time.ts";
import type { Desk } from "../storage/desk.ts";
import { card, databases, placed, reread, type TestDesk, testDesk } from "../testing/desk.ts";
import { timedJobs, wokenJobs } from "./jobs.ts";

for (const kind of ["log", "error"] as const) vi.spyOn(console, kind).mockImplementation(() => {});

const subjects: string[] = [];
beforeEach(() => void subjects.splice(0));
const accept: Send = async ({ subject }) => void subjects.push(subject);

/** A desk whose jobs the test runs, each hour one after the other. */
async function shop(database: "SQLite" | "PostgreSQL", changes: Partial<Desk> = {}) {
  const desk = await testDesk(database, changes);
  let send = accept;
  let passed = 0;
  const jobs = jobRunner(desk.now, () => passed);
  const watched = { ...desk, failing: jobs.failing };
  const all = [
    ...wokenJobs(watched, () => (mail) => send(mail)),
    ...timedJobs(watched, undefined),
  ].map(jobs.add);
  const pass = (time: number) => {
    passed += time;
    desk.pass(time);
  };
  async function run() {
    for (const { run, idle } of all) {
      run();
      await idle();
    }
  }
  return {
    desk: watched,
    /** What has happened after this time, with a run in the middle. */
    async after(time: number) {
      pass(time / 2);
      await run();
      pass(time / 2);
      await run();
      return jobs.failing().map(({ name }) => name);
    },
    sendBy: (other: Send) => {
      send = other;
    },
  };
}

/** Keeps others from writing until it is released. */
async function lock({ url }: TestDesk, database: string): Promise<() => Promise<unknown>> {
  if (database === "SQLite") {
    const other = new DatabaseSync(url);
    onTestFinished(() => other.close());
    other.exec("begin exclusive");
    return async () => other.exec("rollback");
  }
  const other = new pg.Client(url);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query("begin; lock table orders, mails in share row exclusive mode");
  return () => other.query("rollback");
}

const overAnHour = hour + 2;

describe.each(databases)("%s", (database) => {
  test("in a shop that works nothing fails", async () => {
    const { desk, after } = await shop(database, { card: card({}) });
    await placed(desk);
    expect(await after(7 * hour)).toEqual([]);
    expect(await health(desk)()).toEqual({ works: true, text: "ok" });
  });

  test("while the database is locked, what has to write fails, and catches up", async () => {
    const { desk, after } = await shop(database);
    const order = await placed(desk);
    desk.pass(8 * day);
    const unlock = await lock(desk, database);
    expect(await after(overAnHour)).toEqual(expect.arrayContaining(["mails", "expiry"]));
    expect(desk.failing()).not.toContainEqual(expect.objectContaining({ name: "deliveries" }));
    await unlock();
    expect(await after(minute)).toEqual([]);
    expect((await reread(desk, order)).status).toBe("expired");
  });

  test("an event in the future stops expiry and erasure alone, and the owner is told", async () => {
    const { desk, after } = await shop(database);
    const order = await placed(desk);
    desk.pass(30 * day);
    const later = await placed(desk, { email: "ana@correo.example" });
    desk.pass(-26 * day);
    expect(await after(overAnHour)).toEqual(["expiry", "erasure"]);
    desk.pass(4 * day);
    await after(minute);
    expect(await reread(desk, order)).toMatchObject({ status: "unpaid" });
    // The reminder of the first order has gone out all the same.
    expect(subjects).toContain(`Tu pedido ${order.id} te espera: faltan 89,99\u00a0€`);
    expect((await health(desk)()).text).toMatch(
      /no caducan los pedidos sin pagar; no se borran los datos personales que han cumplido su plazo$/,
    );
    expect(subjects).toContain("Hay 2 cosas que la tienda no consigue hacer");
    desk.pass(30 * day);
    expect(await after(minute)).toEqual([]);
    expect(await reread(desk, order)).toMatchObject({ status: "expired" });
    expect(await reread(desk, later)).toMatchObject({ status: "expired" });
  });

  test("a mail server that refuses is told, but in no email", async () => {
    const { desk, after, sendBy } = await shop(database);
    await placed(desk);
    sendBy(() => Promise.reject(new MailServerDown("el servidor de correo no funciona")));
    // A worker that finds the emails leased while the first attempt runs has succeeded.
    await after(minute);
    expect(await after(overAnHour)).toEqual(["mails"]);
    expect((await health(desk)()).text).toBe("los correos no salen");
    const queued = await desk.db.selectFrom("mails").select("template").execute();
    expect(queued.map(({ template }) => template).sort()).toEqual(["owner order placed", "placed"]);
    sendBy(accept);
    desk.pass(minute);
    expect(await after(minute)).toEqual([]);
    expect(subjects).toHaveLength(2);
  });

  test("a Stripe that does not answer is told, and an order that can't be erased", async () => {
    const away = () => Promise.reject(new Error("away"));
    const silent = card({ check: away, changedSince: away, isUnavailable: () => true });
    const { desk, after } = await shop(database, { card: silent });
    const [old, other] = [await placed(desk), await placed(desk, { email: "ana@correo.example" })];
    await desk.db
      .updateTable("orders")
      .set({ providerPage: "1", providerPageOpen: 1 })
      .where("id", "=", old.id)
      .execute();
    expect(await after(3 * hour)).toEqual([]);
    expect(await after(2)).toEqual(["card payments", "card refunds"]);
    desk.pass(8 * day);
    await after(minute);
    desk.pass(31 * day);
    expect(await after(overAnHour)).toContain("erasure");
    expect(desk.failing()).toContainEqual(
      expect.objectContaining({ name: "erasure", reason: `pedido ${old.id}: away` }),
    );
    const data = await Promise.all([old, other].map((order) => reread(desk, order)));
    expect(data.map(({ lastName }) => lastName)).toEqual(["Gómez", null]);
  });

  test("the owner gets one email a day", async () => {
    const { desk, after } = await shop(database);
    await placed(desk);
    desk.pass(300 * day);
    await placed(desk, { email: "ana@correo.example" });
    desk.pass(-300 * day);
    const about = async () => {
      const mails = await desk.db
        .selectFrom("mails")
        .selectAll()
        .where("template", "=", "owner jobs failing")
        .orderBy("createdAt")
        .execute();
      return Promise.all(mails.map(async (mail) => (await renderMail(desk, desk.db, mail))?.text));
    };
    await after(overAnHour);
    for (let count = 0; count < 5; count++) await after(hour);
    const [text, ...more] = await about();
    expect(more).toEqual([]);
    expect(text).toContain(
      "No caducan los pedidos sin pagar, desde el 22 de noviembre de 2026 a las 10:05.\n" +
        "Siguen reservando sus frascos cuando ha pasado su último día.\n" +
        "Si te hacen falta, anula los vencidos en «Esperan el pago».\n" +
        "Se ha anotado: «el reloj marca una hora anterior a la del último suceso guardado».",
    );
    expect(text).toContain("«aurelia estado»");
    await after(day);
    expect(await about()).toHaveLength(2);
  });
});

test("on a full disk, what has to write fails, and catches up once there is space", async () => {
  const { desk, after } = await shop("SQLite");
  for (let index = 0; index < 40; index++) await placed(desk, { email: `${index}@correo.example` });
  // The result of a sent email would be tried to be stored for 15 s.
  await desk.db.updateTable("mails").set({ sentAt: desk.now() }).execute();
  desk.pass(8 * day);
  const { rows } = await sql<{ pageCount: number }>`pragma page_count`.execute(desk.db);
  const limit = (pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(desk.db);
  await limit(rows[0]?.pageCount ?? 0);
  expect(await after(overAnHour)).toContain("expiry");
  expect(desk.failing()[0]?.reason).toMatch(/database or disk is full$/);
  await limit(1_000_000);
  expect(await after(minute)).toEqual([]);
  const statuses = await desk.db.selectFrom("orders").select("status").distinct().execute();
  expect(statuses).toEqual([{ status: "expired" }]);
});

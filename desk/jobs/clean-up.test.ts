import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { sendDue } from "../mail/outbox.ts";
import { day, minute } from "../shop/time.ts";
import type { Desk } from "../storage/desk.ts";
import { databases, placed, reread, testDesk } from "../testing/desk.ts";
import { cleanUpJobs } from "./clean-up.ts";

const log: string[] = [];
beforeEach(() => void log.splice(0));
vi.spyOn(console, "log").mockImplementation((line) => void log.push(line));

/** Runs the jobs one after the other. */
async function cleanUp(desk: Desk) {
  for (const { work } of cleanUpJobs(desk)) await work(() => {});
}

test("lets requests run between two orders that are emailed about, expire or are erased", async () => {
  const desk = await testDesk("SQLite");
  for (let index = 0; index < 40; index++)
    await placed(desk, { email: `a${index}@correo.example` });
  /** How often the event loop turned while this was done. */
  async function turnsDuring(work: () => Promise<unknown>) {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns++;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    await work();
    isOver = true;
    return turns;
  }
  expect(await turnsDuring(() => sendDue(desk, async () => {}))).toBeGreaterThan(79);
  desk.pass(5 * day);
  expect(await turnsDuring(() => cleanUp(desk))).toBeGreaterThan(39);
  desk.pass(3 * day);
  expect(await turnsDuring(() => cleanUp(desk))).toBeGreaterThan(39);
  desk.pass(31 * day);
  expect(await turnsDuring(() => cleanUp(desk))).toBeGreaterThan(39);
  const left = await desk.db.selectFrom("orders").select("erasedAt").execute();
  expect(left.every(({ erasedAt }) => erasedAt !== null)).toBe(true);
});

describe.each(databases)("%s", (database) => {
  test("expires and erases an order in its time, and logs the count", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    desk.pass(8 * day);
    await cleanUp(desk);
    await cleanUp(desk);
    expect(await reread(desk, order)).toMatchObject({ status: "expired", firstName: "Lucía" });
    desk.pass(31 * day);
    await cleanUp(desk);
    expect(await reread(desk, order)).toMatchObject({ status: "expired", firstName: null });
    expect(log).toEqual(["Pedidos caducados: 1.", "Pedidos sin datos personales: 1."]);
  });

  test("expires nothing while the clock is before the newest event, and says so from a minute on", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    desk.pass(8 * day);
    await placed(desk, { email: "ana@correo.example" });
    desk.pass(-1);
    await cleanUp(desk);
    desk.pass(1 - minute);
    await cleanUp(desk);
    expect(await reread(desk, order)).toMatchObject({ status: "unpaid" });
    desk.pass(-1);
    await expect(cleanUp(desk)).rejects.toThrow(
      "el reloj marca una hora anterior a la del último suceso guardado",
    );
    expect(await reread(desk, order)).toMatchObject({ status: "unpaid" });
    desk.pass(minute + 1);
    await cleanUp(desk);
    expect(await reread(desk, order)).toMatchObject({ status: "expired" });
  });

  if (database === "SQLite")
    test("has not emptied the journal while somebody reads", async () => {
      const desk = await testDesk(database);
      const journal = cleanUpJobs(desk).find(({ name }) => name === "journal");
      await placed(desk);
      using reader = new DatabaseSync(desk.url);
      reader.exec("begin");
      reader.prepare("select count(*) from orders").get();
      await placed(desk, { email: "ana@correo.example" });
      expect(await journal?.work(() => {})).toBe(false);
      reader.exec("rollback");
      expect(await journal?.work(() => {})).toBe(true);
    });

  if (database === "SQLite")
    test("leaves nothing of an erased person in any file a minute later", async () => {
      const desk = await testDesk(database);
      await placed(desk, { lastName: "Wolframio" });
      desk.pass(8 * day);
      await cleanUp(desk);
      desk.pass(31 * day);
      expect(readFileSync(`${desk.url}-wal`).includes("olframio")).toBe(true);
      await cleanUp(desk);
      await cleanUp(desk);
      expect(readFileSync(`${desk.url}-wal`).includes("olframio")).toBe(false);
      expect(readFileSync(desk.url).includes("olframio")).toBe(false);
    });
});

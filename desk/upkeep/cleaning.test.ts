import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { day, hour, minute } from "../../app/desk/shop/time.ts";
import { writeState } from "../orders/shop-state.ts";
import { databases, now, placed, start, type TestDesk, testDesk } from "../testing/desk.ts";
import { cleaning } from "./cleaning.ts";

const log: string[] = [];
beforeEach(() => void log.splice(0));
for (const kind of ["error", "log"] as const) {
  vi.spyOn(console, kind).mockImplementation((line) => void log.push(line));
}

const stateOf = async (desk: TestDesk, order: { id: string }) => (await now(desk, order)).state;

describe.each(databases)("%s", (database) => {
  /** Advances the desk's clock for this long, and runs the cleaning every minute. */
  async function machine() {
    const desk = await testDesk(database);
    let running = 0;
    vi.spyOn(performance, "now").mockImplementation(() => running);
    let clean = cleaning(desk, start - day);
    return {
      desk,
      async run(time: number, step = minute) {
        for (let passed = 0; passed < time; passed += step) {
          desk.pass(step);
          running += step;
          await clean();
        }
      },
      restart() {
        clean = cleaning(desk, start - day);
      },
    };
  }

  test("expires orders as time passes, and logs the count", async () => {
    const { desk, run } = await machine();
    await run(2 * hour);
    const order = await placed(desk);
    // From 12:05 to the end of the seventh day after it.
    await run(7 * day + 11 * hour, hour);
    expect(await stateOf(desk, order)).toBe("pending");
    await run(hour);
    expect(await stateOf(desk, order)).toBe("expired");
    await run(39 * day, hour);
    expect((await now(desk, order)).firstName).toBeNull();
    expect(log).toEqual([
      "Limpieza de pedidos: caducados, 1; con sus datos borrados, 0.",
      "Limpieza de pedidos: caducados, 0; con sus datos borrados, 1.",
    ]);
  });

  test("does nothing while the clock is ahead for half a day", async () => {
    const { desk, run } = await machine();
    await run(2 * hour);
    const order = await placed(desk);
    desk.pass(40 * day);
    await run(12 * hour);
    desk.pass(-40 * day);
    await run(12 * hour);
    expect(await now(desk, order)).toEqual(order);
    expect(log).toEqual([
      "El reloj se ha adelantado 57600 min: la limpieza espera.",
      "La limpieza espera: el reloj marca una hora muy alejada de la última limpieza.",
      "El reloj se ha atrasado 57600 min: la limpieza espera.",
    ]);
  });

  test("expires nothing by a clock that is set while it runs", async () => {
    const desk = await testDesk(database);
    await writeState(desk.db, "last cleaning", String(start));
    const order = await placed(desk);
    const { now: clock } = desk;
    let reads = 0;
    desk.now = () => clock() + (reads++ === 0 ? 0 : 40 * day);
    await cleaning(desk, start - day, () => ({ steadyFor: 2 * hour, jump: 0 }))();
    expect(reads).toBeGreaterThan(1);
    expect(await now(desk, order)).toEqual(order);
  });

  test("does nothing after a start with a clock ahead, until a day has passed", async () => {
    const { desk, run, restart } = await machine();
    await run(2 * hour);
    const order = await placed(desk);
    desk.pass(7 * 366 * day);
    restart();
    await run(day - minute);
    expect(await now(desk, order)).toEqual(order);
    await run(2 * minute);
    expect(await stateOf(desk, order)).toBe("expired");
  });

  test("continues an hour after a restart", async () => {
    const { desk, run, restart } = await machine();
    await run(2 * hour);
    const order = await placed(desk);
    await run(7 * day + 11.5 * hour, 30 * minute);
    restart();
    // It would have expired by now.
    await run(45 * minute);
    expect(await stateOf(desk, order)).toBe("pending");
    await run(16 * minute);
    expect(await stateOf(desk, order)).toBe("expired");
  });

  if (database === "SQLite")
    test("leaves nothing of a forgotten person in any file", async () => {
      const { desk, run } = await machine();
      await run(2 * hour);
      await placed(desk, { lastName: "Wolframio" });
      await run(39 * day, hour);
      expect(readFileSync(`${desk.url}-wal`).includes("olframio")).toBe(false);
      expect(readFileSync(desk.url).includes("olframio")).toBe(false);
    });
});

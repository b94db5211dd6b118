import { describe, expect, test } from "vitest";
import { startOfMonth } from "../shop/time.ts";
import { change, databases, enter, placed, testDesk } from "../testing/desk.ts";
import { close } from "./order-steps.ts";
import { salesBetween } from "./sales.ts";

const december = Date.parse("2026-12-01T00:00:00+01:00");

describe.each(databases)("%s", (database) => {
  test("sums the paid orders of a month, minus refunds", async () => {
    const desk = await testDesk(database);
    const november = () => salesBetween(desk, startOfMonth(december - 1, 0), december);
    expect(await november()).toEqual({ bottles: 0, amount: 0 });
    await placed(desk);
    const order = await placed(desk, { quantity: 2, email: "b@correo.example" });
    await enter(desk, order, 17_998);
    await enter(desk, order, 1000, { kind: "refund" });
    const back = await placed(desk, { email: "c@correo.example" });
    await enter(desk, back, 8999);
    await enter(desk, back, 8999, { kind: "refund" });
    // An overpaid order counts with its price, and a cancelled one not at all.
    const tooMuch = await placed(desk, { email: "e@correo.example" });
    await enter(desk, tooMuch, 10_000);
    const cancelled = await placed(desk, { email: "f@correo.example" });
    await enter(desk, cancelled, 8999);
    await change(desk, cancelled, (trx, current) =>
      close(desk, trx, current, "cancelled", { who: "owner" }),
    );
    desk.pass(december - desk.now());
    await enter(desk, await placed(desk, { email: "d@correo.example" }), 8999);
    expect(await november()).toEqual({ bottles: 3, amount: 25_997 });
    expect(await salesBetween(desk, december, december + 1)).toEqual({ bottles: 1, amount: 8999 });
  });
});

test.each([
  ["2026-11-22T10:00:00+01:00", 0, "2026-11-01T00:00:00+01:00"],
  ["2026-11-01T00:00:00+01:00", -1, "2026-10-01T00:00:00+02:00"],
  ["2027-01-31T23:59:59+01:00", -1, "2026-12-01T00:00:00+01:00"],
  ["2026-12-31T23:30:00+01:00", 1, "2027-01-01T00:00:00+01:00"],
])("the month of %s, %i later, begins at %s", (time, months, start) => {
  expect(startOfMonth(Date.parse(time), months)).toBe(Date.parse(start));
});

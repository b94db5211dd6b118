import { describe, expect, test } from "vitest";
import type { Desk } from "../context.ts";
import { isUnavailable } from "../storage/database.ts";
import { attempt, databases, setStock, testDesk } from "../testing/desk.ts";
import { type PlaceRequest, place } from "./place.ts";
import { stockOf } from "./stock.ts";

describe.each(databases)("the stock on %s", (database) => {
  test("20 buyers at once of the last 12 bottles get 12, on two servers", async () => {
    const desk = await testDesk(database);
    const other = { ...desk };
    await setStock(desk, 12);
    // On a busy machine some wait too long for a connection. Browsers retry then.
    const buy = (server: Desk, request: PlaceRequest): ReturnType<typeof place> =>
      place(server, request).catch((error) => {
        if (!isUnavailable(error)) throw error;
        return buy(server, request);
      });
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        buy(index % 2 ? desk : other, attempt({ email: `a${index}@correo.example` })),
      ),
    );
    const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length;
    expect([count("placed"), count("sold out")]).toEqual([12, 8]);
    expect(await stockOf(desk.db)).toBe(0);
  });

  test("concurrent requests with one key take one bottle", async () => {
    const desk = await testDesk(database);
    await setStock(desk, 5);
    const request = attempt();
    await Promise.all(Array.from({ length: 8 }, () => place(desk, request)));
    expect(await stockOf(desk.db)).toBe(4);
  });

  test("says how many are left, and counts nothing if the owner does not", async () => {
    const desk = await testDesk(database);
    await setStock(desk, 2);
    expect(await place(desk, attempt({ quantity: 3 }))).toEqual({ outcome: "sold out", left: 2 });
    expect(await stockOf(desk.db)).toBe(2);
    await setStock(desk, undefined);
    expect(await place(desk, attempt({ quantity: 3 }))).toMatchObject({ outcome: "placed" });
    expect(await stockOf(desk.db)).toBeUndefined();
  });
});

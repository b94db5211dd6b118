import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { day, minute } from "../shop/time.ts";
import { openDatabase, transact } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import { databases, placeRequest, testDesk } from "../testing/desk.ts";
import { changeFact } from "./change-fact.ts";
import { place } from "./place.ts";
import { readFacts, readFactValues } from "./stored-facts.ts";
import { storeTerms, storeText } from "./terms.ts";

test.each(databases)("the tenth terms of a day follow the ninth, on %s", async (database) => {
  const desk = await testDesk(database);
  const store = (text: string) => transact(desk.db, (trx) => storeText(trx, text, desk.now()));
  for (let number = 2; number <= 10; number++) {
    expect(await store(`Texto ${number}.`)).toBe(`2026-11-22-${number}`);
  }
  // A text that was in force before keeps its version.
  expect(await store("Texto 9.")).toBe("2026-11-22-9");
  expect(await store("Texto 11.")).toBe("2026-11-22-11");
});

test("the same text under another build keeps the day of the first", async () => {
  const desk = await testDesk("SQLite", { renderTerms: async ({ terms }) => `Términos ${terms}` });
  const facts = await readFacts(desk.db);
  const first = await storeTerms(desk, facts);
  desk.pass(day);
  expect(await storeTerms({ ...desk, build: "next" }, facts)).toBe(first);
});

describe.each(databases)("while prices change, on %s", (database) => {
  test("each order has terms that quote its own price and shipping", async () => {
    const desk = await testDesk(database, {
      renderTerms: async ({ price, shipping }) => {
        await wait(5);
        return `Un frasco: ${price}; envío: ${shipping.cost}.`;
      },
    });
    const db = await openDatabase(desk.url);
    onTestFinished(() => db.destroy());
    // A server of an earlier build, whose clock is three minutes ahead.
    const ahead: Desk = { ...desk, db, build: "earlier", now: () => desk.now() + 3 * minute };
    const servers = [desk, ahead];
    const claims = (cost: number) =>
      JSON.stringify({ shippingCost: `${cost},00`, freeShippingFrom: "9999,00" });
    await changeFact(desk, "claims", "", claims(1));
    const buy = async (server: Desk, email: string) => {
      const request = placeRequest({ email });
      for (let total = 8999; ; ) {
        const answer = await place(server, { ...request, total });
        if (answer.outcome === "placed") return;
        if (answer.outcome !== "other total") throw new Error(answer.outcome);
        total = answer.total;
      }
    };
    const rounds = 40;
    for (let round = 0; round < rounds; round++) {
      const server = servers[round % 2] ?? desk;
      const values = await readFactValues(desk.db);
      const change =
        round % 3
          ? (["PRODUCT_PRICE", `${50 + (round % 37)},00`] as const)
          : (["claims", claims(2 + (round % 9))] as const);
      const [changed] = await Promise.all([
        changeFact(server, change[0], values[change[0]], change[1]),
        ...servers.flatMap((shop, index) =>
          [1, 2, 3, 4].map((shopper) => buy(shop, `${round}.${index}.${shopper}@correo.example`)),
        ),
      ]);
      expect(changed).toBe(true);
    }
    const orders = await desk.db
      .selectFrom("orders")
      .innerJoin("terms", "terms.version", "orders.terms")
      .select(["unitPrice", "shipping", "text"])
      .execute();
    expect(orders).toHaveLength(8 * rounds);
    const wrong = orders.filter(
      ({ unitPrice, shipping, text }) => text !== `Un frasco: ${unitPrice}; envío: ${shipping}.`,
    );
    expect(wrong).toEqual([]);
  });
});

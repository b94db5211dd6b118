import { describe, expect, test, vi } from "vitest";
import { builtFacts } from "../shop/built-facts.ts";
import { claimList } from "../shop/claims.ts";
import { day } from "../shop/time.ts";
import type { Desk } from "../storage/desk.ts";
import {
  databases,
  pause,
  placed,
  placeRequest,
  setFact,
  setStock,
  settings,
  soldInPerson,
  start,
  testDesk,
} from "../testing/desk.ts";
import { changeFact } from "./change-fact.ts";
import { enterOrder } from "./enter-order.ts";
import { place } from "./place.ts";
import { readShownFacts } from "./read-shown-facts.ts";
import { countStock, stockMoves, stockOf } from "./stock.ts";
import { firstValues, readFacts, readFactValues, storeMissingFacts } from "./stored-facts.ts";
import { findTerms } from "./terms.ts";

vi.spyOn(console, "log").mockImplementation(() => {});

const noNotes = '{"top":"","heart":"","base":""}';
const notes = '{"top":"azahar","heart":"","base":"cuero"}';
const oldIban = "ES9121000418450200051332";
const iban = "ES7921000813610123456789";

/** The rows that differ from those of a new shop. */
async function rowsOf({ db }: Desk) {
  const rows = await db.selectFrom("settings").selectAll().where("name", "!=", "claims").execute();
  const first: Record<string, string> = firstValues(settings);
  return rows.filter(({ name, value }) => first[name] !== value);
}

const ownersMails = async ({ db }: Desk) =>
  (
    await db
      .selectFrom("mails")
      .select(["template", "data"])
      .where("audience", "=", "owner")
      .where("orderId", "is", null)
      .orderBy("createdAt")
      .execute()
  ).map(({ template, data }) => [template, JSON.parse(data)]);

describe.each(databases)("the facts on %s", (database) => {
  test("are those of the settings in a new shop, until the owner changes them", async () => {
    const desk = await testDesk(database);
    const { closed: _, terms: __, ...facts } = builtFacts;
    expect(await readFacts(desk.db)).toEqual({
      ...facts,
      price: 8999,
      shipping: { cost: 999, freeFrom: 5000 },
      email: "hola@aurelia.example",
      phone: "+34 910 000 000",
      notice: "",
      iban: oldIban,
      paused: "",
      unconfirmed: claimList.map(([name]) => name),
    });
    await changeFact(desk, "PRODUCT_PRICE", "89,99", "95,00");
    await changeFact(desk, "SHOP_NOTICE", "", "Cerramos el lunes.");
    await setFact(desk, "SELLER_IBAN", iban);
    await changeFact(desk, "paused", "", "el 3 de enero");
    await changeFact(desk, "SHOP_PHONE", "+34 910 000 000", "+34 915 555 123");
    await changeFact(desk, "PRODUCT_NOTES", noNotes, notes);
    expect(await readFacts(desk.db)).toMatchObject({
      price: 9500,
      notes: { top: "azahar", heart: "", base: "cuero" },
      phone: "+34 915 555 123",
      notice: "Cerramos el lunes.",
      iban,
      paused: "el 3 de enero",
    });
  });

  test("stay as they are when a server starts with other settings", async () => {
    const desk = await testDesk(database);
    const before = await readFactValues(desk.db);
    const others = { ...firstValues(settings), PRODUCT_PRICE: "70,00", SELLER_IBAN: iban };
    await storeMissingFacts(desk.db, others);
    expect(await readFactValues(desk.db)).toEqual(before);
    // A server of an earlier version deletes a row that is equal to its setting.
    await desk.db.deleteFrom("settings").where("name", "=", "SELLER_IBAN").execute();
    await expect(readFacts(desk.db)).rejects.toThrow("The settings have no row for SELLER_IBAN.");
    await storeMissingFacts(desk.db, others);
    expect(await readFactValues(desk.db)).toEqual({ ...before, SELLER_IBAN: iban });
  });

  test("are those of one of two servers that start at once in a new shop", async () => {
    const desk = await testDesk(database);
    await desk.db.deleteFrom("settings").execute();
    const ours = firstValues(settings);
    const theirs = { ...ours, PRODUCT_PRICE: "70,00", SHOP_PHONE: "+34 600 111 222" };
    await Promise.all([ours, theirs].map((first) => storeMissingFacts(desk.db, first)));
    expect([ours, theirs]).toContainEqual(await readFactValues(desk.db));
  });

  test("change only from the value that the owner saw, and once for concurrent changes", async () => {
    const desk = await testDesk(database);
    expect(await changeFact(desk, "PRODUCT_PRICE", "88,00", "95,00")).toBe(false);
    expect(await rowsOf(desk)).toEqual([]);
    const changes = await Promise.all(
      ["a", "b", "c", "d"].map((notice) => changeFact(desk, "SHOP_NOTICE", "", notice)),
    );
    expect(changes.filter(Boolean)).toHaveLength(1);
    expect(await rowsOf(desk)).toHaveLength(1);
  });

  test("a new price has terms of its own, which the next order stores", async () => {
    const desk = await testDesk(database);
    const before = await placed(desk);
    desk.pass(1);
    await changeFact(desk, "PRODUCT_PRICE", "89,99", "95,00");
    expect(await findTerms(desk.db, "2026-11-22-2")).toMatchObject({
      text: "Cada frasco cuesta 9500 céntimos, y el envío 999. Llame al +34 910 000 000.",
    });
    expect(await place(desk, placeRequest({ email: "b@correo.example" }))).toEqual({
      outcome: "other total",
      total: 9500,
    });
    const after = await place(desk, {
      ...placeRequest({ email: "b@correo.example" }),
      total: 9500,
    });
    expect(after).toMatchObject({
      outcome: "placed",
      order: { unitPrice: 9500, terms: "2026-11-22-2" },
    });
    expect(before).toMatchObject({ unitPrice: 8999, terms: "2026-11-22" });
    // The old price has the old terms.
    await changeFact(desk, "PRODUCT_PRICE", "95,00", "89,99");
    expect(await placed(desk, { email: "c@correo.example" })).toMatchObject({
      unitPrice: 8999,
      terms: "2026-11-22",
    });
  });

  test("the notes and the notice make no new terms", async () => {
    const desk = await testDesk(database, {
      renderTerms: async (facts) => JSON.stringify(facts),
    });
    await changeFact(desk, "PRODUCT_NOTES", noNotes, notes);
    await changeFact(desk, "SHOP_NOTICE", "", "Cerramos el lunes.");
    expect(await placed(desk)).toMatchObject({ terms: "2026-11-22" });
    await changeFact(desk, "PRODUCT_PRICE", "89,99", "95,00");
    const all = await desk.db.selectFrom("terms").select("text").orderBy("version").execute();
    expect(all).toHaveLength(2);
    expect(all.map(({ text }) => text).join()).not.toMatch(/azahar|lunes/);
  });

  test("the owner gets an email about a price, and not about a pause", async () => {
    const desk = await testDesk(database);
    await changeFact(desk, "PRODUCT_PRICE", "89,99", "95,00");
    await changeFact(desk, "paused", "", "pronto");
    await changeFact(desk, "SHOP_NOTICE", "", "Cerramos el lunes.");
    expect(await ownersMails(desk)).toEqual([
      ["owner setting changed", { name: "PRODUCT_PRICE", before: "89,99", after: "95,00" }],
    ]);
  });

  test("say why the shop is closed", async () => {
    const desk = await testDesk(database);
    const closed = async () => (await readShownFacts(desk)).closed;
    expect(await closed()).toBe("");
    await setStock(desk, 0);
    expect(await closed()).toBe("Agotado");
    // An order that was reopened can take more bottles than there are.
    await setStock(desk, -1);
    expect(await closed()).toBe("Agotado");
    await pause(desk, "el 3 de enero");
    expect(await closed()).toBe("Volvemos el 3 de enero");
    await setStock(desk, 1);
    await pause(desk, "");
    expect(await readShownFacts(desk)).toEqual({ ...builtFacts, terms: "2026-11-22" });
  });

  test("name the version of the terms that an order of now is placed under", async () => {
    const desk = await testDesk(database, {
      renderTerms: async ({ price, terms }) => `Un frasco: ${price}. ${terms}`,
    });
    const named = async () => (await readShownFacts(desk)).terms;
    const first = await named();
    expect((await placed(desk)).terms).toBe(first);
    desk.pass(day);
    expect(await named()).toBe(first);
    await changeFact(desk, "PRODUCT_PRICE", "89,99", "95,00");
    expect(await named()).toBe("2026-11-23");
    const order = await place(desk, { ...placeRequest(), total: 9500 });
    expect(order).toMatchObject({ order: { terms: "2026-11-23" } });
    await changeFact(desk, "PRODUCT_PRICE", "95,00", "89,99");
    expect(await named()).toBe(first);
  });

  test("are those of the moment at which an order is stored", async () => {
    const desk = await testDesk(database);
    /** A shop without terms. While it renders them, another server changes the price. */
    const shop = (price: string) => ({
      ...desk,
      build: price,
      async renderTerms() {
        await setFact(desk, "PRODUCT_PRICE", price);
        return `Los términos de cuando cuesta ${price}.`;
      },
    });
    const placedThere = await place(shop("90,00"), placeRequest());
    expect(placedThere).toEqual({ outcome: "other total", total: 9000 });
    const { order } = await enterOrder(shop("91,00"), soldInPerson({ total: 8999 }));
    expect(order).toMatchObject({ unitPrice: 9100, adjustment: -101, total: 8999 });
  });

  test("a pause refuses the next order", async () => {
    const desk = await testDesk(database);
    await changeFact(desk, "paused", "", "el 3 de enero");
    expect(await place(desk, placeRequest())).toEqual({
      outcome: "paused",
      until: "el 3 de enero",
    });
  });
});

describe.each(databases)("the stock on %s", (database) => {
  test("is counted while orders are placed", async () => {
    const desk = await testDesk(database);
    await setStock(desk, 7);
    const emails = Array.from({ length: 5 }, (_, index) => `a${index}@correo.example`);
    const [moved] = await Promise.all([
      countStock(desk, 19, "llegan", 0),
      ...emails.map((email) => placed(desk, { email })),
    ]);
    expect(moved).toBe(true);
    expect(await stockOf(desk.db)).toBe(14);
    expect(await stockMoves(desk.db)).toEqual([
      {
        id: expect.any(Number),
        at: start,
        shelf: 19,
        bottles: expect.any(Number),
        note: "llegan",
      },
    ]);
  });

  test("is what is on the shelf, minus unsent orders, and may become negative", async () => {
    const desk = await testDesk(database);
    expect(await countStock(desk, 3, null, 0)).toBe(true);
    expect(await stockOf(desk.db)).toBe(3);
    await placed(desk, { quantity: 3 });
    const [first] = await stockMoves(desk.db);
    expect(await countStock(desk, 1, "rotos", first?.id ?? 0)).toBe(true);
    expect(await stockOf(desk.db)).toBe(-2);
    expect(await stockMoves(desk.db)).toMatchObject([
      { shelf: 1, bottles: -2 },
      { shelf: 3, bottles: 3 },
    ]);
  });

  test("a form that is sent twice counts once", async () => {
    const desk = await testDesk(database);
    const sent = await Promise.all([countStock(desk, 12, null, 0), countStock(desk, 12, null, 0)]);
    expect(sent.sort()).toEqual([false, true]);
    expect(await stockOf(desk.db)).toBe(12);
  });
});

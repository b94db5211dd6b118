import { describe, expect, test } from "vitest";
import { day } from "../shop/time.ts";
import {
  change,
  databases,
  enter,
  erase,
  placed,
  soldInPerson,
  type TestDesk,
  testDesk,
} from "../testing/desk.ts";
import { type ReadCell, readWorkbook } from "../testing/workbook.ts";
import { exportPayments, periodOf } from "./accounting.ts";
import { enterOrder } from "./enter-order.ts";
import { ledgerOf, reverse } from "./ledger.ts";

const always = { from: "0000-01-01", to: "9999-12-31" };

/** The file's rows, with the sums, and without the header. */
const rows = async (desk: TestDesk, period = always): Promise<ReadCell[][]> =>
  readWorkbook(await exportPayments(desk, period)).slice(1);

const on = (date: string) => new Date(`${date}T00:00:00Z`);

describe.each(databases)("%s", (database) => {
  test("has amounts as numbers, days as dates, and all else as text, with sums in the last row", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk, { quantity: 2, postalCode: "08018" });
    await desk.db.updateTable("orders").set({ vatPercent: 10 }).execute();
    await enter(desk, order, 17_998);
    expect(readWorkbook(await exportPayments(desk, always))).toEqual([
      [
        "fecha",
        "pedido",
        "concepto",
        "importe",
        "base imponible",
        "tipo de IVA",
        "IVA",
        "de más, sin IVA",
        "forma de pago",
        "unidades",
        "total del pedido",
        "fecha del pedido",
        "estado",
        "nombre",
        "dirección",
        "código postal",
        "ciudad",
        "país",
      ],
      [
        on("2026-11-22"),
        order.id,
        "cobro",
        179.98,
        163.62,
        "10 %",
        16.36,
        0,
        "Transferencia",
        "2",
        179.98,
        on("2026-11-22"),
        "Pagado",
        "Lucía Gómez",
        "Calle Mayor, 1",
        "08018",
        "Madrid",
        "ES",
      ],
      ["Suma", "", "", 179.98, 163.62, "", 16.36, 0, ...Array(10).fill("")],
    ]);
  });

  test("a quarter has its first and last day, the VAT of whole orders, and nothing of a discount", async () => {
    const desk = await testDesk(database);
    const three = await placed(desk, { quantity: 3 });
    const cheaper = await placed(desk, { email: "b@correo.example" });
    const early = await placed(desk, { email: "c@correo.example" });
    const late = await placed(desk, { email: "d@correo.example" });
    await enter(desk, early, 8999, { day: "2026-12-31" });
    await enter(desk, three, 26_997, { day: "2027-01-01" });
    await enter(desk, cheaper, 999, { kind: "discount", day: "2027-02-01" });
    await enter(desk, cheaper, 8000, { day: "2027-03-31", method: "cash" });
    await enter(desk, late, 8999, { day: "2027-04-01" });
    const quarter = { from: "2027-01-01", to: "2027-03-31" };
    // By hand: 269,97 / 1,21 = 223,12 and 80 / 1,21 = 66,12. Rounded by bottle, 3 × 15,62 would be 46,86.
    expect((await rows(desk, quarter)).map((row) => row.slice(0, 8))).toEqual([
      [on("2027-01-01"), three.id, "cobro", 269.97, 223.12, "21 %", 46.85, 0],
      [on("2027-03-31"), cheaper.id, "cobro", 80, 66.12, "21 %", 13.88, 0],
      ["Suma", "", "", 349.97, 289.24, "", 60.73, 0],
    ]);
    for (const [period, amounts] of [
      [{ from: "2026-10-01", to: "2026-12-31" }, [89.99, 89.99]],
      [{ from: "2027-04-01", to: "2027-06-30" }, [89.99, 89.99]],
      [{ from: "2027-01-02", to: "2027-03-30" }, [0]],
    ] as const)
      expect((await rows(desk, period)).map((row) => row[3])).toEqual(amounts);
  });

  test("has a line for each entry on its day, and none for a discount", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await enter(desk, order, 5000, { day: "2026-12-29" });
    await enter(desk, order, 4000, { day: "2026-12-30", method: "cash" });
    desk.pass(60 * day);
    const [, wrong] = await ledgerOf(desk.db, order.id);
    if (!wrong) throw new Error("The payment is not stored.");
    await change(desk, order, (trx, locked) => reverse(desk, trx, locked, wrong, { who: "owner" }));
    await enter(desk, order, 3999, { kind: "discount" });
    await enter(desk, order, 1000, { kind: "refund", day: "2027-01-03" });
    await enter(desk, order, 4000, { kind: "chargeback", day: "2027-01-04" });
    const columns = async (from: string, to: string) =>
      (await rows(desk, { from, to })).map((row) => row.slice(0, 4));
    expect(await columns("2026-10-01", "2026-12-31")).toEqual([
      [on("2026-12-29"), order.id, "cobro", 50],
      [on("2026-12-30"), order.id, "cobro", 40],
      [on("2026-12-30"), order.id, "corrección de cobro", -40],
      ["Suma", "", "", 50],
    ]);
    expect(await columns("2027-01-01", "2027-03-31")).toEqual([
      [on("2027-01-03"), order.id, "reembolso", -10],
      [on("2027-01-04"), order.id, "cargo del banco", -40],
      ["Suma", "", "", -50],
    ]);
    expect(await columns("2027-04-01", "2027-06-30")).toEqual([["Suma", "", "", 0]]);
  });

  test("the VAT of an order's lines adds up to the cent", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    // Rounded one by one, their VAT would be 15,63.
    await enter(desk, order, 3);
    // A discount moves no money.
    await enter(desk, order, 3, { kind: "discount" });
    for (const amount of [3, 3, 8990]) await enter(desk, order, amount);
    await enter(desk, order, 8999, { kind: "refund" });
    const taxes = (await rows(desk)).map((row) => row[6]);
    expect(taxes).toEqual([0.01, 0, 0.01, 15.6, -15.62, 0]);
  });

  test("an overpayment has a column of its own, without VAT, until it is refunded", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await enter(desk, order, 10_000);
    await enter(desk, order, 1001, { kind: "refund" });
    await enter(desk, order, 8999, { kind: "refund" });
    // Amount, base, rate, VAT and surplus.
    expect((await rows(desk)).map((row) => row.slice(3, 8))).toEqual([
      [100, 74.37, "21 %", 15.62, 10.01],
      [-10.01, 0, "21 %", 0, -10.01],
      [-89.99, -74.37, "21 %", -15.62, 0],
      [0, 0, "", 0, 0],
    ]);
  });

  test("what went back twice is a loss, without VAT", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await enter(desk, order, 8999);
    await enter(desk, order, 8999, { kind: "refund" });
    await enter(desk, order, 8999, { kind: "chargeback" });
    expect((await rows(desk)).map((row) => row.slice(3, 8))).toEqual([
      [89.99, 74.37, "21 %", 15.62, 0],
      [-89.99, -74.37, "21 %", -15.62, 0],
      [-89.99, 0, "21 %", 0, -89.99],
      [-89.99, 0, "", 0, -89.99],
    ]);
  });

  test("an entry of an earlier day leaves the VAT of the others as it was", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await enter(desk, order, 3, { day: "2026-12-30" });
    expect((await rows(desk)).map((row) => row[6])).toEqual([0.01, 0.01]);
    await enter(desk, order, 3, { day: "2026-12-29" });
    expect((await rows(desk)).map((row) => row[6])).toEqual([0, 0.01, 0.01]);
  });

  test("a sale in person has Spain as its country, and an erased order no personal data", async () => {
    const desk = await testDesk(database);
    await enterOrder(desk, soldInPerson({ total: 8000 }));
    const order = await placed(desk);
    await enter(desk, order, 8999);
    await erase(desk, order);
    const [sale, erased] = await rows(desk);
    expect(sale?.slice(8)).toEqual([
      "Efectivo",
      "1",
      80,
      on("2026-11-22"),
      "Entregado",
      "",
      "",
      "",
      "",
      "ES",
    ]);
    expect(erased?.slice(8)).toEqual([
      "Transferencia",
      "1",
      89.99,
      on("2026-11-22"),
      "Entregado",
      "",
      "",
      "",
      "",
      "",
    ]);
  });

  test.each([
    "=1+1",
    "+34 5",
    "-5 bis",
    "@SUM(1)",
    "＝1+1",
    '1;"x",=1+1',
    "a;b,c\td",
    "  <b> & «c» 'd'",
    "_x0041_",
    "1.º\u0007\r\n2.º",
    "📦",
  ])("has the address «%s» as it is, as text", async (address) => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await enter(desk, order, 8999);
    await desk.db.updateTable("orders").set({ address }).execute();
    expect((await rows(desk))[0]?.[14]).toBe(address);
  });

  test("reads page by page, so that other requests run in between", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    const entry = { orderId: order.id, kind: "payment", amount: 1, at: 0, who: "owner" } as const;
    await desk.db
      .insertInto("payments")
      .values(
        Array.from({ length: 1000 }, (_, index) => ({
          ...entry,
          day: `2026-11-${String(1 + (index % 30)).padStart(2, "0")}`,
        })),
      )
      .execute();
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const all = await rows(desk);
    isDone = true;
    expect(all).toHaveLength(1001);
    const days = all.slice(0, -1).map(([date]) => Number(date));
    expect(new Set(days).size).toBe(30);
    expect(days).toEqual(days.toSorted((a, b) => a - b));
    expect(all.at(-1)?.[3]).toBe(10);
    expect(turns).toBeGreaterThan(3);
  });
});

test.each([
  ["2026-13-01", undefined],
  ["2026-02-30", undefined],
  ["ayer", undefined],
  ["2026-12-31", "2026-12-30"],
])("from %s to %s is no period", (from, to) => {
  expect(periodOf(from, to)).toBeUndefined();
});

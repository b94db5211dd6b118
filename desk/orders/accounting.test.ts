import { describe, expect, test } from "vitest";
import { day } from "../shop/time.ts";
import {
  change,
  databases,
  enter,
  erase,
  placed,
  reread,
  soldInPerson,
  type TestDesk,
  testDesk,
} from "../testing/desk.ts";
import { exportPayments, periodOf } from "./accounting.ts";
import { enterOrder } from "./enter-order.ts";
import { ledgerOf, reverse } from "./ledger.ts";

const always = { from: "0000-01-01", to: "9999-12-31" };

/** The file's rows, with the sums, and without the header. */
async function rows(desk: TestDesk, { from, to } = always): Promise<string[][]> {
  let text = "";
  for await (const part of exportPayments(desk, { from, to })) text += part;
  return text
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => row.split(";"));
}

describe.each(databases)("%s", (database) => {
  test("writes Spanish CSV, with the VAT of the order's rate and a line of sums", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk, { quantity: 2 });
    await desk.db.updateTable("orders").set({ vatPercent: 10 }).execute();
    await enter(desk, order, 17_998);
    let text = "";
    for await (const part of exportPayments(desk, always)) text += part;
    expect(text).toBe(
      "\ufefffecha;pedido;concepto;importe;base imponible;tipo de IVA;IVA;de más, sin IVA;forma de pago;unidades;" +
        "total del pedido;fecha del pedido;estado;nombre;dirección;código postal;ciudad;país\n" +
        `2026-11-22;${order.id};cobro;179,98;163,62;10 %;16,36;0,00;Transferencia;2;` +
        "179,98;2026-11-22;Pagado;Lucía Gómez;Calle Mayor, 1;ES-28013;Madrid;ES\n" +
        "Suma;;;179,98;163,62;;16,36;0,00;;;;;;;;;;\n",
    );
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
      (await rows(desk, { from, to })).map((row) => row.slice(0, 4).join(" ").trim());
    expect(await columns("2026-10-01", "2026-12-31")).toEqual([
      `2026-12-29 ${order.id} cobro 50,00`,
      `2026-12-30 ${order.id} cobro 40,00`,
      `2026-12-30 ${order.id} corrección de cobro -40,00`,
      "Suma   50,00",
    ]);
    expect(await columns("2027-01-01", "2027-03-31")).toEqual([
      `2027-01-03 ${order.id} reembolso -10,00`,
      `2027-01-04 ${order.id} cargo del banco -40,00`,
      "Suma   -50,00",
    ]);
    expect(await columns("2027-04-01", "2027-06-30")).toEqual(["Suma   0,00"]);
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
    expect(taxes).toEqual(["0,01", "0,00", "0,01", "15,60", "-15,62", "0,00"]);
  });

  test("an overpayment has a column of its own, without VAT, until it is refunded", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await enter(desk, order, 10_000);
    await enter(desk, order, 1001, { kind: "refund" });
    await enter(desk, order, 8999, { kind: "refund" });
    // Amount, base, rate, VAT and surplus.
    expect((await rows(desk)).map((row) => row.slice(3, 8).join(" "))).toEqual([
      "100,00 74,37 21 % 15,62 10,01",
      "-10,01 0,00 21 % 0,00 -10,01",
      "-89,99 -74,37 21 % -15,62 0,00",
      "0,00 0,00  0,00 0,00",
    ]);
  });

  test("what went back twice is a loss, without VAT", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await enter(desk, order, 8999);
    await enter(desk, order, 8999, { kind: "refund" });
    await enter(desk, order, 8999, { kind: "chargeback" });
    expect((await rows(desk)).map((row) => row.slice(3, 8).join(" "))).toEqual([
      "89,99 74,37 21 % 15,62 0,00",
      "-89,99 -74,37 21 % -15,62 0,00",
      "-89,99 0,00 21 % 0,00 -89,99",
      "-89,99 0,00  0,00 -89,99",
    ]);
  });

  test("an entry of an earlier day leaves the VAT of the others as it was", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await enter(desk, order, 3, { day: "2026-12-30" });
    expect((await rows(desk)).map((row) => row[6])).toEqual(["0,01", "0,01"]);
    await enter(desk, order, 3, { day: "2026-12-29" });
    expect((await rows(desk)).map((row) => row[6])).toEqual(["0,00", "0,01", "0,01"]);
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
      "80,00",
      "2026-11-22",
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
      "89,99",
      "2026-11-22",
      "Entregado",
      "",
      "",
      "",
      "",
      "",
    ]);
  });

  test.each([
    ["=1+1", "'=1+1"],
    ["+34 5", "'+34 5"],
    ["-5 bis", "'-5 bis"],
    ["@SUM(1)", "'@SUM(1)"],
    ["＝1+1", "'＝1+1"],
    ["＋1+1", "'＋1+1"],
    ["－1+1", "'－1+1"],
    ["＠SUM(1)", "'＠SUM(1)"],
    ["a;b", '"a;b"'],
    ['a "b"', '"a ""b"""'],
  ])("no spreadsheet runs the address «%s»", async (address, cell) => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await enter(desk, order, 8999);
    await desk.db.updateTable("orders").set({ address }).execute();
    let text = "";
    for await (const part of exportPayments(desk, always)) text += part;
    expect(text).toContain(`;Lucía Gómez;${cell};ES-28013;`);
    expect(await reread(desk, order)).toMatchObject({ address });
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
    expect(new Set(all.map((row) => row[0])).size).toBe(31);
    expect(all.map((row) => row[0])).toEqual(all.map((row) => row[0]).sort());
    expect(all.at(-1)?.[3]).toBe("10,00");
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

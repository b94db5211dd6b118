import { describe, expect, test } from "vitest";
import { ask, twiceAtOnce } from "../testing/counter.ts";
import { databases, newKey, now, placed, setStock, story } from "../testing/desk.ts";
import { read, testShop } from "../testing/shop.ts";
import { listOrders, waitingOrders } from "./counter.ts";
import { exportOf, periodOf } from "./export.ts";
import { sellByHand, undoSale } from "./hand-sale.ts";
import { correct, receive, refund } from "./money.ts";
import { deliver, ship } from "./orders.ts";
import { stockOf } from "./shop-state.ts";

describe.each(databases)("a sale by hand on %s", (database) => {
  test("counts in the books and the stock, once, and nobody is written to", async () => {
    const { desk, owner } = await testShop(database);
    await setStock(desk, 5);
    const path = "/mostrador/venta-en-mano";
    expect((await read(owner.get("/mostrador"))).links["Venta en mano"]).toBe(path);
    const { forms } = await read(owner.get(path));
    const form = { ...forms["Anotar la venta"], frascos: "2", importe: "170", fecha: "2026-11-20" };
    expect(await twiceAtOnce(() => owner.post(path, form))).toEqual([303, 303]);
    const [order, ...others] = await listOrders(desk);
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      state: "delivered",
      payment: "hand",
      total: 17_000,
      discount: 998,
      received: 17_000,
      firstName: null,
    });
    expect(await stockOf(desk)).toBe(3);
    expect((await waitingOrders(desk)).unreconciled).toEqual([]);
    expect(await desk.db.selectFrom("mails").select("id").execute()).toEqual([]);
    const { text } = await exportOf(desk, periodOf("2026-11-20", "2026-11-20"));
    expect(text).toContain(
      `2026-11-20;${order?.id};cobro;170,00;140,50;21 %;29,50;Venta en mano;2;170,00;2026-11-20;Entregado;;;;;ES\n`,
    );
    const page = await read(owner.get(`/mostrador/${order?.id}`));
    expect(page.text).toContain("· vendido el 20\u00a0nov 2026 ");
    expect(page.text).toContain("Vendido en mano: no se sabe a quién.");
    expect(Object.keys(page.forms)).not.toContain("Corregir los datos");
  });

  test("is taken back whole, with a reason, and can be recorded anew", async () => {
    const { desk, owner } = await testShop(database);
    await setStock(desk, 5);
    const path = "/mostrador/venta-en-mano";
    const { forms } = await read(owner.get(path));
    const sale = { ...forms["Anotar la venta"], importe: "", fecha: "2026-11-20" };
    await owner.post(path, { ...sale, frascos: "2" });
    const [wrong] = await listOrders(desk);
    if (!wrong) throw new Error("The sale is not stored.");
    // The owner has tried to correct it first.
    await correct(desk, wrong.id, {
      side: "received",
      really: 8999,
      seen: 17_998,
      note: "Era uno",
    });

    const page = await read(owner.get(`/mostrador/${wrong.id}`));
    expect(page.forms["Anular la venta"]).toEqual({ nota: "" });
    expect((await ask(owner, wrong, "venta-anulada", { nota: " " })).status).toBe(400);
    const asked = await ask(owner, wrong, "venta-anulada", { nota: "Era un frasco" });
    expect(asked.title).toBe("¿Anular la venta? · Aurelia");
    expect(asked.text).toContain("Cobrado 89,99\u00a0€ 0,00\u00a0€");
    expect(asked.text).toContain("Estado Entregado Anulado");
    expect(asked.yes).toBe("Sí, anular");
    expect(await twiceAtOnce(asked.confirm)).toEqual([303, 409]);

    expect(await now(desk, wrong)).toMatchObject({ state: "cancelled", received: 0 });
    expect((await story(desk, wrong)).slice(-3)).toEqual([
      "owner received -8999 Era uno",
      "owner received -8999",
      "owner cancelled Era un frasco",
    ]);
    expect(await stockOf(desk)).toBe(5);
    expect((await waitingOrders(desk)).unreconciled).toEqual([]);
    expect(Object.keys((await read(owner.get(`/mostrador/${wrong.id}`))).forms)).toEqual([
      "Añadir una nota",
    ]);

    await owner.post(path, { ...sale, clave: newKey(), frascos: "1" });
    expect(await stockOf(desk)).toBe(4);
    const { text } = await exportOf(desk, periodOf("2026-11-20", "2026-11-20"));
    const amounts = text.trim().split("\n").slice(1);
    expect(amounts.map((line) => line.split(";").slice(2, 4).join(" ")).sort()).toEqual([
      "cobro 179,98",
      "cobro 89,99",
      "corrección de cobro -89,99",
    ]);
    expect(await desk.db.selectFrom("mails").select("id").execute()).toEqual([]);
  });

  test("is not taken back after a refund, and an order is never taken back like this", async () => {
    const { desk } = await testShop(database);
    await sellByHand(desk, { key: newKey(), quantity: 1, amount: 8999 });
    const [sale] = await listOrders(desk);
    if (!sale) throw new Error("The sale is not stored.");
    await refund(desk, sale.id, 1000, 0);
    expect(await undoSale(desk, sale.id, "No fue")).toBe(false);
    await correct(desk, sale.id, { side: "refund", really: 0, seen: 1000, note: "No salió" });
    expect(await undoSale(desk, sale.id, "No fue")).toBe(true);
    const order = await placed(desk);
    await receive(desk, order.id, 8999, 0);
    await ship(desk, order.id, "");
    await deliver(desk, order.id);
    expect(await undoSale(desk, order.id, "No fue")).toBe(false);
    expect((await now(desk, order)).state).toBe("delivered");
  });

  test.each([
    ["no bottles", { frascos: "0" }, "De 1 a 10 frascos."],
    ["more than the price", { importe: "90" }, "Escribe un importe en euros, como mucho 89,99."],
    ["no bottles and no amount", { frascos: "0", importe: "x" }, "como mucho 899,90."],
    ["a day to come", { fecha: "2026-11-23" }, "Elige el día de hoy o uno anterior."],
  ])("refuses %s, and keeps the form", async (_, change, message) => {
    const { desk, owner } = await testShop(database);
    const sent = { clave: newKey(), frascos: "1", importe: "", fecha: "2026-11-22", ...change };
    const { status, html, forms } = await read(owner.post("/mostrador/venta-en-mano", sent));
    expect(status).toBe(400);
    expect(html).toContain(message);
    expect(forms["Anotar la venta"]).toEqual(sent);
    expect(await listOrders(desk)).toEqual([]);
  });
});

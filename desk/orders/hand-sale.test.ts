import { describe, expect, test } from "vitest";
import { databases, newKey, setStock } from "../testing/desk.ts";
import { read, testShop } from "../testing/shop.ts";
import { listOrders, waitingOrders } from "./counter.ts";
import { exportOf, periodOf } from "./export.ts";
import { stockOf } from "./shop-state.ts";

describe.each(databases)("a sale by hand on %s", (database) => {
  test("counts in the books and the stock, once, and nobody is written to", async () => {
    const { desk, owner } = await testShop(database);
    await setStock(desk, 5);
    const path = "/mostrador/venta-en-mano";
    expect((await read(owner.get("/mostrador"))).links["Venta en mano"]).toBe(path);
    const { forms } = await read(owner.get(path));
    const form = { ...forms["Anotar la venta"], frascos: "2", importe: "170", fecha: "2026-11-20" };
    const answers = await Promise.all([owner.post(path, form), owner.post(path, form)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
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
    expect((await waitingOrders(desk)).oddMoney).toEqual([]);
    expect(await desk.db.selectFrom("mails").select("id").execute()).toEqual([]);
    const { text } = await exportOf(desk, periodOf("2026-11-20", "2026-11-20"));
    expect(text).toContain(
      `2026-11-20;${order?.id};cobro;170,00;140,50;21 %;29,50;Venta en mano;2;170,00;2026-11-20;Entregado;;;;;`,
    );
    const page = await read(owner.get(`/mostrador/${order?.id}`));
    expect(page.text).toContain("· vendido el 20\u00a0nov 2026 ");
    expect(page.text).toContain("Vendido en mano: no se sabe a quién.");
    expect(Object.keys(page.forms)).not.toContain("Corregir los datos");
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

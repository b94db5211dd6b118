import { describe, expect, test } from "vitest";
import { ledgerOf } from "../../../orders/ledger.ts";
import { stockOf } from "../../../orders/stock.ts";
import { withdraw, withdrawalsOf } from "../../../orders/withdrawals.ts";
import { day } from "../../../shop/time.ts";
import {
  databases,
  enter,
  ledger,
  mailsOf,
  newKey,
  paid,
  placed,
  reread,
  setStock,
  story,
  testDesk,
} from "../../../testing/desk.ts";
import {
  ask,
  confirm,
  orderHasChanged,
  orderPage,
  refused,
  take,
  twiceAtOnce,
} from "../../../testing/take-steps.ts";

type Desk = Awaited<ReturnType<typeof testDesk>>;

const declare = (desk: Desk, contract: string, bottles: number | null = null) =>
  withdraw(desk, newKey(), { name: "Lucía", contract, email: "lucia@correo.example", bottles });

describe.each(databases)("%s", (database) => {
  test("takes a bottle off a paid order, and puts it back before the email leaves", async () => {
    const desk = await testDesk(database);
    await setStock(desk, 10);
    const order = await paid(desk, { quantity: 2 });
    const { text } = await orderPage(desk, order);
    expect(text).toContain(
      "Si lo dejas vacío, su parte del precio: por 1\u00a0frasco, 89,99\u00a0€.",
    );
    expect(await refused(desk, order, "quitar", { frascos: "2" })).toEqual({
      frascos: "Escribe 1",
    });
    expect(await refused(desk, order, "quitar", { frascos: "1", importe: "179,99" })).toEqual({
      importe: "Escribe un importe en euros, como 89,99",
    });
    const asked = await ask(desk, order, "quitar", { frascos: "1", importe: "" });
    expect(asked.question).toBe("¿Quitar 1\u00a0frasco del pedido?");
    expect(asked.text).toContain(
      "Ahora Después Frascos 2 1 Cobrado 179,98\u00a0€ 179,98\u00a0€ Descuento 0,00\u00a0€ 89,99\u00a0€ Saldo 179,98\u00a0€ 179,98\u00a0€ A pagar en total 179,98\u00a0€ 89,99\u00a0€ Por reembolsar 0,00\u00a0€ 89,99\u00a0€ Estado Por enviar Por enviar Hay que reembolsar 89,99\u00a0€.",
    );
    expect(await twiceAtOnce(asked.confirm)).toEqual([orderHasChanged, "done"]);
    expect(await stockOf(desk.db)).toBe(9);
    expect(await mailsOf(desk, order)).toEqual(["bottles removed", "money", "placed"]);
    const page = await orderPage(desk, order);
    expect(page.text).toContain("Frascos quitados: 1\u00a0frasco");
    expect(page.forms["Anotar un reembolso"]?.importe).toBe("89,99");
    // Its discount is taken back with the bottle, and not by itself.
    const sobre = String((await ledgerOf(desk.db, order.id)).at(-1)?.id);
    expect(await refused(desk, order, "anular-apunte", { sobre, nota: "No" })).toBe(
      orderHasChanged,
    );
    await take(desk, order, "volver-a-ponerlos");
    expect(await reread(desk, order)).toMatchObject({ removed: 0, discount: 0, owedBack: 0 });
    expect(await stockOf(desk.db)).toBe(8);
    expect(await mailsOf(desk, order)).toEqual(["money", "placed"]);
    expect(await refused(desk, order, "volver-a-ponerlos")).toBe(orderHasChanged);
    expect(await story(desk, order)).toEqual(["shopper placed", "owner removed", "owner put back"]);
  });

  test("corrects an email that has left", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk, { quantity: 2 });
    await confirm(desk, order, "quitar", { frascos: "1" });
    await desk.db.updateTable("mails").set({ attempts: 1, sentAt: desk.now() }).execute();
    await take(desk, order, "volver-a-ponerlos");
    expect(await mailsOf(desk, order)).toEqual(["bottles removed", "correction", "placed"]);
  });

  test("uses up what was refunded before", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk, { quantity: 2 });
    await enter(desk, order, 8999, { kind: "refund" });
    expect((await orderPage(desk, order)).text).toMatch(/^Por decidir /);
    await confirm(desk, order, "quitar", { frascos: "1" });
    expect(await reread(desk, order)).toMatchObject({ status: "paid", removed: 1, owedBack: 0 });
    expect((await orderPage(desk, order)).text).toMatch(/^Por enviar /);
    expect(await refused(desk, order, "quitar", { frascos: "1" })).toBe(orderHasChanged);
  });

  test("decides about a late withdrawal, for less than its part", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk, { quantity: 2 });
    await take(desk, order, "enviado");
    await take(desk, order, "entregado");
    desk.pass(20 * day);
    const { id: sobre } = await declare(desk, order.id, 1);
    const { forms } = await orderPage(desk, order);
    expect(forms["Quitar sus frascos"]).toMatchObject({ frascos: "1", importe: "" });
    const fields = { sobre, frascos: "1", importe: "40" };
    const asked = await ask(desk, order, "quitar-desistidos", fields);
    expect(await twiceAtOnce(asked.confirm)).toEqual([orderHasChanged, "done"]);
    expect(await reread(desk, order)).toMatchObject({ removed: 1, owedBack: 4000, toDecide: null });
    expect(await mailsOf(desk, order)).toContain("withdrawn");
    expect(await refused(desk, order, "quitar-desistidos", fields)).toBe(orderHasChanged);
    // Taken back, it is to decide again.
    await take(desk, order, "volver-a-ponerlos");
    expect(await reread(desk, order)).toMatchObject({ removed: 0, toDecide: desk.now() });
    expect(await mailsOf(desk, order)).not.toContain("withdrawn");
    expect(await withdrawalsOf(desk.db, order.id)).toMatchObject([
      { closedAt: null, answer: null },
    ]);
  });

  test("keeps what a bottle has lost in value, until it is refunded", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    await take(desk, order, "enviado");
    await declare(desk, order.id);
    expect((await orderPage(desk, order)).forms["Cambiar el importe"]?.importe).toBe("89,99");
    expect(await refused(desk, order, "cambiar-importe", { importe: "90" })).toEqual({
      importe: "Escribe un importe en euros, como 89,99",
    });
    const asked = await ask(desk, order, "cambiar-importe", { importe: "60" });
    expect(asked.question).toBe("¿Descontar 60,00\u00a0€ por los frascos quitados?");
    expect(asked.text).toContain("Por reembolsar 89,99\u00a0€ 60,00\u00a0€");
    expect(await asked.confirm()).toBe("done");
    expect(await reread(desk, order)).toMatchObject({ owedBack: 6000, discount: 6000 });
    expect(await ledger(desk, order)).toEqual([
      "owner payment 8999",
      "shopper discount 8999",
      "owner discount 8999 back",
      "owner discount 6000",
    ]);
    await confirm(desk, order, "cambiar-importe", { importe: "0" });
    expect(await reread(desk, order)).toMatchObject({ owedBack: 0, discount: 0 });
    await confirm(desk, order, "cambiar-importe", { importe: "60" });
    await confirm(desk, order, "reembolso", { importe: "60" });
    expect(await reread(desk, order)).toMatchObject({ owedBack: 0, paymentStatus: "paid" });
    for (const step of ["cambiar-importe", "volver-a-ponerlos"])
      expect(await refused(desk, order, step, { importe: "50" })).toBe(orderHasChanged);
  });

  test("puts nothing back that was refunded, sent or restocked meanwhile", async () => {
    const desk = await testDesk(database);
    const [refunded, sent, restocked] = [
      await paid(desk, { quantity: 2 }),
      await paid(desk, { quantity: 2 }),
      await paid(desk, { quantity: 2 }),
    ];
    await take(desk, restocked, "enviado");
    for (const order of [refunded, sent]) await confirm(desk, order, "quitar", { frascos: "1" });
    await declare(desk, restocked.id, 1);
    await confirm(desk, refunded, "reembolso", { importe: "89,99" });
    await take(desk, sent, "enviado");
    await take(desk, restocked, "reponer", { frascos: "1" });
    for (const order of [refunded, sent, restocked])
      expect(await refused(desk, order, "volver-a-ponerlos")).toBe(orderHasChanged);
    await take(desk, sent, "no-enviado");
    await take(desk, sent, "volver-a-ponerlos");
    expect(await reread(desk, sent)).toMatchObject({ removed: 0, owedBack: 0, status: "paid" });
  });
});

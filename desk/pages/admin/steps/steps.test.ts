import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { expire } from "../../../jobs/expiry.ts";
import { enterOrder } from "../../../orders/enter-order.ts";
import { countStock, stockOf } from "../../../orders/stock.ts";
import { day } from "../../../shop/time.ts";
import {
  databases,
  enter,
  lucia,
  mailsOf,
  paid,
  placed,
  reread,
  soldInPerson,
  story,
  testDesk,
} from "../../../testing/desk.ts";
import {
  ask,
  confirm,
  orderHasChanged,
  orderPage,
  refused,
  send,
  take,
  twiceAtOnce,
} from "../../../testing/take-steps.ts";
import { steps } from "./index.ts";

const { quantity: _, ...details } = lucia;

/** Sets the stock to 10 bottles. @returns a function that reads it */
async function counted(desk: Awaited<ReturnType<typeof testDesk>>) {
  await desk.db.updateTable("stock").set({ bottles: 10 }).execute();
  return () => stockOf(desk.db);
}

test("every step has a path and a label of its own", () => {
  expect(new Set(steps.map(({ path }) => path)).size).toBe(steps.length);
  expect(new Set(steps.map(({ label }) => label)).size).toBe(steps.length);
  for (const { path } of steps) expect(path).toMatch(/^[a-z-]+$/);
});

/** The steps that no other one takes back, each with its reason. */
const final = {
  stripe: "the money has left",
  "no-enviado": "it is itself one that takes back",
  "no-entregado": "it is itself one that takes back",
  "mas-dias": "taken again with another number",
  seguimiento: "taken again with the right one",
  "otro-envio": "the parcel was sent",
  reponer: "the stock is counted",
  "cambiar-importe": "taken again with the right one",
  "volver-a-ponerlos": "it is itself one that takes back",
  datos: "taken again with the right ones",
  borrar: "the data is gone",
  nota: "another note corrects it",
  "anular-apunte": "the entry is entered again",
  desistido: "«no-desiste»",
  "es-de-este": "«no-desiste»",
  rechazado: "the shopper has been told",
  "no-desiste": "«es-de-este»",
};

test("every step has one that takes it back, or a reason to have none", () => {
  const undone = steps.flatMap(({ path, done }) => (done === "entry" ? [] : [[path, done.undo]]));
  const without = undone.flatMap(([path, undo]) => (undo ? [] : [path]));
  expect(
    without.sort(),
    "a new step: name in `done` the step that takes it back, or say here why there is none",
  ).toEqual(Object.keys(final).sort());
  const paths = steps.map(({ path }) => path);
  expect(undone.flatMap(([, undo]) => undo ?? []).filter((undo) => !paths.includes(undo))).toEqual(
    [],
  );
});

test("every step is tested", () => {
  const files = globSync("*steps.test.ts", { cwd: import.meta.dirname });
  const tests = files.map((file) => readFileSync(join(import.meta.dirname, file), "utf8")).join();
  expect(
    steps.map(({ path }) => path).filter((path) => !tests.includes(`"${path}"`)),
    "a new step: take it in a test, and take it back",
  ).toEqual([]);
});

describe.each(databases)("%s", (database) => {
  test("shows an order from its payment to its refund", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await take(desk, order, "pago", { importe: "89,99" });
    await take(desk, order, "enviado", { seguimiento: " ES123 " });
    await take(desk, order, "entregado");
    desk.pass(1000);
    await confirm(desk, order, "reembolso", { importe: "9,99" });
    const { text, items } = await orderPage(desk, order);
    expect(text).toContain(
      "1\u00a0frasco Perfume signature, 50\u00a0ml Lucía Gómez Calle Mayor, 1 28013 Madrid España lucia@correo.example +34 600000000",
    );
    expect(text).toContain(
      "Dinero Pago 22\u00a0nov · Transferencia + 89,99\u00a0€ Anular este apunte",
    );
    expect(text).toContain("− 9,99\u00a0€");
    expect(text).toContain("1 × 89,99\u00a0€ = 89,99\u00a0€, con 15,62\u00a0€ de IVA.");
    const at = "22\u00a0nov, 10:05";
    const history = items.slice(-5);
    expect(history[0]).toBe(`Pedido recibido ${at} · comprador`);
    expect(history.slice(1).sort()).toEqual([
      `Entregado ${at} · mostrador`,
      `Enviado: ES123 ${at} · mostrador`,
      `Pago: 89,99\u00a0€ ${at} · mostrador`,
      `Reembolso: 9,99\u00a0€ ${at} · mostrador`,
    ]);
    expect(history[4]).toContain("Reembolso");
  });

  test.each(["enviado", "entregado", "no-enviado", "no-entregado", "reabrir", "reponer", "stripe"])(
    "refuses «%s» for an unpaid order",
    async (step) => {
      const desk = await testDesk(database);
      const order = await placed(desk);
      expect(await refused(desk, order, step)).toBe(orderHasChanged);
      expect(await reread(desk, order)).toEqual(order);
    },
  );

  test("answers 404 to an unknown step and order", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await expect(send(desk, order, "otro")).rejects.toHaveProperty("status", 404);
    await expect(send(desk, { id: "NOORDER0" }, "enviado", {}, 0)).rejects.toHaveProperty(
      "status",
      404,
    );
  });

  test("ships once, and takes it back with its email", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    const page = await orderPage(desk, order);
    expect(page.text).toMatch(/^Por enviar /);
    expect(page.links["Albarán para imprimir"]).toBe(`/mostrador/albaranes?pedido=${order.id}`);
    const { version } = await reread(desk, order);
    const press = () => send(desk, order, "enviado", { seguimiento: "MRW 1" }, version);
    expect(await twiceAtOnce(press)).toEqual([orderHasChanged, "done"]);
    expect(await reread(desk, order)).toMatchObject({ status: "shipped", tracking: "MRW 1" });
    expect(await mailsOf(desk, order)).toContain("shipped");
    await take(desk, order, "no-enviado");
    expect(await reread(desk, order)).toMatchObject({ status: "paid", tracking: null });
    expect(await mailsOf(desk, order)).toEqual(["money", "placed"]);
    expect((await orderPage(desk, order)).steps).toContain("Marcar como enviado");
  });

  test("warns of bottles that are back and may have been counted", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    await take(desk, order, "enviado");
    const words = "Los que ya has contado en «Existencias», no: estarían dos veces.";
    expect((await orderPage(desk, order)).text).not.toContain(words);
    await countStock(desk, 5, null, 0);
    expect((await orderPage(desk, order)).text).toContain(words);
  });

  test("cancels an order that was refunded while wrongly marked as sent", async () => {
    const desk = await testDesk(database);
    const bottles = await counted(desk);
    const order = await paid(desk);
    await take(desk, order, "enviado");
    await confirm(desk, order, "reembolso", { importe: "89,99" });
    expect(await reread(desk, order)).toMatchObject({ closed: null });
    await take(desk, order, "no-enviado");
    expect(await reread(desk, order)).toMatchObject({ closed: "cancelled", status: "refunded" });
    expect(await bottles()).toBe(10);
  });

  test("asks whether the bottles of a parcel that was not sent have been counted since", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    await take(desk, order, "enviado");
    await countStock(desk, 5, null, 0);
    expect(await refused(desk, order, "no-enviado")).toEqual({
      contados: "Di si estaban en el estante",
    });
    expect((await orderPage(desk, order)).text).toContain(
      "¿Estaban sus frascos en el estante cuando los contaste, el 22 de noviembre de 2026 a las 10:05?",
    );
    await take(desk, order, "no-enviado", { contados: "si" });
    expect(await stockOf(desk.db)).toBe(4);
    // A parcel that is sent later asks nothing.
    desk.pass(1);
    await take(desk, order, "enviado");
    await take(desk, order, "no-enviado");
    expect(await stockOf(desk.db)).toBe(4);
  });

  test("ships nothing of which a part of the money went back, before the owner has decided", async () => {
    const desk = await testDesk(database);
    const [disputed, rebated] = [await paid(desk), await paid(desk)];
    await enter(desk, disputed, 4000, { kind: "chargeback", who: "provider", providerId: "dp_1" });
    expect((await orderPage(desk, disputed)).text).toContain("− 40,00\u00a0€");
    await enter(desk, rebated, 1000, { kind: "refund" });
    for (const [order, cents] of [
      [disputed, "40,00"],
      [rebated, "10,00"],
    ] as const) {
      expect(await refused(desk, order, "enviado")).toBe(orderHasChanged);
      const { text, steps } = await orderPage(desk, order);
      expect(text).toMatch(/^Por decidir /);
      expect(text).toContain("Decide antes de enviarlo: quita frascos, dalo por pagado o anúlalo.");
      expect(steps).toEqual(expect.arrayContaining(["Dar por pagado", "Anular el pedido"]));
      const asked = await ask(desk, order, "dar-por-pagado");
      expect(asked.question).toBe(
        `¿Dar el pedido por pagado, con un descuento de ${cents}\u00a0€?`,
      );
      expect(await asked.confirm()).toBe("done");
      // The refund has its own email.
      expect((await mailsOf(desk, order)).filter((name) => name === "money")).toHaveLength(1);
      await take(desk, order, "enviado", { seguimiento: "MRW 1" });
    }
    const open = await paid(desk);
    await enter(desk, open, 4000, { kind: "chargeback", who: "provider", providerId: "dp_2" });
    await desk.db.updateTable("orders").set({ disputed: 1 }).execute();
    expect(await refused(desk, open, "dar-por-pagado")).toBe(orderHasChanged);
  });

  test("warns of a dispute, whether or not the bank has taken the money", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    await desk.db
      .updateTable("orders")
      .set({ disputed: 4000 })
      .where("id", "=", order.id)
      .execute();
    expect((await orderPage(desk, order)).text).toContain(
      "El banco del comprador reclama 40,00\u00a0€. No envíes el pedido, y contesta en el panel de Stripe antes de la fecha que te da.",
    );
    const asked = await ask(desk, order, "enviado");
    expect(asked.question).toBe(
      "El banco del comprador reclama 40,00\u00a0€. ¿Enviarlo de todos modos?",
    );
    expect(await asked.confirm()).toBe("done");
    expect((await orderPage(desk, order)).text).toContain(
      "El banco del comprador reclama 40,00\u00a0€. Contesta, con la prueba del envío, en el panel de Stripe antes de la fecha que te da.",
    );
  });

  test("corrects the tracking of a parcel that is under way", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    expect(await refused(desk, order, "seguimiento", { seguimiento: "X" })).toBe(orderHasChanged);
    await take(desk, order, "enviado", { seguimiento: "MRW 1" });
    expect(await refused(desk, order, "seguimiento", { seguimiento: " " })).toEqual({
      seguimiento: "Escribe el número, o pega su dirección web",
    });
    expect(await refused(desk, order, "seguimiento", { seguimiento: "MRW 1" })).toEqual({
      seguimiento: "Es el que ya está anotado",
    });
    await take(desk, order, "seguimiento", { seguimiento: "MRW 2" });
    expect((await reread(desk, order)).tracking).toBe("MRW 2");
  });

  test("delivers on a day between the order and today, and takes it back", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    desk.pass(3 * day);
    await take(desk, order, "enviado");
    for (const fecha of ["2026-11-21", "2026-11-26"]) {
      expect(await refused(desk, order, "entregado", { fecha })).toEqual({
        fecha: "Elige el día de hoy o uno anterior",
      });
    }
    await take(desk, order, "entregado", { fecha: "2026-11-24" });
    expect(await reread(desk, order)).toMatchObject({
      status: "delivered",
      deliveredAt: Date.parse("2026-11-24T00:00+01:00"),
    });
    await take(desk, order, "no-entregado");
    expect(await reread(desk, order)).toMatchObject({ status: "shipped", deliveredAt: null });
  });

  test("sends a lost parcel again, after a question, and puts it back if it comes back", async () => {
    const desk = await testDesk(database);
    const bottles = await counted(desk);
    const order = await paid(desk, { quantity: 2 });
    await take(desk, order, "enviado", { seguimiento: "MRW 1" });
    const asked = await ask(desk, order, "otro-envio", { seguimiento: "MRW 2" });
    expect(asked.text).toContain("Salen de las existencias otros 2 frascos");
    expect(await twiceAtOnce(asked.confirm)).toEqual([orderHasChanged, "done"]);
    expect(await bottles()).toBe(6);
    expect(await reread(desk, order)).toMatchObject({ status: "shipped", tracking: "MRW 2" });
    // The first parcel has left for good.
    expect((await orderPage(desk, order)).steps).not.toContain("No se ha enviado");
    const { forms } = await orderPage(desk, order);
    expect(forms["Reponer frascos"]?.frascos).toBe("4");
    await take(desk, order, "reponer", { frascos: "3" });
    expect(await refused(desk, order, "reponer", { frascos: "2" })).toEqual({
      frascos: "Escribe 1",
    });
    await take(desk, order, "reponer", { frascos: "1" });
    expect(await refused(desk, order, "reponer", { frascos: "1" })).toBe(orderHasChanged);
    expect(await bottles()).toBe(10);
  });

  test("cancels an order that is not sent, and reopens it", async () => {
    const desk = await testDesk(database);
    const bottles = await counted(desk);
    const order = await paid(desk, { quantity: 3 });
    const asked = await ask(desk, order, "anulado", { nota: "Se rompió la caja" });
    expect(asked.text).toContain(
      "Por reembolsar 0,00\u00a0€ 269,97\u00a0€ Estado Por enviar Anulado",
    );
    expect(asked.text).toContain("El dinero no se mueve solo");
    expect(await twiceAtOnce(asked.confirm)).toEqual([orderHasChanged, "done"]);
    expect(await bottles()).toBe(10);
    expect((await story(desk, order)).at(-1)).toBe("owner cancelled Se rompió la caja");
    const { steps: possible, text } = await orderPage(desk, order);
    expect(text).toContain("Hay cobrados 269,97\u00a0€ de un pedido que ya no está en curso.");
    expect(possible[0]).toBe("Anotar un reembolso");
    expect(possible).not.toContain("Anular el pedido");
    await take(desk, order, "reabrir");
    expect(await reread(desk, order)).toMatchObject({ status: "paid", closed: null });
    expect(await bottles()).toBe(7);
  });

  test("cancels what was sent, and puts back the bottles that can be sold", async () => {
    const desk = await testDesk(database);
    const bottles = await counted(desk);
    const order = await paid(desk, { quantity: 3 });
    await take(desk, order, "enviado");
    await confirm(desk, order, "anulado", { nota: "" });
    expect(await bottles()).toBe(7);
    expect((await orderPage(desk, order)).forms["Reponer frascos"]?.frascos).toBe("3");
    await take(desk, order, "reponer", { frascos: "2" });
    expect(await bottles()).toBe(9);
    await take(desk, order, "reabrir");
    expect(await bottles()).toBe(9);
    expect((await orderPage(desk, order)).forms["Reponer frascos"]?.frascos).toBe("1");
  });

  test("extends the deadline of an unpaid order, counted from today", async () => {
    const desk = await testDesk(database);
    const [order, settled] = [await placed(desk), await paid(desk)];
    for (const dias of ["0", "61", "1,5", "", "-3"]) {
      expect(await refused(desk, order, "mas-dias", { dias })).toEqual({
        dias: "Escribe un número del 1 al 60",
      });
    }
    await take(desk, order, "mas-dias", { dias: "30" });
    desk.pass(29 * day);
    await expire(desk);
    expect(await reread(desk, order)).toMatchObject({ status: "unpaid" });
    expect((await orderPage(desk, order)).text).toContain(
      "Más días para pagar: hasta el martes 22 de diciembre",
    );
    desk.pass(2 * day);
    await expire(desk);
    expect(await reread(desk, order)).toMatchObject({ status: "expired" });
    expect(await refused(desk, settled, "mas-dias", { dias: "7" })).toBe(orderHasChanged);
    const part = await placed(desk, { email: "otra@correo.example" });
    await enter(desk, part, 4000);
    expect(await refused(desk, part, "mas-dias", { dias: "7" })).toBe(orderHasChanged);
  });

  test("corrects the details once, and keeps what was typed", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    const right = { ...details, email: "lucia.gomez@correo.example", city: "Toledo" };
    const wrong = { ...right, email: "lucia", postalCode: "450" };
    const answer = await send(desk, order, "datos", wrong);
    expect(answer).toMatchObject({
      status: 400,
      tried: {
        errors: {
          email: "Introduce un email válido",
          postalCode: "Introduce un código postal de ese país",
        },
      },
    });
    const { forms, html } = await orderPage(desk, order, answer);
    const { country: __, ...typed } = wrong;
    expect(forms["Corregir los datos"]).toMatchObject(typed);
    expect(html).toContain('<details id="datos" class="admin-step" open="">');
    expect(html.match(/autofocus/g)).toHaveLength(1);
    expect(/<input[^>]*autofocus[^>]*>/.exec(html)?.[0]).toContain('name="email"');
    expect(await reread(desk, order)).toEqual(order);
    const press = () => send(desk, order, "datos", right, 0);
    expect(await twiceAtOnce(press)).toEqual([orderHasChanged, "done"]);
    expect(await reread(desk, order)).toMatchObject(right);
    expect((await orderPage(desk, order)).items).toContain(
      "Datos corregidos: email, antes «lucia@correo.example»; ciudad, antes «Madrid» 22\u00a0nov, 10:05 · mostrador",
    );
  });

  test.each([
    ["a country that the shop doesn't ship to", { country: "CH" }, "No enviamos a ese país"],
    ["the Canaries", { postalCode: "35001" }, "No enviamos a Canarias, Ceuta ni Melilla"],
    ["a link", { firstName: "www.evil.example" }, "El nombre no puede llevar una dirección web"],
    ["no telephone", { phone: "no tiene" }, "Introduce un teléfono válido"],
  ])("refuses details with %s", async (__, changes, message) => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    const errors = await refused(desk, order, "datos", { ...details, ...changes });
    expect(Object.values(errors)).toEqual([message]);
  });

  test("takes a telephone of another country", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await take(desk, order, "datos", { ...details, phone: "+49 (30) 123-4567" });
    expect((await reread(desk, order)).phone).toBe("+49 (30) 123-4567");
  });

  test("shows names and addresses as they were typed", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk, {
      firstName: "M.Carmen",
      address: "C/Mayor.3, bit.ly/3xYz",
      email: "lucia?bcc=otra@correo.example",
    });
    const { text, links } = await orderPage(desk, order);
    expect(text).toContain("M.Carmen Gómez C/Mayor.3, bit.ly/3xYz 28013 Madrid");
    expect(links["lucia?bcc=otra@correo.example"]).toBe("mailto:lucia%3Fbcc%3Dotra@correo.example");
    expect(Object.values(links).join()).not.toContain("bit.ly");
  });

  test("stores a note once", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    expect(await refused(desk, order, "nota", { nota: " " })).toEqual({ nota: "Escribe la nota" });
    const press = () => send(desk, order, "nota", { nota: "Llamar antes" }, 0);
    expect(await twiceAtOnce(press)).toEqual([orderHasChanged, "done"]);
    expect((await story(desk, order)).slice(1)).toEqual(["owner note Llamar antes"]);
    expect((await orderPage(desk, order)).text).toContain("Nota · Llamar antes");
  });

  test("erases once nothing can happen any more", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    const expectToWait = async () =>
      expect(await refused(desk, order, "borrar")).toMatch(/^Todavía no: /);
    await expectToWait();
    await take(desk, order, "enviado");
    await take(desk, order, "entregado");
    desk.pass(15 * day);
    expect(await refused(desk, order, "borrar")).toBe(
      "Todavía no: se puede desistir hasta el lunes 7 de diciembre, o hasta el siguiente día laborable si ese día es fiesta.",
    );
    desk.pass(day);
    expect(await refused(desk, order, "borrar")).toBe(
      "Todavía no: aún se puede desistir si el lunes 7 de diciembre fue fiesta donde vive.",
    );
    desk.pass(day);
    await enter(desk, order, 100);
    await expectToWait();
    await confirm(desk, order, "reembolso", { importe: "1" });
    await confirm(desk, order, "desistido");
    await expectToWait();
    await desk.db.updateTable("withdrawals").set({ closedAt: desk.now() }).execute();
    const asked = await ask(desk, order, "borrar");
    expect(asked.text).toContain("No se puede deshacer.");
    expect((await reread(desk, order)).firstName).toBe("Lucía");
    expect(await asked.confirm()).toBe("done");
    expect((await reread(desk, order)).firstName).toBeNull();
    const { text, steps: possible } = await orderPage(desk, order);
    expect(text).toContain("Los datos personales están borrados.");
    expect(text).not.toMatch(/Lucía|lucia|null|undefined/);
    for (const label of [
      "Borrar los datos personales",
      "Corregir los datos",
      "No ha llegado",
      "Se ha perdido: envío otro",
    ])
      expect(possible).not.toContain(label);
    expect(await refused(desk, order, "desistido")).toBe(orderHasChanged);
  });

  test("offers no steps for a recipient in a sale in person, and undoes the sale", async () => {
    const desk = await testDesk(database);
    const bottles = await counted(desk);
    const { order } = await enterOrder(desk, soldInPerson({ quantity: 2, total: 15_000 }));
    expect(await bottles()).toBe(8);
    const { text, steps: possible } = await orderPage(desk, order);
    expect(text).toMatch(
      new RegExp(`^Entregado ${order.id} Venta en persona · 150,00\u00a0€ · vendido el `),
    );
    expect(text).toContain("2 × 89,99\u00a0€ − 29,98\u00a0€ acordados = 150,00\u00a0€");
    for (const label of [
      "Corregir los datos",
      "Anotar un desistimiento",
      "No ha llegado",
      "Se ha perdido: envío otro",
      "Borrar los datos personales",
    ])
      expect(possible).not.toContain(label);
    await confirm(desk, order, "anulado", { nota: "Lo dejó" });
    await take(desk, order, "reponer", { frascos: "2" });
    expect(await bottles()).toBe(10);
    await confirm(desk, order, "reembolso", { importe: "150" });
    expect(await reread(desk, order)).toMatchObject({ status: "refunded", owedBack: 0 });
    expect(await mailsOf(desk, order)).toEqual([]);
  });

  test("shows an undelivered email", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    await take(desk, order, "enviado");
    await desk.db
      .updateTable("mails")
      .set({ refusedAt: desk.now(), error: "No existe" })
      .where("template", "=", "money")
      .execute();
    const { text } = await orderPage(desk, order);
    expect(text).toMatch(/No existe Enviar otra vez/);
    expect(text).toMatch(/Sale enseguida (?!Enviar)/);
    await desk.db
      .updateTable("mails")
      .set({ dismissedAt: desk.now() })
      .where("template", "=", "money")
      .execute();
    expect((await orderPage(desk, order)).text).toMatch(/No se envía Enviar otra vez/);
  });
});

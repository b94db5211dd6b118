import { describe, expect, test } from "vitest";
import { presumeDelivered } from "../../../jobs/expiry.ts";
import { enterOrder } from "../../../orders/enter-order.ts";
import { readFacts } from "../../../orders/stored-facts.ts";
import { reopenWithdrawal, withdraw, withdrawalsOf } from "../../../orders/withdrawals.ts";
import { withdrawalText } from "../../../shop/order-texts.ts";
import { day } from "../../../shop/time.ts";
import {
  databases,
  enter,
  enterRequest,
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
  send,
  take,
  twiceAtOnce,
} from "../../../testing/take-steps.ts";

type Desk = Awaited<ReturnType<typeof testDesk>>;

/** Lucía declares this with the shop's form. */
const declare = (
  desk: Parameters<typeof withdraw>[0],
  contract: string,
  { email = "lucia@correo.example", bottles = null as number | null } = {},
) => withdraw(desk, newKey(), { name: "Lucía Gómez", contract, email, bottles });

describe.each(databases)("%s", (database) => {
  test("a withdrawal in time closes a paid order, and the money is due on a day", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    await declare(desk, order.id);
    const { text, steps, forms } = await orderPage(desk, order);
    expect(text).toMatch(/^Desistido /);
    expect(text).toContain(
      `El comprador desistió el 22\u00a0nov, 10:05: «${order.id}», Lucía Gómez, lucia@correo.example. Se ha quitado 1\u00a0frasco de 1.`,
    );
    expect(text).toContain(
      "Hay que reembolsar 89,99\u00a0€. Tienes hasta el 6\u00a0de diciembre para hacerlo.",
    );
    expect(steps[0]).toBe("El comprador no desiste");
    expect(forms["Anotar un reembolso"]?.importe).toBe("89,99");
    expect(steps).not.toContain("Reabrir");
    expect(await refused(desk, order, "enviado")).toBe(orderHasChanged);
    desk.pass(15 * day);
    expect((await orderPage(desk, order)).text).toContain(
      "Tenías hasta el 6\u00a0de diciembre para hacerlo.",
    );
  });

  test("a form from before the withdrawal ships nothing", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    const { version } = await reread(desk, order);
    await declare(desk, order.id);
    expect(await send(desk, order, "enviado", { seguimiento: "" }, version)).toMatchObject({
      status: 409,
      tried: { refusal: orderHasChanged },
    });
    expect((await reread(desk, order)).fulfilment).toBe("unfulfilled");
  });

  test("one of three bottles comes back: 89,99 is owed, and then nothing", async () => {
    const desk = await testDesk(database);
    await setStock(desk, 10);
    const order = await paid(desk, { quantity: 3 });
    await take(desk, order, "enviado");
    await declare(desk, `${order.id}, uno de los tres`, { bottles: 1 });
    const { text, forms, html } = await orderPage(desk, order);
    expect(text).toContain(
      `de 1\u00a0frasco, «${order.id}, uno de los tres», Lucía Gómez, lucia@correo.example. Se ha quitado 1\u00a0frasco de 3.`,
    );
    expect(text).toContain(
      "Hay que reembolsar 89,99\u00a0€. Tienes hasta el 6\u00a0de diciembre para hacerlo; puedes esperar al paquete.",
    );
    expect(text).toContain("2\u00a0frascos de 3, Perfume signature");
    expect(text).toContain("− 89,99\u00a0€ por 1\u00a0frasco = 179,98\u00a0€");
    expect(forms["Anotar un reembolso"]?.importe).toBe("89,99");
    // What is due: the delivery, the refund and the bottle that comes back.
    for (const step of ["entregado", "reembolso", "reponer"])
      expect(html).toMatch(new RegExp(`<form[^>]*/${step}".*>Más<`, "s"));
    expect(forms["Reponer frascos"]?.frascos).toBe("1");
    await confirm(desk, order, "reembolso", { importe: "89,99" });
    await take(desk, order, "reponer", { frascos: "1" });
    const after = await orderPage(desk, order);
    expect(await reread(desk, order)).toMatchObject({
      status: "shipped",
      paymentStatus: "paid",
      owedBack: 0,
    });
    expect(after.text).not.toContain("Hay que reembolsar");
    expect(after.forms["Anotar un reembolso"]?.importe).toBe("");
    for (const step of ["reembolso", "reponer"])
      expect(after.html).toMatch(new RegExp(`>Más<.*/${step}"`, "s"));
    const asked = await ask(desk, order, "reembolso", { importe: "100" });
    expect(asked.lines).toEqual(["No hay nada que reembolsar: regalas 100,00\u00a0€."]);
    await take(desk, order, "entregado");
    expect(await reread(desk, order)).toMatchObject({ status: "delivered" });
  });

  test("links an open withdrawal of the same address, and puts back what it has taken off", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    const { id: sobre } = await declare(desk, "el perfume");
    await declare(desk, "el mío", { email: "ana@correo.example" });
    const { text, steps } = await orderPage(desk, order);
    expect(text).toMatch(/^Por decidir /);
    expect(text).toContain(
      "Quizá han desistido de este pedido el 22\u00a0nov, 10:05: «el perfume», Lucía Gómez, lucia@correo.example.",
    );
    expect(text).not.toContain("el mío");
    expect(steps[0]).toBe("Es de este pedido");
    expect((await ask(desk, order, "enviado")).question).toBe(
      "Hay un desistimiento sin pedido que quizá es de este. ¿Enviarlo de todos modos?",
    );
    const linking = await ask(desk, order, "es-de-este", { sobre });
    expect(await twiceAtOnce(linking.confirm)).toEqual([orderHasChanged, "done"]);
    expect(await reread(desk, order)).toMatchObject({
      withdrawnAt: desk.now(),
      closed: "cancelled",
    });
    expect(await refused(desk, order, "es-de-este", { sobre })).toBe(orderHasChanged);

    const unlinking = await ask(desk, order, "no-desiste", { sobre, nota: "Llamó: se lo queda" });
    expect(unlinking.question).toBe("¿Anotar que el comprador no desiste?");
    expect(unlinking.lines).toEqual(["1\u00a0frasco vuelve al pedido."]);
    expect(await twiceAtOnce(unlinking.confirm)).toEqual([orderHasChanged, "done"]);
    expect(await reread(desk, order)).toMatchObject({ withdrawnAt: null, closed: null });
    const page = await orderPage(desk, order);
    expect(page.text).toMatch(/^Por enviar /);
    expect(page.text).toContain("Llamó: se lo queda");
    await reopenWithdrawal(desk, sobre);
    await confirm(desk, order, "es-de-este", { sobre });
    expect((await reread(desk, order)).withdrawnAt).toBe(desk.now());
    await confirm(desk, order, "reembolso", { importe: "89,99" });
    expect((await ask(desk, order, "no-desiste", { sobre })).lines).toEqual([
      "Lo que ha quitado no vuelve al pedido: ya se ha reembolsado, enviado o repuesto, o se han quitado otros frascos después.",
    ]);
  });

  test("ships an order with a withdrawal to decide only after a question", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk, { quantity: 3 });
    await declare(desk, order.id, { bottles: 1 });
    const { id: sobre } = await declare(desk, order.id, { bottles: 1 });
    const { text } = await orderPage(desk, order);
    expect(text).toMatch(/^Por decidir /);
    expect(text).toContain(
      "Ya había desistido de una parte: quita los frascos si son otros. Si es el mismo desistimiento otra vez, pulsa «El comprador no desiste» y se queda como está. Tienes hasta el 6\u00a0de diciembre para reembolsar el dinero, si es válido.",
    );
    const asked = await ask(desk, order, "enviado", { seguimiento: "MRW 1" });
    expect(asked.question).toBe(
      "Hay un desistimiento por decidir, del 22 de noviembre de 2026 a las 10:05. ¿Enviarlo de todos modos?",
    );
    expect((await reread(desk, order)).fulfilment).toBe("unfulfilled");
    // The same one again: the order stays as it is.
    expect((await ask(desk, order, "no-desiste", { sobre })).lines).toEqual([
      "El pedido se queda como está.",
    ]);
    await confirm(desk, order, "no-desiste", { sobre });
    expect((await orderPage(desk, order)).text).toMatch(/^Por enviar /);
    expect(await reread(desk, order)).toMatchObject({ removed: 1, toDecide: null });
  });

  test("one withdrawal is linked to one of two orders", async () => {
    const desk = await testDesk(database);
    const [one, other] = [await paid(desk), await paid(desk)];
    const { id: sobre } = await declare(desk, "el perfume");
    const questions = [
      await ask(desk, one, "es-de-este", { sobre }),
      await ask(desk, other, "es-de-este", { sobre }),
    ];
    const answers = await Promise.all(questions.map((asked) => asked.confirm()));
    expect(answers.filter((answer) => answer === "done")).toHaveLength(1);
    const withdrawn = [await reread(desk, one), await reread(desk, other)].filter(
      ({ withdrawnAt }) => withdrawnAt !== null,
    );
    expect(withdrawn).toHaveLength(1);
  });

  test("records a withdrawal by letter once, on its day, of all or of some bottles", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk, { quantity: 2 });
    await enter(desk, order, 17_998);
    desk.pass(2 * day);
    expect(await refused(desk, order, "desistido", { fecha: "2026-11-21" })).toEqual({
      fecha: "Elige el día de hoy o uno anterior",
    });
    const asked = await ask(desk, order, "desistido", { fecha: "2026-11-23", frascos: "1" });
    expect(asked.question).toBe("¿Anotar que el comprador desiste de 1\u00a0frasco?");
    expect(asked.lines).toEqual(["Al comprador le sale un correo que lo confirma."]);
    expect(await twiceAtOnce(asked.confirm)).toEqual([orderHasChanged, "done"]);
    expect((await story(desk, order)).slice(-2)).toEqual(["owner withdrawn", "owner removed"]);
    expect(await reread(desk, order)).toMatchObject({
      removed: 1,
      withdrawnAt: Date.parse("2026-11-23T00:00+01:00"),
    });
    const { text, steps } = await orderPage(desk, order);
    expect(text).toContain("El comprador desistió el 23\u00a0nov 2026");
    expect(text).toContain("Tienes hasta el 7\u00a0de diciembre para hacerlo.");
    // A second one by telephone can be recorded.
    expect(steps).toContain("Anotar un desistimiento");
    await confirm(desk, order, "desistido", { frascos: "" });
    expect(await reread(desk, order)).toMatchObject({ removed: 2, closed: "cancelled" });
    expect((await orderPage(desk, order)).steps).not.toContain("Anotar un desistimiento");
  });

  test("rejects a withdrawal only after its term, with a reason", async () => {
    const desk = await testDesk(database);
    const [late, punctual] = [await paid(desk), await paid(desk)];
    for (const order of [late, punctual]) {
      await take(desk, order, "enviado");
      await take(desk, order, "entregado");
    }
    // The term ends on Monday: its last day would be a Sunday.
    desk.pass(15 * day);
    const { id: inTime } = await declare(desk, punctual.id);
    expect(await refused(desk, punctual, "rechazado", { sobre: inTime, nota: "No" })).toBe(
      orderHasChanged,
    );
    desk.pass(day);
    const { id: sobre } = await declare(desk, late.id);
    expect((await orderPage(desk, late)).text).toContain(
      "El plazo acabó el lunes 7 de diciembre; si ese día fue fiesta donde vive, valía también el siguiente día laborable. Puedes quitar los frascos o rechazar el desistimiento.",
    );
    expect(await refused(desk, late, "rechazado", { sobre, nota: "" })).toEqual({
      nota: "Escribe por qué",
    });
    expect((await orderPage(desk, late)).text).toContain("Va en el correo al comprador.");
    await desk.db.updateTable("orders").set({ email: null }).where("id", "=", late.id).execute();
    expect((await orderPage(desk, late)).text).toContain("No tiene email: díselo tú.");
    await confirm(desk, late, "rechazado", { sobre, nota: "Llegó tarde" });
    expect(await reread(desk, late)).toMatchObject({ toDecide: null, status: "delivered" });
    expect((await orderPage(desk, late)).text).toContain("Desistimiento rechazado · Llegó tarde");
  });

  test("rejects a late withdrawal from an order with one that came in time", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk, { quantity: 2 });
    await take(desk, order, "enviado");
    await take(desk, order, "entregado");
    const first = await declare(desk, order.id, { bottles: 1 });
    desk.pass(16 * day);
    const second = await declare(desk, order.id, { bottles: 1 });
    const input = { nota: "Llegó tarde" };
    expect(await refused(desk, order, "rechazado", { sobre: first.id, ...input })).toBe(
      orderHasChanged,
    );
    await confirm(desk, order, "rechazado", { sobre: second.id, ...input });
    expect(await withdrawalsOf(desk.db, order.id)).toMatchObject([{ id: first.id }]);
    expect(await reread(desk, order)).toMatchObject({ removed: 1, toDecide: null });
  });

  test("reopens an order that was withdrawn once the shopper does not withdraw", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    const { id: sobre } = await declare(desk, order.id);
    expect(await reread(desk, order)).toMatchObject({ status: "cancelled" });
    await enter(desk, order, 8999);
    expect((await orderPage(desk, order)).steps).not.toContain("Reabrir");
    expect(await refused(desk, order, "reabrir")).toBe(orderHasChanged);
    await confirm(desk, order, "no-desiste", { sobre });
    expect(await reread(desk, order)).toMatchObject({ status: "paid", withdrawnAt: null });
    expect(await mailsOf(desk, order)).toContain("reopened");
  });

  test("leaves a refunded order cancelled though the shopper does not withdraw", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    const { id: sobre } = await declare(desk, order.id);
    await confirm(desk, order, "reembolso", { importe: "89,99" });
    await confirm(desk, order, "no-desiste", { sobre });
    expect(await reread(desk, order)).toMatchObject({ closed: "cancelled", withdrawnAt: null });
    expect(await mailsOf(desk, order)).not.toContain("reopened");
  });

  test("offers no «Reabrir» for an order that a withdrawal by letter has closed", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await confirm(desk, order, "desistido");
    await enter(desk, order, 8999);
    expect(await reread(desk, order)).toMatchObject({ closed: "cancelled", owedBack: 8999 });
    expect(await refused(desk, order, "reabrir")).toBe(orderHasChanged);
  });

  test("counts the term of a second withdrawal from its own day", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk, { quantity: 2 });
    await take(desk, order, "enviado");
    await declare(desk, order.id, { bottles: 1 });
    await confirm(desk, order, "reembolso", { importe: "89,99" });
    desk.pass(9 * day);
    await declare(desk, order.id);
    const text = withdrawalText(await reread(desk, order), await readFacts(desk.db), desk.now());
    expect(text).toMatch(
      /^Te autorizamos la devolución: tienes hasta el martes 15 de diciembre para enviarnos el perfume\. Te reembolsamos 89,99/,
    );
    expect((await orderPage(desk, order)).text).toContain(
      "Hay que reembolsar 89,99\u00a0€. Tienes hasta el 15\u00a0de diciembre para hacerlo; puedes esperar al paquete.",
    );
  });

  test.each<[string, (desk: Desk, order: { id: string }) => Promise<unknown>, reason: string]>([
    [
      "from a parcel that arrived on an unknown day",
      async (desk) => {
        desk.pass(31 * day);
        await presumeDelivered(desk);
      },
      "No se sabe qué día llegó el paquete: si está en plazo, quita los frascos; si no, puedes rechazarlo.",
    ],
    [
      "that came late",
      async (desk, order) => {
        await take(desk, order, "entregado");
        desk.pass(16 * day);
      },
      "El plazo acabó el lunes 7 de diciembre; si ese día fue fiesta donde vive, valía también el siguiente día laborable. Puedes quitar los frascos o rechazar el desistimiento.",
    ],
  ])("leaves a withdrawal %s to the owner, who rejects it", async (_, arrive, reason) => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    await take(desk, order, "enviado");
    await arrive(desk, order);
    const { id: sobre } = await declare(desk, order.id);
    expect((await orderPage(desk, order)).text).toContain(reason);
    expect(await reread(desk, order)).toMatchObject({ removed: 0, owedBack: 0 });
    await confirm(desk, order, "rechazado", { sobre, nota: "Llegó en noviembre" });
    expect(await reread(desk, order)).toMatchObject({ toDecide: null, removed: 0 });
  });

  test("leaves a withdrawal from an order that was handed over to the owner", async () => {
    const desk = await testDesk(database);
    const { order } = await enterOrder(desk, enterRequest({ isPaid: true, isDelivered: true }));
    const { id: sobre } = await declare(desk, order.id);
    expect((await orderPage(desk, order)).text).toContain(
      "El pedido se entregó en mano: decide si quitas los frascos o rechazas el desistimiento.",
    );
    await confirm(desk, order, "quitar-desistidos", { sobre, frascos: "1" });
    expect(await reread(desk, order)).toMatchObject({ removed: 1, owedBack: 8999, closed: null });
    expect(await mailsOf(desk, order)).toContain("withdrawn");
  });
});

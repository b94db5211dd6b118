import { describe, expect, test } from "vitest";
import { presumeDelivered } from "../../../jobs/expiry.ts";
import { readFacts } from "../../../orders/stored-facts.ts";
import { reopenWithdrawal, withdraw, withdrawalsOf } from "../../../orders/withdrawals.ts";
import { withdrawalText } from "../../../shop/order-texts.ts";
import { day } from "../../../shop/time.ts";
import {
  databases,
  enter,
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

type Desk = Parameters<typeof withdraw>[0];

/** Lucía declares this with the shop's form. */
const declare = (desk: Desk, contract: string, email = "lucia@correo.example") =>
  withdraw(desk, newKey(), { name: "Lucía Gómez", contract, email });

describe.each(databases)("%s", (database) => {
  test("asks before shipping an order with a withdrawal", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    await declare(desk, order.id);
    const { text, steps } = await orderPage(desk, order);
    expect(text).toContain(
      `El comprador desistió el 22\u00a0nov, 10:05: «${order.id}», Lucía Gómez, lucia@correo.example. Tienes hasta el 6\u00a0de diciembre para reembolsar el dinero; hay 89,99\u00a0€.`,
    );
    expect(text).toMatch(/^Pagado /);
    expect(steps).toContain("Anotar un reembolso");
    const asked = await ask(desk, order, "enviado", { seguimiento: "MRW 1" });
    expect(asked.question).toBe(
      "El comprador desistió el 22 de noviembre de 2026 a las 10:05. ¿Enviarlo de todos modos?",
    );
    expect((await reread(desk, order)).fulfilment).toBe("unfulfilled");
    expect(await asked.confirm()).toBe("done");
    expect(await reread(desk, order)).toMatchObject({ status: "shipped", tracking: "MRW 1" });
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
    expect((await reread(desk, order)).status).toBe("paid");
  });

  test("shows the text of a partial withdrawal, and proposes to refund all that is held", async () => {
    const desk = await testDesk(database);
    await setStock(desk, 10);
    const order = await paid(desk, { quantity: 3 });
    await take(desk, order, "enviado");
    await declare(desk, `${order.id}, solo un frasco de los tres`);
    const words = `«${order.id}, solo un frasco de los tres», Lucía Gómez, lucia@correo.example.`;
    const { text, forms } = await orderPage(desk, order);
    expect(text).toContain(
      `${words} Tienes hasta el 6\u00a0de diciembre para reembolsar el dinero; hay 269,97\u00a0€; puedes esperar al paquete. Lee antes si desiste de todo o de una parte: entonces, cambia el importe.`,
    );
    expect(forms["Anotar un reembolso"]?.importe).toBe("269,97");
    // The refund is due, and not the delivery.
    expect((await orderPage(desk, order)).html).toMatch(/<form[^>]*\/reembolso".*<summary>Más</s);
    expect((await orderPage(desk, order)).html).toMatch(/<summary>Más<.*\/entregado"/s);
    const folded = '<details id="reponer"';
    expect((await orderPage(desk, order)).html).toContain(folded);
    await confirm(desk, order, "reembolso", { importe: "79" });
    const asks = await orderPage(desk, order);
    expect(asks.html).not.toContain(folded);
    expect(asks.forms["Reponer frascos"]?.frascos).toBe("");
    await take(desk, order, "reponer", { frascos: "1" });
    expect((await orderPage(desk, order)).html).toContain(folded);
    expect(await reread(desk, order)).toMatchObject({ status: "shipped", owedBack: 0 });
    const before = await orderPage(desk, order);
    expect(before.text).not.toContain("faltan");
    const [sobre = ""] = Object.values(before.forms.Resuelto ?? {}).slice(1, 2);
    const asked = await ask(desk, order, "resuelto", { sobre, nota: "Un frasco" });
    expect(asked.question).toBe(
      "Quedan 190,97\u00a0€ sin reembolsar. ¿Marcar el desistimiento como resuelto?",
    );
    expect(await twiceAtOnce(asked.confirm)).toEqual([orderHasChanged, "done"]);
    const after = await orderPage(desk, order);
    expect(after.text).toContain(`${words} Resuelto. Un frasco`);
    expect(after.steps.indexOf("Marcar como entregado")).toBeLessThan(
      after.steps.indexOf("Anotar un reembolso"),
    );
    await take(desk, order, "abrir-desistimiento", { sobre });
    expect((await orderPage(desk, order)).text).toContain("para reembolsar el dinero");
  });

  test("links an open withdrawal of the same address, unlinks it, and opens it again", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    const { id: sobre } = await declare(desk, "el perfume");
    await declare(desk, "el mío", "ana@correo.example");
    const { text, steps } = await orderPage(desk, order);
    expect(text).toContain(
      "Quizá han desistido de este pedido el 22\u00a0nov, 10:05: «el perfume», Lucía Gómez, lucia@correo.example.",
    );
    expect(text).not.toContain("el mío");
    expect(steps[0]).toBe("Es de este pedido");
    expect((await ask(desk, order, "enviado")).question).toBe(
      "Hay un desistimiento de la misma dirección que quizá es de este pedido. ¿Enviarlo de todos modos?",
    );
    const linking = await ask(desk, order, "es-de-este", { sobre });
    expect(await twiceAtOnce(linking.confirm)).toEqual([orderHasChanged, "done"]);
    expect((await reread(desk, order)).withdrawnAt).toBe(desk.now());
    expect(await refused(desk, order, "es-de-este", { sobre })).toBe(orderHasChanged);

    const unlinking = await ask(desk, order, "no-desiste", { sobre, nota: "Llamó: se lo queda" });
    expect(unlinking.question).toBe("¿Anotar que el comprador no desiste?");
    expect(await twiceAtOnce(unlinking.confirm)).toEqual([orderHasChanged, "done"]);
    expect((await reread(desk, order)).withdrawnAt).toBeNull();
    const page = await orderPage(desk, order);
    expect(page.text).toMatch(/^Por enviar /);
    expect(page.text).toContain("Llamó: se lo queda");
    await reopenWithdrawal(desk, sobre);
    await confirm(desk, order, "es-de-este", { sobre });
    expect((await reread(desk, order)).withdrawnAt).toBe(desk.now());
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

  test("records a withdrawal by letter once, on its day", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await enter(desk, order, 1000);
    desk.pass(2 * day);
    expect(await refused(desk, order, "desistido", { fecha: "2026-11-21" })).toEqual({
      fecha: "Elige el día de hoy o uno anterior",
    });
    const asked = await ask(desk, order, "desistido", { fecha: "2026-11-23" });
    expect(await twiceAtOnce(asked.confirm)).toEqual([orderHasChanged, "done"]);
    expect((await story(desk, order)).at(-1)).toBe("owner withdrawn");
    expect((await reread(desk, order)).withdrawnAt).toBe(Date.parse("2026-11-23T00:00+01:00"));
    const { text, steps } = await orderPage(desk, order);
    expect(text).toContain("El comprador desistió el 23\u00a0nov 2026");
    expect(steps).not.toContain("Anotar un desistimiento");
    desk.pass(15 * day);
    expect((await orderPage(desk, order)).text).toContain(
      "Tenías hasta el 7\u00a0de diciembre para reembolsar el dinero; hay 10,00\u00a0€.",
    );
  });

  test("rejects a withdrawal only after its term, with a reason", async () => {
    const desk = await testDesk(database);
    const [late, punctual] = [await paid(desk), await paid(desk)];
    for (const order of [late, punctual]) {
      await take(desk, order, "enviado");
      await take(desk, order, "entregado");
    }
    desk.pass(14 * day);
    const { id: inTime } = await declare(desk, punctual.id);
    expect(await refused(desk, punctual, "rechazado", { sobre: inTime, nota: "No" })).toBe(
      orderHasChanged,
    );
    desk.pass(day);
    const { id: sobre } = await declare(desk, late.id);
    expect((await orderPage(desk, late)).text).toContain(
      "Lo hizo un día fuera de plazo: puedes reembolsar el dinero o rechazar el desistimiento.",
    );
    expect(await refused(desk, late, "rechazado", { sobre, nota: "" })).toEqual({
      nota: "Escribe por qué",
    });
    expect((await orderPage(desk, late)).text).toContain("Va en el correo al comprador.");
    await desk.db.updateTable("orders").set({ email: null }).where("id", "=", late.id).execute();
    expect((await orderPage(desk, late)).text).toContain("No tiene email: díselo tú.");
    await confirm(desk, late, "rechazado", { sobre, nota: "Llegó tarde" });
    expect(await reread(desk, late)).toMatchObject({ withdrawnAt: null, status: "delivered" });
    expect((await orderPage(desk, late)).text).toContain("Desistimiento rechazado · Llegó tarde");
  });

  test("rejects a late withdrawal from an order with one that came in time", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk, { quantity: 2 });
    await take(desk, order, "enviado");
    await take(desk, order, "entregado");
    const first = await declare(desk, `${order.id}, un frasco`);
    desk.pass(15 * day);
    const second = await declare(desk, `${order.id}, el otro frasco`);
    const input = { nota: "Llegó tarde" };
    expect(await refused(desk, order, "rechazado", { sobre: first.id, ...input })).toBe(
      orderHasChanged,
    );
    await confirm(desk, order, "rechazado", { sobre: second.id, ...input });
    expect(await withdrawalsOf(desk.db, order.id)).toMatchObject([
      { id: first.id, closedAt: null },
    ]);
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

  test("undoes the owner's cancelling of an order that was withdrawn", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    await declare(desk, order.id);
    await confirm(desk, order, "anulado");
    await take(desk, order, "reabrir");
    expect(await reread(desk, order)).toMatchObject({ closed: null, openWithdrawals: 1 });
  });

  test("counts the term of a second withdrawal from its own day", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk, { quantity: 2 });
    await take(desk, order, "enviado");
    const { id: sobre } = await declare(desk, `${order.id}, un frasco`);
    await confirm(desk, order, "reembolso", { importe: "89,99" });
    await confirm(desk, order, "resuelto", { sobre });
    desk.pass(9 * day);
    await declare(desk, `${order.id}, el otro frasco`);
    expect(withdrawalText(await reread(desk, order), await readFacts(desk.db))).toMatch(
      /^Tienes hasta el martes 15 de diciembre para enviarnos el perfume\./,
    );
  });

  test("may reject a withdrawal from a parcel that arrived on an unknown day", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    await take(desk, order, "enviado");
    desk.pass(31 * day);
    await presumeDelivered(desk);
    const { id: sobre } = await declare(desk, order.id);
    expect(withdrawalText(await reread(desk, order), await readFacts(desk.db))).toMatch(
      /^Si estás en plazo, tienes hasta el miércoles 6 de enero para enviarnos el perfume\. Te reembolsamos /,
    );
    await confirm(desk, order, "rechazado", { sobre, nota: "Llegó en noviembre" });
    expect(await reread(desk, order)).toMatchObject({ withdrawnAt: null });
  });
});

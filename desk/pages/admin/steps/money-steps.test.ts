import { describe, expect, test } from "vitest";
import { expire } from "../../../jobs/expiry.ts";
import { enterOrder } from "../../../orders/enter-order.ts";
import { ledgerOf } from "../../../orders/ledger.ts";
import { close } from "../../../orders/order-steps.ts";
import { stockOf } from "../../../orders/stock.ts";
import { day } from "../../../shop/time.ts";
import type { CardPayment, ProviderReport } from "../../../storage/card-payment.ts";
import {
  card,
  change,
  databases,
  enter,
  enterRequest,
  ledger,
  mailsOf,
  paid,
  placed,
  reread,
  setStock,
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

describe.each(databases)("%s", (database) => {
  test("records what is due without a question, and only once", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    const { forms, text } = await orderPage(desk, order);
    expect(text).toMatch(new RegExp(`^Pendiente de pago ${order.id} Lucía Gómez · 89,99\u00a0€ `));
    expect(forms["Anotar un pago"]).toEqual({
      version: "0",
      importe: "89,99",
      fecha: "2026-11-22",
    });
    const press = () => send(desk, order, "pago", { importe: "89,99" }, 0);
    expect(await twiceAtOnce(press)).toEqual([orderHasChanged, "done"]);
    expect(await ledger(desk, order)).toEqual(["owner payment 8999"]);
    expect(await reread(desk, order)).toMatchObject({ status: "paid" });
  });

  test.each([
    ["89,9", 8990],
    ["1.089,99", 108_999],
    ["  90,99 € ", 9099],
    ["999.999,99", 99_999_999],
  ])("«%s» is %i cents", async (importe, cents) => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await confirm(desk, order, "pago", { importe });
    expect((await reread(desk, order)).paid).toBe(cents);
  });

  test.each(["", "0", "0,00", "-89,99", "89,999", "1e5", "ochenta", "1000000"])(
    "marks the amount «%s» as invalid and keeps what was typed",
    async (importe) => {
      const desk = await testDesk(database);
      const order = await placed(desk);
      await enter(desk, order, 1000);
      for (const step of ["pago", "reembolso"]) {
        const answer = await send(desk, order, step, { importe, fecha: "2026-11-21" });
        const { html } = await orderPage(desk, order, answer);
        const [field = ""] = new RegExp(`<input[^>]*id="${step}-importe"[^>]*>`).exec(html) ?? [];
        expect(field).toContain(`value="${importe}"`);
        expect(field).toContain('autofocus=""');
        expect(field).toContain(`aria-describedby="${step}-importe-note"`);
        expect(html).toContain('message">Escribe un importe en euros, como 89,99</p>');
        expect(html).toMatch(new RegExp(`id="${step}-fecha"[^>]*value="2026-11-21"`));
        expect(html.match(/aria-invalid/g)).toHaveLength(1);
      }
      expect((await reread(desk, order)).paid).toBe(1000);
    },
  );

  test("refuses amounts beyond the databases' range, and days to come", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await enter(desk, order, 2 ** 31 - 2);
    expect(await refused(desk, order, "pago", { importe: "0,02" })).toHaveProperty("importe");
    for (const fecha of ["2026-11-23", "2019-12-31", "2026-02-30", "ayer"]) {
      expect(await refused(desk, order, "pago", { importe: "0,01", fecha })).toEqual({
        fecha: "Elige el día de hoy o uno anterior",
      });
    }
    await confirm(desk, order, "pago", { importe: "0,01", fecha: "2026-11-20" });
    expect((await ledgerOf(desk.db, order.id)).at(-1)?.day).toBe("2026-11-20");
  });

  test("asks with «Ahora / Después» before an amount that is not due", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk, { quantity: 2 });
    await enter(desk, order, 10_000);
    const asked = await ask(desk, order, "pago", { importe: "100" });
    expect(asked.text).toContain(
      "¿Anotar un pago de 100,00\u00a0€? Pedido " +
        `${order.id} · Lucía Gómez · 179,98\u00a0€ Ahora Después ` +
        "Cobrado 100,00\u00a0€ 200,00\u00a0€ Saldo 100,00\u00a0€ 200,00\u00a0€ " +
        "Falta por pagar 79,98\u00a0€ 0,00\u00a0€ Por reembolsar 0,00\u00a0€ 20,02\u00a0€ " +
        "Estado Pagado en parte Por enviar " +
        "Hay cobrados 200,00\u00a0€ de 179,98\u00a0€: sobran 20,02\u00a0€.",
    );
    expect((await reread(desk, order)).paid).toBe(10_000);
    expect(await twiceAtOnce(asked.confirm)).toEqual([orderHasChanged, "done"]);
    expect(await reread(desk, order)).toMatchObject({
      paid: 20_000,
      status: "paid",
      owedBack: 2002,
    });
  });

  test("asks about a payment or a refund on a day before its order", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    const early = { importe: "89,99", fecha: "2026-11-21" };
    const asked = "El 21 de noviembre de 2026 es anterior al pedido, que es del 22 de noviembre";
    const first = await ask(desk, order, "pago", early);
    expect(first.text).toContain(asked);
    expect(await ledger(desk, order)).toEqual([]);
    expect(await first.confirm()).toBe("done");
    expect((await ask(desk, order, "reembolso", early)).text).toContain(asked);
    const today = { importe: "89,99", fecha: "2026-11-22" };
    expect((await ask(desk, order, "reembolso", today)).text).not.toContain("comprueba la fecha");
    const other = await placed(desk, { email: "b@correo.example" });
    expect(await send(desk, other, "pago", today)).toBe("done");
  });

  test("asks before a payment for a closed or paid order, and proposes nothing", async () => {
    const desk = await testDesk(database);
    const [cancelled, doubled] = [await placed(desk), await paid(desk)];
    await change(desk, cancelled, (trx, order) =>
      close(desk, trx, order, "cancelled", { who: "owner" }),
    );
    for (const order of [cancelled, doubled]) {
      const { forms } = await orderPage(desk, order);
      expect(forms["Anotar un pago"]?.importe).toBe("");
      const asked = await ask(desk, order, "pago", { importe: "89,99" });
      expect(asked.yes).toBe("Sí, anotar");
      expect(asked.text).toContain("Por reembolsar 0,00\u00a0€ 89,99\u00a0€");
    }
  });

  test("a «yes» to an order that has changed since does nothing", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await enter(desk, order, 5000);
    const questions = [
      await ask(desk, order, "anulado", { nota: "" }),
      await ask(desk, order, "reembolso", { importe: "50" }),
      await ask(desk, order, "pago", { importe: "50" }),
    ];
    await enter(desk, order, 1000);
    for (const asked of questions) {
      expect(await asked.confirm()).toMatchObject({
        status: 409,
        tried: { refusal: orderHasChanged, fields: {} },
      });
    }
    expect(await reread(desk, order)).toMatchObject({ paid: 6000, refunded: 0, closed: null });
  });

  test("shows today's values after a form that is outdated", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await enter(desk, order, 5000);
    const answer = await send(desk, order, "pago", { importe: "89,99" }, 0);
    const { alert, forms } = await orderPage(desk, order, answer);
    expect(alert).toBe(orderHasChanged);
    expect(forms["Anotar un pago"]).toMatchObject({ importe: "39,99", version: "1" });
    for (const version of ["", "1e0", "-1", "01"]) {
      const form = { version, importe: "39,99" };
      expect(await refused(desk, order, "pago", form)).toBe(orderHasChanged);
    }
  });

  test("records a payment of a card order by hand as a transfer", async () => {
    const desk = await testDesk(database, { card: card({}) });
    const order = await placed(desk);
    await take(desk, order, "pago", { importe: "89,99" });
    expect(await ledgerOf(desk.db, order.id)).toMatchObject([{ method: "transfer" }]);
  });

  test("books what is missing as a discount, up to a quarter of the total", async () => {
    const desk = await testDesk(database);
    const [least, less, unpaid] = [await placed(desk), await placed(desk), await placed(desk)];
    await enter(desk, least, 6750);
    await enter(desk, less, 6749);
    for (const order of [less, unpaid]) {
      expect((await orderPage(desk, order)).steps).not.toContain("Dar por pagado");
      expect(await refused(desk, order, "dar-por-pagado")).toBe(orderHasChanged);
    }
    const { text } = await orderPage(desk, least);
    expect(text).toContain(
      "Hay cobrados 67,50\u00a0€ de 89,99\u00a0€: faltan 22,49\u00a0€. Tiene hasta el 29\u00a0nov 2026 para pagarlo, y no caduca solo.",
    );
    const asked = await ask(desk, least, "dar-por-pagado");
    expect(asked.question).toBe("¿Dar el pedido por pagado, con un descuento de 22,49\u00a0€?");
    expect(asked.text).toContain("Estado Pagado en parte Por enviar");
    expect(await twiceAtOnce(asked.confirm)).toEqual([orderHasChanged, "done"]);
    expect(await reread(desk, least)).toMatchObject({
      status: "paid",
      total: 8999,
      discount: 2249,
    });
    expect((await orderPage(desk, least)).text).toContain(
      "− 22,49\u00a0€ de descuento = 67,50\u00a0€",
    );
  });

  test("proposes to refund what is owed back, and no more than the shop holds", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    expect((await orderPage(desk, order)).forms["Anotar un reembolso"]?.importe).toBe("");
    await enter(desk, order, 1001);
    const { forms, steps } = await orderPage(desk, order);
    expect(steps).toContain("Marcar como enviado");
    expect(forms["Anotar un reembolso"]?.importe).toBe("10,01");
    expect(await refused(desk, order, "reembolso", { importe: "100,01" })).toEqual({
      importe: "No se puede reembolsar más de 100,00\u00a0€",
    });
    const mistyped = await ask(desk, order, "reembolso", { importe: "100,00" });
    expect(mistyped.lines).toEqual([
      "Es más de lo que hay que reembolsar, 10,01\u00a0€: comprueba la coma.",
    ]);
    const asked = await ask(desk, order, "reembolso", { importe: "10,01" });
    expect(asked.lines).toEqual([]);
    expect(asked.text).toContain("Por reembolsar 10,01\u00a0€ 0,00\u00a0€");
    expect(await twiceAtOnce(asked.confirm)).toEqual([orderHasChanged, "done"]);
    expect(await reread(desk, order)).toMatchObject({
      refunded: 1001,
      status: "paid",
      owedBack: 0,
    });
    await confirm(desk, order, "reembolso", { importe: "89,99" });
    expect(await reread(desk, order)).toMatchObject({ status: "refunded", closed: "cancelled" });
    expect(await refused(desk, order, "reembolso", { importe: "0,01" })).toBe(orderHasChanged);
  });

  describe("takes an entry back", () => {
    const entryOf = async (desk: Parameters<typeof ledgerOf>[0], id: string, index = -1) =>
      String((await ledgerOf(desk, id)).at(index)?.id);

    test("with a reason, before its email leaves: as if it had never been", async () => {
      const desk = await testDesk(database);
      const [wrong, right] = [await placed(desk), await placed(desk)];
      await take(desk, wrong, "pago", { importe: "89,99" });
      const sobre = await entryOf(desk.db, wrong.id);
      expect((await orderPage(desk, wrong)).forms["Anular este apunte"]).toMatchObject({ sobre });
      expect(await refused(desk, wrong, "anular-apunte", { sobre, nota: " " })).toEqual({
        nota: "Escribe por qué",
      });
      const fields = { sobre, nota: "Era de otro pedido" };
      const asked = await ask(desk, wrong, "anular-apunte", fields);
      expect(asked.question).toBe("¿Anular el apunte «Pago: 89,99\u00a0€»?");
      expect(asked.text).toContain("Estado Por enviar Pendiente de pago");
      expect(asked.text).toContain(
        "El correo de este apunte todavía no ha salido, y ya no saldrá.",
      );
      expect(await twiceAtOnce(asked.confirm)).toEqual([orderHasChanged, "done"]);
      await take(desk, right, "pago", { importe: "89,99" });
      expect(await ledger(desk, wrong)).toEqual(["owner payment 8999", "owner payment 8999 back"]);
      expect(await mailsOf(desk, wrong)).toEqual(["placed"]);
      expect(await mailsOf(desk, right)).toEqual(["money", "placed"]);
      const page = await orderPage(desk, wrong);
      expect(page.steps).not.toContain("Anular este apunte");
      expect(page.text).toContain("Anulado: Pago: 89,99\u00a0€ · Era de otro pedido");
      expect(await refused(desk, wrong, "anular-apunte", fields)).toBe(orderHasChanged);
    });

    test("after its email has left: a correction follows", async () => {
      const desk = await testDesk(database);
      const order = await paid(desk);
      await desk.db.updateTable("mails").set({ attempts: 1, sentAt: desk.now() }).execute();
      const sobre = await entryOf(desk.db, order.id);
      const asked = await ask(desk, order, "anular-apunte", { sobre, nota: "Dedo" });
      expect(asked.text).toContain(
        "El comprador ya tiene el correo de este apunte: se le enviará otro que lo corrige.",
      );
      expect(await asked.confirm()).toBe("done");
      expect(await mailsOf(desk, order)).toEqual(["correction", "money", "placed"]);
    });

    test("a discount and a refund too, but no payment that was refunded", async () => {
      const desk = await testDesk(database);
      const order = await placed(desk);
      await enter(desk, order, 8000);
      await confirm(desk, order, "dar-por-pagado");
      const discount = await entryOf(desk.db, order.id);
      await confirm(desk, order, "anular-apunte", { sobre: discount, nota: "Ya llega" });
      expect(await reread(desk, order)).toMatchObject({ status: "partially paid", discount: 0 });
      await confirm(desk, order, "reembolso", { importe: "80" });
      expect(await reread(desk, order)).toMatchObject({ status: "refunded" });
      const payment = await entryOf(desk.db, order.id, 0);
      expect(await refused(desk, order, "anular-apunte", { sobre: payment, nota: "No" })).toBe(
        "Se han reembolsado 80,00\u00a0€: anula antes el reembolso.",
      );
      const refund = await entryOf(desk.db, order.id);
      await confirm(desk, order, "anular-apunte", { sobre: refund, nota: "No salió" });
      expect(await reread(desk, order)).toMatchObject({ status: "partially paid", owedBack: 0 });
    });

    test("a refund of another order, so that this one goes on", async () => {
      const desk = await testDesk(database);
      await setStock(desk, 5);
      const order = await paid(desk);
      await confirm(desk, order, "reembolso", { importe: "89,99" });
      expect(await reread(desk, order)).toMatchObject({ status: "refunded", closed: "cancelled" });
      expect(await stockOf(desk.db)).toBe(5);
      await desk.db.updateTable("mails").set({ attempts: 1 }).execute();
      const sobre = await entryOf(desk.db, order.id);
      await confirm(desk, order, "anular-apunte", { sobre, nota: "Era de otro" });
      expect(await reread(desk, order)).toMatchObject({ status: "paid", closed: null });
      expect(await stockOf(desk.db)).toBe(4);
      expect(await mailsOf(desk, order)).toEqual(["correction", "money", "placed", "refund"]);
    });

    test("a refund, and leaves an order cancelled that the owner or a withdrawal has ended", async () => {
      const desk = await testDesk(database);
      const [cancelled, withdrawn] = [await paid(desk), await paid(desk)];
      await confirm(desk, cancelled, "anulado");
      await confirm(desk, withdrawn, "desistido");
      for (const order of [cancelled, withdrawn]) {
        await confirm(desk, order, "reembolso", { importe: "89,99" });
        const sobre = await entryOf(desk.db, order.id);
        await confirm(desk, order, "anular-apunte", { sobre, nota: "No salió" });
        expect(await reread(desk, order)).toMatchObject({ closed: "cancelled", owedBack: 8999 });
      }
    });

    test("a refund of an erased order, which stays closed", async () => {
      const desk = await testDesk(database);
      const order = await paid(desk);
      await confirm(desk, order, "reembolso", { importe: "89,99" });
      await confirm(desk, order, "borrar");
      const sobre = await entryOf(desk.db, order.id);
      await confirm(desk, order, "anular-apunte", { sobre, nota: "No salió" });
      expect(await reread(desk, order)).toMatchObject({ closed: "cancelled", owedBack: 8999 });
    });

    test("the payment of an order that was entered as paid, and gives it a term", async () => {
      const desk = await testDesk(database);
      const { order } = await enterOrder(desk, enterRequest({ isPaid: true }));
      const sobre = await entryOf(desk.db, order.id);
      await confirm(desk, order, "anular-apunte", { sobre, nota: "Dedo" });
      desk.pass(9 * day);
      await expire(desk);
      expect(await reread(desk, order)).toMatchObject({ status: "expired" });
    });

    test("and leaves a week to enter the right one", async () => {
      const desk = await testDesk(database);
      const order = await paid(desk);
      desk.pass(20 * day);
      const sobre = await entryOf(desk.db, order.id);
      await confirm(desk, order, "anular-apunte", { sobre, nota: "Dedo" });
      await expire(desk);
      expect(await reread(desk, order)).toMatchObject({ status: "unpaid" });
      desk.pass(8 * day);
      await expire(desk);
      expect(await reread(desk, order)).toMatchObject({ status: "expired" });
    });

    test("of this order only, and none of Stripe's", async () => {
      const desk = await testDesk(database);
      const [order, other] = [await placed(desk), await paid(desk)];
      await enter(desk, order, 8999, { who: "provider", providerId: "pi_1" });
      for (const id of [order.id, other.id]) {
        const fields = { sobre: await entryOf(desk.db, id), nota: "No" };
        expect(await refused(desk, order, "anular-apunte", fields)).toBe(orderHasChanged);
      }
      expect((await orderPage(desk, order)).steps).not.toContain("Anular este apunte");
    });
  });

  describe("with Stripe", () => {
    /** Stripe, with what it has booked. */
    function stripe(changes: Partial<CardPayment> = {}) {
      const report: ProviderReport = {
        isPageOpen: false,
        payment: "pi_1",
        entries: [{ kind: "payment", id: "pi_1", amount: 8999, at: 0, isReversed: false }],
      };
      const booked = (amount: number, key?: string) => {
        const id = `re_${report.entries.length}`;
        report.entries.push({ kind: "refund", id, amount, at: 1, isReversed: false, key });
      };
      const provider = card({
        check: async () => structuredClone(report),
        refund: async (_, amount, key) => {
          booked(amount, key);
          return "done";
        },
        ...changes,
      });
      return { booked, provider };
    }

    /** An order that is paid by card. */
    async function paidByCard(desk: Awaited<ReturnType<typeof testDesk>>) {
      const order = await placed(desk);
      await desk.db.updateTable("orders").set({ providerPage: "cs_1" }).execute();
      await orderPage(desk, order);
      return order;
    }

    /** An order paid by card, and a Stripe that answers no refund. */
    async function unanswered() {
      const away = new Error("no answer");
      const { provider } = stripe({
        refund: async () => Promise.reject(away),
        isUnavailable: (error) => error === away,
      });
      const desk = await testDesk(database, { card: provider });
      return { away, provider, desk, order: await paidByCard(desk) };
    }

    test("refunds after a question, within what Stripe holds", async () => {
      const { provider } = stripe();
      const desk = await testDesk(database, { card: provider });
      const order = await paidByCard(desk);
      await enter(desk, order, 1000);
      const { forms, text } = await orderPage(desk, order);
      expect(forms["Reembolsar por Stripe"]?.importe).toBe("10,00");
      expect(text).toContain("Hasta 89,99\u00a0€.");
      expect(await refused(desk, order, "stripe", { importe: "90" })).toEqual({
        importe: "No se puede reembolsar más de 89,99\u00a0€",
      });
      const asked = await ask(desk, order, "stripe", { importe: "10" });
      expect(asked.question).toBe("¿Reembolsar 10,00\u00a0€ por Stripe?");
      expect(asked.text).toContain("No se puede deshacer.");
      expect(await asked.confirm()).toBe("done");
      expect(await asked.confirm()).toMatchObject({ tried: { refusal: orderHasChanged } });
      expect(await ledger(desk, order)).toEqual([
        "provider payment 8999",
        "owner payment 1000",
        "provider refund 1000",
      ]);
    });

    test("lets a shop that takes no cards any more record a refund that Stripe has not confirmed", async () => {
      const { away, desk, order } = await unanswered();
      await expect(confirm(desk, order, "stripe", { importe: "40" })).rejects.toBe(away);
      const { card: _, ...without } = desk;
      const { steps, text } = await orderPage(without, order);
      expect(steps).not.toContain("Reembolsar por Stripe");
      expect(text).toContain(
        "No se puede preguntar a Stripe por este pago: es de otra cuenta, o falta la clave.",
      );
      expect(text).toContain("Stripe no llegó a confirmar un reembolso de 40,00\u00a0€.");
      await confirm(without, order, "reembolso", { importe: "40" });
      expect(await reread(desk, order)).toMatchObject({ refunded: 4000, refundKey: null });
    });

    test("warns of a payment that Stripe does not know", async () => {
      const check = () => Promise.reject(new Error("No such checkout.session"));
      const desk = await testDesk(database, { card: card({ check, isUnknown: () => true }) });
      const order = await placed(desk);
      await desk.db.updateTable("orders").set({ providerPage: "cs_1" }).execute();
      expect((await orderPage(desk, order)).text).toContain(
        "No se puede preguntar a Stripe por este pago",
      );
    });

    test("shows Stripe's reason for a failure", async () => {
      const { provider } = stripe({ refund: async () => ({ refused: "Insufficient funds." }) });
      const desk = await testDesk(database, { card: provider });
      const order = await paidByCard(desk);
      const asked = await ask(desk, order, "stripe", { importe: "10" });
      expect(await asked.confirm()).toMatchObject({
        status: 409,
        tried: { refusal: "Stripe no lo ha reembolsado. Dice: «Insufficient funds.»" },
      });
    });

    test("records by hand no refund that was made in Stripe's dashboard", async () => {
      const { booked, provider } = stripe();
      const desk = await testDesk(database, { card: provider });
      const order = await paidByCard(desk);
      const asked = await ask(desk, order, "reembolso", { importe: "40" });
      booked(4000);
      expect(await asked.confirm()).toMatchObject({ tried: { refusal: orderHasChanged } });
      expect(await reread(desk, order)).toMatchObject({ refunded: 4000 });
    });

    test("finds a refund whose answer was lost at the second press, and makes it once", async () => {
      const away = new Error("no answer");
      const { booked, provider } = stripe({
        async refund(_, amount, key) {
          booked(amount, key);
          throw away;
        },
        isUnavailable: (error) => error === away,
      });
      const desk = await testDesk(database, { card: provider });
      const order = await paidByCard(desk);
      const asked = await ask(desk, order, "stripe", { importe: "40" });
      await expect(asked.confirm()).rejects.toBe(away);
      expect(await asked.confirm()).toMatchObject({ tried: { refusal: orderHasChanged } });
      expect(await ledger(desk, order)).toEqual(["provider payment 8999", "provider refund 4000"]);
    });

    test("refuses a refund by hand while Stripe does not answer, or has one under way", async () => {
      const { away, provider, desk, order } = await unanswered();
      const asked = await ask(desk, order, "stripe", { importe: "40" });
      await expect(asked.confirm()).rejects.toBe(away);
      const page = await orderPage(desk, order);
      expect(page.text).toContain("Stripe no ha confirmado todavía un reembolso");
      expect(page.forms["Reembolsar por Stripe"]?.importe).toBe("40,00");
      expect(await refused(desk, order, "reembolso", { importe: "40" })).toMatch(
        /^Hay un reembolso por Stripe sin respuesta\./,
      );
      expect(await (await ask(desk, order, "stripe", { importe: "30" })).confirm()).toMatchObject({
        tried: { refusal: expect.stringMatching(/^Hay un reembolso por Stripe sin respuesta\./) },
      });
      provider.check = async () => Promise.reject(away);
      expect(await refused(desk, order, "reembolso", { importe: "40" })).toMatch(
        /^Stripe no contesta\./,
      );
      const { text, steps } = await orderPage(desk, order);
      expect(text).toContain("Stripe no contesta ahora mismo");
      expect(steps).not.toContain("Reembolsar por Stripe");
      expect((await reread(desk, order)).refunded).toBe(0);
    });
  });

  test("proposes to reopen or to refund after a late payment", async () => {
    const desk = await testDesk(database);
    const [wanted, unwanted] = [await placed(desk), await placed(desk)];
    desk.pass(8 * day);
    await expire(desk);
    for (const order of [wanted, unwanted])
      await confirm(desk, order, "pago", { importe: "89,99" });
    const { text, steps } = await orderPage(desk, wanted);
    expect(text).toContain(
      "Hay cobrados 89,99\u00a0€ de un pedido que ya no está en curso. Le hemos preguntado al comprador por correo si quiere el perfume o que le reembolses el dinero.",
    );
    expect(steps.slice(0, 2)).toEqual(["Reabrir", "Anotar un reembolso"]);
    await take(desk, wanted, "reabrir");
    expect(await reread(desk, wanted)).toMatchObject({ status: "paid" });
    expect(await refused(desk, wanted, "reabrir")).toBe(orderHasChanged);
    await confirm(desk, unwanted, "reembolso", { importe: "89,99" });
    expect(await reread(desk, unwanted)).toMatchObject({ closed: "expired", status: "refunded" });
    expect(await refused(desk, unwanted, "reabrir")).toBe(orderHasChanged);
  });
});

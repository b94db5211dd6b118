import { describe, expect, test } from "vitest";
import { day } from "../../app/desk/shop/time.ts";
import { sendDue } from "../mail/outbox.ts";
import type { Order } from "../storage/tables.ts";
import { ask, orderHasChanged, take, takesCards, twiceAtOnce } from "../testing/counter.ts";
import { databases, mailsOf, newKey, now, placed, story } from "../testing/desk.ts";
import { read, testShop } from "../testing/shop.ts";
import { expire } from "../upkeep/retention.ts";
import { waitingOrders } from "./counter.ts";
import { exportOf, periodOf } from "./export.ts";
import { acceptShort, correct, receive, refund, startPayment } from "./money.ts";
import { cancel, deliver, ship } from "./orders.ts";
import type { CardPayment } from "./payment.ts";
import { withdraw } from "./withdrawals.ts";

describe.each(databases)("%s", (database) => {
  test.each([
    ["89,9", 8990],
    ["89", 8900],
    ["0,01", 1],
    ["1.089,99", 108_999],
    ["1089,99", 108_999],
    ["  90,99 € ", 9099],
    ["999.999,99", 99_999_999],
  ])("«%s» is %i cents", async (importe, cents) => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    expect(await take(owner, order, "cobrado", { importe, visto: "0" })).toBe(303);
    expect((await now(desk, order)).received).toBe(cents);
  });

  test.each([
    "",
    "0",
    "0,00",
    "-89,99",
    "89.999,999",
    "89,999",
    "8,9,9",
    "1.08,99",
    "89,99 $",
    "1e5",
    "ochenta",
    "1.000.000",
    "1000000",
  ])("marks the amount «%s» as invalid and keeps it in its field", async (importe) => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await receive(desk, order.id, 1000, 0);
    for (const step of ["cobrado", "devuelto"]) {
      const fields = { importe, visto: "0" };
      const { status, html, title } = await read(
        owner.post(`/mostrador/${order.id}/${step}`, fields),
      );
      expect(status).toBe(400);
      expect(title).toBe(`No anotado · ${order.id} · Aurelia`);
      const [field = ""] = new RegExp(`<input[^>]*id="${step}-importe"[^>]*>`).exec(html) ?? [];
      expect(field).toContain(`value="${importe}"`);
      expect(field).toContain('autofocus=""');
      expect(field).toContain('aria-invalid="true"');
      expect(field).toContain(`aria-describedby="${step}-importe-note"`);
      expect(html).toContain(
        `<p id="${step}-importe-note" class="mt-1 text-caption message">Escribe un importe en euros, como 89,99.</p>`,
      );
      expect(html.match(/aria-invalid/g)).toHaveLength(1);
    }
    expect((await now(desk, order)).received).toBe(1000);
  });

  test("refuses amounts beyond the databases' range", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await desk.db
      .updateTable("orders")
      .set({ received: 2 ** 31 - 2 })
      .execute();
    const fields = { importe: "0,02", visto: String(2 ** 31 - 2) };
    expect((await owner.post(`/mostrador/${order.id}/cobrado`, fields)).status).toBe(400);
    const one = { ...fields, importe: "0,01" };
    expect(await take(owner, order, "cobrado", one)).toBe(303);
  });

  test.each(["", "1", "abc", "0.5", "-1", "NaN", "1e3", "99999999999999999999"])(
    "books nothing if the amount seen on the page («%s») does not match",
    async (visto) => {
      const { desk, owner } = await testShop(database);
      const order = await placed(desk);
      const refused = async (step: string, fields: Record<string, string>) =>
        expect(await read(owner.post(`/mostrador/${order.id}/${step}`, fields))).toMatchObject({
          status: 409,
          alert: orderHasChanged,
        });
      await refused("cobrado", { importe: "89,99", visto });
      await refused("cobrado", { importe: "1", visto });
      await receive(desk, order.id, 8999, 0);
      await refused("devuelto", { importe: "1", visto });
      await refused("corregir-cobro", { importe: "1", visto, nota: "Otro pedido" });
      expect(await now(desk, order)).toMatchObject({ received: 8999, refunded: 0 });
    },
  );

  test("refuses a refund above the balance", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await receive(desk, order.id, 10_000, 0);
    await refund(desk, order.id, 5000, 0);
    const fields = { importe: "50,01", visto: "5000" };
    const { status, text } = await read(owner.post(`/mostrador/${order.id}/devuelto`, fields));
    expect(status).toBe(400);
    expect(text).toContain("No se puede devolver más de 50,00\u00a0€.");
    expect(await take(owner, order, "devuelto", { ...fields, importe: "50" })).toBe(303);
    expect(await now(desk, order)).toMatchObject({ refunded: 10_000, state: "refunded" });
  });

  test("asks before recording an unexpected amount, with a preview that changes nothing", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk, { quantity: 2 });
    await receive(desk, order.id, 10_000, 0);
    const before = [await now(desk, order), await story(desk, order), await mailsOf(desk, order)];
    const fields = { importe: "100", visto: "10000" };
    const { title, text, links, yes, confirm } = await ask(owner, order, "cobrado", fields);
    expect(title).toBe("¿Anotar un cobro de 100,00\u00a0€? · Aurelia");
    expect(text).toContain(
      "Cobrado 100,00\u00a0€ 200,00\u00a0€ Devuelto 0,00\u00a0€ 0,00\u00a0€ Queda 100,00\u00a0€ 200,00\u00a0€ Estado Pendiente de pago Pagado Hay cobrados 200,00\u00a0€ de 179,98\u00a0€: sobran 20,02\u00a0€.",
    );
    expect(text).toContain(
      `Se enviará un correo a lucia@correo.example: «Pedido ${order.id}: pago recibido».`,
    );
    expect(yes).toBe("Sí, anotar");
    expect(links.No).toBe(`/mostrador/${order.id}`);
    expect([await now(desk, order), await story(desk, order), await mailsOf(desk, order)]).toEqual(
      before,
    );
    // Both requests get a response, and one counts.
    expect(await twiceAtOnce(confirm)).toEqual([303, 409]);
    expect(await now(desk, order)).toMatchObject({ received: 20_000, state: "paid" });
    expect(await read(confirm())).toMatchObject({ status: 409, alert: orderHasChanged });
  });

  test("records the missing amount without a question, and only once", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    const press = () =>
      owner.post(`/mostrador/${order.id}/cobrado`, { importe: "89,99", visto: "0" });
    expect((await press()).status).toBe(303);
    expect(await read(press())).toMatchObject({ status: 409, alert: orderHasChanged });
    expect((await now(desk, order)).received).toBe(8999);
    // A second payment can still be booked.
    const second = { importe: "89,99", visto: "8999" };
    expect(await take(owner, order, "cobrado", second)).toBe(303);
    expect((await now(desk, order)).received).toBe(17_998);
  });

  test("ignores a confirmation if the order has changed since", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await receive(desk, order.id, 5000, 0);
    const cancels = await ask(owner, order, "anulado", { nota: "" });
    const refunds = await ask(owner, order, "devuelto", { importe: "50", visto: "0" });
    expect(cancels.text).toContain(`«Pedido ${order.id}: anulado, te devolvemos 50,00\u00a0€»`);
    await receive(desk, order.id, 1000, 5000);
    expect((await cancels.confirm()).status).toBe(409);
    expect((await refunds.confirm()).status).toBe(409);
    expect(await now(desk, order)).toMatchObject({ state: "pending", refunded: 0 });
    expect(await take(owner, order, "anulado", { nota: "Lo pidió él" })).toBe(303);
    expect((await story(desk, order)).at(-1)).toBe("owner cancelled Lo pidió él");
    expect((await owner.post(`/mostrador/${order.id}/anulado`)).status).toBe(409);
  });

  test("corrects a wrong booking, with a reason", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await receive(desk, order.id, 899_900, 0);
    await refund(desk, order.id, 2000, 0);
    const faults = async (step: string, fields: Record<string, string>) => {
      const { status, html } = await read(owner.post(`/mostrador/${order.id}/${step}`, fields));
      const said = [...html.matchAll(/<p id="[\w-]*-note" class="[^"]*message">([^<]*)/g)];
      return [status, ...said.map(([, words]) => words)];
    };
    const visto = "899900";
    expect(await faults("corregir-cobro", { importe: "x", nota: " ", visto })).toEqual([
      400,
      "Escribe un importe en euros, como 89,99.",
      "Escribe por qué.",
    ]);
    expect(await faults("corregir-cobro", { importe: "8.999", nota: "Dedo", visto })).toEqual([
      400,
      "Hay anotados 8999,00\u00a0€: escribe un importe menor. Si falta algo por anotar, anótalo aparte.",
    ]);
    expect(await faults("corregir-cobro", { importe: "19,99", nota: "Dedo", visto })).toEqual([
      400,
      "Se han devuelto 20,00\u00a0€: corrige antes la devolución.",
    ]);
    const right = { importe: "0", nota: "Era de otro pedido", visto: "2000" };
    const asked = await ask(owner, order, "corregir-devolucion", right);
    expect(asked.title).toBe("¿Dejar lo devuelto en 0,00\u00a0€? · Aurelia");
    expect(asked.text).toContain(`«Pedido ${order.id}: corregimos un dato»`);
    expect((await asked.confirm()).status).toBe(303);
    expect((await asked.confirm()).status).toBe(409);
    const fields = { importe: "89,99", nota: "Un cero de más", visto };
    expect(await take(owner, order, "corregir-cobro", fields)).toBe(303);
    expect((await story(desk, order)).slice(-2)).toEqual([
      "owner refund -2000 Era de otro pedido",
      "owner received -890901 Un cero de más",
    ]);
    expect(await now(desk, order)).toMatchObject({ received: 8999, refunded: 0, state: "paid" });
    const { text } = await read(owner.get(`/mostrador/${order.id}`));
    expect(text).toContain("Dinero recibido: -8909,01\u00a0€ · Un cero de más");
  });

  test("a correction counts on the day of the wrong booking, unless the owner says another", async () => {
    const { desk, owner } = await testShop(database);
    desk.pass(42 * day);
    const order = await placed(desk);
    await receive(desk, order.id, 5000, 0, "2026-12-29");
    await receive(desk, order.id, 3999, 5000, "2026-12-30");
    await refund(desk, order.id, 1000, 0);
    const form = async (label: string) =>
      (await read(owner.get(`/mostrador/${order.id}`))).forms[label] ?? {};
    const wrong = await form("Corregir lo cobrado");
    expect(wrong).toEqual({ importe: "", fecha: "2026-12-30", nota: "", visto: "8999" });
    expect((await form("Corregir lo devuelto")).fecha).toBe("2027-01-03");
    const right = { ...wrong, importe: "50", nota: "Era de otro pedido" };
    const late = await owner.post(`/mostrador/${order.id}/corregir-cobro`, {
      ...right,
      fecha: "2027-01-04",
    });
    expect(late.status).toBe(400);
    expect(await take(owner, order, "corregir-cobro", right)).toBe(303);
    const moved = { importe: "49", fecha: "2026-12-29", nota: "La comisión", visto: "5000" };
    expect(await take(owner, order, "corregir-cobro", moved)).toBe(303);
    const lines = async (from: string, to: string) =>
      (await exportOf(desk, periodOf(from, to))).text
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(";").slice(0, 4).join(" "));
    expect(await lines("2026-10-01", "2026-12-31")).toEqual([
      `2026-12-29 ${order.id} cobro 50,00`,
      `2026-12-29 ${order.id} corrección de cobro -1,00`,
      `2026-12-30 ${order.id} cobro 39,99`,
      `2026-12-30 ${order.id} corrección de cobro -39,99`,
    ]);
    expect(await lines("2027-01-01", "2027-03-31")).toEqual([
      `2027-01-03 ${order.id} devolución -10,00`,
    ]);
    expect((await read(owner.get(`/mostrador/${order.id}`))).text).toContain(
      "Dinero recibido: -39,99\u00a0€ · Era de otro pedido el 30\u00a0dic 2026, anotado el 3\u00a0ene, 10:05",
    );
  });

  test("unreconciled money blocks shipping until it is settled", async () => {
    const { desk, owner } = await testShop(database);
    const [doubled, disputed, perhaps] = [
      await placed(desk),
      await placed(desk),
      await placed(desk, { email: "ana@correo.example" }),
    ];
    for (const { id } of [doubled, disputed, perhaps]) await receive(desk, id, 8999, 0);
    await receive(desk, doubled.id, 8999, 8999);
    await desk.db
      .updateTable("orders")
      .set({ disputed: 8999 })
      .where("id", "=", disputed.id)
      .execute();
    const ana = { name: "Ana", contract: "el perfume", email: "ana@correo.example" };
    await withdraw(desk, newKey(), ana);
    expect(await waitingOrders(desk)).toMatchObject({ toPack: [], toPackCount: 0 });
    expect((await read(owner.get("/mostrador/albaranes"))).text).toContain(
      "No hay nada por enviar.",
    );

    const refused = async ({ id }: Order) => {
      const { status, text } = await read(owner.post(`/mostrador/${id}/enviado`, { nota: "" }));
      expect(await ship(desk, id, "", true)).toBe(false);
      return [status, text];
    };
    const sentences = [
      [
        doubled,
        "Hay cobrados 179,98\u00a0€ de 89,99\u00a0€: sobran 89,99\u00a0€. Devuelve o corrige la diferencia antes de enviarlo.",
      ],
      [
        disputed,
        "El banco del comprador reclama 89,99\u00a0€: no lo envíes hasta que se cierre la disputa.",
      ],
    ] as const;
    for (const [order, sentence] of sentences)
      expect(await refused(order)).toEqual([400, expect.stringContaining(sentence)]);
    expect((await ask(owner, perhaps, "enviado", { nota: "" })).title).toBe(
      "Hay un desistimiento que quizá es de este pedido. ¿Enviarlo de todos modos? · Aurelia",
    );

    await refund(desk, doubled.id, 8999, 0);
    expect((await waitingOrders(desk)).toPack).toMatchObject([{ id: doubled.id }]);
    expect((await read(owner.get(`/mostrador/${doubled.id}`))).text).toMatch(/^Por enviar /);
    // The refunded surplus raises no question.
    expect((await owner.post(`/mostrador/${doubled.id}/enviado`, { nota: "" })).status).toBe(303);
  });

  test("asks before shipping an order that was refunded in part", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await receive(desk, order.id, 8999, 0);
    await refund(desk, order.id, 1000, 0);
    expect((await waitingOrders(desk)).toPack).toMatchObject([{ id: order.id }]);
    expect(await ship(desk, order.id, "")).toBe(false);
    const asked = await ask(owner, order, "enviado", { nota: "MRW 1" });
    expect(asked.title).toBe("Se han devuelto 10,00\u00a0€. ¿Enviarlo de todos modos? · Aurelia");
    expect(asked.yes).toBe("Sí, enviar");
    expect((await asked.confirm()).status).toBe(303);
    expect((await story(desk, order)).at(-1)).toBe("owner shipped MRW 1");
  });

  test("accepts a payment that is a little short, as a discount", async () => {
    const { desk, owner, ask: get } = await testShop(database);
    const order = await placed(desk);
    expect(Object.keys((await read(owner.get(`/mostrador/${order.id}`))).forms)).not.toContain(
      "Dar por pagado",
    );
    await receive(desk, order.id, 8899, 0);
    const { forms } = await read(owner.get(`/mostrador/${order.id}`));
    const asked = await ask(owner, order, "dar-por-pagado", forms["Dar por pagado"] ?? {});
    expect(asked.title).toBe(
      "¿Dar el pedido por pagado, con un descuento de 1,00\u00a0€? · Aurelia",
    );
    expect(asked.text).toContain("Estado Pendiente de pago Por enviar");
    expect(await twiceAtOnce(asked.confirm)).toEqual([303, 409]);
    expect(await now(desk, order)).toMatchObject({
      state: "paid",
      total: 8899,
      discount: 100,
      received: 8899,
    });
    expect((await waitingOrders(desk)).unreconciled).toEqual([]);
    expect((await read(get(`/pedido/${order.token}`))).text).toContain(
      "Descuento −1,00\u00a0€ Total 88,99\u00a0€",
    );
    expect((await story(desk, order)).slice(-2)).toEqual(["owner discount 100", "owner paid"]);
    // The shopper is not asked for the rest first.
    expect(await mailsOf(desk, order)).toEqual(["paid", "pending"]);
    expect(await ship(desk, order.id, "")).toBe(true);
  });

  test("a payment that is short by more than a quarter is a wrong amount", async () => {
    const { desk, owner } = await testShop(database);
    const [least, less] = [await placed(desk), await placed(desk)];
    await receive(desk, least.id, 6750, 0);
    await receive(desk, less.id, 6749, 0);
    expect(await acceptShort(desk, less.id, 6749)).toBe(false);
    const refused = await read(
      owner.post(`/mostrador/${less.id}/dar-por-pagado`, { visto: "6749" }),
    );
    expect(refused).toMatchObject({
      status: 409,
      alert:
        "Faltan 22,50\u00a0€ de 89,99\u00a0€: es demasiado para un descuento. Si anotaste mal lo cobrado, corrígelo.",
    });
    expect(await now(desk, less)).toMatchObject({ state: "pending", total: 8999 });
    expect(await take(owner, least, "dar-por-pagado", { visto: "6750" })).toBe(303);
    expect(await now(desk, least)).toMatchObject({ state: "paid", total: 6750, discount: 2249 });
  });

  test.each([
    ["shipped", [ship]],
    ["delivered", [ship, deliver]],
  ] as const)("accepts a payment that turns out short once it is %s", async (state, steps) => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await receive(desk, order.id, 8999, 0);
    for (const step of steps) await step(desk, order.id, "");
    const wrong = { side: "received", really: 8899, seen: 8999, note: "El banco" } as const;
    await correct(desk, order.id, wrong);
    const form = async (label: string) =>
      (await read(owner.get(`/mostrador/${order.id}`))).forms[label] ?? {};
    const accepted = await form("Dar por pagado");
    expect(accepted).toEqual({ visto: "8899" });
    expect(await take(owner, order, "dar-por-pagado", accepted)).toBe(303);
    expect(await now(desk, order)).toMatchObject({ state, total: 8899, discount: 100 });
    expect((await waitingOrders(desk)).unreconciled).toEqual([]);
    expect(await mailsOf(desk, order)).toContain("discount");

    const undone = await form("Deshacer");
    expect(undone).toEqual({ paso: "discount" });
    expect(await take(owner, order, "deshacer", undone)).toBe(303);
    expect(await now(desk, order)).toMatchObject({ state, total: 8999, discount: 0 });
    expect((await story(desk, order)).slice(-2)).toEqual([
      "owner discount 100",
      "owner discount -100",
    ]);
    expect(await mailsOf(desk, order)).not.toContain("discount");
    // The step before it can be undone again.
    expect(await form("Deshacer")).toEqual({ paso: state });
  });

  test.each([
    ["has not left", false, ["pending"]],
    ["has left", true, ["correction", "paid", "pending"]],
  ])("takes an accepted payment back when its email %s", async (_, hasLeft, mails) => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await receive(desk, order.id, 8899, 0);
    await acceptShort(desk, order.id, 8899);
    if (hasLeft) await sendDue(desk, async () => {});
    const asked = await ask(owner, order, "deshacer", { paso: "discount" });
    expect(asked.title).toBe("¿Deshacer «Dar por pagado»? · Aurelia");
    expect(asked.text).toContain("Estado Por enviar Pendiente de pago");
    expect(await twiceAtOnce(asked.confirm)).toEqual([303, 409]);
    expect(await now(desk, order)).toMatchObject({
      state: "pending",
      total: 8999,
      discount: 0,
      received: 8899,
    });
    expect((await story(desk, order)).slice(-4)).toEqual([
      "owner discount 100",
      "owner paid",
      "owner discount -100",
      "owner pending",
    ]);
    expect((await mailsOf(desk, order)).filter((kind) => kind !== "received")).toEqual(mails);
    expect(Object.keys((await read(owner.get(`/mostrador/${order.id}`))).forms)).not.toContain(
      "Deshacer",
    );
    // The euro arrives after all.
    await receive(desk, order.id, 100, 8899);
    expect((await now(desk, order)).state).toBe("paid");
    expect(Object.keys((await read(owner.get(`/mostrador/${order.id}`))).forms)).not.toContain(
      "Deshacer",
    );
  });

  test("accepts or refunds a late payment", async () => {
    const { desk, owner } = await testShop(database);
    const [taken, returned] = [await placed(desk), await placed(desk)];
    desk.pass(8 * day);
    await expire(desk);
    for (const order of [taken, returned]) await receive(desk, order.id, 8999, 0);
    const { text, forms } = await read(owner.get(`/mostrador/${taken.id}`));
    expect(text).toContain(
      "Hay cobrados 89,99\u00a0€ de un pedido que ya no está en curso. Le hemos preguntado al comprador por correo si quiere el perfume o que le devuelvas el dinero.",
    );
    expect(Object.keys(forms).slice(0, 2)).toEqual(["Aceptar el pedido", "Anotar una devolución"]);
    expect((await owner.post(`/mostrador/${taken.id}/aceptado`)).status).toBe(303);
    expect((await owner.post(`/mostrador/${taken.id}/aceptado`)).status).toBe(409);
    expect((await now(desk, taken)).state).toBe("paid");
    expect(await take(owner, returned, "devuelto", { importe: "89,99", visto: "0" })).toBe(303);
    expect(await now(desk, returned)).toMatchObject({ state: "expired", refunded: 8999 });
  });

  test("shows what the shopper was told about a late payment", async () => {
    const { desk, owner } = await testShop(database);
    const [part, cancelled] = [await placed(desk), await placed(desk)];
    await cancel(desk, cancelled.id);
    desk.pass(9 * day);
    await expire(desk);
    await receive(desk, part.id, 5000, 0);
    await receive(desk, cancelled.id, 8999, 0);
    const asked =
      "Le hemos preguntado al comprador por correo si quiere el perfume o que le devuelvas el dinero.";
    expect((await read(owner.get(`/mostrador/${part.id}`))).text).toContain(asked);
    expect((await read(owner.get(`/mostrador/${cancelled.id}`))).text).not.toContain(asked);
  });

  test("neither proposes nor records a payment that is not owed without a question", async () => {
    const { desk, owner } = await testShop(database);
    for (const refunded of [8999, 1000]) {
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      await refund(desk, order.id, refunded, 0);
      const { forms } = await read(owner.get(`/mostrador/${order.id}`));
      expect(forms["Anotar un cobro"]).toEqual({
        importe: "",
        fecha: "2026-11-22",
        visto: "8999",
      });
      const importe = refunded === 8999 ? "89,99" : "10";
      const fields = { importe, visto: "8999" };
      expect((await ask(owner, order, "cobrado", fields)).yes).toBe("Sí, anotar");
      expect((await now(desk, order)).received).toBe(8999);
    }
  });

  test("asks before a payment is recorded for a cancelled order", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await cancel(desk, order.id);
    const { forms } = await read(owner.get(`/mostrador/${order.id}`));
    const fields = { ...forms["Anotar un cobro"], importe: "89,99" };
    expect((await ask(owner, order, "cobrado", fields)).yes).toBe("Sí, anotar");
    expect((await now(desk, order)).received).toBe(0);
  });

  test("an outdated amount is not booked, even if it is sent again", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    const path = `/mostrador/${order.id}/cobrado`;
    // Another tab has booked the same payment.
    await receive(desk, order.id, 5000, 0);
    const invalid = await read(owner.post(path, { importe: "cincuenta", visto: "0" }));
    expect(invalid.status).toBe(400);
    const again = invalid.forms["Anotar un cobro"];
    expect(again).toMatchObject({ importe: "cincuenta", visto: "0" });
    const outdated = await read(owner.post(path, { ...again, importe: "50" }));
    expect(outdated).toMatchObject({ status: 409, alert: orderHasChanged });
    expect(outdated.forms["Anotar un cobro"]).toMatchObject({ importe: "39,99", visto: "5000" });
    expect((await now(desk, order)).received).toBe(5000);
  });

  test("has a separate button for Stripe refunds, and shows Stripe's reason for a failure", async () => {
    let answer: Awaited<ReturnType<CardPayment["refund"]>> = { refused: "Insufficient funds." };
    const { books, card } = takesCards({
      refund: async (_, amount) => {
        if (answer === "done") books.refunded += amount;
        return answer;
      },
    });
    const { desk, owner } = await testShop(database, { card });
    const order = await placed(desk);
    await startPayment(desk, order);
    const { forms, text } = await read(owner.get(`/mostrador/${order.id}`));
    expect(text).toMatch(/^Por enviar /);
    expect(forms["Devolver por Stripe"]).toEqual({ importe: "89,99", visto: "0" });
    expect(forms["Corregir lo cobrado"]).toBeUndefined();
    const fields = { importe: "40", visto: "0" };
    const asked = await ask(owner, order, "stripe", fields);
    expect(asked.title).toBe("¿Devolver 40,00\u00a0€ por Stripe? · Aurelia");
    expect(asked.text).toContain("Devuelto 0,00\u00a0€ 40,00\u00a0€");
    expect(books.refunded).toBe(0);
    expect(await read(asked.confirm())).toMatchObject({
      status: 409,
      alert: "Stripe no lo ha devuelto. Dice: «Insufficient funds.»",
    });
    answer = "done";
    expect((await asked.confirm()).status).toBe(303);
    expect((await asked.confirm()).status).toBe(409);
    expect([books.refunded, (await now(desk, order)).refunded]).toEqual([4000, 4000]);
    // Stripe can refund only its own share, not what was received otherwise.
    await receive(desk, order.id, 1000, 8999);
    const more = { importe: "50", visto: "4000" };
    const page = await read(owner.post(`/mostrador/${order.id}/stripe`, more));
    expect([page.status, page.text]).toEqual([
      400,
      expect.stringContaining("No se puede devolver más de 49,99\u00a0€."),
    ]);
    const less = { importe: "89,98", nota: "Dedo", visto: "9999" };
    expect((await read(owner.post(`/mostrador/${order.id}/corregir-cobro`, less))).text).toContain(
      "Según Stripe son 89,99\u00a0€: no puede ser menos.",
    );
  });

  test("refuses to record by hand a refund made in Stripe's dashboard", async () => {
    const { books, card } = takesCards();
    const { desk, owner } = await testShop(database, { card });
    const order = await placed(desk);
    await startPayment(desk, order);
    const { forms } = await read(owner.get(`/mostrador/${order.id}`));
    expect(forms["Anotar una devolución"]).toEqual({
      importe: "89,99",
      fecha: "2026-11-22",
      visto: "0",
    });
    books.refunded = 4000;
    const fields = { importe: "40", visto: "0" };
    const late = await read(owner.post(`/mostrador/${order.id}/devuelto`, fields));
    expect(late).toMatchObject({ status: 409, alert: orderHasChanged });
    expect((await now(desk, order)).refunded).toBe(4000);
    const asked = await ask(owner, order, "devuelto", { importe: "10", visto: "4000" });
    books.refunded = 5000;
    expect((await asked.confirm()).status).toBe(409);
    expect((await now(desk, order)).refunded).toBe(5000);
  });

  test("completes a refund whose response was lost at the second press", async () => {
    const away = new Error("no answer");
    const { books, card } = takesCards({
      async refund(_, amount) {
        books.refunded += amount;
        throw away;
      },
      isUnavailable: (error) => error === away,
    });
    const { desk, owner } = await testShop(database, { card });
    const order = await placed(desk);
    await startPayment(desk, order);
    await owner.get(`/mostrador/${order.id}`);
    const asked = await ask(owner, order, "stripe", { importe: "40", visto: "0" });
    expect((await asked.confirm()).status).toBe(503);
    expect((await asked.confirm()).status).toBe(303);
    expect([books.refunded, (await now(desk, order)).refunded]).toEqual([4000, 4000]);
  });

  test("does not wait for Stripe, and reports an unanswered refund", async () => {
    const away = new Error("no answer");
    const { card } = takesCards({
      refund: async () => Promise.reject(away),
      isUnavailable: (error) => error === away,
    });
    const { desk, owner } = await testShop(database, { card });
    const order = await placed(desk);
    await startPayment(desk, order);
    await owner.get(`/mostrador/${order.id}`);
    const asked = await ask(owner, order, "stripe", { importe: "40", visto: "0" });
    const unanswered = await read(asked.confirm());
    expect([unanswered.status, unanswered.links["Volver al mostrador"]]).toEqual([
      503,
      "/mostrador",
    ]);
    card.check = async () => Promise.reject(away);
    expect((await owner.get(`/mostrador/${order.id}`)).status).toBe(200);
  });
});

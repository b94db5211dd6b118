import { describe, expect, test } from "vitest";
import { isUnreconciled } from "../../app/desk/shop/order-format.ts";
import { day, hour } from "../../app/desk/shop/time.ts";
import { MailRefused, sendDue } from "../mail/outbox.ts";
import type { Order } from "../storage/tables.ts";
import {
  card,
  databases,
  lucia,
  mailsOf,
  newKey,
  now,
  pause,
  placed,
  story,
  undisputed,
} from "../testing/desk.ts";
import { read, testShop, withPassword } from "../testing/shop.ts";
import { expire, forgetOrder } from "../upkeep/retention.ts";
import { listOrders, waitingOrders } from "./counter.ts";
import { exportOf, periodOf } from "./export.ts";
import { acceptShort, correct, receive, refund, startPayment } from "./money.ts";
import { amend, cancel, deliver, ship, track } from "./orders.ts";
import type { CardPayment } from "./payment.ts";
import { pausedUntil } from "./shop-state.ts";
import { noteWithdrawal, withdraw, withdrawalsOf } from "./withdrawals.ts";

type Owner = Awaited<ReturnType<typeof testShop>>["owner"];

const changed = "El pedido ha cambiado mientras tanto y no se ha hecho nada: míralo de nuevo.";

/** The confirmation page, and the form behind its «yes». */
async function ask(owner: Owner, order: Order, step: string, fields: Record<string, string>) {
  const path = `/mostrador/${order.id}/${step}`;
  const page = await read(owner.post(path, fields));
  const [, seguro = ""] = /value="([^"]*)"[^>]*name="seguro"/.exec(page.html) ?? [];
  const [yes = ""] = Object.keys(page.forms);
  return { ...page, yes, confirm: () => owner.post(path, { ...page.forms[yes], seguro }) };
}

/** Takes a step and confirms it. */
async function take(owner: Owner, order: Order, step: string, fields: Record<string, string>) {
  const asked = await ask(owner, order, step, fields);
  expect([step, asked.status]).toEqual([step, 200]);
  return (await asked.confirm()).status;
}

/** Lucía withdraws from the order with the shop's form. */
const withdrawFrom = (desk: Parameters<typeof withdraw>[0], { id }: Order) =>
  withdraw(desk, newKey(), { name: "Lucía Gómez", contract: id, email: "lucia@correo.example" });

/** A card provider, and the amounts that it has received and refunded. */
function takesCards(changes: Partial<CardPayment> = {}) {
  const books = { received: 8999, refunded: 0 };
  return {
    books,
    card: card({ check: async () => ({ ...books, ...undisputed }), ...changes }),
  };
}

describe.each(databases)("%s", (database) => {
  test.each([
    ["no password", {}],
    ["a wrong one", withPassword("una contraseña corta")],
    ["an empty one", withPassword("")],
    ["one that begins like it", withPassword("una contraseña")],
    ["another authentication scheme", { Authorization: "Bearer una contraseña larga" }],
    ["malformed credentials", { Authorization: "Basic ???" }],
  ])("refuses %s", async (_, headers) => {
    const { desk, ask } = await testShop(database);
    const order = await placed(desk);
    for (const path of ["/mostrador", `/mostrador/${order.id}`, "/mostrador/NOORDER0"]) {
      const answer = await ask(path, { headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("WWW-Authenticate")).toBe(
        'Basic realm="Mostrador", charset="UTF-8"',
      );
      expect(answer.headers.get("X-Frame-Options")).toBe("DENY");
      expect((await read(answer)).text).toBe(
        "Falta la contraseña El mostrador se abre con su contraseña. Vuelve a cargar la página para escribirla. Volver al mostrador",
      );
    }
    const posted = await ask(`/mostrador/${order.id}/cobrado`, {
      method: "POST",
      headers,
      body: new URLSearchParams({ importe: "89,99", visto: "0" }),
    });
    expect(posted.status).toBe(401);
    expect((await now(desk, order)).received).toBe(0);
  });

  test("shows an order's steps from payment to refund", async () => {
    const { desk, owner, wakes } = await testShop(database);
    const order = await placed(desk);
    const path = `/mostrador/${order.id}`;
    const step = async (name: string, fields = {}) => {
      const answer = await owner.post(`${path}/${name}`, fields);
      expect([answer.status, answer.headers.get("Location")]).toEqual([303, path]);
    };
    await step("cobrado", { importe: "89,99", visto: "0" });
    await step("enviado", { nota: " ES123 " });
    await step("entregado");
    expect(await take(owner, order, "devuelto", { importe: "9,99", visto: "0" })).toBe(303);
    expect(await take(owner, order, "devuelto", { importe: "80,00 €", visto: "999" })).toBe(303);
    expect(await story(desk, order)).toEqual([
      "shopper pending",
      "owner received 8999",
      "owner paid",
      "owner shipped ES123",
      "owner delivered",
      "owner refund 999",
      "owner refund 8000",
      "owner refunded",
    ]);
    expect(wakes.count).toBe(5);
    const { title, text, items } = await read(owner.get(path));
    expect(title).toBe(`Reembolsado · ${order.id} · Aurelia`);
    expect(text).toMatch(
      new RegExp(
        `^Reembolsado ${order.id} Lucía Gómez · 89,99\u00a0€ · pedido el 22\u00a0nov, 10:05 `,
      ),
    );
    expect(text).toContain(
      "1\u00a0frasco Perfume signature, 50\u00a0ml Lucía Gómez Calle Mayor, 1 28013 Madrid España +34 600000000 lucia@correo.example",
    );
    expect(text).toContain("Dinero Cobrado 89,99\u00a0€ Devuelto 89,99\u00a0€ Queda 0,00\u00a0€");
    const at = "22\u00a0nov, 10:05";
    expect(items.slice(-8)).toEqual([
      `Pedido recibido ${at} · comprador`,
      `Dinero recibido: 89,99\u00a0€ ${at} · mostrador`,
      `Pagado ${at} · mostrador`,
      `Enviado · ES123 ${at} · mostrador`,
      `Entregado ${at} · mostrador`,
      `Reembolso: 9,99\u00a0€ ${at} · mostrador`,
      `Reembolso: 80,00\u00a0€ ${at} · mostrador`,
      `Reembolsado ${at} · mostrador`,
    ]);
  });

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
          alert: changed,
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
    const answers = await Promise.all([confirm(), confirm()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(await now(desk, order)).toMatchObject({ received: 20_000, state: "paid" });
    expect(await read(confirm())).toMatchObject({ status: 409, alert: changed });
  });

  test("records the missing amount without a question, and only once", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    const press = () =>
      owner.post(`/mostrador/${order.id}/cobrado`, { importe: "89,99", visto: "0" });
    expect((await press()).status).toBe(303);
    expect(await read(press())).toMatchObject({ status: 409, alert: changed });
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

  test.each(["enviado", "entregado", "aceptado"])(
    "refuses «%s» for an unpaid order",
    async (step) => {
      const { desk, owner } = await testShop(database);
      const order = await placed(desk);
      expect(await read(owner.post(`/mostrador/${order.id}/${step}`))).toMatchObject({
        status: 409,
        alert: changed,
      });
      expect(await now(desk, order)).toEqual(order);
    },
  );

  test("warns before shipping an order with a withdrawal", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await receive(desk, order.id, 8999, 0);
    const page = await read(owner.get(`/mostrador/${order.id}`));
    await withdrawFrom(desk, order);
    const { text, forms } = await read(owner.get(`/mostrador/${order.id}`));
    expect(text).toContain(
      "El comprador desistió el 22\u00a0nov, 10:05. Tienes hasta el 6\u00a0de diciembre para devolver 89,99\u00a0€.",
    );
    expect(Object.keys(forms)[1]).toBe("Anotar una devolución");
    // Ship it from a page that was opened before the withdrawal.
    expect(Object.keys(page.forms)).toContain("Marcar como enviado");
    const asked = await ask(owner, order, "enviado", { nota: "MRW 1" });
    expect(asked.text).toContain(
      "El comprador desistió el 22 de noviembre de 2026 a las 10:05. ¿Enviarlo de todos modos?",
    );
    expect((await now(desk, order)).state).toBe("paid");
    expect((await asked.confirm()).status).toBe(303);
    expect((await story(desk, order)).at(-1)).toBe("owner shipped MRW 1");
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

  test("lists a withdrawal on top until it is handled, with the days left", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await receive(desk, order.id, 8999, 0);
    await withdraw(desk, newKey(), {
      name: "Luis Gil",
      contract: "el perfume",
      email: "luis@correo.example",
    });
    desk.pass(day + hour);
    await withdrawFrom(desk, order);
    const list = await read(owner.get("/mostrador"));
    expect(list.text).toMatch(/^Por hacer Desistimientos 1 Quedan 14\u00a0días · Lucía Gómez/);
    expect(list.items.slice(0, 2)).toEqual([
      `Quedan 14\u00a0días · Lucía Gómez · 23\u00a0nov, 11:05 Pedido ${order.id} «${order.id}», lucia@correo.example. Resuelto`,
      "Quedan 13\u00a0días · Luis Gil · 22\u00a0nov, 10:05 «el perfume», luis@correo.example. No encaja con ningún pedido. Resuelto",
    ]);
    expect(list.links[`Pedido ${order.id}`]).toBe(`/mostrador/${order.id}`);
    await sendDue(desk, async () => {});
    desk.pass(13 * day - hour);
    const first = async () => (await read(owner.get("/mostrador"))).items[1];
    expect(await first()).toMatch(/^Último día · Luis Gil/);
    // The end of Sunday 6 December in Madrid.
    desk.pass(Date.parse("2026-12-06T23:59:59+01:00") - desk.now());
    expect(await first()).toMatch(/^Último día · Luis Gil/);
    desk.pass(1000);
    expect(await first()).toMatch(/^Fuera de plazo · Luis Gil/);
    const [lucia, luis] = [
      ...list.html.matchAll(/action="(\/mostrador\/desistimientos\/\w+)"/g),
    ].map(([, path = ""]) => path);
    const done = await owner.post(luis ?? "");
    expect([done.status, done.headers.get("Location")]).toEqual([303, "/mostrador"]);
    const asked = await read(owner.post(lucia ?? "", { pedido: order.id }));
    expect(asked.text).toContain(
      "Quedan 89,99\u00a0€ por devolver. ¿Marcar el desistimiento como resuelto?",
    );
    expect(asked.links.No).toBe(`/mostrador/${order.id}`);
    expect((await withdrawalsOf(desk, order))[0]?.handledAt).toBeNull();
    expect(asked.forms["Sí, resuelto"]).toEqual({ pedido: order.id, debido: "8999" });
    const again = await owner.post(lucia ?? "", { pedido: order.id, debido: "8999" });
    expect(again.headers.get("Location")).toBe(`/mostrador/${order.id}`);
    const odd = await owner.post(lucia ?? "", { pedido: "//evil.example", debido: "8999" });
    expect(odd.headers.get("Location")).toBe("/mostrador");
    // The list still shows the order, because its money has not been refunded.
    expect((await read(owner.get("/mostrador"))).text).toMatch(
      new RegExp(`^Por hacer Dinero que no cuadra 1 ${order.id} Pagado .* Desistido `),
    );
    const { text } = await read(owner.get(`/mostrador/${order.id}`));
    expect(text).toContain("para devolver 89,99\u00a0€");
    expect(text).not.toContain("Desistimiento resuelto");
  });

  test("asks before a withdrawal that perhaps means an order is marked as handled", async () => {
    const { desk, owner } = await testShop(database);
    const [order, other] = [await placed(desk), await placed(desk, { email: "b@correo.example" })];
    for (const { id } of [order, other]) await receive(desk, id, 8999, 0);
    await withdrawFrom(desk, { ...order, id: `${order.id} ${other.id}` });
    const list = await read(owner.get("/mostrador"));
    expect(list.items[0]).toContain(`Pedido ${order.id} Quizá el pedido ${other.id} «`);
    const [, path = ""] = /action="(\/mostrador\/desistimientos\/\w+)"/.exec(list.html) ?? [];
    const both = await read(owner.post(path));
    expect(both.text).toContain(
      `Quedan 89,99\u00a0€ por devolver. Quizá es también del pedido ${other.id}. ¿Marcar el desistimiento como resuelto?`,
    );
    await refund(desk, order.id, 8999, 0);
    // A «yes» to something else asks again.
    const asked = await read(owner.post(path, both.forms["Sí, resuelto"]));
    expect(asked.text).toBe(
      `Quizá es del pedido ${other.id}. ¿Marcar el desistimiento como resuelto? Si lo marcas, podrás enviar ese pedido sin que el mostrador pregunte por este desistimiento. Sí, resuelto No`,
    );
    expect((await owner.post(`/mostrador/${other.id}/enviado`)).status).toBe(200);
    expect((await owner.post(path, asked.forms["Sí, resuelto"])).status).toBe(303);
    expect((await owner.post(`/mostrador/${other.id}/enviado`)).status).toBe(303);
  });

  test("pages the unclear withdrawals, and marks exactly those of a page as handled", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    const declare = (name: string, contract: string) =>
      withdraw(desk, newKey(), { name, contract, email: "malo@correo.example" });
    for (let count = 1; count <= 54; count++) {
      await declare(`Malo ${count}.`, count > 52 ? order.id : "el perfume");
      desk.pass(1000);
    }
    const first = await read(owner.get("/mostrador"));
    expect(first.text).toContain("Desistimientos por aclarar 54");
    expect(first.items.filter((item) => item.includes("Malo"))).toHaveLength(5);
    const page = await read(owner.get(first.links["Ver los 54"] ?? ""));
    expect(page.items).toHaveLength(50);
    const older = await read(owner.get(page.links["Desistimientos anteriores"] ?? ""));
    expect(older.items.map((item) => /Malo \d+/.exec(item)?.[0])).toEqual([
      "Malo 4",
      "Malo 3",
      "Malo 2",
      "Malo 1",
    ]);
    expect(older.links["Desistimientos anteriores"]).toBeUndefined();
    await declare("Lucía", "el mío");

    expect(page.text).toContain("Marcar como resueltos los de esta página sin pedido (48)");
    expect(page.text).toContain("Marcar como resueltos los de esta página con un «Quizá» (2)");
    const buttons = Array.from(
      page.html.matchAll(/value="([\da-f]{16} [\da-f ]+)"/g),
      ([, ids]) => ids,
    );
    const [unmatched = "", perhaps = ""] = buttons;
    const names = async () =>
      (await read(owner.get("/mostrador/desistimientos"))).items.map(
        (item) => /Malo \d+|Lucía/.exec(item)?.[0],
      );
    const press = (vistos: string) => owner.post("/mostrador/desistimientos", { vistos });
    expect((await press(unmatched)).status).toBe(303);
    const left = ["Malo 4", "Malo 3", "Malo 2", "Malo 1"];
    expect(await names()).toEqual(["Lucía", "Malo 54", "Malo 53", ...left]);
    expect((await press(perhaps)).status).toBe(303);
    expect(await names()).toEqual(["Lucía", ...left]);
  });

  test("records a withdrawal by letter once, and lists it like the others", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await receive(desk, order.id, 1000, 0);
    const asked = await ask(owner, order, "desistido", {});
    expect(asked.text).toContain("Estado Pendiente de pago");
    const answers = await Promise.all([asked.confirm(), asked.confirm()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(await story(desk, order)).toEqual([
      "shopper pending",
      "owner received 1000",
      "owner withdrawn",
    ]);
    expect((await read(owner.get("/mostrador"))).items[0]).toBe(
      `Quedan 14\u00a0días · Lucía Gómez · 22\u00a0nov, 10:05 Pedido ${order.id} «${order.id}», lucia@correo.example. Resuelto`,
    );
    expect((await read(owner.get(`/mostrador/${order.id}`))).text).toContain(
      "El comprador desistió el 22\u00a0nov, 10:05. Tienes hasta el 6\u00a0de diciembre para devolver 10,00\u00a0€. Desistimiento resuelto",
    );
    expect(await noteWithdrawal(desk, order.id)).toBe(false);
    desk.pass(15 * day);
    expect((await read(owner.get(`/mostrador/${order.id}`))).text).toContain(
      "Tenías hasta el 6\u00a0de diciembre para devolver 10,00\u00a0€.",
    );
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
    const answers = await Promise.all([asked.confirm(), asked.confirm()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
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
    const answers = await Promise.all([asked.confirm(), asked.confirm()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
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

  test("prints the slips of all parcels to pack", async () => {
    const { desk, owner } = await testShop(database);
    const names = ["Ana", "Luis", "Eva"];
    for (const [index, firstName] of names.entries()) {
      const { id } = await placed(desk, { firstName });
      await receive(desk, id, 8999, 0);
      if (index === 2) await ship(desk, id, "");
      desk.pass(1);
    }
    expect((await read(owner.get("/mostrador"))).links["Todos los albaranes, para imprimir"]).toBe(
      "/mostrador/albaranes",
    );
    const { html } = await read(owner.get("/mostrador/albaranes"));
    expect(Array.from(html.matchAll(/<h1>(\w+) /g), ([, name]) => name)).toEqual(["Ana", "Luis"]);
  });

  describe("without a shell", () => {
    test("downloads the bookkeeper's file of a period", async () => {
      const { desk, owner } = await testShop(database);
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      const { html, links } = await read(owner.get("/mostrador"));
      expect(links["Cuentas y datos"]).toBe("/mostrador/cuentas");
      expect(html).toContain("Buscar un pedido por número, importe");
      const page = await read(owner.get("/mostrador/cuentas"));
      expect(page.forms.Descargar).toEqual({ desde: "2026-07-01", hasta: "2026-09-30" });
      const path = "/mostrador/cuentas/exportar";
      const answer = await owner.get(`${path}?desde=2026-11-01&hasta=2026-11-30`);
      expect(answer.headers.get("Content-Disposition")).toBe(
        'attachment; filename="cobros-2026-11-01-2026-11-30.csv"',
      );
      expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
      const lines = (await answer.text()).trim().split("\n");
      expect(lines[1]).toMatch(`2026-11-22;${order.id};cobro;89,99;74,37;21 %;15,62;`);
      expect(lines).toHaveLength(2);
      expect((await (await owner.get(`${path}?desde=2026-12-01`)).text()).split("\n")).toHaveLength(
        2,
      );
      for (const query of ["?desde=hoy", "?desde=2026-12-01&hasta=2026-11-01"]) {
        const back = (await owner.get(path + query)).headers.get("Location") ?? "";
        expect((await read(owner.get(back))).alert).toMatch(/^Elige dos días/);
      }
    });

    test("shows what is stored of a person, in words, and nothing of others", async () => {
      const { desk, owner } = await testShop(database);
      const order = await placed(desk);
      await placed(desk, { firstName: "Ana", email: "ana@correo.example" });
      await amend(desk, order.id, { ...lucia, city: "Toledo" });
      await withdrawFrom(desk, order);
      const page = await read(owner.get("/mostrador/persona?email=LUCIA@correo.example"));
      expect(page.text).toContain("Datos corregidos (ciudad, antes «Madrid»)");
      expect(page.text).toContain(`Pedido ${order.id}, del 22 de noviembre de 2026 a las 10:05`);
      expect(page.text).toContain("Envío a Lucía Gómez");
      expect(page.text).toContain(`«Desisto del siguiente contrato: ${order.id}».`);
      expect(page.text).not.toMatch(/Ana\b|token|requestKey/);
      const none = await read(owner.get("/mostrador/persona?email=nadie@correo.example"));
      expect(none.text).toContain("No guardamos nada con ese email.");
    });

    test("deletes personal data once the order is over, and says why not before", async () => {
      const { desk, owner } = await testShop(database);
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      const path = `/mostrador/${order.id}/olvidar`;
      const refused = async () => (await read(owner.post(path))).alert;
      await ship(desk, order.id, "");
      expect(await refused()).toMatch(
        /^Todavía no: el pedido está en curso, aún se puede desistir/,
      );
      await deliver(desk, order.id);
      desk.pass(14 * day);
      expect(await refused()).toMatch(/^Todavía no/);
      desk.pass(day);
      const asked = await ask(owner, order, "olvidar", {});
      expect((await now(desk, order)).firstName).toBe("Lucía");
      expect((await asked.confirm()).status).toBe(303);
      expect((await now(desk, order)).firstName).toBeNull();
    });
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

  test("asks before accepting a late payment after a withdrawal", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await withdrawFrom(desk, order);
    await receive(desk, order.id, 8999, 0);
    const { text, forms } = await read(owner.get(`/mostrador/${order.id}`));
    expect(text).not.toContain("Un correo le ha preguntado");
    expect(Object.keys(forms)).toContain("Aceptar el pedido");
    expect(Object.keys(forms)[0]).toBe("Anotar una devolución");
    const asked = await ask(owner, order, "aceptado", {});
    expect(asked.text).toContain(
      "El comprador desistió el 22 de noviembre de 2026 a las 10:05. ¿Aceptar el pedido de todos modos?",
    );
    expect((await now(desk, order)).state).toBe("cancelled");
    expect((await asked.confirm()).status).toBe(303);
    expect(await now(desk, order)).toMatchObject({ state: "paid", withdrawnAt: null });
  });

  test("reverses a withdrawal", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await receive(desk, order.id, 8999, 0);
    const label = "El comprador no desiste";
    const offered = async () =>
      Object.keys((await read(owner.get(`/mostrador/${order.id}`))).forms).includes(label);
    expect(await offered()).toBe(false);
    await withdrawFrom(desk, order);
    expect(await offered()).toBe(true);
    const asked = await ask(owner, order, "no-desiste", {});
    expect(asked.title).toBe("¿Anotar que el comprador no desiste? · Aurelia");
    expect(asked.text).toContain("Estado Pagado Por enviar");
    expect((await now(desk, order)).withdrawnAt).not.toBeNull();
    const answers = await Promise.all([asked.confirm(), asked.confirm()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(await now(desk, order)).toMatchObject({ state: "paid", withdrawnAt: null });
    expect(await offered()).toBe(false);
    expect((await read(owner.get("/mostrador"))).text).toMatch(/^Por hacer Por enviar 1/);
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

  test("corrects the address, and keeps what was typed", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    const right = {
      firstName: "Lucía",
      lastName: "Gómez",
      email: "lucia.gomez@correo.example",
      phone: "+34 611111111",
      address: "Calle Menor, 2",
      city: "Toledo",
      postalCode: "45001",
      country: "ES",
    };
    const wrong = { ...right, email: "lucia", postalCode: "450" };
    const path = `/mostrador/${order.id}/datos`;
    const { status, html, forms } = await read(owner.post(path, wrong));
    expect(status).toBe(400);
    const { country: _, ...typed } = wrong;
    expect(forms["Corregir los datos"]).toMatchObject(typed);
    expect(html).toContain('message">Introduce un email válido</p>');
    expect(html).toContain('message">El código postal debe tener 5 dígitos</p>');
    expect(html).toContain('<details id="datos" class="counter-step" open="">');
    expect(html.match(/autofocus/g)).toHaveLength(1);
    expect(/<input[^>]*autofocus[^>]*>/.exec(html)?.[0]).toContain('name="email"');
    expect(await now(desk, order)).toEqual(order);
    const visto = forms["Corregir los datos"]?.visto ?? "";
    for (let presses = 0; presses < 2; presses++)
      expect((await owner.post(path, { ...right, visto })).status).toBe(303);
    expect(await now(desk, order)).toMatchObject(right);
    expect((await read(owner.get(`/mostrador/${order.id}`))).items).toContain(
      "Datos corregidos · email, antes «lucia@correo.example»; teléfono, antes «+34 600000000»; dirección, antes «Calle Mayor, 1»; ciudad, antes «Madrid»; código postal, antes «28013» 22\u00a0nov, 10:05 · mostrador",
    );
  });

  test("an outdated form restores no old address, even if it is sent again", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    const path = `/mostrador/${order.id}/datos`;
    const { quantity: _, ...old } = lucia;
    const opened = (await read(owner.get(`/mostrador/${order.id}`))).forms["Corregir los datos"];
    const visto = opened?.visto ?? "";
    // Another tab corrects the address.
    const { status } = await owner.post(path, { ...old, address: "Calle Menor, 2", visto });
    expect(status).toBe(303);
    const invalid = await read(owner.post(path, { ...old, phone: "1", visto }));
    expect(invalid.status).toBe(400);
    const again = invalid.forms["Corregir los datos"];
    expect(again).toMatchObject({ address: "Calle Mayor, 1", phone: "1", visto });
    const outdated = await read(owner.post(path, { ...old, ...again, phone: "+34 611111111" }));
    expect(outdated).toMatchObject({ status: 409, alert: changed });
    const current = outdated.forms["Corregir los datos"];
    expect(current).toMatchObject({ address: "Calle Menor, 2", phone: "+34 600000000" });
    expect((await owner.post(path, { ...current, country: "ES" })).status).toBe(303);
    expect(await now(desk, order)).toMatchObject({ ...old, address: "Calle Menor, 2" });
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
    expect(outdated).toMatchObject({ status: 409, alert: changed });
    expect(outdated.forms["Anotar un cobro"]).toMatchObject({ importe: "39,99", visto: "5000" });
    expect((await now(desk, order)).received).toBe(5000);
  });

  test.each([
    ["a country that the shop doesn't ship to", { country: "CH" }, "No enviamos a ese país"],
    ["the Canaries", { postalCode: "35001" }, "No enviamos a Canarias, Ceuta ni Melilla"],
    ["a link", { firstName: "www.evil.example" }, "El nombre no puede llevar una dirección web"],
  ])("refuses a correction as the checkout does: %s", async (_, change, message) => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    const { quantity: __, ...details } = lucia;
    const { status, html } = await read(
      owner.post(`/mostrador/${order.id}/datos`, { ...details, ...change }),
    );
    expect(status).toBe(400);
    expect(html).toContain(message);
    expect(await now(desk, order)).toEqual(order);
  });

  test("shows a name and an address as they were typed", async () => {
    const { desk, owner } = await testShop(database);
    const typed = { firstName: "M.Carmen", address: "C/Mayor.3, bit.ly/3xYz", city: "St.Gallen" };
    const order = await placed(desk, typed);
    await withdraw(desk, newKey(), {
      name: "t.co",
      contract: `${order.id} bit.ly/3xYz`,
      email: "a@b.es",
    });
    const { text, links } = await read(owner.get(`/mostrador/${order.id}`));
    expect(text).toContain("M.Carmen Gómez C/Mayor.3, bit.ly/3xYz 28013 St.Gallen");
    expect(text).toContain(`${order.id} bit.ly/3xYz`);
    expect(Object.values(links).join()).not.toContain("bit.ly");
  });

  test("an address with a question mark adds nothing to a mailto link", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk, { email: "lucia?bcc=otra@correo.example" });
    const { links } = await read(owner.get(`/mostrador/${order.id}`));
    expect(links["lucia?bcc=otra@correo.example"]).toBe("mailto:lucia%3Fbcc%3Dotra@correo.example");
  });

  test("stores a note once, for the counter only", async () => {
    const { desk, owner, ask: get } = await testShop(database);
    const order = await placed(desk);
    const path = `/mostrador/${order.id}/nota`;
    expect((await owner.post(path, { nota: " " })).status).toBe(400);
    for (let presses = 0; presses < 2; presses++)
      expect((await owner.post(path, { nota: "Llamar antes" })).status).toBe(303);
    expect((await story(desk, order)).slice(1)).toEqual(["owner note Llamar antes"]);
    expect((await read(owner.get(`/mostrador/${order.id}`))).text).toContain("Nota · Llamar antes");
    expect((await read(get(`/pedido/${order.token}`))).text).not.toContain("Llamar antes");
  });

  test("redirects GET requests of a form's address to its order", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    for (const step of ["cobrado", "datos", "otro"]) {
      const answer = await owner.get(`/mostrador/${order.id}/${step}`);
      expect([answer.status, answer.headers.get("Location")]).toEqual([
        303,
        `/mostrador/${order.id}`,
      ]);
    }
    for (const path of ["/mostrador/correos/1", "/mostrador/desistimientos/1"])
      expect((await owner.get(path)).headers.get("Location")).toBe("/mostrador");
    expect((await owner.post(`/mostrador/${order.id}/otro`)).status).toBe(404);
    expect((await owner.post("/mostrador/NOORDER0/enviado")).status).toBe(404);
    for (const odd of ["NOORDER0", "%00", "%zz"])
      expect((await owner.get(`/mostrador/${odd}`)).status).toBe(404);
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
    expect(late).toMatchObject({ status: 409, alert: changed });
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

  test("shows a test key and a pause at the top", async () => {
    const { desk, owner } = await testShop(database, { card: card({ isTest: true }) });
    expect((await read(owner.get("/mostrador"))).text).toMatch(
      /^La clave de Stripe es de pruebas: los pagos con tarjeta no son dinero de verdad\. Nada por hacer/,
    );
    await pause(desk, "el 3 de enero");
    const { text, forms } = await read(owner.get("/mostrador"));
    expect(text).toContain("La venta está en pausa: «Volvemos el 3 de enero». Abrir");
    expect(Object.keys(forms)).toEqual(["Abrir"]);
    const opening = await read(owner.post("/mostrador/ajustes", { ajuste: "pausa" }));
    expect(opening.text).toContain("En pausa («Volvemos el 3 de enero») Abierta");
    await owner.post("/mostrador/ajustes", opening.forms["Sí, cambiar"]);
    expect(await pausedUntil(desk)).toBe("el 3 de enero");
  });

  test("does not mention test keys without one", async () => {
    const { owner } = await testShop(database, { card: card({ isTest: false }) });
    expect((await read(owner.get("/mostrador"))).text).toMatch(/^Nada por hacer/);
  });

  test("a row sums up an order in one or two lines", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk, { quantity: 2, city: "Bonn" });
    desk.pass(3 * day);
    const row = async () =>
      (await read(owner.get("/mostrador?estado=pending"))).items.find((item) =>
        item.startsWith(order.id),
      );
    expect(await row()).toBe(
      `${order.id} Pendiente de pago 2\u00a0× Lucía Gómez Bonn 179,98\u00a0€ 3\u00a0d`,
    );
    await receive(desk, order.id, 8000, 0);
    expect(await row()).toContain("Bonn Faltan 99,98\u00a0€ 179,98\u00a0€");
    desk.pass(30 * day);
    expect(await row()).toMatch(/22\u00a0nov$/);
  });

  test("lists parcels to pack and unreconciled money on top, and nothing else", async () => {
    const { desk, owner } = await testShop(database);
    const parcels: Order[] = [];
    for (let count = 0; count < 7; count++) {
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      parcels.push(order);
      desk.pass(1);
    }
    const [, withdrawn, away, tooMuch] = parcels as [Order, Order, Order, Order];
    await withdrawFrom(desk, withdrawn);
    await ship(desk, away.id, "");
    await receive(desk, tooMuch.id, 1, 8999);
    const { toPack, toPackCount, unreconciled } = await waitingOrders(desk);
    expect(toPackCount).toBe(4);
    const left = parcels.filter((order) => ![withdrawn, away, tooMuch].includes(order));
    expect(toPack.map(({ id }) => id)).toEqual(left.map(({ id }) => id));
    expect(unreconciled.map(({ id }) => id)).toEqual([tooMuch.id]);
    for (let count = 0; count < 2; count++) {
      const more = await placed(desk);
      await receive(desk, more.id, 8999, 0);
    }
    const { text, links } = await read(owner.get("/mostrador"));
    expect(text).toContain(
      `Dinero que no cuadra 1 ${tooMuch.id} Pagado 1\u00a0× Lucía Gómez Madrid Sobran 0,01\u00a0€`,
    );
    expect(text).toContain("Por enviar 6");
    expect(links["Ver los 6"]).toBe("/mostrador?estado=paid");
    expect(links).toMatchObject({
      "Todos 9": "/mostrador",
      "Pagado 8": "/mostrador?estado=paid",
      "Enviado 1": "/mostrador?estado=shipped",
    });
    expect(Object.keys(links)).not.toContain("Entregado 0");
    // A filtered list leaves out the tasks at the top.
    expect((await read(owner.get("/mostrador?estado=paid"))).text).toMatch(/^Pagado Todos 9/);
  });

  test("lists exactly the orders whose pages show a mismatch", async () => {
    const { desk } = await testShop(database);
    const amounts = [0, 5000, 8999, 9000, 17_998];
    for (const received of amounts) {
      for (const refunded of amounts.filter((amount) => amount <= received)) {
        for (const end of ["none", "shipped", "expired"]) {
          const order = await placed(desk);
          if (end === "expired") await cancel(desk, order.id);
          if (received > 0) await receive(desk, order.id, received, 0);
          if (end === "shipped") await ship(desk, order.id, "");
          if (refunded > 0) await refund(desk, order.id, refunded, 0);
        }
      }
    }
    const corrected = await placed(desk);
    await receive(desk, corrected.id, 8999, 0);
    await ship(desk, corrected.id, "");
    await correct(desk, corrected.id, { side: "received", really: 5000, seen: 8999, note: "x" });
    const all = [...(await listOrders(desk))];
    expect(all).toHaveLength(46);
    const odd = all.filter(isUnreconciled).map(({ id }) => id);
    expect(odd.length).toBeGreaterThan(10);
    const { unreconciled } = await waitingOrders(desk);
    expect(unreconciled.map(({ id }) => id).sort()).toEqual(odd.sort());
  });

  test("pages through the list, newest first, also by state and by name", async () => {
    const { desk, owner } = await testShop(database);
    const ids: string[] = [];
    for (let index = 0; index < 103; index++) {
      ids.unshift((await placed(desk, { email: `a${index}@correo.example` })).id);
      if (index % 2) desk.pass(1);
    }
    const idsOn = async (path: string) => {
      const { items, links } = await read(owner.get(path));
      const found = items.flatMap((item) => /^([\dA-Z]{8}) /.exec(item)?.[1] ?? []);
      return { found, older: links["Pedidos anteriores"] };
    };
    for (const begin of ["/mostrador", "/mostrador?estado=pending", "/mostrador?buscar=gómez"]) {
      const all: string[] = [];
      const sizes: number[] = [];
      for (let path: string | undefined = begin; path; ) {
        const { found, older }: { found: string[]; older: string | undefined } = await idsOn(path);
        all.push(...found);
        sizes.push(found.length);
        path = older;
      }
      expect(sizes).toEqual([50, 50, 3]);
      expect(all.toSorted()).toEqual(ids.toSorted());
    }
    expect((await idsOn("/mostrador?estado=paid")).found).toEqual([]);
    for (const odd of ["x", "~", "1e999~A", "99999999999999999999~A", "-1~A"]) {
      expect((await owner.get(`/mostrador?antes=${odd}`)).status).toBe(200);
    }
  });

  test("finds an order by number, name and email in any spelling", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await placed(desk, { firstName: "Luis", lastName: "Núñez", email: "luis@correo.example" });
    const { id } = order;
    const halves = [id.slice(0, 4), id.slice(4)];
    for (const text of [
      ` ${id.toLowerCase()} `,
      halves.join("-"),
      halves.join(" ").toLowerCase(),
      "lucía gómez",
      "LUCÍA",
      "Lucia@Correo",
      "\u0000lucía",
    ]) {
      const answer = await owner.get(`/mostrador?buscar=${encodeURIComponent(text)}`);
      expect([text, answer.status, answer.headers.get("Location")]).toEqual([
        text,
        303,
        `/mostrador/${id}`,
      ]);
    }
    const both = await read(owner.get("/mostrador?buscar=Calle+Mayor"));
    expect(both.items.filter((item) => item.includes("Pendiente de pago 1\u00a0×"))).toHaveLength(
      2,
    );
    expect(both.html).toContain('value="Calle Mayor"');
    for (const text of ["noorder0", "%", "_", "\\", "x".repeat(5000)]) {
      const { status, text: said } = await read(
        owner.get(`/mostrador?buscar=${encodeURIComponent(text)}`),
      );
      expect([status, said]).toEqual([
        200,
        expect.stringContaining(
          "No hay ningún pedido con esos datos: prueba con el número, el importe,",
        ),
      ]);
    }
    expect((await owner.get("/mostrador?buscar=")).status).toBe(200);
  });

  test("finds an order by what a bank, a caller or the post office says", async () => {
    const { desk } = await testShop(database);
    const order = await placed(desk, {
      firstName: "Íñigo",
      lastName: "D’Alembert Jiménez-Müller",
      email: "curro.J@correo.example",
      phone: "+34 612345678",
      address: "C/ Alcalá, 14, 3.º B",
      city: "Alcorcón",
      postalCode: "08018",
      quantity: 3,
    });
    await receive(desk, order.id, 26_997, 0);
    await ship(desk, order.id, "PK 1234 5678 9ES");
    await track(desk, order.id, "https://correos.example/PK12345678901ES");
    const others = [await placed(desk), await placed(desk, { lastName: "Alembique" })];
    const found = async (text: string) => (await listOrders(desk, { text })).map(({ id }) => id);
    for (const text of [
      "JIMENEZ INIGO",
      "d'alembert",
      "Dalembert jim",
      "muller",
      "curro.j@correo",
      "612345678",
      "+34 612 34 56 78",
      "34612345678",
      "alcorcon",
      "08018",
      "alcala 14",
      "PK12345678901ES",
      "269,97",
      "269.97 €",
      "D ALEMBERT",
      "alembert",
      "MUELLER",
      "EUR 269,97",
      "269,97EUR",
      "€ 269,97",
      "269,97 jimenez",
      "IMPORTE 269,97 EUR DE JIMENEZ",
      "0034 612 345 678",
      "TRANSFERENCIA DE JIMENEZ INIGO",
      "Concepto: Müller",
    ]) {
      expect([text, await found(text)]).toEqual([text, [order.id]]);
    }
    expect((await found("89,99")).sort()).toEqual(others.map(({ id }) => id).sort());
    for (const text of [
      "jimenez luis",
      "lembert",
      "269,98",
      "89,99 jimenez",
      "269,97 14,00",
      "612345679",
      "PK 1234",
      "transferencia de",
    ]) {
      expect([text, await found(text)]).toEqual([text, []]);
    }
    const { quantity: _, ...details } = lucia;
    await amend(desk, order.id, { ...details, lastName: "Zurbano" });
    expect(await found("zurbano")).toEqual([order.id]);
    expect(await found("muller")).toEqual([]);
    await forgetOrder(desk, order.id, "owner", true);
    expect(await found("zurbano")).toEqual([]);
    expect(
      await desk.db.selectFrom("orderTerms").select("orderId").distinct().execute(),
    ).toHaveLength(2);
  });

  test("finds the common spellings of a name, whichever way it was typed", async () => {
    const { desk } = await testShop(database);
    const found = async (text: string) =>
      (await listOrders(desk, { text })).map(({ lastName }) => lastName);
    for (const lastName of ["O'Shea", "Mueller", "Noé"]) await placed(desk, { lastName });
    expect(await found("o shea")).toEqual(["O'Shea"]);
    expect(await found("SHEA")).toEqual(["O'Shea"]);
    expect(await found("Müller")).toEqual(["Mueller"]);
    expect(await found("muell")).toEqual(["Mueller"]);
    expect(await found("noe")).toEqual(["Noé"]);
    expect(await found("de")).toEqual([]);
    await placed(desk, { lastName: "De Pablo" });
    expect(await found("de")).toEqual(["De Pablo"]);
  });

  test("finds an order by its total and by another amount that was received", async () => {
    const { desk } = await testShop(database);
    const found = async (text: string) => (await listOrders(desk, { text })).map(({ id }) => id);
    const tooMuch = await placed(desk);
    await receive(desk, tooMuch.id, 9999, 0);
    const right = await placed(desk, { lastName: "Curro" });
    await receive(desk, right.id, 8999, 0);
    expect(await found("99,99")).toEqual([tooMuch.id]);
    expect(await found("99,99 gomez")).toEqual([tooMuch.id]);
    expect(await found("99,99 curro")).toEqual([]);
    expect((await found("89,99")).sort()).toEqual([tooMuch.id, right.id].sort());
  });

  test("finds common words and amounts among the newest orders", async () => {
    const { desk } = await testShop(database);
    const order = await placed(desk, { quantity: 2 });
    await receive(desk, order.id, 8999, 0);
    const copies = Array.from({ length: 500 }, (_, index) => ({
      ...order,
      id: `COPY${index}`,
      token: `token ${index}`,
      requestKey: `key ${index}`,
      quantity: 1,
      total: 8999,
      received: 0,
      placedAt: order.placedAt + index,
      providerReference: null,
    }));
    for (let from = 0; from < copies.length; from += 100)
      await desk.db
        .insertInto("orders")
        .values(copies.slice(from, from + 100))
        .execute();
    const found = async (text: string, before?: string) =>
      (await listOrders(desk, { text }, before)).map(({ id }) => id);
    expect(await found("89,99")).toHaveLength(51);
    expect((await found("89,99"))[0]).toBe("COPY499");
    expect(await found("89,99", `${order.placedAt + 1}~COPY1`)).toEqual(
      [order.id, "COPY0"].sort().reverse(),
    );
    expect(await found("89,99 lucia")).toEqual([order.id]);
  });

  test("says whether an undelivered email is still tried", async () => {
    const { desk, owner } = await testShop(database);
    await placed(desk);
    for (let times = 0; times < 3; times++) {
      await sendDue(desk, () => Promise.reject(new Error("451 Try again later")));
      desk.pass(hour);
    }
    const says = async () => (await read(owner.get("/mostrador"))).text;
    expect(await says()).toContain("Se sigue intentando: 451 Try again later");
    desk.pass(7 * day);
    expect(await says()).toContain("Ya no se intenta: 451 Try again later");
  });

  test("lists an undelivered email on top, with links to correct its address and to resend it", async () => {
    const { desk, owner, wakes } = await testShop(database);
    const order = await placed(desk);
    await sendDue(desk, async () => Promise.reject(new MailRefused("550 No such user")));
    const { text, html, items, links } = await read(owner.get("/mostrador"));
    expect(text).toContain("Correos que no llegan 2");
    expect(items).toContain(
      `Tu pedido ${order.id}: cómo pagarlo Para lucia@correo.example. Rechazado: 550 No such user Corregir la dirección Descartar Reintentar`,
    );
    // The owner's address does not belong to the order, so it can't be corrected there.
    expect(items).toContain(
      `Pedido nuevo: 1 × Perfume signature, 89,99\u00a0€ Para hola@aurelia.example. Rechazado: 550 No such user Descartar Reintentar`,
    );
    const correction = links["Corregir la dirección"] ?? "";
    expect(correction).toBe(`/mostrador/${order.id}?paso=datos#datos`);
    expect((await read(owner.get(correction))).html).toContain(
      '<details id="datos" class="counter-step" open="">',
    );
    const page = await read(owner.get(`/mostrador/${order.id}`));
    expect(page.text).toContain("Hay un correo que no llega: míralo o corrige la dirección.");
    expect(page.items).toContain(
      `Tu pedido ${order.id}: cómo pagarlo lucia@correo.example · 550 No such user Enviar otra vez`,
    );
    for (const [, path = ""] of html.matchAll(/action="(\/mostrador\/correos\/\w+)"/g)) {
      const answer = await owner.post(path, { pedido: order.id });
      expect([answer.status, answer.headers.get("Location")]).toEqual([
        303,
        `/mostrador/${order.id}`,
      ]);
    }
    expect(wakes.count).toBe(2);
    expect(await sendDue(desk, async () => {})).toBe(2);
    expect((await read(owner.get("/mostrador"))).text).not.toContain("Correos");
  });

  test("uses the plural for several undelivered emails", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await receive(desk, order.id, 8999, 0);
    for (let tries = 0; tries < 3; tries++) {
      await sendDue(desk, async () => Promise.reject(new Error("550 No such user")));
      desk.pass(day);
    }
    expect((await read(owner.get(`/mostrador/${order.id}`))).text).toContain(
      "2 correos no llegan: míralos o corrige la dirección.",
    );
  });

  test("removes a dismissed email from the list, and can still send it from its order", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    const refused = async () => Promise.reject(new Error("550 No such user"));
    for (let tries = 0; tries < 3; tries++) {
      await sendDue(desk, refused);
      desk.pass(day);
    }
    const { html } = await read(owner.get("/mostrador"));
    for (const [, path = ""] of html.matchAll(/action="(\/mostrador\/correos\/\w+)"/g)) {
      expect((await owner.post(path, { paso: "dejar" })).status).toBe(303);
    }
    expect((await read(owner.get("/mostrador"))).text).toMatch(/^Nada por hacer/);
    const page = await read(owner.get(`/mostrador/${order.id}`));
    expect(page.text).not.toContain("Hay un correo que no llega");
    const [, path = ""] = /action="(\/mostrador\/correos\/\w+)"/.exec(page.html) ?? [];
    await owner.post(path);
    expect(await sendDue(desk, async () => {})).toBe(1);
  });

  test("a preview that the database interrupts changes nothing, and can be repeated", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    const busy = Object.assign(new Error("terminating connection"), { code: "57P01" });
    const { now: clock } = desk;
    desk.now = () => {
      throw busy;
    };
    const fields = { importe: "1", visto: "0" };
    const { status } = await owner.post(`/mostrador/${order.id}/cobrado`, fields);
    desk.now = clock;
    expect(status).toBe(503);
    expect(await now(desk, order)).toEqual(order);
  });

  test("a packing slip has address and contents, and no amounts", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk, { quantity: 3 });
    const { title, text, links } = await read(owner.get(`/mostrador/${order.id}/albaran`));
    expect(title).toBe(`Albarán ${order.id} · Aurelia`);
    expect(text).toContain("Lucía Gómez Calle Mayor, 1 28013 Madrid España +34 600000000");
    expect(text).toContain("3 × Perfume signature , Eau de Parfum , 50\u00a0ml");
    expect(text).toContain(`Pedido ${order.id} del 22\u00a0nov 2026`);
    expect(text).not.toContain("€");
    expect(links["Volver al pedido"]).toBe(`/mostrador/${order.id}`);
    expect((await owner.get("/mostrador/NOORDER0/albaran")).status).toBe(404);
  });

  test("the counter has its own header, and none of the shop's navigation", async () => {
    const { owner } = await testShop(database);
    for (const path of ["/mostrador", "/mostrador?buscar=nadie"]) {
      const { html } = await read(owner.get(path));
      expect(html.match(/<header/g)).toHaveLength(1);
      expect(html).toContain('<header class="counter-header');
      expect(html).not.toContain("<footer");
      expect(html.match(/<h1/g)).toHaveLength(1);
    }
  });

  test("a forgotten order shows no name, has no slip, and can't be corrected", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    desk.pass(8 * day);
    await expire(desk);
    await forgetOrder(desk, order.id, "owner");
    const list = await read(owner.get("/mostrador"));
    const page = await read(owner.get(`/mostrador/${order.id}`));
    expect(list.text).toContain("(datos borrados)");
    expect(page.text).toContain("Los datos personales están borrados.");
    expect(list.text + page.text).not.toMatch(/Lucía|lucia|null|undefined/);
    expect(Object.keys(page.forms)).toEqual(["Anotar un cobro", "Añadir una nota"]);
    expect((await owner.get(`/mostrador/${order.id}/albaran`)).status).toBe(404);
    expect(await noteWithdrawal(desk, order.id)).toBe(false);
  });
});

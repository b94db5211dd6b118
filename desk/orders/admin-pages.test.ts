import { describe, expect, test } from "vitest";
import { hour } from "../../app/desk/shop/time.ts";
import { readFacts } from "../facts.ts";
import { MailRefused, sendDue } from "../mail/outbox.ts";
import {
  card,
  change,
  databases,
  enter,
  ledger,
  lucia,
  mailsOf,
  newKey,
  now,
  paid,
  pause,
  placed,
  setFact,
  setStock,
  type TestDesk,
} from "../testing/desk.ts";
import { read, testShop } from "../testing/shop.ts";
import { amend, ship } from "./order-steps.ts";
import { stockOf } from "./stock.ts";
import { withdraw } from "./withdrawals.ts";

const ordersOf = ({ db }: TestDesk) => db.selectFrom("orders").selectAll().execute();

describe.each(databases)("%s", (database) => {
  test.each([
    ["no cookie", {}],
    ["an empty one", { Cookie: "__Host-session=" }],
    ["an unsigned one", { Cookie: `__Host-session=${btoa('{"browser":"1","until":9e15}')}` }],
    [
      "a forged one",
      { Cookie: `__Host-session=${btoa('{"browser":"1","until":9e15}')}.${btoa("a".repeat(32))}` },
    ],
    ["HTTP Basic", { Authorization: `Basic ${btoa("x:una contrasena larga")}` }],
  ])("refuses %s", async (_, headers: Record<string, string>) => {
    const { desk, ask } = await testShop(database);
    const order = await placed(desk);
    for (const path of ["/mostrador", `/mostrador/${order.id}`, "/mostrador/NOORDER0"]) {
      const answer = await ask(path, { headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("Refresh")).toBe(
        `0; url=/mostrador/entrar?a=${encodeURIComponent(path)}`,
      );
      expect(answer.headers.get("X-Frame-Options")).toBe("DENY");
      const { text, links } = await read(answer);
      expect(text).toBe(
        "Entra en el mostrador Para ver esta página hace falta la contraseña del mostrador. Entrar",
      );
      expect(links).toEqual({ Entrar: `/mostrador/entrar?a=${encodeURIComponent(path)}` });
    }
    const posted = await ask(`/mostrador/${order.id}/pago`, {
      method: "POST",
      headers,
      body: new URLSearchParams({ importe: "89,99", version: String(order.version) }),
    });
    expect([posted.status, posted.headers.has("Refresh")]).toEqual([401, false]);
    expect((await read(posted)).text).toContain("No se ha hecho nada");
    expect((await now(desk, order)).paid).toBe(0);
  });

  describe("the home", () => {
    test("sums up an order in one row", async () => {
      const { desk, owner } = await testShop(database);
      const order = await placed(desk, { quantity: 2, city: "Bonn" });
      desk.pass(72 * hour);
      const row = async () =>
        (await read(owner.get("/mostrador?buscar=bonn&antes=9999999999999~Z"))).items.find((item) =>
          item.startsWith(order.id),
        );
      expect(await row()).toBe(
        `${order.id} Pendiente de pago 179,98\u00a0€ 2\u00a0× Lucía Gómez Bonn 22\u00a0nov 2026`,
      );
      await enter(desk, order, 8000);
      expect(await row()).toContain("Bonn Faltan 99,98\u00a0€ 22\u00a0nov 2026");
    });

    test("lists the tasks, most urgent first, and the statuses with their numbers", async () => {
      const { desk, owner } = await testShop(database);
      for (let count = 0; count < 7; count++) await paid(desk);
      const part = await placed(desk);
      await enter(desk, part, 80);
      await placed(desk);
      const declared = { name: "Ana", contract: "El perfume", email: "ana@correo.example" };
      await withdraw(desk, newKey(), declared);
      const { text, links } = await read(owner.get("/mostrador"));
      expect(text).toMatch(
        /^Por hacer · 1 espera el pago Desistimientos 1 Tienes hasta el 6\u00a0de diciembre · Ana · .* Dinero que no cuadra 1 .* Por enviar 7 /,
      );
      expect(links).toMatchObject({
        "Buscar su pedido": expect.stringMatching(/^\/mostrador\/desistimientos#desistimiento-/),
        "Todos los albaranes, para imprimir": "/mostrador/albaranes",
        "Todos 9": "/mostrador",
        "Pagado 7": "/mostrador?estado=paid",
        "Pagado en parte 1": "/mostrador?estado=partially+paid",
        "Anotar un pedido": "/mostrador/anotar-pedido",
      });
      expect(Object.keys(links)).not.toContain("Enviado 0");
      // A filtered list leaves out the tasks at the top.
      expect((await read(owner.get("/mostrador?estado=paid"))).text).toMatch(/^Pagado Todos 9/);
    });

    test("says that nothing is to do, and how many wait for their payment", async () => {
      const { desk, owner } = await testShop(database);
      expect((await read(owner.get("/mostrador"))).text).toMatch(/^Nada por hacer Pedidos/);
      await placed(desk);
      await placed(desk);
      expect((await read(owner.get("/mostrador"))).text).toMatch(
        /^Nada por hacer · 2 esperan el pago Pedidos/,
      );
    });

    test("goes on to the only order that a search finds", async () => {
      const { desk, owner } = await testShop(database);
      const { id } = await placed(desk);
      await placed(desk, { firstName: "Luis", lastName: "Núñez", email: "luis@correo.example" });
      for (const text of [id, "LUCÍA", "Lucia@Correo", "\u0000lucía"]) {
        const answer = await owner.get(`/mostrador?buscar=${encodeURIComponent(text)}`);
        expect([text, answer.status, answer.headers.get("Location")]).toEqual([
          text,
          303,
          `/mostrador/${id}`,
        ]);
      }
      const both = await read(owner.get("/mostrador?buscar=Calle+Mayor"));
      expect(both.items.filter((item) => item.includes("Pendiente de pago 89,99"))).toHaveLength(2);
      expect(both.html).toContain('value="Calle Mayor"');
      const none = await read(owner.get("/mostrador?buscar=nadie"));
      expect(none.text).toContain(
        "No hay ningún pedido con esos datos: prueba con el número, el importe,",
      );
      expect((await owner.get("/mostrador?buscar=")).status).toBe(200);
    });

    test("shows a test key, a pause and the last bottles at the top", async () => {
      const { desk, owner } = await testShop(database, { card: card({ isTest: true }) });
      await setStock(desk, 4);
      expect((await read(owner.get("/mostrador"))).text).toMatch(
        /^La clave de Stripe es de pruebas: los pagos con tarjeta no son dinero de verdad\. Nada por hacer/,
      );
      await setStock(desk, 1);
      expect((await read(owner.get("/mostrador"))).text).toContain("Queda un frasco por vender.");
      await pause(desk, "el 3 de enero");
      const { text, forms } = await read(owner.get("/mostrador"));
      expect(text).toContain("La venta está en pausa: «Volvemos el 3 de enero». Abrir");
      await owner.post("/mostrador/ajustes", { ...forms.Abrir, ajuste: "pausa" });
      expect((await readFacts(desk.db, desk.settings)).paused).toBe("");
    });

    test("does not mention test keys without one", async () => {
      const { owner } = await testShop(database, { card: card({ isTest: false }) });
      expect((await read(owner.get("/mostrador"))).text).toMatch(/^Nada por hacer/);
    });

    test("has its own header, and none of the shop's navigation", async () => {
      const { owner } = await testShop(database);
      for (const path of ["/mostrador", "/mostrador?buscar=nadie"]) {
        const { html } = await read(owner.get(path));
        expect(html.match(/<header/g)).toHaveLength(1);
        expect(html).toContain("<search");
        expect(html).not.toContain("<footer");
        expect(html.match(/<h1/g)).toHaveLength(1);
      }
    });
  });

  describe("undelivered emails", () => {
    test("are listed with links to correct the address, to resend and to dismiss", async () => {
      const { desk, owner, wakes } = await testShop(database);
      const order = await placed(desk);
      await sendDue(desk, async () => Promise.reject(new MailRefused("550 No such user")));
      const { text, html, items, links } = await read(owner.get("/mostrador"));
      expect(text).toContain("Correos que no llegan 2");
      expect(items).toContain(
        `Tu pedido ${order.id}: cómo pagarlo Para lucia@correo.example. Ya no se intenta: 550 No such user Corregir la dirección Descartar Reintentar`,
      );
      // The owner's address does not belong to the order, so it can't be corrected there.
      expect(items).toContainEqual(
        expect.stringMatching(
          /^Pedido nuevo: .* Para hola@aurelia\.example\. Ya no se intenta: 550 No such user Descartar Reintentar$/,
        ),
      );
      expect(links["Corregir la dirección"]).toBe(`/mostrador/${order.id}?paso=datos#datos`);
      const paths = [...html.matchAll(/action="(\/mostrador\/correos\/\w+)"/g)].map(
        ([, path = ""]) => path,
      );
      expect(paths).toHaveLength(2);
      const woken = wakes.count;
      for (const path of paths) {
        const answer = await owner.post(path, { pedido: order.id });
        expect([answer.status, answer.headers.get("Location")]).toEqual([
          303,
          `/mostrador/${order.id}`,
        ]);
      }
      expect(wakes.count - woken).toBe(2);
      expect((await read(owner.get("/mostrador"))).text).not.toContain("Correos");
      expect(await sendDue(desk, async () => {})).toBe(2);
    });

    test("are still tried after a passing failure, and can be dismissed", async () => {
      const { desk, owner } = await testShop(database);
      await placed(desk);
      for (let times = 0; times < 5; times++) {
        await sendDue(desk, () => Promise.reject(new Error("451 Try again later")));
        desk.pass(hour);
      }
      const { text, html } = await read(owner.get("/mostrador"));
      expect(text).toContain("Se sigue intentando: 451 Try again later");
      for (const [, path = ""] of html.matchAll(/action="(\/mostrador\/correos\/\w+)"/g))
        expect((await owner.post(path, { paso: "dejar" })).headers.get("Location")).toBe(
          "/mostrador",
        );
      expect((await read(owner.get("/mostrador"))).text).toMatch(/^Nada por hacer/);
    });
  });

  describe("entering an order", () => {
    const path = "/mostrador/anotar-pedido";
    const { quantity: _, ...recipient } = lucia;
    const open = async (
      ...changes: Parameters<typeof testShop> extends [unknown, ...infer More] ? More : never
    ) => {
      const shop = await testShop(database, ...changes);
      const { forms } = await read(shop.owner.get(path));
      // Its boxes are not ticked.
      const { pagado: _, entregado: __, ...form } = forms["Anotar el pedido"] ?? {};
      const send = (fields: Record<string, string>) =>
        shop.owner.post(path, { ...form, quien: "alguien", forma: "transfer", ...fields });
      return { ...shop, send };
    };
    const abroad = { ...recipient, phone: "+44 20 7946 0958" };

    test("takes the order of somebody who telephoned, at the price of the day", async () => {
      const { desk, send } = await open();
      const answer = await send({ ...abroad, frascos: "2" });
      const [order] = await ordersOf(desk);
      expect(answer.headers.get("Location")).toBe(`/mostrador/${order?.id}`);
      expect(order).toMatchObject({
        status: "unpaid",
        total: 17_998,
        method: "transfer",
        phone: "+44 20 7946 0958",
        quantity: 2,
      });
      expect(await mailsOf(desk, order ?? { id: "" })).toEqual(["placed"]);
    });

    test("takes one that is paid and handed over already, at another total and on another day", async () => {
      const { desk, send } = await open();
      await send({
        ...abroad,
        importe: "75",
        fecha: "2026-11-20",
        forma: "cash",
        pagado: "si",
        entregado: "si",
      });
      const [order] = await ordersOf(desk);
      expect(order).toMatchObject({
        status: "delivered",
        total: 7500,
        adjustment: -1499,
        paid: 7500,
      });
      expect(order?.placedAt).toBe(Date.parse("2026-11-20T00:00:00+01:00"));
    });

    test("sells in person: nobody's name, paid and delivered, and one bottle less", async () => {
      const { desk, send } = await open();
      await setStock(desk, 5);
      await send({ quien: "en persona", frascos: "3", importe: "200", forma: "cash" });
      const [order] = await ordersOf(desk);
      expect(order).toMatchObject({
        status: "delivered",
        total: 20_000,
        firstName: null,
        email: null,
      });
      expect(await ledger(desk, order ?? { id: "" })).toEqual(["owner payment 20000"]);
      expect(await stockOf(desk.db)).toBe(2);
      expect(await desk.db.selectFrom("mails").select("id").execute()).toEqual([]);
    });

    test("proposes the price that the form showed", async () => {
      const { desk, send } = await open();
      await setFact(desk, "PRODUCT_PRICE", "99,99");
      await send({ quien: "en persona", forma: "cash" });
      expect(await ordersOf(desk)).toMatchObject([{ total: 8999, unitPrice: 9999 }]);
    });

    test("enters the same form once, and does not drop another one with its key", async () => {
      const { desk, send, owner } = await open();
      const form = { quien: "en persona", forma: "cash", importe: "80" };
      const [first, again] = [await send(form), await send(form)];
      expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
      const [order] = await ordersOf(desk);
      const other = await read(send({ ...form, importe: "70" }));
      expect(other.status).toBe(409);
      expect(other.text).toContain(
        `Este formulario ya anotó el pedido ${order?.id}, con otros datos. Míralo antes. Si quieres anotar otro más, vuelve a pulsar.`,
      );
      expect(await ordersOf(desk)).toHaveLength(1);
      await owner.post(path, {
        ...form,
        ...other.forms["Anotar el pedido"],
        ...form,
        importe: "70",
      });
      expect((await ordersOf(desk)).map(({ total }) => total).sort()).toEqual([7000, 8000]);
    });

    test.each([
      ["no bottle", { frascos: "0" }, "Escribe un número del 1 al 10"],
      ["eleven bottles", { frascos: "11" }, "Escribe un número del 1 al 10"],
      ["words for a total", { importe: "mucho" }, "Escribe un importe en euros, como 89,99"],
      ["tomorrow", { fecha: "2026-11-23" }, "Elige el día de hoy o uno anterior"],
      ["no way to pay", { forma: "" }, "Elige cómo se paga"],
      ["no address for emails", { email: "lucia" }, "Introduce un email válido"],
      ["the Canaries", { postalCode: "35001" }, "No enviamos a Canarias, Ceuta ni Melilla"],
      [
        "a card that has paid already",
        { forma: "card", pagado: "si" },
        "Con tarjeta paga en la página de Stripe, después de anotar el pedido",
      ],
    ])("refuses %s, and keeps what was typed", async (_, fields, message) => {
      const { desk, send } = await open();
      const page = await read(send({ ...abroad, city: "Toledo", ...fields }));
      expect(page.status).toBe(400);
      expect(page.text).toContain(message);
      expect(page.forms["Anotar el pedido"]?.city).toBe("Toledo");
      expect(await ordersOf(desk)).toEqual([]);
    });
  });

  describe("accounts and data", () => {
    test("downloads the bookkeeper's file of a period", async () => {
      const { desk, owner } = await testShop(database);
      const order = await paid(desk);
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
      expect(lines[1]).toContain(`${order.id};`);
      expect(lines).toHaveLength(3);
      for (const query of ["?desde=hoy", "?desde=2026-12-01&hasta=2026-11-01"]) {
        const back = (await owner.get(path + query)).headers.get("Location") ?? "";
        expect((await read(owner.get(back))).alert).toMatch(/^Elige dos días/);
      }
    });

    test("shows what is stored of a person, in words, and nothing of others", async () => {
      const { desk, owner } = await testShop(database);
      const order = await placed(desk);
      await placed(desk, { firstName: "Ana", email: "ana@correo.example" });
      const { quantity: _, ...details } = lucia;
      await change(desk, order, (trx, current) =>
        amend(desk, trx, current, { ...details, city: "Toledo" }),
      );
      await withdraw(desk, newKey(), {
        name: "Lucía Gómez",
        contract: order.id,
        email: lucia.email,
      });
      const page = await read(owner.get("/mostrador/persona?email=LUCIA@correo.example"));
      expect(page.text).toContain("Datos corregidos: ciudad, antes «Madrid»");
      expect(page.text).toContain(`Pedido ${order.id}, del 22 de noviembre de 2026 a las 10:05`);
      expect(page.text).toContain("Envío a Lucía Gómez");
      expect(page.text).toContain(`«Desisto del siguiente contrato: ${order.id}».`);
      expect(page.text).not.toMatch(/Ana\b|token|requestKey/);
      const none = await read(owner.get("/mostrador/persona?email=nadie@correo.example"));
      expect(none.text).toContain("No guardamos nada con ese email.");
    });
  });

  describe("withdrawals of unknown orders", () => {
    const declared = { name: "Ana", contract: "El perfume", email: "ana@correo.example" };
    const path = "/mostrador/desistimientos";

    test("are linked to the order that the owner names", async () => {
      const { desk, owner } = await testShop(database);
      const order = await paid(desk);
      const { id } = await withdraw(desk, newKey(), declared);
      const { text, forms } = await read(owner.get(path));
      expect(text).toContain("«El perfume», ana@correo.example. No sabemos de qué pedido es.");
      const form = { ...forms["Es de este pedido"], paso: "enlazar" };
      expect(form).toEqual({ id, pedido: "", paso: "enlazar" });
      const unknown = await read(owner.post(path, { ...form, pedido: "NOORDER0" }));
      expect([unknown.status, unknown.text]).toEqual([
        400,
        expect.stringContaining("No hay ningún pedido con ese número"),
      ]);
      const answer = await owner.post(path, { ...form, pedido: ` ${order.id.toLowerCase()}` });
      expect(answer.headers.get("Location")).toBe(`/mostrador/${order.id}`);
      expect((await now(desk, order)).withdrawnAt).toBe(desk.now());
      const late = await read(owner.post(path, { ...form, pedido: order.id }));
      expect(late.status).toBe(409);
      const linked = await read(owner.get(path));
      expect(linked.links[`Pedido ${order.id}`]).toBe(`/mostrador/${order.id}`);
      expect(linked.forms).toEqual({});
    });

    test("are closed with a note, and opened again", async () => {
      const { desk, owner } = await testShop(database);
      const { id } = await withdraw(desk, newKey(), declared);
      const close = { id, paso: "resolver" };
      expect((await read(owner.post(path, { ...close, nota: " " }))).text).toContain(
        "Escribe por qué",
      );
      expect((await owner.post(path, { ...close, nota: "No nos compró nada" })).status).toBe(303);
      const closed = await read(owner.get(path));
      expect(closed.text).toContain("No queda ninguno por resolver.");
      expect(closed.items).toEqual([expect.stringContaining("No nos compró nada Abrir otra vez")]);
      expect((await owner.post(path, { ...close, nota: "x" })).status).toBe(409);
      await owner.post(path, { id, paso: "abrir" });
      expect((await read(owner.get(path))).text).toContain("No sabemos de qué pedido es.");
    });
  });

  test("says what is missing of a parcel that was sent unpaid", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await change(desk, order, (trx, current) => ship(desk, trx, current, ""));
    const { text } = await read(owner.get("/mostrador"));
    expect(text).toContain("Dinero que no cuadra 1");
    expect(text).toContain("Faltan 89,99\u00a0€");
    expect((await read(owner.get(`/mostrador/${order.id}`))).text).toContain(
      "Hay cobrados 0,00\u00a0€ de 89,99\u00a0€: faltan 89,99\u00a0€.",
    );
  });

  test("an order on its way shows no task", async () => {
    const { desk, owner } = await testShop(database);
    const order = await paid(desk);
    await change(desk, order, (trx, current) => ship(desk, trx, current, ""));
    expect((await read(owner.get("/mostrador"))).text).toMatch(/^Nada por hacer Pedidos/);
  });
});

import { describe, expect, test, vi } from "vitest";
import { MailRefused, sendDue } from "../../mail/outbox.ts";
import { enterOrder } from "../../orders/enter-order.ts";
import { amend, close, deliver, ship } from "../../orders/order-steps.ts";
import { stockOf } from "../../orders/stock.ts";
import { readFacts } from "../../orders/stored-facts.ts";
import { closeWithdrawal, withdraw } from "../../orders/withdrawals.ts";
import { formatIban } from "../../shop/order-format.ts";
import { seller } from "../../shop/seller.ts";
import { day, hour } from "../../shop/time.ts";
import {
  card,
  change,
  databases,
  enter,
  ledger,
  lucia,
  mailsOf,
  newKey,
  paid,
  pause,
  placed,
  reread,
  setFact,
  setStock,
  soldInPerson,
  story,
  type TestDesk,
} from "../../testing/desk.ts";
import { take } from "../../testing/take-steps.ts";
import { read, testShop } from "../../testing/test-shop.ts";
import { readWorkbook } from "../../testing/workbook.ts";

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
      expect(answer.headers.get("Content-Security-Policy")).toMatch(/; frame-ancestors 'none'$/);
      const { text, links } = await read(answer);
      expect(text).toBe(
        "Entra en el mostrador Para ver esta página hay que entrar en el mostrador. Entrar",
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
    expect((await reread(desk, order)).paid).toBe(0);
  });

  describe("the home", () => {
    test("says how many receipts to strangers wait, if any do", async () => {
      const { desk, owner } = await testShop(database);
      await placed(desk);
      const withdrawn = (email: string) =>
        withdraw(desk, newKey(), { name: "Ana", contract: "mi pedido", email });
      const text = async () => (await read(owner.get("/mostrador"))).text;
      await withdrawn("lucia@correo.example");
      expect(await text()).not.toContain("acuse");
      await withdrawn("ana@correo.example");
      expect(await text()).toContain(
        "Espera un acuse de recibo de un desistimiento, a una dirección que no es de ningún pedido: sale uno cada dos minutos.",
      );
      await withdrawn("eva@correo.example");
      expect(await text()).toContain(
        "Esperan 2 acuses de recibo de desistimientos, a direcciones que no son de ningún pedido: sale uno cada dos minutos.",
      );
    });

    test("sums up an order in one row", async () => {
      const { desk, owner } = await testShop(database);
      const order = await placed(desk, { quantity: 2, city: "Bonn" });
      desk.pass(72 * hour);
      const row = async () =>
        (await read(owner.get("/mostrador/pedidos?buscar=bonn&antes=9999999999999~Z"))).items.find(
          (item) => item.includes(order.id),
        );
      expect(await row()).toBe(
        `Lucía Gómez · 2\u00a0frascos Bonn 179,98\u00a0€ ${order.id} Pendiente de pago 22\u00a0nov`,
      );
      await enter(desk, order, 8000);
      expect(await row()).toContain("frascos Faltan 99,98\u00a0€ Bonn");
    });

    test("leads from a page of the list to the next, of the same status and search", async () => {
      const { desk, owner } = await testShop(database);
      const oldest = await placed(desk);
      for (let count = 0; count < 50; count++) {
        desk.pass(1);
        await placed(desk, { email: `${count}@correo.example` });
      }
      await paid(desk, { email: "pagado@correo.example" });
      const first = await read(owner.get("/mostrador/pedidos?estado=unpaid&buscar=gómez"));
      expect(first.text).not.toContain(oldest.id);
      const next = await read(owner.get(first.links["Pedidos anteriores"] ?? ""));
      expect(next.items.filter((item) => item.includes("Lucía"))).toEqual([
        expect.stringContaining(oldest.id),
      ]);
      expect(next.links).not.toHaveProperty("Pedidos anteriores");
      expect(next.html).toContain('value="gómez"');
    });

    test("lists what to do today, and the orders by their statuses", async () => {
      const { desk, owner } = await testShop(database);
      for (let count = 0; count < 7; count++) await paid(desk);
      const part = await placed(desk);
      await enter(desk, part, 80);
      await placed(desk);
      const declared = { name: "Ana", contract: "El perfume", email: "ana@correo.example" };
      await withdraw(desk, newKey(), declared);
      const { text, links } = await read(owner.get("/mostrador"));
      expect(text).toMatch(
        /^Hoy domingo 22 de noviembre 7 por enviar 1 desistimiento sin pedido Espera un acuse de recibo .* Por enviar · 7 .* Desistimientos sin pedido · 1 Contesta antes del 23\u00a0nov, 10:05 · Ana · .* Tienes hasta el 6\u00a0de diciembre para reembolsar\. .* Esperan el pago · 2 /,
      );
      // 7 × 89,99 and 0,80.
      expect(text).toMatch(
        / frascos en noviembre; 0 en octubre 8 ventas en noviembre; 0,00\u00a0€ en octubre 630,73\u00a0€$/,
      );
      expect(links).toMatchObject({
        "7 por enviar": "#to-pack",
        "1 desistimiento sin pedido": "#withdrawals",
        "Buscar su pedido": expect.stringMatching(/^\/mostrador\/desistimientos#desistimiento-/),
        Albaranes: "/mostrador/albaranes",
        "Preparar los 7 envíos": "/mostrador/envios",
        "Comparar con el banco": "/mostrador/sin-pagar",
      });
      const all = await read(owner.get("/mostrador/pedidos"));
      expect(all.links).toMatchObject({
        "Todos 9": "/mostrador/pedidos",
        "Por enviar 7": "/mostrador/pedidos?estado=paid",
        "Pagado en parte 1": "/mostrador/pedidos?estado=partially+paid",
      });
      expect(Object.keys(all.links).slice(0, 4)).toEqual([
        "Todos 9",
        "Por enviar 7",
        "Pendiente de pago 1",
        "Pagado en parte 1",
      ]);
      expect(Object.keys(all.links)).not.toContain("Enviado 0");
      expect((await read(owner.get("/mostrador/pedidos?estado=paid"))).text).toMatch(
        /^Por enviar Todos 9/,
      );
    });

    test.each(["24-48", "12-36"])(
      "says when a parcel was paid, in the order of the payments, and that it is late after %s hours",
      async (cityDeliveryHours) => {
        const { desk, owner } = await testShop(database);
        await setFact(desk, "claims", JSON.stringify({ cityDeliveryHours }));
        const [second, first] = [await placed(desk), await placed(desk, { email: "a@b.example" })];
        await enter(desk, first, 8999, { day: "2026-11-19" });
        await enter(desk, second, 8999, { day: "2026-11-20" });
        const { text } = await read(owner.get("/mostrador"));
        expect(text).toMatch(
          new RegExp(
            `pagado el jueves, va tarde ${first.id} .* pagado el viernes ${second.id} Preparar los 2`,
          ),
        );
      },
    );

    test("says that a parcel to another city is late only after the term of the law", async () => {
      const { desk, owner } = await testShop(database);
      await setFact(desk, "claims", JSON.stringify({ cityDeliveryHours: "24-48" }));
      const order = await placed(desk, { city: "Barcelona", postalCode: "08001" });
      await enter(desk, order, 8999);
      const today = async () => (await read(owner.get("/mostrador"))).text;
      desk.pass(30 * 24 * hour);
      expect(await today()).not.toContain("va tarde");
      desk.pass(24 * hour);
      expect(await today()).toMatch(/Barcelona · pagado .*, va tarde/);
    });

    test("says that there is nothing to do, and how many orders await their payment", async () => {
      const { desk, owner } = await testShop(database);
      expect((await read(owner.get("/mostrador"))).text).toMatch(
        / Nada por hacer\. frascos en noviembre/,
      );
      await placed(desk);
      await placed(desk);
      expect((await read(owner.get("/mostrador"))).text).toMatch(
        / Nada por hacer\. Esperan el pago · 2 /,
      );
    });

    test("counts the orders that expire today, and links to those not shown", async () => {
      const { desk, owner } = await testShop(database);
      for (let count = 0; count < 6; count++)
        await placed(desk, { email: `${count}@correo.example` });
      desk.pass(6 * 24 * hour);
      await placed(desk);
      const before = await read(owner.get("/mostrador"));
      expect(before.text).not.toContain("hoy");
      expect(before.text).toContain("Queda un día");
      desk.pass(24 * hour);
      const { text, links } = await read(owner.get("/mostrador"));
      expect(text).toMatch(/^Hoy domingo 29 de noviembre 6 vencen hoy Nada por hacer\. /);
      expect(text.match(/Último día/g)).toHaveLength(5);
      expect(links).toMatchObject({
        "6 vencen hoy": "#unpaid",
        "Ver los 7": "/mostrador/sin-pagar",
      });
    });

    test("groups the thousands in both months' sales", async () => {
      const { desk, owner } = await testShop(database);
      const sell = (total: number) => enterOrder(desk, soldInPerson({ total }));
      await sell(123_456);
      desk.pass(30 * 24 * hour);
      await sell(1_234_567);
      expect((await read(owner.get("/mostrador"))).text).toContain(
        "ventas en diciembre; 1.234,56\u00a0€ en noviembre 12.345,67\u00a0€",
      );
    });

    test("redirects to the only order that a search finds", async () => {
      const { desk, owner } = await testShop(database);
      const { id } = await placed(desk);
      const luis = { firstName: "Luis", lastName: "Núñez", email: "luis@correo.example" };
      await paid(desk, { ...luis, phone: "+34 655123456" });
      await enter(desk, { id }, 8999);
      const tracking = "https://mygls.gls-spain.es/e/11013600011564/28013";
      await change(desk, { id }, (trx, order) => ship(desk, trx, order, tracking));
      for (const text of [
        id,
        `PEDIDO${id}`,
        "LUCÍA",
        "Lucia@Correo",
        "\u0000lucía",
        "tel. 600 00 00 00",
        "11013600011564",
        "mygls.gls-spain.es/e/11013600011564",
      ]) {
        const answer = await owner.get(`/mostrador/pedidos?buscar=${encodeURIComponent(text)}`);
        expect([text, answer.status, answer.headers.get("Location")]).toEqual([
          text,
          303,
          `/mostrador/${id}`,
        ]);
      }
      const both = await read(owner.get("/mostrador/pedidos?buscar=Calle+Mayor"));
      expect(both.items.filter((item) => item.includes("89,99"))).toHaveLength(2);
      expect(both.html).toContain('value="Calle Mayor"');
      const none = await read(owner.get("/mostrador/pedidos?buscar=nadie"));
      expect(none.text).toContain(
        "No hay ningún pedido con esos datos: prueba con el número, el importe,",
      );
      expect((await owner.get("/mostrador/pedidos?buscar=")).status).toBe(200);
    });

    test("shows a test key, a pause and the last bottles at the top", async () => {
      const { desk, owner } = await testShop(database, { card: card({ isTest: true }) });
      await setStock(desk, 4);
      expect((await read(owner.get("/mostrador"))).text).toMatch(
        /^Hoy \S+ 22 de noviembre La clave de Stripe es de pruebas: los pagos con tarjeta no son dinero de verdad\. /,
      );
      for (const [bottles, words] of [
        [3, "Quedan 3\u00a0frascos por vender."],
        [1, "Queda un frasco por vender."],
        [0, "Agotado: la tienda no acepta pedidos."],
      ] as const) {
        await setStock(desk, bottles);
        expect((await read(owner.get("/mostrador"))).text).toContain(words);
      }
      await pause(desk, "el 3 de enero");
      const { text, forms } = await read(owner.get("/mostrador"));
      expect(text).toContain("La venta está en pausa: «Volvemos el 3 de enero». Abrir");
      await owner.post("/mostrador/ajustes", { ...forms.Abrir, ajuste: "pausa" });
      expect((await readFacts(desk.db)).paused).toBe("");
    });

    test("says at the top what the shop does not manage to do, and what to do about it", async () => {
      const since = Date.UTC(2026, 10, 22, 7, 30);
      const { owner } = await testShop(database, {
        failing: () => [
          { name: "expiry", since, reason: "database is locked" },
          { name: "card payments", since, reason: "" },
        ],
      });
      const { text, items } = await read(owner.get("/mostrador"));
      expect(text).toMatch(/^Hoy domingo 22 de noviembre La tienda no consigue hacer esto /);
      expect(items).toEqual([
        "No caducan los pedidos sin pagar, desde el 22\u00a0nov, 8:30. Siguen reservando sus frascos cuando ha pasado su último día. Si te hacen falta, anula los vencidos en «Esperan el pago». Se ha anotado: «database is locked».",
        "No se comprueban todos los pagos con tarjeta, desde el 22\u00a0nov, 8:30. Un pedido ya pagado puede seguir entre los que esperan el pago. Antes de anular uno, búscalo en Stripe.",
      ]);
      expect(text).toContain(
        "En el servidor, «aurelia estado» mira si hay disco, correo y lo demás.",
      );
      expect(text).not.toContain("Nada por hacer");
    });

    test("does not mention test keys without one", async () => {
      const { owner } = await testShop(database, { card: card({ isTest: false }) });
      expect((await read(owner.get("/mostrador"))).text).not.toContain("Stripe");
    });

    test("marks each page's section in the navigation bar", async () => {
      const { desk, owner } = await testShop(database);
      const order = await placed(desk);
      for (const [path, place] of [
        ["/mostrador", "page Hoy"],
        ["/mostrador/envios", "true Hoy"],
        ["/mostrador/sin-pagar", "true Hoy"],
        ["/mostrador/pedidos", "page Pedidos"],
        [`/mostrador/${order.id}`, "true Pedidos"],
        ["/mostrador/persona?email=a@b.example", "true Cuentas"],
        ["/mostrador/ajustes/cuenta", "true Ajustes"],
      ] as const) {
        const { html } = await read(owner.get(path));
        const [, nav = ""] = /<nav aria-label="Mostrador".*?>(.*?)<\/nav>/s.exec(html) ?? [];
        const marked = [...nav.matchAll(/aria-current="(\w+)"[^>]*>(\w+)/g)];
        expect([path, marked.map(([, current, name]) => `${current} ${name}`)]).toEqual([
          path,
          [place],
        ]);
      }
    });

    test("has its own header, and none of the shop's navigation", async () => {
      const { owner } = await testShop(database);
      for (const path of ["/mostrador", "/mostrador/pedidos?buscar=nadie"]) {
        const { html } = await read(owner.get(path));
        expect(html.match(/<header/g)).toHaveLength(1);
        expect(html).toContain('aria-label="Mostrador"');
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
      expect(text).toContain("Correos que no llegan · 2");
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
      const { html: page } = await read(owner.get(`/mostrador/${order.id}`));
      expect(paths).toContain(/action="(\/mostrador\/correos\/\w+)"/.exec(page)?.[1]);
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
      expect((await read(owner.get("/mostrador"))).text).not.toContain("Correos");
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
      const form = forms["Anotar el pedido"];
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

    test("asks for no shipping if the bottle is handed over", async () => {
      const { desk, owner, send } = await open();
      await setFact(
        desk,
        "claims",
        JSON.stringify({ shippingCost: "9,99", freeShippingFrom: "150,00" }),
      );
      expect((await read(owner.get(path))).text).toContain(
        "Si lo dejas vacío, 89,99\u00a0€ por frasco, más el envío si lo hay.",
      );
      await send({ ...abroad, entregado: "si", pagado: "si" });
      const [order] = await ordersOf(desk);
      expect(order).toMatchObject({ total: 8999, paid: 8999, shipping: 0, adjustment: 0 });
    });

    test("a gift waits from the day of its order on", async () => {
      const { desk, owner, send } = await open();
      await send({ ...abroad, importe: "0", forma: "cash" });
      expect((await read(owner.get("/mostrador"))).text).toContain("Madrid · pedido hoy");
      desk.pass(4 * 24 * hour);
      expect((await read(owner.get("/mostrador"))).text).toContain(
        "Madrid · pedido el domingo, va tarde",
      );
    });

    test("sells in person: without a name, paid, delivered and taken from the stock", async () => {
      const { desk, send } = await open();
      await setStock(desk, 5);
      await send({ quien: "en persona", frascos: "3", importe: "200", cobro: "cash" });
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

    test("takes an order without an email, whose confirmation is printed", async () => {
      const { desk, owner, send } = await open();
      const wrong = await read(send({ ...abroad, email: "x@" }));
      expect([wrong.status, wrong.text]).toEqual([
        400,
        expect.stringContaining("Introduce un email válido"),
      ]);
      await send({ ...abroad, email: " ", pagado: "si" });
      const [order] = await ordersOf(desk);
      expect(order).toMatchObject({ status: "paid", email: null, mailbox: null });
      const page = await read(owner.get(`/mostrador/${order?.id}`));
      const { text } = await read(
        owner.get(page.links["Albarán y confirmación, para imprimir"] ?? ""),
      );
      expect(text).toContain(`Gracias. Con este mensaje confirmamos tu pedido ${order?.id}`);
      expect(text).toContain("Los términos de servicio, enteros.");
      const all = await read(owner.get("/mostrador/albaranes"));
      expect(all.text).toContain(
        "Salen cuatro por hoja A4, y después la confirmación de quien no tiene email.",
      );
      expect(all.text).toContain(`confirmamos tu pedido ${order?.id}`);
      // Correcting another field changes that one alone.
      const form = page.forms["Corregir los datos"] ?? {};
      await owner.post(`/mostrador/${order?.id}/datos`, { ...form, city: "Toledo", country: "ES" });
      const [event] = await desk.db
        .selectFrom("events")
        .select("data")
        .where("kind", "=", "amended")
        .execute();
      expect(JSON.parse(event?.data ?? "")).toEqual({ before: { city: "Madrid" } });
      // An email that came too late for the confirmation does not keep it out of the parcel.
      await desk.db.updateTable("orders").set({ email: "a@correo.example" }).execute();
      expect((await read(owner.get("/mostrador/albaranes"))).text).toContain(
        `confirmamos tu pedido ${order?.id}`,
      );
      await desk.db.updateTable("orders").set({ fulfilment: "shipped" }).execute();
      expect((await read(owner.get("/mostrador/albaranes"))).text).toContain(
        "No hay nada por enviar.",
      );
    });

    test("sells at a fair with a card reader, and refunds there, without Stripe", async () => {
      const { desk, owner, send } = await open();
      await send({ quien: "en persona", cobro: "card" });
      const [order] = await ordersOf(desk);
      const path = `/mostrador/${order?.id}`;
      const page = await read(owner.get(path));
      expect(page.text).toContain("Tarjeta o Bizum + 89,99");
      const asked = await read(
        owner.post(`${path}/reembolso`, { ...page.forms["Anotar un reembolso"], importe: "89,99" }),
      );
      await owner.post(`${path}/reembolso`, asked.forms["Sí, anotar"]);
      const methods = desk.db.selectFrom("payments").select(["kind", "method", "providerId"]);
      expect(await methods.execute()).toEqual([
        { kind: "payment", method: "card", providerId: null },
        { kind: "refund", method: "card", providerId: null },
      ]);
    });

    test("proposes the price that the form showed", async () => {
      const { desk, send } = await open();
      await setFact(desk, "PRODUCT_PRICE", "99,99");
      await send({ quien: "en persona", cobro: "cash" });
      expect(await ordersOf(desk)).toMatchObject([{ total: 8999, unitPrice: 9999 }]);
    });

    test("enters the same form once, and does not drop another one with its key", async () => {
      const { desk, send, owner } = await open();
      const form = { quien: "en persona", cobro: "cash", importe: "80" };
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
      const kept = page.forms["Anotar el pedido"];
      const ticked = Object.entries(fields).filter(([name]) => name === "pagado");
      expect(kept).toMatchObject({ city: "Toledo", quien: "alguien" });
      expect(Object.entries(kept ?? {}).filter(([, value]) => value === "si")).toEqual(ticked);
      expect(await ordersOf(desk)).toEqual([]);
    });
  });

  describe("accounts and data", () => {
    test.each([
      [503, Object.assign(new Error("database or disk is full"), { errcode: 13 }), "Un momento"],
      [500, new Error("A fault of ours"), "Algo ha fallado"],
    ])(
      "answers with a page and %i, and no file, if the export fails in the middle",
      async (status, failure, title) => {
        const { desk, owner } = await testShop(database);
        vi.spyOn(console, "error").mockImplementation(() => {});
        const order = await paid(desk);
        const { id: _, ...entry } = await desk.db
          .selectFrom("payments")
          .selectAll()
          .where("orderId", "=", order.id)
          .executeTakeFirstOrThrow();
        // More than are read at once.
        await desk.db.insertInto("payments").values(Array(250).fill(entry)).execute();
        await owner.session();
        const select = desk.db.selectFrom.bind(desk.db);
        let reads = 0;
        vi.spyOn(desk.db, "selectFrom").mockImplementation(((table: "payments") => {
          if (table === "payments" && ++reads > 1) throw failure;
          return select(table);
        }) as typeof select);
        const answer = await owner.get("/mostrador/cuentas/exportar");
        expect(reads).toBe(2);
        expect(answer.status).toBe(status);
        expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
        expect(answer.headers.has("Content-Disposition")).toBe(false);
        expect(await answer.text()).toContain(`<h1>${title}</h1>`);
      },
    );

    test("downloads the bookkeeper's file of a period", async () => {
      const { desk, owner } = await testShop(database);
      const order = await paid(desk);
      expect((await read(owner.get("/mostrador"))).html).toContain('href="/mostrador/cuentas"');
      const page = await read(owner.get("/mostrador/cuentas"));
      expect(page.forms.Descargar).toEqual({ desde: "2026-07-01", hasta: "2026-09-30" });
      const path = "/mostrador/cuentas/exportar";
      const answer = await owner.get(`${path}?desde=2026-11-01&hasta=2026-11-30`);
      expect(answer.headers.get("Content-Disposition")).toBe(
        'attachment; filename="cobros-2026-11-01-2026-11-30.xlsx"',
      );
      expect(answer.headers.get("Content-Type")).toBe(
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      );
      const lines = readWorkbook(await answer.bytes());
      expect(lines[1]?.[1]).toBe(order.id);
      expect(lines).toHaveLength(3);
      for (const query of ["?desde=hoy", "?desde=2026-12-01&hasta=2026-11-01"]) {
        const back = (await owner.get(path + query)).headers.get("Location") ?? "";
        expect((await read(owner.get(back))).alert).toMatch(/^Elige dos días/);
      }
    });

    test.each([
      ["31 December", 39, { desde: "2026-07-01", hasta: "2026-09-30" }],
      ["1 January", 40, { desde: "2026-10-01", hasta: "2026-12-31" }],
    ])("proposes the quarter before that of %s", async (_, days, quarter) => {
      const { desk, owner } = await testShop(database);
      desk.pass(days * 24 * hour);
      expect((await read(owner.get("/mostrador/cuentas"))).forms.Descargar).toEqual(quarter);
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
      await enter(desk, order, 8999);
      const page = await read(owner.get("/mostrador/persona?email=LUCIA@correo.example"));
      expect(page.text).toContain(
        "si no hubo compra, se borran 30\u00a0días después, y si la hubo, a los 6\u00a0años.",
      );
      expect(page.text).toContain("Cobrado 89,99\u00a0€ Reembolsado 0,00\u00a0€");
      expect(page.text).toContain("Datos corregidos: ciudad, antes «Madrid»");
      expect(page.text).toContain(`Pedido ${order.id}, del 22 de noviembre de 2026 a las 10:05`);
      expect(page.text).toContain("Envío a Lucía Gómez");
      expect(page.text).toContain(`«Desisto del siguiente contrato: ${order.id}».`);
      expect(page.text).not.toMatch(/Ana\b|token|requestKey/);
      const none = await read(owner.get("/mostrador/persona?email=nadie@correo.example"));
      expect(none.text).toContain("No guardamos nada con ese email.");
    });

    test("erases of a person what may be erased, after a question, and says what stays", async () => {
      const { desk, owner } = await testShop(database);
      const path = "/mostrador/persona?email=lucia%40correo.example";
      const [sent, gone] = [await paid(desk), await placed(desk)];
      await change(desk, sent, (trx, order) => ship(desk, trx, order, ""));
      await change(desk, gone, (trx, order) =>
        close(desk, trx, order, "cancelled", { who: "owner" }),
      );
      const declared = { name: "Lucía", contract: "El perfume", email: lucia.email };
      const open = await withdraw(desk, newKey(), declared);
      const page = await read(owner.get(path));
      const staying = `${sent.id}: el pedido está en curso, y se queda hasta que se entregue o se anule y acabe el plazo para desistir.`;
      expect(page.text).toContain(
        `Todavía no se puede borrar El pedido ${staying} Su desistimiento del domingo 22 de noviembre, hasta que lo resuelvas.`,
      );
      const question = await read(owner.post(path, page.forms["Borrar lo que se puede"]));
      expect(question.text).toMatch(/^¿Borrar lo que se puede de lucia@correo.example\? /);
      expect(question.text).toContain(`Se borra: el pedido ${gone.id}. De un pedido quedan`);
      expect(question.text).toContain(`Se queda: el pedido ${staying}`);
      expect((await reread(desk, gone)).erasedAt).toBeNull();

      const done = await owner.post(path, question.forms["Sí, borrar"]);
      expect([done.status, done.headers.get("Location")]).toEqual([303, `${path}&hecho`]);
      expect((await reread(desk, gone)).erasedAt).not.toBeNull();
      const after = await read(owner.get(`${path}&hecho`));
      expect(after.text).toMatch(/^Hecho : borrado lo que se podía\. Datos de lucia@correo/);
      expect(Object.keys(after.forms)).toEqual([]);

      await change(desk, sent, (trx, order) => deliver(desk, trx, order));
      await closeWithdrawal(desk, open.id, "Ya no");
      desk.pass(20 * day);
      const later = await read(owner.get(path));
      expect(later.text).not.toContain("Todavía no");
      const last = await read(owner.post(path, later.forms["Borrar lo que se puede"]));
      await owner.post(path, last.forms["Sí, borrar"]);
      expect((await read(owner.get(`${path}&hecho`))).text).toBe(
        "Borrado: ya no guardamos nada con ese email.",
      );
    });

    test("of an address that was corrected, shows only when it was there and its emails", async () => {
      const { desk, owner } = await testShop(database);
      const order = await placed(desk, { email: "luisa@correo.example" });
      await sendDue(desk, async () => {});
      desk.pass(hour);
      const { quantity: _, ...details } = lucia;
      await change(desk, order, (trx, current) => amend(desk, trx, current, details));
      const page = await read(owner.get("/mostrador/persona?email=luisa@correo.example"));
      expect(page.text).toContain(
        `Esta dirección estuvo en un pedido desde el 22 de noviembre de 2026 a las 10:05 hasta el 22 de noviembre de 2026 a las 11:05. El pedido puede ser de otra persona: no se enseña nada más de él. A esta dirección fueron estos correos: 22 de noviembre de 2026 a las 10:05: «Tu pedido ${order.id}: cómo pagarlo»`,
      );
      expect(page.text).not.toMatch(/Lucía|Calle Mayor|lucia@|89,99/);
    });
  });

  describe("withdrawals of unknown orders", () => {
    const declared = { name: "Ana", contract: "El perfume", email: "ana@correo.example" };
    const path = "/mostrador/desistimientos";

    test("are linked to the order that the owner names", async () => {
      const { desk, owner } = await testShop(database);
      const order = await paid(desk);
      const { id } = await withdraw(desk, newKey(), declared);
      const { text, forms, links } = await read(owner.get(path));
      expect(text).toContain("«El perfume», ana@correo.example. No sabemos de qué pedido es.");
      expect(links["Buscarlo por su email"]).toBe("/mostrador/pedidos?buscar=ana%40correo.example");
      const form = forms["Es de este pedido"];
      expect(form).toEqual({ id, pedido: "", paso: "enlazar" });
      const unknown = await read(owner.post(path, { ...form, pedido: "NOORDER0" }));
      expect([unknown.status, unknown.text]).toEqual([
        400,
        expect.stringContaining("No hay ningún pedido con ese número"),
      ]);
      const answer = await owner.post(path, { ...form, pedido: ` ${order.id.toLowerCase()}` });
      expect(answer.headers.get("Location")).toBe(`/mostrador/${order.id}`);
      expect((await reread(desk, order)).withdrawnAt).toBe(desk.now());
      const late = await read(owner.post(path, { ...form, pedido: order.id }));
      expect(late.status).toBe(409);
      // It was in time, and has taken its bottle off: the money is owed.
      const linked = await read(owner.get(path));
      expect(linked.text).toContain("No queda ninguno por resolver.");
      const today = await read(owner.get("/mostrador"));
      expect(today.text).toContain(
        "Dinero que no cuadra · 1 Lucía Gómez Reembolsar 89,99\u00a0€, hasta el 6\u00a0dic",
      );
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

  describe("the orders that wait for their payment", () => {
    const path = "/mostrador/sin-pagar";

    test("are cancelled together, and only once if the form is sent twice", async () => {
      const { desk, owner } = await testShop(database);
      await setStock(desk, 10);
      const [one, other, kept] = [
        await placed(desk, { quantity: 3 }),
        await placed(desk, { quantity: 2, email: "b@correo.example" }),
        await placed(desk, { email: "c@correo.example" }),
      ];
      const paidSince = await placed(desk, { email: "d@correo.example" });
      const page = await read(owner.get(path));
      expect(page.text).toMatch(/^Esperan el pago 4\u00a0pedidos, 7\u00a0frascos/);
      expect(page.text).toContain(
        `Lucía Gómez 269,97\u00a0€ Quedan 7\u00a0días · 3\u00a0frascos ${one.id} Recordar`,
      );
      await enter(desk, paidSince, 8999);
      const chosen = Object.fromEntries(
        [one, other, paidSince].map(({ id, version }) => [`pedido-${id}`, String(version)]),
      );
      const question = await read(owner.post(path, { ...chosen, paso: "anulado" }));
      expect(question.text).toMatch(
        /^¿Anular 2\u00a0pedidos, 5\u00a0frascos\? Los frascos vuelven/,
      );
      expect(await reread(desk, one)).toMatchObject({ status: "unpaid" });
      const yes = question.forms["Sí, anular"] ?? {};
      const first = await read(owner.post(path, yes));
      expect(first.text).toMatch(
        new RegExp(`Hecho ?: 2\u00a0pedidos anulados: .*${paidSince.id}: El pedido ha cambiado`),
      );
      for (const { id } of [one, other])
        expect(await reread(desk, { id })).toMatchObject({ status: "cancelled" });
      expect(await reread(desk, paidSince)).toMatchObject({ status: "paid" });
      expect(await reread(desk, kept)).toMatchObject({ status: "unpaid" });
      expect(await stockOf(desk.db)).toBe(8);
      const { version } = await reread(desk, one);
      const again = await read(owner.post(path, yes));
      expect(again.text).not.toContain("Hecho");
      expect(await reread(desk, one)).toMatchObject({ version });

      // One way back for all. Until their emails leave, nobody hears of it.
      const undo = first.forms.Deshacer ?? {};
      const undone = await read(owner.post(path, undo));
      expect(undone.text).toMatch(/Hecho ?: 2\u00a0pedidos reabiertos: /);
      expect(undone.forms.Deshacer).toBeUndefined();
      for (const { id } of [one, other])
        expect(await reread(desk, { id })).toMatchObject({ status: "unpaid" });
      expect(await stockOf(desk.db)).toBe(3);
      expect((await read(owner.post(path, undo))).text).not.toContain("Hecho");
      expect((await mailsOf(desk, one)).join()).not.toContain("cancelled");
      expect((await read(owner.post(path, { paso: "anulado" }))).alert).toBe(
        "No has marcado ninguno.",
      );
    });

    test("are paid together, each in full on the day that the owner says, and only once", async () => {
      const { desk, owner } = await testShop(database);
      const [one, other, kept] = [
        await placed(desk, { quantity: 3 }),
        await placed(desk, { email: "b@correo.example" }),
        await placed(desk, { email: "c@correo.example" }),
      ];
      desk.pass(24 * hour);
      const today = await placed(desk, { email: "d@correo.example" });
      const form = (await read(owner.get(path))).forms["Anotar el pago de los marcados"] ?? {};
      expect(form.fecha).toBe("2026-11-23");
      const ticked = [one, other, today].map(({ id, version }) => [`pedido-${id}`, `${version}`]);
      const fields = { ...form, ...Object.fromEntries(ticked), fecha: "2026-11-22" };
      const done = await read(owner.post(path, fields));
      expect(done.text).toMatch(/Hecho ?: 2\u00a0pagos anotados: /);
      // A payment from before its order needs a confirmation on the order's page.
      expect(done.text).toContain(
        `${today.id}: ¿Anotar un pago de 89,99\u00a0€? El 22 de noviembre de 2026 es anterior al pedido`,
      );
      for (const [order, amount] of [
        [one, 26_997],
        [other, 8999],
      ] as const)
        expect(await reread(desk, order)).toMatchObject({ status: "paid", paid: amount });
      for (const order of [kept, today])
        expect(await reread(desk, order)).toMatchObject({ status: "unpaid" });
      const days = desk.db.selectFrom("payments").select("day").distinct().execute();
      expect(await days).toEqual([{ day: "2026-11-22" }]);
      await owner.post(path, fields);
      expect(await reread(desk, one)).toMatchObject({ paid: 26_997 });
      const undone = await read(owner.post(path, done.forms.Deshacer ?? {}));
      expect(undone.text).toMatch(/Hecho ?: 2\u00a0pagos anulados: /);
      expect(await reread(desk, one)).toMatchObject({ status: "unpaid", paid: 0 });
      expect((await mailsOf(desk, one)).join()).not.toContain("paid");
      const noDay = { [`pedido-${kept.id}`]: String(kept.version), paso: "pago", fecha: "mañana" };
      expect((await read(owner.post(path, noDay))).text).toContain(
        `${kept.id}: Elige el día de hoy o uno anterior`,
      );
      expect(await reread(desk, kept)).toMatchObject({ status: "unpaid" });
    });

    test("are listed with what is still to pay", async () => {
      const { desk, owner } = await testShop(database);
      const order = await placed(desk);
      await desk.db
        .updateTable("orders")
        .set({ discount: 1000 })
        .where("id", "=", order.id)
        .execute();
      for (const page of [path, "/mostrador"])
        expect((await read(owner.get(page))).text).toMatch(/Lucía Gómez 79,99\u00a0€/);
    });

    test("by card are recorded by Stripe, not by hand", async () => {
      const { desk, owner } = await testShop(database, { card: card({}) });
      const order = await placed(desk);
      expect((await read(owner.get(path))).text).toContain("Con tarjeta · Quedan 7\u00a0días");
      const form = (await read(owner.get(path))).forms["Anotar el pago de los marcados"];
      const tried = await read(
        owner.post(path, { ...form, [`pedido-${order.id}`]: String(order.version) }),
      );
      expect(tried.text).toContain(
        `${order.id}: Paga con tarjeta, y ese cobro se anota solo. Si te ha hecho una transferencia, anótala en su página.`,
      );
      expect(await reread(desk, order)).toMatchObject({ paid: 0 });
    });

    test("say how many more there are than the page shows", async () => {
      const { desk, owner } = await testShop(database);
      for (let count = 0; count < 101; count++)
        await placed(desk, { email: `${count}@correo.example` });
      const one = (await read(owner.get(path))).text;
      expect(one).toMatch(/^Esperan el pago 101\u00a0pedidos Marca los que/);
      expect(one).toContain("Después viene otro.");
      await placed(desk);
      expect((await read(owner.get(path))).text).toContain("Después vienen otros 2.");
    });

    test("may be none", async () => {
      const { owner } = await testShop(database);
      expect((await read(owner.get(path))).text).toBe("Esperan el pago No hay ninguno.");
    });
  });

  test("shows the amount that is missing for a parcel that was sent unpaid", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await change(desk, order, (trx, current) => ship(desk, trx, current, ""));
    const { text } = await read(owner.get("/mostrador"));
    expect(text).toContain("Dinero que no cuadra · 1");
    expect(text).toContain("Faltan 89,99\u00a0€");
    expect((await read(owner.get(`/mostrador/${order.id}`))).text).toContain(
      "Hay cobrados 0,00\u00a0€ de 89,99\u00a0€: faltan 89,99\u00a0€.",
    );
  });

  test("an order on its way shows no task", async () => {
    const { desk, owner } = await testShop(database);
    const order = await paid(desk);
    await change(desk, order, (trx, current) => ship(desk, trx, current, ""));
    expect((await read(owner.get("/mostrador"))).text).toContain("Nada por hacer.");
  });

  describe("the parcels to send", () => {
    const path = "/mostrador/envios";

    test("are marked as sent together, with their carriers, and only once", async () => {
      const { desk, owner } = await testShop(database);
      const [one, other, left] = [await paid(desk), await paid(desk), await paid(desk)];
      const page = await read(owner.get(path));
      const form = page.forms["Marcar los elegidos como enviados"] ?? {};
      const { [`enviar-${left.id}`]: _, ...chosen } = form;
      expect(chosen[`enviar-${one.id}`]).toBe(String((await reread(desk, one)).version));
      const fields = {
        ...chosen,
        [`empresa-${one.id}`]: "mrw",
        [`numero-${one.id}`]: " 0042 ",
        [`empresa-${other.id}`]: "",
        [`numero-${other.id}`]: "Mi primo",
      };
      const sent = await read(owner.post(path, fields));
      expect(sent.text).toMatch(/Hecho ?: 2\u00a0pedidos marcados como enviados: /);
      expect((await reread(desk, one)).tracking).toMatch(/^https:\/\/www\.mrw\.es\/.*envio=0042$/);
      expect(await reread(desk, other)).toMatchObject({ status: "shipped", tracking: "Mi primo" });
      expect((await reread(desk, left)).status).toBe("paid");
      const again = await read(owner.post(path, fields));
      expect(again.text).not.toContain("Hecho");
      expect(again.text).toContain(`${one.id}: El pedido ha cambiado mientras tanto`);

      // One way back for all, which keeps the numbers that were typed.
      const undone = await read(owner.post(path, sent.forms.Deshacer ?? {}));
      expect(undone.text).toMatch(/Hecho ?: 2\u00a0pedidos que vuelven a estar por enviar: /);
      expect(undone.html).toContain('value="Mi primo"');
      expect((await reread(desk, other)).status).toBe("paid");
      expect((await mailsOf(desk, other)).join()).not.toContain("shipped");
      const { [`enviar-${left.id}`]: __, ...resent } =
        undone.forms["Marcar los elegidos como enviados"] ?? {};
      await owner.post(path, resent);
      expect(await reread(desk, other)).toMatchObject({ status: "shipped", tracking: "Mi primo" });
      expect((await story(desk, one)).filter((line) => line.includes(" shipped"))).toHaveLength(2);
      // The last carrier is proposed.
      await take(desk, left, "enviado", { empresa: "seur", seguimiento: "1" });
      await paid(desk);
      expect((await read(owner.get(path))).html).toMatch(/<option value="seur" selected/);
    });

    test("say what goes into each box, and name the perfume once", async () => {
      const { desk, owner } = await testShop(database);
      const one = await paid(desk);
      const two = await placed(desk, { quantity: 2, firstName: "Ana" });
      await enter(desk, two, 17_998);
      const { text, html } = await read(owner.get(path));
      expect(text).toContain(`Lucía Gómez 1\u00a0frasco ${one.id}`);
      expect(text).toContain(`Ana Gómez 2\u00a0frascos ${two.id}`);
      expect(text.match(/Perfume signature, 50\u00a0ml/g)).toHaveLength(1);
      expect(html).toMatch(/font-strong">2\u00a0frascos/);
    });

    test("that may be withdrawn stay out, with their links", async () => {
      const { desk, owner } = await testShop(database);
      const order = await paid(desk);
      await withdraw(desk, newKey(), {
        name: "L",
        contract: "el perfume",
        email: order.email ?? "",
      });
      const page = await read(owner.get(path));
      expect(page.text).toContain("No hay nada por enviar. Decide antes de enviarlos Lucía Gómez");
      expect(page.links[order.id]).toBe(`/mostrador/${order.id}`);
      const today = await read(owner.get("/mostrador"));
      expect(today.text).not.toContain("Nada por hacer");
      expect(today.links["1 por decidir"]).toBe("#to-decide");
      expect(today.text).toContain(
        `Por decidir · 1 Lucía Gómez · Quizá ha desistido Pedido ${order.id}`,
      );
    });
  });

  test("shows the transfer details while an order awaits its payment", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    const path = `/mostrador/${order.id}`;
    const { iban } = await readFacts(desk.db);
    const words = `Se paga con una transferencia de 89,99\u00a0€ a ${formatIban(iban)} , a nombre de ${seller.name}, con el concepto ${order.id} .`;
    expect((await read(owner.get(path))).text).toContain(words);
    await enter(desk, order, 1000);
    expect((await read(owner.get(path))).text).toContain("una transferencia de 79,99\u00a0€ a");
    await enter(desk, order, 7999);
    expect((await read(owner.get(path))).text).not.toContain("Se paga con");
    // Hints only at steps that are possible now.
    expect((await read(owner.get(path))).text).toContain("Más reembolsar, corregir, anular…");
  });

  test("reminds of an unpaid order once, and says so", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    const path = "/mostrador/sin-pagar";
    for (let press = 0; press < 2; press++) {
      expect((await owner.post(path, { recordar: order.id })).headers.get("Location")).toBe(path);
      desk.pass(day);
    }
    expect(await mailsOf(desk, order)).toEqual(["placed", "reminder"]);
    expect((await read(owner.get(path))).text).toContain(`${order.id} Recordado`);
    const settled = await paid(desk);
    await owner.post(path, { recordar: settled.id });
    expect(await mailsOf(desk, settled)).not.toContain("reminder");
  });

  test("says what was done, and offers to undo it", async () => {
    const { desk, owner } = await testShop(database);
    const order = await paid(desk);
    const path = `/mostrador/${order.id}`;
    const { forms } = await read(owner.get(path));
    await owner.post(`${path}/enviado`, forms["Marcar como enviado"]);
    const done = await read(owner.get(`${path}?hecho=enviado`));
    expect(done.text).toMatch(/^Hecho ?: marcado como enviado\. Deshacer Enviado /);
    await owner.post(`${path}/no-enviado`, done.forms.Deshacer);
    expect(await reread(desk, order)).toMatchObject({ status: "paid" });
    const paidAgain = await read(owner.get(`${path}?hecho=pago`));
    expect(paidAgain.text).toMatch(/^Hecho ?: pago de 89,99\u00a0€\. Deshacer/);
    const unknown = await read(owner.get(`${path}?hecho=constructor`));
    expect(unknown.text).toMatch(/^Hecho ?\. Por enviar/);
  });
});

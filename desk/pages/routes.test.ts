import { describe, expect, test } from "vitest";
import { expire } from "../jobs/expiry.ts";
import { ledgerOf, reverse } from "../orders/ledger.ts";
import { close, deliver, ship, undeliver } from "../orders/order-steps.ts";
import { place } from "../orders/place.ts";
import { noteWithdrawal } from "../orders/withdrawals.ts";
import { day } from "../shop/time.ts";
import type { Order } from "../storage/tables.ts";
import {
  card,
  change,
  databases,
  enter,
  erase,
  lucia,
  newKey,
  newTerms,
  paid,
  pause,
  placed,
  placeRequest,
  reread,
  setStock,
  type TestDesk,
} from "../testing/desk.ts";
import { unlimited } from "../testing/limits.ts";
import { readPage } from "../testing/page.ts";
import { read, readJson, testShop } from "../testing/test-shop.ts";

const declared = { name: "Lucía Gómez", contract: "El perfume", email: "lucia@correo.example" };

const shipped = (desk: TestDesk, order: Order, tracking: string) =>
  change(desk, order, (trx, current) => ship(desk, trx, current, tracking));
const delivered = (desk: TestDesk, order: Order, day?: string) =>
  change(desk, order, (trx, current) => deliver(desk, trx, current, { day }));
const cancelled = (desk: TestDesk, order: Order) =>
  change(desk, order, (trx, current) => close(desk, trx, current, "cancelled", { who: "owner" }));
const withdrawn = (desk: TestDesk, order: Order, bottles: number | null = null) =>
  change(desk, order, (trx, current) => noteWithdrawal(desk, trx, current, { bottles }));
/** Reverses the last entry of the order's ledger. */
const reversed = (desk: TestDesk, order: Order) =>
  change(desk, order, async (trx, current) => {
    const entry = (await ledgerOf(trx, order.id)).at(-1);
    return entry && reverse(desk, trx, current, entry, { who: "owner" });
  });

describe.each(databases)("%s", (database) => {
  const open = (
    ...changes: Parameters<typeof testShop> extends [unknown, ...infer More] ? More : never
  ) => testShop(database, ...changes);

  describe("POST /pedidos", () => {
    test("takes an order, and returns its address", async () => {
      const { desk, order, wakes } = await open();
      const answer = await order(placeRequest());
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
      expect(answer.headers.get("Content-Security-Policy")).toMatch(/; frame-ancestors 'none'$/);
      const row = await desk.db.selectFrom("orders").selectAll().executeTakeFirstOrThrow();
      expect(await readJson(answer)).toEqual({
        status: 201,
        body: { number: row.id, address: `/pedido/${row.token}` },
      });
      expect(wakes.count).toBe(1);
    });

    test("returns the payment page too where cards are accepted", async () => {
      const { order } = await open({ card: card({}) });
      const { body } = await readJson(order(placeRequest()));
      expect(body.pay).toBe(`${body.address}/pagar`);
    });

    test("the same request again has the same response", async () => {
      const { order } = await open();
      const asked = placeRequest();
      const first = await readJson(order(asked));
      expect(await readJson(order(asked))).toEqual(first);
    });

    test("refuses the same key with another order, and links to the first", async () => {
      const { order } = await open();
      const asked = placeRequest();
      const first = await readJson(order(asked));
      const changed = { ...asked, order: { ...asked.order, city: "Toledo" } };
      expect(await readJson(order(changed))).toEqual({
        status: 422,
        body: {
          message:
            "Ya habíamos recibido tu pedido, pero con otros datos. Míralo antes de hacer otro.",
          address: first.body.address,
        },
      });
    });

    test("answers an outdated price with the current one, and places nothing", async () => {
      const { desk, order } = await open();
      const asked = placeRequest();
      expect(await readJson(order({ ...asked, total: 7999 }))).toEqual({
        status: 409,
        body: { total: 8999 },
      });
      expect(await desk.db.selectFrom("orders").select("id").execute()).toEqual([]);
      expect((await order(asked)).status).toBe(201);
    });

    test("says how many bottles are left, and when there are none", async () => {
      const { desk, order } = await open();
      for (const [left, message] of [
        [2, "Solo quedan 2\u00a0frascos. Cambia la cantidad y vuelve a pulsar."],
        [1, "Solo queda un frasco. Cambia la cantidad y vuelve a pulsar."],
        [0, "El perfume se acaba de agotar. No hemos guardado nada."],
      ] as const) {
        await setStock(desk, left);
        expect(await readJson(order(placeRequest({ quantity: 3 })))).toEqual({
          status: 409,
          body: { message },
        });
      }
    });

    test.each([
      ["no JSON", "key=1"],
      ["nothing", ""],
      ["null", null],
      ["a list", []],
      ["no key", { ...placeRequest(), key: undefined }],
      ["a short key", { ...placeRequest(), key: "abc" }],
      ["a key in capitals", { ...placeRequest(), key: "A".repeat(32) }],
      ["a total in text", { ...placeRequest(), total: "8999" }],
      ["half a cent", { ...placeRequest(), total: 8999.5 }],
      ["no order", { ...placeRequest(), order: undefined }],
      ["no bottle", placeRequest({ quantity: 0 })],
      ["eleven bottles", placeRequest({ quantity: 11 })],
      ["half a bottle", placeRequest({ quantity: 1.5 })],
      ["a short name", placeRequest({ firstName: "L" })],
      [
        "a page without a required field",
        { ...placeRequest(), order: { ...lucia, city: undefined } },
      ],
      ["no address for mails", placeRequest({ email: "lucia" })],
      ["two addresses for mails", placeRequest({ email: "a@b.example,c@d.example" })],
      ["a postal code of six figures", placeRequest({ postalCode: "280133" })],
      ["an object for a name", { ...placeRequest(), order: { ...lucia, firstName: {} } }],
    ])("refuses %s", async (_, body) => {
      const { desk, order } = await open();
      expect(await readJson(order(body))).toEqual({
        status: 400,
        body: {
          message:
            "La tienda se ha actualizado mientras comprabas. Vuelve a cargar la página y revisa tus datos: no hemos guardado nada.",
        },
      });
      expect(await desk.db.selectFrom("orders").select("id").execute()).toEqual([]);
    });

    test("replaces control characters with spaces", async () => {
      const { desk, order } = await open();
      const typed = {
        firstName: "Lu\0cía",
        lastName: "\u001b[2JGómez",
        address: "Calle\r\nMayor, 1",
      };
      expect((await order(placeRequest(typed))).status).toBe(201);
      expect(await desk.db.selectFrom("orders").selectAll().executeTakeFirst()).toMatchObject({
        firstName: "Lu cía",
        lastName: "[2JGómez",
        address: "Calle Mayor, 1",
      });
      expect((await order(placeRequest({ firstName: "\0\0" }))).status).toBe(400);
    });

    test("refuses a fourth unpaid order in a day", async () => {
      const { order } = await open({ limits: { ...unlimited, unpaidPerEmail: 3 } });
      for (let count = 0; count < 3; count++)
        expect((await order(placeRequest())).status).toBe(201);
      expect(await readJson(order(placeRequest()))).toEqual({
        status: 429,
        body: {
          message:
            "Ya tienes varios pedidos sin pagar. Paga alguno o escríbenos a hola@aurelia.example.",
        },
      });
    });

    test("a paused shop says until when", async () => {
      const { desk, order } = await open();
      await pause(desk, "el 2 de diciembre");
      const answer = await order(placeRequest());
      expect(answer.headers.get("Retry-After")).toBe("3600");
      expect(await readJson(answer)).toEqual({
        status: 503,
        body: {
          message:
            "Ahora no aceptamos pedidos: volvemos el 2 de diciembre. No hemos guardado nada.",
        },
      });
    });
  });

  describe("GET /pedido/<token>", () => {
    test("shows the order and how to pay it", async () => {
      const { desk, ask } = await open();
      const order = await placed(desk, { quantity: 2 });
      await enter(desk, order, 1000);
      const answer = await ask(`/pedido/${order.token}`);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "cache-control": "no-store",
        "content-security-policy": expect.stringMatching(
          /^default-src 'none'; .*; frame-ancestors 'none'$/,
        ),
        "content-type": "text/html; charset=utf-8",
        vary: "Accept-Encoding",
        "x-content-type-options": "nosniff",
        "x-robots-tag": "noindex",
      });
      const { status, title, text, html } = await read(answer);
      expect(status).toBe(200);
      expect(html).not.toMatch(/<script [^>]*src=|modulepreload/);
      expect(title).toBe(`Falta una parte del pago · Pedido ${order.id} · Aurelia`);
      for (const words of [
        `Falta una parte del pago Pedido ${order.id} Recibido 22\u00a0nov Pagado (pendiente) Enviado (pendiente) Entregado (pendiente) Hemos recibido 10,00\u00a0€ de 179,98\u00a0€.`,
        "Importe 169,98\u00a0€ Copiar Beneficiario Perfumes Aurelia, S. L. Copiar IBAN",
        `IBAN ES91 2100 0418 4502 0005 1332 Copiar Concepto ${order.id} Copiar`,
        "2 × Perfume signature",
        "Subtotal 179,98\u00a0€ Envío ¡Gratis! Total 179,98\u00a0€ IVA incluido 31,24\u00a0€",
        "Envío a Lucía Gómez Calle Mayor, 1 28013 Madrid España +34 600000000",
        "Fecha 22 de noviembre de 2026 a las 10:05",
      ]) {
        expect(text).toContain(words);
      }
      expect(html).not.toMatch(/desistir del contrato<|<form/);
    });

    /** A shop with an order, and the status text of its page: everything before «Si algo no cuadra». */
    async function withOrder(changes?: Parameters<typeof open>[0], ordered?: { quantity: number }) {
      const { desk, ask } = await open(changes);
      const order = await placed(desk, ordered);
      const look = () => read(ask(`/pedido/${order.token}`));
      const says = async () => {
        const { text } = await look();
        return text.replace(/ Si algo no cuadra.*$/, "").replaceAll(order.id, "NUMBER");
      };
      return { desk, ask, order, look, says };
    }
    const begun =
      "NUMBER Recibido 22\u00a0nov Pagado (pendiente) Enviado (pendiente) Entregado (pendiente)";
    const within =
      "Tienes 14\u00a0días naturales desde que recibes el perfume para desistir del contrato.";

    test.each([
      [{ adjustment: -1500, total: 7499 }, "Precio acordado −15,00\u00a0€ Total 74,99\u00a0€"],
      [{ adjustment: 500, total: 9499 }, "Precio acordado 5,00\u00a0€ Total 94,99\u00a0€"],
      [{ discount: 999 }, "Descuento −9,99\u00a0€ Total 80,00\u00a0€"],
    ])("adds up a price that was agreed or lowered: %o", async (amounts, words) => {
      const { desk, order, look } = await withOrder();
      await desk.db.updateTable("orders").set(amounts).where("id", "=", order.id).execute();
      expect((await look()).text).toContain(words);
    });

    test("says that the bank has taken a payment back, and not that the shop has", async () => {
      const { desk, order, look } = await withOrder();
      await enter(desk, order, 8999);
      await shipped(desk, order, "");
      await enter(desk, order, 8999, { kind: "chargeback", who: "provider", providerId: "dp_1" });
      const { text } = await look();
      expect(text).toMatch(/^Tu banco ha reclamado el pago /);
      expect(text).toContain("Tu banco nos ha reclamado este pago. Si es un error, escríbenos.");
      expect(text).not.toContain("reembolsado");
    });

    test("promises no email where there is no address", async () => {
      const { desk, order, look } = await withOrder();
      await desk.db.updateTable("orders").set({ email: null }).where("id", "=", order.id).execute();
      for (const [amount, words] of [
        [0, "En cuanto llegue el pago, preparamos el paquete."],
        [1000, "En cuanto llegue lo que falta, preparamos el paquete."],
        [7999, "Hemos recibido tu pago. "],
      ] as const) {
        if (amount > 0) await enter(desk, order, amount);
        const { text } = await look();
        expect(text).toContain(words);
        expect(text).not.toMatch(/null|te escribimos/i);
      }
    });

    test("explains each state, and what happens next", async () => {
      const { desk, order, look, says } = await withOrder();
      const { id } = order;
      expect(await says()).toBe(
        `Esperamos tu transferencia Pedido ${begun} Puedes pagarlo hasta el domingo 29 de noviembre. En cuanto llegue el pago, preparamos el paquete y te escribimos a lucia@correo.example. Datos para la transferencia Importe 89,99\u00a0€ Copiar Beneficiario Perfumes Aurelia, S. L. Copiar IBAN ES91 2100 0418 4502 0005 1332 Copiar Concepto NUMBER Copiar Por el concepto sabemos que el pago es tuyo: escríbelo tal cual. O escanea el código con la app de tu banco: la cuenta, el importe y el concepto se rellenan solos. Si no lo lee, usa los datos de arriba.`,
      );
      await enter(desk, order, 8999);
      expect(await says()).toBe(
        `Preparamos tu paquete Pedido NUMBER Recibido 22\u00a0nov Pagado 22\u00a0nov Enviado (pendiente) Entregado (pendiente) Hemos recibido tu pago. Te escribimos a lucia@correo.example en cuanto salga el paquete. En Madrid y alrededores entregamos en 24-48\u00a0h desde que recibimos el pago. ${within}`,
      );
      desk.pass(day);
      await shipped(desk, order, "SEUR 1234");
      expect(await says()).toBe(
        `Va de camino Pedido NUMBER Recibido 22\u00a0nov Pagado 22\u00a0nov Enviado 23\u00a0nov Entregado (pendiente) Ha salido hacia Calle Mayor, 1, 28013 Madrid. En Madrid y alrededores entregamos en 24-48\u00a0h desde que recibimos el pago. Para seguir el envío: SEUR 1234 ${within}`,
      );
      expect((await look()).html).toMatch(/<li aria-current="step"[^>]*>Enviado/);
      await delivered(desk, order);
      expect(await says()).toBe(
        "Entregado Pedido NUMBER Recibido 22\u00a0nov Pagado 22\u00a0nov Enviado 23\u00a0nov Entregado 23\u00a0nov Ya lo tienes. Que lo disfrutes. Si algo no está bien, escríbenos. Hasta el lunes 7 de diciembre puedes desistir del contrato.",
      );
      expect((await look()).links["desistir del contrato"]).toBe(`/desistimiento?pedido=${id}`);
      await change(desk, order, (trx, current) => undeliver(desk, trx, current));
      await delivered(desk, order, "2026-11-22");
      expect(await says()).toContain("Entregado 22\u00a0nov Ya lo tienes.");
      // The last day would be a Sunday.
      expect(await says()).toContain("Hasta el lunes 7 de diciembre puedes desistir");
      desk.pass(15 * day);
      expect(await says()).toContain(
        "Si el lunes 7 de diciembre fue fiesta donde vives, todavía puedes desistir del contrato.",
      );
      desk.pass(day);
      expect(await says()).toMatch(/Si algo no está bien, escríbenos\.$/);
      await enter(desk, order, 8999, { kind: "refund" });
      expect(await says()).toBe(
        "Te hemos reembolsado el dinero Pedido NUMBER Te hemos reembolsado 89,99\u00a0€: todo lo que pagaste.",
      );
    });

    test("a reversed refund changes neither dates nor tracking", async () => {
      const { desk, order, says } = await withOrder();
      await enter(desk, order, 8999);
      desk.pass(day);
      await shipped(desk, order, "SEUR 1234");
      desk.pass(2 * day);
      const takenBack = async () => {
        await enter(desk, order, 8999, { kind: "refund" });
        await reversed(desk, order);
      };
      await takenBack();
      const reached = "Recibido 22\u00a0nov Pagado 22\u00a0nov Enviado 23\u00a0nov Entregado";
      expect(await says()).toContain(`${reached} (pendiente) Ha salido`);
      expect(await says()).toContain("Para seguir el envío: SEUR 1234");
      await delivered(desk, order);
      desk.pass(3 * day);
      await takenBack();
      const after = await says();
      expect(after).toContain(`${reached} 25\u00a0nov Ya lo tienes.`);
      expect(after).toContain("Hasta el miércoles 9 de diciembre puedes desistir del contrato.");
    });

    test("does not name a payment deadline in the past", async () => {
      const { desk, says } = await withOrder();
      // The end of Sunday 29 November in Madrid. No job runs.
      desk.pass(Date.parse("2026-11-29T23:59:59+01:00") - desk.now());
      expect(await says()).toContain("Puedes pagarlo hasta el domingo 29 de noviembre. En cuanto");
      desk.pass(1000);
      expect(await says()).toContain("Entregado (pendiente) En cuanto llegue el pago");
    });

    test("links the tracking note if it is a single URL", async () => {
      const { desk, order, look } = await withOrder();
      await enter(desk, order, 8999);
      await shipped(desk, order, " https://correos.example/?n=1&m=2 ");
      expect((await look()).links["Seguir el envío"]).toBe("https://correos.example/?n=1&m=2");
    });

    test.each(["javascript:alert(1)", "http://correos.example/1", "https://a.example o llama"])(
      "does not lead to «%s»",
      async (note) => {
        const { desk, order, look } = await withOrder();
        await enter(desk, order, 8999);
        await shipped(desk, order, note);
        const { text, links } = await look();
        expect(text).toContain(`Para seguir el envío: ${note}`);
        expect(links["Seguir el envío"]).toBeUndefined();
      },
    );

    test("shows overpayments, refunds and corrections", async () => {
      const { desk, order, says } = await withOrder();
      await enter(desk, order, 10_000);
      expect(await says()).toContain(
        "Has pagado 10,01\u00a0€ de más: te reembolsamos esa cantidad.",
      );
      await enter(desk, order, 1001, { kind: "refund" });
      const after = await says();
      expect(after).toMatch(/^Preparamos tu paquete/);
      expect(after).toContain("Te hemos reembolsado 10,01\u00a0€.");
      expect(after).not.toMatch(/de más|todo lo que/);
    });

    test("asks for the whole price again after a payment is reversed", async () => {
      const { desk, order, says } = await withOrder();
      await enter(desk, order, 8999);
      await reversed(desk, order);
      const after = await says();
      expect(after).toMatch(
        /^Esperamos tu transferencia Pedido NUMBER Recibido 22\u00a0nov Pagado/,
      );
      expect(after).toContain("Importe 89,99\u00a0€");
    });

    test("shows the amount that is missing for a parcel that was sent unpaid", async () => {
      const { desk, order, says } = await withOrder();
      await shipped(desk, order, "");
      expect(await says()).toMatch(
        /Faltan 89,99\u00a0€ por pagar\. Datos para la transferencia Importe 89,99\u00a0€ /,
      );
      const byCard = await withOrder({ card: card({}) });
      await delivered(byCard.desk, byCard.order);
      expect((await byCard.look()).links).toHaveProperty(["Pagar con tarjeta o Bizum"]);
    });

    test("shows the progress of an order that is withdrawn in part", async () => {
      const { desk, order, look, says } = await withOrder({}, { quantity: 3 });
      await enter(desk, order, 26_997);
      await withdrawn(desk, order, 1);
      expect(await says()).toMatch(
        /^Preparamos tu paquete .* Has desistido de 1\u00a0frasco: quedan 2\. Te reembolsamos 89,99\u00a0€, como muy tarde el domingo 6 de diciembre\. Hemos recibido tu pago\./,
      );
      expect((await look()).text).toContain(
        "Desistido 1\u00a0frasco, −89,99\u00a0€ Total 179,98\u00a0€",
      );
      await enter(desk, order, 8999, { kind: "refund" });
      expect(await says()).toMatch(
        /^Preparamos tu paquete .* Has desistido de 1\u00a0frasco: quedan 2\. Hemos recibido tu pago\. .* Te hemos reembolsado 89,99\u00a0€\./,
      );
      await shipped(desk, order, "https://correos.example/ES123");
      expect(await says()).toMatch(/^Va de camino .* Seguir el envío /);
    });

    test("of an order that is sent, it asks for the bottle that is withdrawn, until it is refunded", async () => {
      const { desk, order, says } = await withOrder({}, { quantity: 2 });
      await enter(desk, order, 17_998);
      await shipped(desk, order, "");
      await withdrawn(desk, order, 1);
      expect(await says()).toContain(
        "Has desistido de 1\u00a0frasco: queda 1. Te autorizamos la devolución: tienes hasta el lunes 7 de diciembre para enviarnos lo que devuelves. Te reembolsamos 89,99\u00a0€ en 5-7\u00a0días laborables desde que nos llega el paquete o, si es antes, el justificante de su envío.",
      );
      expect(await says()).toContain("Cómo se devuelve");
      desk.pass(16 * day);
      expect(await says()).toContain(
        "Si aún no nos has enviado lo que devuelves, hazlo cuanto antes.",
      );
      await enter(desk, order, 8999, { kind: "refund" });
      expect(await says()).not.toMatch(/lo que devuelves|Cómo se devuelve/);
    });

    test("promises no parcel once the bank has taken back a part", async () => {
      const { desk, order, says } = await withOrder();
      await enter(desk, order, 8999);
      await enter(desk, order, 3000, { kind: "chargeback", who: "provider", providerId: "dp_1" });
      expect(await says()).toMatch(
        /^Tu banco ha reclamado una parte del pago .* Tu banco nos ha reclamado una parte de este pago\. Escríbenos y lo arreglamos\./,
      );
      expect(await says()).not.toContain("Lo recibirás");
    });

    test("explains a refund of a part of the order", async () => {
      const { desk, order, says } = await withOrder();
      await enter(desk, order, 8999);
      await shipped(desk, order, "");
      await enter(desk, order, 3000, { kind: "refund" });
      expect(await says()).toMatch(
        /^Va de camino .* Te hemos reembolsado 30,00\u00a0€\. Tienes 14/,
      );
    });

    test("says that an order expired, and offers a new one while the shop sells", async () => {
      const { desk, look, says } = await withOrder();
      desk.pass(9 * day);
      await expire(desk);
      expect(await says()).toBe(
        "Pedido caducado Pedido NUMBER El pago no llegó a tiempo y el pedido ha caducado: no debes nada. Si ya has hecho la transferencia, no la repitas. Cuando llegue, te preguntaremos si prefieres que te enviemos el perfume o que te reembolsemos el dinero. Hacer otro pedido",
      );
      expect((await look()).links["Hacer otro pedido"]).toBe("/checkout");
      await pause(desk, "el 2 de diciembre");
      expect(await says()).toMatch(/Ahora no aceptamos pedidos: volvemos el 2 de diciembre\.$/);
    });

    test("asks about a late payment, or says that it is refunded", async () => {
      const { desk, order, says } = await withOrder();
      desk.pass(9 * day);
      await expire(desk);
      await enter(desk, order, 5000);
      expect(await says()).toBe(
        "Tu pago llegó tarde Pedido NUMBER El pedido ya había caducado, y de los 89,99\u00a0€ faltan 39,99\u00a0€. Dinos qué prefieres: pagar lo que falta y que te lo enviemos, o que te reembolsemos 50,00\u00a0€. Responde al correo que te hemos enviado y lo hacemos como prefieras.",
      );
      const other = await withOrder();
      await cancelled(other.desk, other.order);
      expect(await other.says()).toBe(
        "Pedido anulado Pedido NUMBER No debes nada. Si ya has hecho la transferencia, te la reembolsamos en cuanto llegue. Hacer otro pedido",
      );
      await enter(other.desk, other.order, 8999);
      expect(await other.says()).toBe("Pedido anulado Pedido NUMBER Te reembolsamos 89,99\u00a0€.");
    });

    test("asks for no payment after a withdrawal, and explains what happens", async () => {
      const unpaid = await withOrder();
      await withdrawn(unpaid.desk, unpaid.order);
      expect(await unpaid.says()).toBe(
        "Has desistido de este pedido Pedido NUMBER No lo enviamos, y no debes nada. Si ya has hecho la transferencia, te la reembolsamos en cuanto llegue.",
      );
      const { desk, order, look, says } = await withOrder();
      await enter(desk, order, 8999);
      await withdrawn(desk, order);
      expect(await says()).toBe(
        "Has desistido de este pedido Pedido NUMBER No lo enviamos, y te reembolsamos 89,99\u00a0€, como muy tarde el domingo 6 de diciembre.",
      );
      expect((await look()).text).toContain("Desistimiento 22 de noviembre de 2026 a las 10:05");
      await enter(desk, order, 8999, { kind: "refund" });
      expect(await says()).toBe(
        "Has desistido de este pedido Pedido NUMBER Te hemos reembolsado 89,99\u00a0€: todo lo que pagaste.",
      );
      const sent = await withOrder();
      await enter(sent.desk, sent.order, 8999);
      await shipped(sent.desk, sent.order, "");
      await withdrawn(sent.desk, sent.order);
      expect(await sent.says()).toBe(
        "Has desistido de este pedido Pedido NUMBER Te autorizamos la devolución: tienes hasta el lunes 7 de diciembre para enviarnos el perfume. Te reembolsamos 89,99\u00a0€ en 5-7\u00a0días laborables desde que nos llega el paquete o, si es antes, el justificante de su envío. Envíalo a Perfumes Aurelia, S. L., Calle del Pez, 1, 28004 Madrid Copiar Escribe en el paquete Pedido NUMBER Copiar Cómo se devuelve",
      );
      await enter(sent.desk, sent.order, 8999, { kind: "refund" });
      expect(await sent.says()).toBe(
        "Has desistido de este pedido Pedido NUMBER Te hemos reembolsado 89,99\u00a0€: todo lo que pagaste.",
      );
    });

    test("does not ask for the perfume while a late withdrawal is studied", async () => {
      const { desk, order, says } = await withOrder();
      await enter(desk, order, 8999);
      await shipped(desk, order, "");
      await delivered(desk, order);
      desk.pass(16 * day);
      await withdrawn(desk, order);
      expect(await says()).toBe(
        "Entregado Pedido NUMBER Recibido 22\u00a0nov Pagado 22\u00a0nov Enviado 22\u00a0nov Entregado 22\u00a0nov Hemos recibido tu desistimiento. Lo estudiamos y te escribimos.",
      );
    });

    test("links to the payment page where cards are accepted", async () => {
      const { ask, order, look } = await withOrder({ card: card({}) });
      const { title, text, links } = await look();
      expect(title).toBe(`Falta el pago · Pedido ${order.id} · Aurelia`);
      expect(text).toContain("Puedes pagarlo hasta el domingo 29 de noviembre.");
      expect(text).toContain("Pagas 89,99\u00a0€ con tarjeta o Bizum");
      expect(text).not.toContain("ES91");
      expect(links["Pagar con tarjeta o Bizum"]).toBe(`/pedido/${order.token}/pagar`);
      const answer = await ask(links["Pagar con tarjeta o Bizum"] ?? "");
      expect([answer.status, answer.headers.get("Location")]).toEqual([
        303,
        "https://pago.example/1",
      ]);
    });

    test.each([
      ["cash, in a shop that takes cards", "cash", { card: card({}) }],
      ["a card, in a shop that takes none any more", "card", {}],
    ] as const)("offers no payment page for an order to be paid by %s", async (_, method, shop) => {
      const { desk, order, look } = await withOrder(shop);
      await desk.db.updateTable("orders").set({ method }).where("id", "=", order.id).execute();
      const { text, links } = await look();
      expect(text).toContain("Escríbenos y te decimos cómo pagar 89,99\u00a0€.");
      expect(links).not.toHaveProperty("Pagar con tarjeta o Bizum");
    });

    test("offers the provider's page for what is missing too", async () => {
      const { desk, order, look } = await withOrder({ card: card({}) });
      await enter(desk, order, 1000);
      const { text, links } = await look();
      expect(text).toContain("Pagas 79,99\u00a0€ con tarjeta o Bizum");
      expect(links["Pagar con tarjeta o Bizum"]).toBe(`/pedido/${order.token}/pagar`);
    });

    test("leads back from the payment page if there is nothing to pay", async () => {
      const { desk, ask, order } = await withOrder({ card: card({}) });
      await enter(desk, order, 8999);
      const answer = await ask(`/pedido/${order.token}/pagar`);
      expect(answer.headers.get("Location")).toBe(`/pedido/${order.token}`);
    });

    test("links to the terms that the order was placed under", async () => {
      const { desk, ask, order, look } = await withOrder();
      const text = "Primero.\n\n<b>Segundo</b>\nde dos líneas.";
      await desk.db.updateTable("terms").set({ text }).execute();
      await newTerms(desk, "Otros.");
      const address = (await look()).links["Términos del 22 de noviembre de 2026"] ?? "";
      expect(address).toBe(`/terminos-de-servicio/${order.terms}`);
      const page = await ask(address);
      expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
      const { status, title, text: shown } = await read(page);
      expect([status, title]).toEqual([200, "Términos del 22 de noviembre de 2026 · Aurelia"]);
      expect(shown).toContain("Primero. <b>Segundo</b> de dos líneas.");
      expect((await read(ask("/terminos-de-servicio/2026-11-22-2"))).text).toContain("Otros.");
      expect((await ask("/terminos-de-servicio/2026-11-23")).status).toBe(404);
    });

    test("gives the same response to every guess", async () => {
      const { desk, ask } = await open();
      const order = await placed(desk);
      const asked = placeRequest();
      const answer = await place(desk, asked);
      if (answer.outcome !== "placed") throw new Error(answer.outcome);
      await erase(desk, answer.order);
      const after = await reread(desk, answer.order);
      const guesses = [
        "A".repeat(22),
        order.id,
        order.id.toLowerCase(),
        order.requestKey,
        order.token.slice(1),
        `${order.token}A`,
        `${order.token.slice(0, -1)}%00`,
        answer.order.token,
        after.token,
        after.id,
        "%00",
        "%zz",
        "%F0%9F%98%80",
        "' or 1=1 --",
        "A".repeat(4000),
        `${order.token}/`,
      ];
      const answers = await Promise.all(
        guesses.map(async (guess) => {
          const answer = await ask(`/pedido/${guess}`);
          const { date: _, ...headers } = Object.fromEntries(answer.headers);
          return { status: answer.status, headers, body: await answer.text() };
        }),
      );
      expect(answers[0]).toMatchObject({ status: 404, headers: { "cache-control": "no-cache" } });
      expect(readPage(answers[0]?.body ?? "").text).toMatch(/^Página no encontrada /);
      for (const [index, answer] of answers.entries()) {
        expect(answer, guesses[index]).toEqual(answers[0]);
      }
    });
  });

  describe("POST /desistimiento", () => {
    test("asks for confirmation, stores the withdrawal once, and says when", async () => {
      const { desk, post, wakes } = await open();
      const asked = await read(post("/desistimiento", declared));
      expect(asked.status).toBe(200);
      expect(asked.text).toContain(
        "«Desisto del siguiente contrato: El perfume». Nombre Lucía Gómez Email lucia@correo.example",
      );
      const sent = asked.forms["Confirmar desistimiento"] ?? {};
      expect(sent).toEqual({
        ...declared,
        bottles: "",
        key: expect.stringMatching(/^[\da-f]{32}$/),
        step: "confirm",
      });
      const first = await read(post("/desistimiento", sent));
      desk.pass(60_000);
      expect(await read(post("/desistimiento", sent))).toEqual(first);
      expect(first.status).toBe(200);
      expect(first.text).toContain(
        "Hemos recibido tu desistimiento el 22 de noviembre de 2026 a las 10:05. " +
          "Te enviamos el acuse de recibo a lucia@correo.example; esta página también lo es. " +
          "«Desisto del siguiente contrato: El perfume». Nombre Lucía Gómez",
      );
      expect(first.forms).toEqual({});
      expect(await desk.db.selectFrom("withdrawals").selectAll().execute()).toHaveLength(1);
      expect(wakes.count).toBe(3);
    });

    test("offers to withdraw from some bottles, and repeats the number, but not what was understood", async () => {
      const { desk, post, ask } = await open();
      const order = await paid(desk, { quantity: 2 });
      const form = await read(ask("/desistimiento"));
      expect(form.text).toContain(
        "De cuánto desistes Todo el pedido 1\u00a0frasco 2\u00a0frascos 3",
      );
      const fields = { ...declared, contract: order.id, bottles: "1" };
      const asked = await read(post("/desistimiento", fields));
      const words = `«Desisto de 1\u00a0frasco del siguiente contrato: ${order.id}».`;
      expect(asked.text).toContain(words);
      const back = await read(
        post("/desistimiento", { ...asked.forms["Corregir los datos"], step: "correct" }),
      );
      expect(back.html).toMatch(/<option value="1" selected="">/);
      const received = await read(
        post("/desistimiento", asked.forms["Confirmar desistimiento"] ?? {}),
      );
      expect(received.text).toContain(words);
      // Strangers would learn that number and address match.
      expect(received.text).not.toContain("los 2");
      expect(await reread(desk, order)).toMatchObject({ removed: 1 });
    });

    test("says of the fourth of a day that its receipt comes tomorrow", async () => {
      const { post } = await open();
      const receipt = async () =>
        (await read(post("/desistimiento", { ...declared, key: newKey(), step: "confirm" }))).text;
      for (let count = 0; count < 3; count++)
        expect(await receipt()).toContain("Te enviamos el acuse de recibo a lucia@correo.example");
      expect(await receipt()).toContain(
        "Mañana te enviamos a lucia@correo.example el acuse de recibo de todos los de hoy",
      );
    });

    test("asks for invalid fields again, and keeps what was typed", async () => {
      const { desk, post } = await open();
      const key = newKey();
      const wrong = { ...declared, name: "L", email: "lucia", key, step: "confirm" };
      const page = await read(post("/desistimiento", wrong));
      expect(page.status).toBe(400);
      expect(page.alert).toBe("Hay algo por corregir. Corrígelo y pulsa «Continuar».");
      expect(page.forms).toEqual({
        Continuar: { name: "L", contract: "El perfume", email: "lucia" },
      });
      expect(page.text).toContain("Escribe tu nombre y apellidos");
      expect(page.text).toContain("Introduce un email válido");
      expect(page.text).not.toContain("Escribe el número de pedido");
      expect(await desk.db.selectFrom("withdrawals").selectAll().execute()).toEqual([]);
    });

    test.each([
      ["name", "L".repeat(61), "El nombre puede tener 60\u00a0caracteres como máximo"],
      [
        "contract",
        "c".repeat(101),
        "El número de pedido puede tener 100\u00a0caracteres como máximo",
      ],
    ])("refuses an impossible %s with a reason", async (field, value, reason) => {
      const { desk, post } = await open();
      const sent = { ...declared, [field]: value, key: newKey(), step: "confirm" };
      const { status, text } = await read(post("/desistimiento", sent));
      expect(status).toBe(400);
      expect(text).toContain(reason);
      expect(await desk.db.selectFrom("mails").select("id").execute()).toEqual([]);
    });

    test("prefills the number from the order's page", async () => {
      const { ask } = await open();
      const { forms } = await read(ask("/desistimiento?pedido=7KQ2M9XA"));
      expect(forms.Continuar).toEqual({ name: "", contract: "7KQ2M9XA", email: "" });
    });

    test.each([["abc"], [""], ["A".repeat(32)]])(
      "an invalid key «%s» confirms nothing",
      async (key) => {
        const { desk, post } = await open();
        const { status, forms } = await read(
          post("/desistimiento", { ...declared, key, step: "confirm" }),
        );
        expect(status).toBe(200);
        expect(forms["Confirmar desistimiento"]?.key).toMatch(/^[\da-f]{32}$/);
        expect(await desk.db.selectFrom("withdrawals").selectAll().execute()).toEqual([]);
      },
    );

    test("treats another content type as an empty form", async () => {
      const { ask } = await open();
      for (const type of ["multipart/form-data", "multipart/form-data; boundary=x", "text/plain"]) {
        const answer = await ask("/desistimiento", {
          method: "POST",
          headers: { "Content-Type": type },
          body: "name=1",
        });
        expect([type, answer.status]).toEqual([type, 400]);
      }
    });

    test("replaces control characters with spaces here too", async () => {
      const { desk, post } = await open();
      const typed = { ...declared, contract: "El\0perfume\r\n", key: newKey(), step: "confirm" };
      expect((await post("/desistimiento", typed)).status).toBe(200);
      expect(await desk.db.selectFrom("withdrawals").selectAll().execute()).toMatchObject([
        { contract: "El perfume" },
      ]);
    });
  });

  test.each(["/pedidos", "/desistimiento", "/mostrador/correos/1", "/mostrador/7KQ2M9XA/enviado"])(
    "no other site may post to %s",
    async (path) => {
      const { desk, ask, address, owner } = await open();
      const session = await owner.session();
      const from = async (headers: Record<string, string>) => {
        const answer = await ask(path, {
          method: "POST",
          headers: { ...session, ...headers },
          body: new URLSearchParams({ ...declared, key: newKey(), step: "confirm" }),
        });
        return answer.status;
      };
      expect(await from({ Origin: "https://evil.example" })).toBe(403);
      expect(await from({ Origin: "null" })).toBe(403);
      expect(await from({ Origin: "no address" })).toBe(403);
      expect(await from({ Origin: "http://aurelia.example" })).toBe(403);
      expect(await from({ "Sec-Fetch-Site": "cross-site" })).toBe(403);
      expect(await from({ "Sec-Fetch-Site": "same-site" })).toBe(403);
      expect(await from({ "Sec-Fetch-Site": "none" })).toBe(403);
      const both = { Origin: "https://aurelia.example", "Sec-Fetch-Site": "cross-site" };
      expect(await from(both)).toBe(403);
      expect(await desk.db.selectFrom("withdrawals").selectAll().execute()).toEqual([]);
      expect(await from({ Origin: "https://aurelia.example" })).not.toBe(403);
      expect(await from({ Origin: address })).not.toBe(403);
      expect(await from({ "Sec-Fetch-Site": "same-origin" })).not.toBe(403);
      expect(await from({})).not.toBe(403);
    },
  );

  test("refuses scripts with JSON, and people with a page", async () => {
    const { ask, order } = await open();
    const foreign = { Origin: "https://evil.example" };
    const sentence =
      "Esta petición no viene de nuestra página. Vuelve a cargarla e inténtalo de nuevo.";
    const answer = await order(placeRequest(), foreign);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(await readJson(answer)).toEqual({ status: 403, body: { message: sentence } });
    const page = await ask("/desistimiento", { method: "POST", headers: foreign });
    expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
    expect((await read(page)).text).toBe(`Petición rechazada ${sentence} Volver al Inicio`);
  });

  test.each(["/pedidos", "/desistimiento", "/mostrador/7KQ2M9XA/enviado"])(
    "more than 8 kB is too much for %s, with a length or without",
    async (path) => {
      const { ask, owner } = await open();
      const headers = await owner.session();
      const send = async (size: number, chunked: boolean) => {
        const bytes = new Uint8Array(size).fill(97);
        const body = chunked ? new Blob([bytes]).stream() : bytes;
        const request = { method: "POST", headers, body, duplex: "half" };
        return (await ask(path, request)).status;
      };
      expect(await send(8193, false)).toBe(413);
      expect(await send(8193, true)).toBe(413);
      expect(await send(8192, false)).not.toBe(413);
      expect(await send(8192, true)).not.toBe(413);
    },
  );

  test("escapes names, notes and guesses", async () => {
    const { desk, ask, post, owner } = await open();
    const evil = '<script>alert("1")</script>';
    const order = await placed(desk, {
      firstName: evil,
      lastName: evil,
      address: evil,
      city: evil,
      country: evil,
    });
    await desk.db.updateTable("mails").set({ error: evil, attempts: 5 }).execute();
    const evilOne = { ...declared, name: "<script>alert(1)", contract: `${evil} ${order.id}` };
    const confirm = { ...evilOne, key: newKey(), step: "confirm" };
    await enter(desk, order, 8999, { note: evil });
    await shipped(desk, order, evil);
    const pages = await Promise.all([
      ask(`/pedido/${order.token}`),
      owner.get("/mostrador/desistimientos"),
      owner.get("/mostrador/persona?email=lucia@correo.example"),
      owner.get(`/mostrador?buscar=${encodeURIComponent(evil)}`),
      owner.get(`/mostrador?estado=${encodeURIComponent(evil)}`),
      owner.get(`/mostrador/${order.id}`),
      post("/desistimiento", evilOne),
      post("/desistimiento", { ...evilOne, email: evil }),
      post("/desistimiento", confirm),
    ]);
    pages.push(await owner.get("/mostrador"));
    for (const page of pages) {
      expect(page.headers.get("Cache-Control")).toBe("no-store");
      expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
      expect(await page.text()).not.toContain("<script>alert");
    }
    const { items } = await read(owner.get(`/mostrador/${order.id}`));
    expect(items).toContain(`Enviado: ${evil} 22\u00a0nov, 10:05 · mostrador`);
  });

  test("answers unknown paths with the shop's 404 page", async () => {
    const { ask, owner } = await open();
    const order = ["POST", "/avisos/stripe"] as const;
    for (const [method, path] of [order, ["GET", "/pedido/"], ["GET", "/pedido/a/b/c"]] as const) {
      const { status, text } = await read(ask(path, { method }));
      expect([path, status, text.slice(0, 20)]).toEqual([path, 404, "Página no encontrada"]);
    }
    expect((await owner.post("/mostrador/7KQ2M9XA/otro")).status).toBe(404);
  });
});

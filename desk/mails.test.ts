import { expect, test } from "vitest";
import type { Order as OrderRequest } from "../app/shop/order.ts";
import { day } from "./context.ts";
import { receive, refund } from "./money.ts";
import { deliver, ship } from "./orders.ts";
import { expire } from "./retention.ts";
import type { Order } from "./schema.ts";
import { card, newKey, placed, type TestDesk, testDesk } from "./testing/desk.ts";
import { withdraw } from "./withdrawals.ts";

/** A desk with an order whose number and page we know. */
async function known(changes: Partial<OrderRequest> = {}) {
  const desk = await testDesk("SQLite");
  const order = await placed(desk, changes);
  return { desk, order };
}

/** A mail's subject and text, with the order's number and token as «NUMBER» and «TOKEN». */
async function mail({ db }: TestDesk, kind: string, order?: Order) {
  const row = await db
    .selectFrom("mails")
    .selectAll()
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();
  const plain = (text: string) =>
    text.replaceAll(order?.id ?? "\0", "NUMBER").replaceAll(order?.token ?? "\0", "TOKEN");
  return { to: row.recipient, subject: plain(row.subject), text: plain(row.text) };
}

test("the first mail says all that was agreed on", async () => {
  const { desk, order } = await known({ quantity: 2 });
  expect(await mail(desk, "pending", order)).toMatchInlineSnapshot(`
    {
      "subject": "Hemos recibido tu pedido · pedido NUMBER",
      "text": "Hola, Lucía:

    Gracias: con este mensaje confirmamos tu pedido. Aquí está todo lo que conviene guardar.

    PEDIDO NUMBER
    22 de noviembre de 2026 a las 10:05

    Perfume signature, Eau de Parfum 50 ml
    2 × Perfume signature      179,98 €
    Envío                      ¡Gratis!
    Total                      179,98 €
    El total incluye 31,24 € de IVA (21 %).

    CÓMO PAGAR
    Haz una transferencia en los próximos 7 días:
      Importe:       179,98 €
      Beneficiario:  Perfumes Aurelia, S. L.
      IBAN:          ES91 2100 0418 4502 0005 1332
      Concepto:      NUMBER
    El concepto nos dice que el pago es tuyo: escríbelo tal cual.

    ADÓNDE VA
    Lucía Gómez
    Calle Mayor, 1
    28013 Madrid
    España
    +34 600000000

    Entregamos en 24-48 h en Madrid y alrededores, contadas desde que recibimos el pago; a los demás destinos, como máximo en 30 días naturales.

    Puedes ver el estado de tu pedido cuando quieras:
    https://aurelia.example/pedido/TOKEN

    SI CAMBIAS DE IDEA
    Tienes 14 días naturales desde que recibes el perfume para desistir de la compra sin dar ningún motivo. Lo más rápido es https://aurelia.example/desistimiento. También vale cualquier declaración clara, por ejemplo este formulario, que no es obligatorio:

      A la atención de Perfumes Aurelia, S. L., Calle del Pez, 1, 28004 Madrid, hola@aurelia.example:
      Por la presente le comunico que desisto de mi contrato de venta del siguiente bien:
      Pedido:
      Recibido el:
      Nombre del consumidor:
      Domicilio del consumidor:
      Firma (solo si se presenta en papel):
      Fecha:

    Te devolvemos el 100 % de lo que pagaste, incluido el envío ordinario. El coste de devolver el perfume corre de tu cuenta.

    CONDICIONES
    Este pedido se rige por los términos de servicio del 22 de noviembre de 2026, que van con este mensaje y están en https://aurelia.example/terminos-de-servicio. El perfume tiene 3 años de garantía legal.

    — Aurelia
    Perfumes Aurelia, S. L. · NIF B12345674 · Calle del Pez, 1, 28004 Madrid
    hola@aurelia.example · +34 910 000 000",
      "to": "lucia@correo.example",
    }
  `);
});

test("an order by card is paid on its page", async () => {
  const desk = await testDesk("SQLite", { card: card({}) });
  const order = await placed(desk);
  const { text } = await mail(desk, "pending", order);
  expect(text).toContain(
    "CÓMO PAGAR\nCon tarjeta o Bizum, en la página de tu pedido: https://aurelia.example/pedido/TOKEN\n",
  );
  expect(text).not.toContain("IBAN");
});

test("a payment is told, whatever came in", async () => {
  const { desk, order } = await known();
  await receive(desk, order.id, 10_000, 0);
  expect(await mail(desk, "paid", order)).toMatchInlineSnapshot(`
    {
      "subject": "Hemos recibido tu pago · pedido NUMBER",
      "text": "Hola, Lucía:

    Han llegado 100,00 € por tu pedido NUMBER. Lo preparamos y te escribimos en cuanto salga.

    El estado de tu pedido: https://aurelia.example/pedido/TOKEN

    — Aurelia
    Perfumes Aurelia, S. L. · NIF B12345674 · Calle del Pez, 1, 28004 Madrid
    hola@aurelia.example · +34 910 000 000",
      "to": "lucia@correo.example",
    }
  `);
});

test("a shipment is told with how to follow it, if one can", async () => {
  const { desk, order } = await known();
  await receive(desk, order.id, 8999, 0);
  await ship(desk, order.id, "https://correos.example/ES123");
  expect(await mail(desk, "shipped", order)).toMatchInlineSnapshot(`
    {
      "subject": "Tu pedido va de camino · pedido NUMBER",
      "text": "Hola, Lucía:

    Tu pedido NUMBER ha salido hacia:

    Lucía Gómez
    Calle Mayor, 1
    28013 Madrid
    España
    +34 600000000

    Para seguir el envío: https://correos.example/ES123

    El estado de tu pedido: https://aurelia.example/pedido/TOKEN

    — Aurelia
    Perfumes Aurelia, S. L. · NIF B12345674 · Calle del Pez, 1, 28004 Madrid
    hola@aurelia.example · +34 910 000 000",
      "to": "lucia@correo.example",
    }
  `);
  const other = await known();
  await receive(other.desk, other.order.id, 8999, 0);
  await ship(other.desk, other.order.id, "");
  expect((await mail(other.desk, "shipped", other.order)).text).not.toContain("seguir el envío");
});

test("a delivery is told with the right to withdraw", async () => {
  const { desk, order } = await known();
  await receive(desk, order.id, 8999, 0);
  await ship(desk, order.id, "");
  await deliver(desk, order.id);
  expect(await mail(desk, "delivered", order)).toMatchInlineSnapshot(`
    {
      "subject": "Tu pedido se ha entregado · pedido NUMBER",
      "text": "Hola, Lucía:

    Tu pedido NUMBER consta como entregado. Si no lo tienes o algo no está bien, responde a este mensaje.

    Tienes 14 días naturales desde que recibes el perfume para desistir de la compra sin dar ningún motivo. Lo más rápido es https://aurelia.example/desistimiento. También vale cualquier declaración clara, por ejemplo este formulario, que no es obligatorio:

      A la atención de Perfumes Aurelia, S. L., Calle del Pez, 1, 28004 Madrid, hola@aurelia.example:
      Por la presente le comunico que desisto de mi contrato de venta del siguiente bien:
      Pedido:
      Recibido el:
      Nombre del consumidor:
      Domicilio del consumidor:
      Firma (solo si se presenta en papel):
      Fecha:

    Te devolvemos el 100 % de lo que pagaste, incluido el envío ordinario. El coste de devolver el perfume corre de tu cuenta.

    — Aurelia
    Perfumes Aurelia, S. L. · NIF B12345674 · Calle del Pez, 1, 28004 Madrid
    hola@aurelia.example · +34 910 000 000",
      "to": "lucia@correo.example",
    }
  `);
});

test("an expiry is told", async () => {
  const { desk, order } = await known();
  desk.pass(8 * day);
  await expire(desk);
  expect(await mail(desk, "expired", order)).toMatchInlineSnapshot(`
    {
      "subject": "Tu pedido ha caducado · pedido NUMBER",
      "text": "Hola, Lucía:

    No hemos recibido el pago de tu pedido NUMBER en 7 días y ha caducado. No tienes que hacer nada.

    Si ya has hecho la transferencia, no la repitas: cuando llegue, lo daremos por pagado o te la devolveremos. Y si aún lo quieres, puedes hacer otro pedido en https://aurelia.example/checkout.

    — Aurelia
    Perfumes Aurelia, S. L. · NIF B12345674 · Calle del Pez, 1, 28004 Madrid
    hola@aurelia.example · +34 910 000 000",
      "to": "lucia@correo.example",
    }
  `);
});

test("refunds are told, in part and whole", async () => {
  const { desk, order } = await known();
  await receive(desk, order.id, 8999, 0);
  await refund(desk, order.id, 2000, 0);
  await refund(desk, order.id, 6999, 2000);
  expect(await mail(desk, "partly refunded 2000", order)).toMatchInlineSnapshot(`
    {
      "subject": "Te hemos devuelto dinero · pedido NUMBER",
      "text": "Hola, Lucía:

    Te hemos devuelto 20,00 € de tu pedido NUMBER por el mismo medio con que pagaste. En total van 20,00 € de 89,99 €.

    — Aurelia
    Perfumes Aurelia, S. L. · NIF B12345674 · Calle del Pez, 1, 28004 Madrid
    hola@aurelia.example · +34 910 000 000",
      "to": "lucia@correo.example",
    }
  `);
  expect(await mail(desk, "refunded", order)).toMatchInlineSnapshot(`
    {
      "subject": "Te hemos devuelto el dinero · pedido NUMBER",
      "text": "Hola, Lucía:

    Te hemos devuelto 69,99 € de tu pedido NUMBER por el mismo medio con que pagaste. Con esto queda devuelto todo lo que pagaste por él.

    — Aurelia
    Perfumes Aurelia, S. L. · NIF B12345674 · Calle del Pez, 1, 28004 Madrid
    hola@aurelia.example · +34 910 000 000",
      "to": "lucia@correo.example",
    }
  `);
});

test("a withdrawal is acknowledged with content, day and time", async () => {
  const desk = await testDesk("SQLite");
  await withdraw(desk, newKey(), {
    name: "Lucía Gómez",
    contract: "7KQ2M9XA",
    email: "lucia@correo.example",
  });
  expect(await mail(desk, "withdrawn")).toMatchInlineSnapshot(`
    {
      "subject": "Hemos recibido tu desistimiento",
      "text": "Hola, Lucía Gómez:

    Hemos recibido tu declaración de desistimiento el 22 de noviembre de 2026 a las 10:05. Este mensaje acredita su recepción y su contenido:

    «Desisto del contrato de compra 7KQ2M9XA.»
    Nombre: Lucía Gómez
    Contrato: 7KQ2M9XA
    Email: lucia@correo.example

    Tienes 14 días naturales para enviarnos el perfume, si ya lo tienes: https://aurelia.example/politica-de-devolucion explica cómo. Te devolveremos lo que pagaste en un plazo de 14 días naturales como máximo.

    — Aurelia
    Perfumes Aurelia, S. L. · NIF B12345674 · Calle del Pez, 1, 28004 Madrid
    hola@aurelia.example · +34 910 000 000",
      "to": "lucia@correo.example",
    }
  `);
});

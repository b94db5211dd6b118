import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { day, hour } from "../../app/desk/shop/time.ts";
import type { Order as OrderRequest } from "../../app/shop/order.ts";
import { askForInvoice } from "../orders/invoices.ts";
import { correct, receive, refund, settle, startPayment } from "../orders/money.ts";
import { accept, cancel, deliver, ship, track } from "../orders/orders.ts";
import { noteWithdrawal, reportWithdrawals, withdraw } from "../orders/withdrawals.ts";
import type { Mail } from "../storage/tables.ts";
import { card, newKey, now, placed, type TestDesk, testDesk, undisputed } from "../testing/desk.ts";
import { expire, remind } from "../upkeep/retention.ts";
import { unlinked } from "./mail-format.ts";

/** A desk with one placed order. */
async function known(changes: Partial<OrderRequest> = {}) {
  const desk = await testDesk("SQLite");
  const order = await placed(desk, changes);
  return { desk, order };
}

/** A desk with an order in this state. */
async function at(state: "paid" | "shipped" | "delivered", changes: Partial<OrderRequest> = {}) {
  const { desk, order } = await known(changes);
  await receive(desk, order.id, order.total, 0);
  if (state !== "paid") await ship(desk, order.id, "");
  if (state === "delivered") await deliver(desk, order.id);
  return { desk, order };
}

/** All emails, sorted by the number of their event. */
async function rowsOf({ db }: TestDesk) {
  const rows = await db.selectFrom("mails").selectAll().execute();
  const numberOf = ({ kind }: Mail) => Number(/ (\d+)$/.exec(kind)?.[1] ?? 0);
  return rows.sort((one, other) => numberOf(one) - numberOf(other));
}

/** The text with the order's number and token replaced by «NUMBER» and «TOKEN». */
function plain(text: string, { id, token }: { id: string; token: string }) {
  return text.replaceAll(id, "NUMBER").replaceAll(token, "TOKEN");
}

const nobody = { id: "\0", token: "\0" };

/** The newest mail of a kind, without its letterhead and imprint. */
async function mail(desk: TestDesk, kind: string, order: { id: string; token: string } = nobody) {
  const all = (await rowsOf(desk)).filter((row) => row.kind.replace(/ \d+$/, "") === kind);
  const row = all.at(-1);
  if (!row) throw new Error(`There is no mail «${kind}».`);
  const imprint =
    "\n\nPerfumes Aurelia, S. L. · NIF B12345674 · Calle del Pez, 1, 28004 Madrid\nRegistro Mercantil de Madrid, tomo 1, folio 1, hoja M-1\nhola@aurelia.example · +34 910 000 000";
  const text = row.text.replace(/^AURELIA\n\n/, "").replace(imprint, "");
  return { subject: plain(row.subject, order), text: plain(text, order).split("\n\n") };
}

const kindsOf = async (desk: TestDesk) =>
  (await rowsOf(desk)).map(({ kind }) => kind.replace(/ \d+$/, "")).sort();

const page = "Ver tu pedido: https://aurelia.example/pedido/TOKEN";

test("the first email has the whole contract, with the full terms", async () => {
  const { desk, order } = await known({ quantity: 2 });
  const [row] = await rowsOf(desk);
  expect(row?.recipient).toBe("lucia@correo.example");
  expect(plain(row?.subject ?? "", order)).toBe("Tu pedido NUMBER: cómo pagarlo");
  expect(plain(row?.text ?? "", order)).toMatchInlineSnapshot(`
    "AURELIA

    Hola, Lucía:

    Gracias. Con este mensaje confirmamos tu pedido NUMBER, del 22 de noviembre de 2026 a las 10:05.

    CÓMO PAGARLO

    Puedes pagar por transferencia hasta el domingo 29 de noviembre, con estos datos:

    Importe: 179,98 €
    Beneficiario: Perfumes Aurelia, S. L.
    IBAN: ES91 2100 0418 4502 0005 1332
    Concepto: NUMBER

    Por el concepto sabemos que el pago es tuyo: escríbelo tal cual.

    Ver tu pedido: https://aurelia.example/pedido/TOKEN

    TU PEDIDO

    2 × Aurelia, Perfume signature (Eau de Parfum, 50 ml): 179,98 €
    Envío: ¡Gratis!
    Total: 179,98 €

    El total incluye 31,24 € de IVA (21 %).

    ENVÍO A

    Lucía Gómez
    Calle Mayor, 1
    28013 Madrid
    España
    +34 600000000

    En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago.

    SI CAMBIAS DE IDEA

    Tienes 14 días naturales desde que recibes el perfume para desistir de la compra sin dar explicaciones. Lo más rápido es hacerlo en https://aurelia.example/desistimiento. También vale cualquier declaración clara, como el formulario que va al final de este mensaje. Te devolvemos el 100 % de lo que pagaste, incluido el envío ordinario; el envío de vuelta lo pagas tú.

    CONDICIONES

    Este pedido se rige por los términos del 22 de noviembre de 2026. Los tienes completos al final de este mensaje y en https://aurelia.example/terminos-de-servicio/2026-11-22. El perfume tiene 3 años de garantía legal.

    Perfumes Aurelia, S. L. · NIF B12345674 · Calle del Pez, 1, 28004 Madrid
    Registro Mercantil de Madrid, tomo 1, folio 1, hoja M-1
    hola@aurelia.example · +34 910 000 000

    TÉRMINOS DEL 22 DE NOVIEMBRE DE 2026

    Los términos de servicio, enteros."
  `);
});

test("an order by card links to its page for payment", async () => {
  const desk = await testDesk("SQLite", { card: card({}) });
  const order = await placed(desk);
  const { subject, text } = await mail(desk, "pending", order);
  expect(subject).toBe("Tu pedido NUMBER: cómo pagarlo");
  expect(text.slice(2, 5)).toEqual([
    "CÓMO PAGARLO",
    "Puedes pagar con tarjeta o Bizum hasta el domingo 29 de noviembre, en la página de tu pedido.",
    "Pagar tu pedido: https://aurelia.example/pedido/TOKEN",
  ]);
  expect(text.join()).not.toMatch(/IBAN|transferencia/);
});

test("names the latest delivery date outside Madrid", async () => {
  const { desk, order } = await known({ postalCode: "08001", city: "Barcelona" });
  const { text } = await mail(desk, "pending", order);
  expect(text).toContain("Lo recibirás, como muy tarde, el martes 22 de diciembre.");
  expect(text.join()).not.toContain("24-48");
  const abroad = await known({ postalCode: "28001", country: "DE" });
  expect((await mail(abroad.desk, "pending")).text.join()).not.toContain("24-48");
});

test("confirms a payment and says what comes next", async () => {
  const { desk, order } = await at("paid");
  expect(await mail(desk, "paid", order)).toEqual({
    subject: "Pedido NUMBER: pago recibido",
    text: [
      "Hola, Lucía:",
      "Hemos recibido 89,99\u00a0€ por tu pedido NUMBER. Lo preparamos y te escribimos en cuanto salga.",
      "En Madrid y alrededores entregamos en 24-48\u00a0h desde que recibimos el pago.",
      page,
    ],
  });
  expect(await kindsOf(desk)).toEqual(["owner pending", "paid", "pending"]);
});

test("promises to refund an overpayment", async () => {
  const { desk, order } = await known();
  await receive(desk, order.id, 10_000, 0);
  expect((await mail(desk, "paid", order)).text.slice(1, 3)).toEqual([
    "Hemos recibido 100,00\u00a0€ por tu pedido NUMBER. Lo preparamos y te escribimos en cuanto salga.",
    "Has pagado 10,01\u00a0€ de más: te los devolvemos.",
  ]);
  await refund(desk, order.id, 1001, 0);
  expect(await mail(desk, "refund", order)).toEqual({
    subject: "Pedido NUMBER: te hemos devuelto 10,01\u00a0€",
    text: [
      "Hola, Lucía:",
      "Te hemos devuelto 10,01\u00a0€ de tu pedido NUMBER.",
      "Era lo que habías pagado de más.",
      page,
    ],
  });
});

test("says how much is missing after a partial payment, and how to pay it", async () => {
  const { desk, order } = await known();
  await receive(desk, order.id, 1000, 0);
  expect(await mail(desk, "received", order)).toEqual({
    subject: "Tu pedido NUMBER: faltan 79,99\u00a0€",
    text: [
      "Hola, Lucía:",
      "Hemos recibido 10,00\u00a0€ por tu pedido NUMBER. Faltan 79,99\u00a0€.",
      "Puedes pagar por transferencia, con estos datos:",
      "Importe: 79,99\u00a0€\nBeneficiario: Perfumes Aurelia, S. L.\nIBAN: ES91 2100 0418 4502 0005 1332\nConcepto: NUMBER",
      "Por el concepto sabemos que el pago es tuyo: escríbelo tal cual.",
      page,
    ],
  });
  await receive(desk, order.id, 7999, 1000);
  expect(await kindsOf(desk)).toEqual(["owner pending", "paid", "pending", "received"]);
});

test("asks for the refunded part of a partial payment again", async () => {
  const { desk, order } = await known();
  await receive(desk, order.id, 5000, 0);
  await refund(desk, order.id, 5000, 0);
  await receive(desk, order.id, 5000, 5000);
  expect((await mail(desk, "received", order)).subject).toBe(
    "Tu pedido NUMBER: faltan 39,99\u00a0€",
  );
});

test("promises to refund a second payment of a paid order", async () => {
  const { desk, order } = await at("shipped");
  await receive(desk, order.id, 8999, 8999);
  expect(await mail(desk, "received", order)).toEqual({
    subject: "Pedido NUMBER: has vuelto a pagar",
    text: [
      "Hola, Lucía:",
      "Hemos recibido 89,99\u00a0€ por tu pedido NUMBER. Ya lo habías pagado.",
      "Has pagado 89,99\u00a0€ de más: te los devolvemos.",
      page,
    ],
  });
});

test("confirms the shipment, with tracking if there is any", async () => {
  const told = async (note: string) => {
    const { desk, order } = await at("paid");
    await ship(desk, order.id, note);
    return mail(desk, "shipped", order);
  };
  expect(await told("https://correos.example/ES123?a=1&b=2")).toEqual({
    subject: "Pedido NUMBER: va de camino",
    text: [
      "Hola, Lucía:",
      "Tu pedido NUMBER ha salido hacia:",
      "Lucía Gómez\nCalle Mayor, 1\n28013 Madrid\nEspaña\n+34 600000000",
      "Seguir el envío: https://correos.example/ES123?a=1&b=2",
    ],
  });
  expect((await told("SEUR 1234")).text.slice(3)).toEqual([
    "Para seguir el envío: SEUR 1234",
    page,
  ]);
  expect((await told("http://seur.example/1")).text.slice(3)).toEqual([
    "Para seguir el envío: http://seur.example/1",
    page,
  ]);
  expect((await told("")).text.slice(3)).toEqual([page]);
});

test("confirms the delivery briefly", async () => {
  const { desk, order } = await at("delivered");
  expect(await mail(desk, "delivered", order)).toEqual({
    subject: "Pedido NUMBER: entregado",
    text: [
      "Hola, Lucía:",
      "Ya lo tienes. Que lo disfrutes.",
      "Si algo no está bien, responde a este mensaje.",
      "Tienes 14\u00a0días naturales desde que recibes el perfume para desistir: https://aurelia.example/desistimiento",
    ],
  });
});

test("says that an order expired unpaid", async () => {
  const { desk, order } = await known();
  desk.pass(9 * day);
  await expire(desk);
  expect(await mail(desk, "expired", order)).toEqual({
    subject: "Pedido NUMBER: caducado, no debes nada",
    text: [
      "Hola, Lucía:",
      "El pago no llegó a tiempo y el pedido ha caducado: no debes nada.",
      "Si ya has hecho la transferencia, no la repitas. Cuando llegue, te preguntaremos si prefieres que te enviemos el perfume o que te devolvamos el dinero.",
      "Si aún lo quieres, puedes hacer otro pedido.",
      "Hacer otro pedido: https://aurelia.example/checkout",
    ],
  });
});

test("an order waits for its payment until the end of the last day that the email names", async () => {
  const { desk, order } = await known();
  // The end of Sunday 29 November in Madrid.
  desk.pass(Date.parse("2026-11-29T23:59:59.999+01:00") - desk.now());
  await expire(desk);
  expect((await now(desk, order)).state).toBe("pending");
  desk.pass(1);
  await expire(desk);
  expect((await now(desk, order)).state).toBe("expired");
});

test("does not mention transfers in an order by card", async () => {
  const desk = await testDesk("SQLite", { card: card({}) });
  const lapsed = await placed(desk);
  desk.pass(9 * day);
  await expire(desk);
  expect((await mail(desk, "expired", lapsed)).text.join()).not.toContain("transferencia");
  const order = await placed(desk);
  await cancel(desk, order.id);
  expect((await mail(desk, "cancelled", order)).text).toEqual([
    "Hola, Lucía:",
    "Hemos anulado tu pedido NUMBER.",
    "No debes nada.",
  ]);
});

test("asks about a late payment, and accepts the order afterwards", async () => {
  const { desk, order } = await known({ postalCode: "08001" });
  desk.pass(40 * day);
  await expire(desk);
  await receive(desk, order.id, 5000, 0);
  expect(await mail(desk, "late", order)).toEqual({
    subject: "Pedido NUMBER: ¿te lo enviamos o te devolvemos el dinero?",
    text: [
      "Hola, Lucía:",
      "Hemos recibido 50,00\u00a0€ por tu pedido NUMBER.",
      "El pedido ya había caducado, y de los 89,99\u00a0€ faltan 39,99\u00a0€. Dinos qué prefieres: pagar lo que falta y que te lo enviemos, o que te devolvamos 50,00\u00a0€. Responde a este mensaje.",
      page,
    ],
  });
  await receive(desk, order.id, 3999, 5000);
  expect((await mail(desk, "late", order)).text[2]).toBe(
    "El pedido ya había caducado. Dinos qué prefieres: que te lo enviemos o que te devolvamos el dinero. Responde a este mensaje.",
  );
  await accept(desk, order.id);
  // The promised last day of delivery is over, so the email does not name it.
  expect((await mail(desk, "paid", order)).text.slice(1)).toEqual([
    "Hemos recibido 89,99\u00a0€ por tu pedido NUMBER. Lo preparamos y te escribimos en cuanto salga.",
    page,
  ]);
});

test("says that an order was cancelled, and promises to refund later payments", async () => {
  const { desk, order } = await known();
  await cancel(desk, order.id);
  expect(await mail(desk, "cancelled", order)).toEqual({
    subject: "Pedido NUMBER: anulado, no debes nada",
    text: [
      "Hola, Lucía:",
      "Hemos anulado tu pedido NUMBER.",
      "No debes nada. Si ya has hecho la transferencia, te la devolvemos en cuanto llegue.",
    ],
  });
  await receive(desk, order.id, 8999, 0);
  expect(await mail(desk, "late", order)).toEqual({
    subject: "Pedido NUMBER: te devolvemos 89,99\u00a0€",
    text: [
      "Hola, Lucía:",
      "Hemos recibido 89,99\u00a0€ por tu pedido NUMBER.",
      "Lo habíamos anulado: te devolvemos 89,99\u00a0€.",
      page,
    ],
  });
  const part = await known();
  await receive(part.desk, part.order.id, 1000, 0);
  await cancel(part.desk, part.order.id);
  expect((await mail(part.desk, "cancelled", part.order)).text[2]).toBe(
    "Te devolvemos los 10,00\u00a0€ que pagaste.",
  );
});

test("confirms refunds, and says «todo» only if the balance is 0", async () => {
  const { desk, order } = await at("delivered");
  const told = async () => (await mail(desk, "refund", order)).text.slice(1, -1);
  await refund(desk, order.id, 2000, 0);
  expect(await told()).toEqual(["Te hemos devuelto 20,00\u00a0€ de tu pedido NUMBER."]);
  await refund(desk, order.id, 999, 2000);
  expect(await told()).toEqual([
    "Te hemos devuelto 9,99\u00a0€ de tu pedido NUMBER.",
    "En total te hemos devuelto ya 29,99\u00a0€.",
  ]);
  await refund(desk, order.id, 6000, 2999);
  expect(await told()).toEqual([
    "Te hemos devuelto 60,00\u00a0€ de tu pedido NUMBER.",
    "Con esto te hemos devuelto todo lo que pagaste.",
  ]);
  await receive(desk, order.id, 8999, 8999);
  expect((await mail(desk, "late", order)).text[2]).toBe(
    "Ya te lo habíamos reembolsado: te devolvemos 89,99\u00a0€.",
  );
});

test("sends new tracking, and says what it replaces", async () => {
  const { desk, order } = await at("shipped");
  await track(desk, order.id, "MRW 0043");
  expect(await mail(desk, "tracking", order)).toEqual({
    subject: "Pedido NUMBER: cómo seguir tu paquete",
    text: [
      "Hola, Lucía:",
      "Este es el seguimiento de tu paquete. Si te dimos otro antes, ya no vale.",
      "Para seguir el envío: MRW 0043",
      page,
    ],
  });
  await track(desk, order.id, "https://correo.example/0043");
  expect((await mail(desk, "tracking", order)).text.at(-1)).toBe(
    "Seguir el envío: https://correo.example/0043",
  );
});

test("a correction says what is right, what is missing, and how to pay it", async () => {
  const { desk, order } = await at("paid");
  await correct(desk, order.id, { side: "received", really: 899, seen: 8999, note: "" });
  expect((await now(desk, order)).state).toBe("pending");
  const { subject, text } = await mail(desk, "correction", order);
  expect(subject).toBe("Tu pedido NUMBER: corregimos un dato, faltan 81,00\u00a0€");
  expect(text.slice(1, 5)).toEqual([
    "Habíamos anotado mal los pagos de tu pedido NUMBER. Las cifras correctas son estas:",
    "Recibido: 8,99\u00a0€\nFalta por pagar: 81,00\u00a0€",
    "Puedes pagar por transferencia, con estos datos:",
    "Importe: 81,00\u00a0€\nBeneficiario: Perfumes Aurelia, S. L.\nIBAN: ES91 2100 0418 4502 0005 1332\nConcepto: NUMBER",
  ]);
  // A partial payment that was confirmed is corrected as well.
  await correct(desk, order.id, { side: "received", really: 0, seen: 899, note: "" });
  expect((await mail(desk, "correction", order)).text.slice(2, 4)).toEqual([
    "Recibido: 0,00\u00a0€\nFalta por pagar: 89,99\u00a0€",
    "Puedes pagar por transferencia hasta el domingo 29 de noviembre, con estos datos:",
  ]);
});

test("a correction does not name a payment deadline in the past", async () => {
  const { desk, order } = await at("paid");
  desk.pass(8 * day);
  await correct(desk, order.id, { side: "received", really: 0, seen: 8999, note: "" });
  expect((await mail(desk, "correction", order)).text[3]).toBe(
    "Puedes pagar por transferencia, con estos datos:",
  );
});

test("a correction asks for no payment of a closed order", async () => {
  const { desk, order } = await known();
  await cancel(desk, order.id);
  await receive(desk, order.id, 8999, 0);
  await correct(desk, order.id, { side: "received", really: 0, seen: 8999, note: "" });
  expect(await mail(desk, "correction", order)).toEqual({
    subject: "Pedido NUMBER: corregimos un dato",
    text: [
      "Hola, Lucía:",
      "Habíamos anotado mal los pagos de tu pedido NUMBER. Las cifras correctas son estas:",
      "Recibido: 0,00\u00a0€",
      page,
    ],
  });
});

test("corrects a refund", async () => {
  const { desk, order } = await at("delivered");
  await refund(desk, order.id, 8999, 0);
  await correct(desk, order.id, { side: "refund", really: 2000, seen: 8999, note: "" });
  expect(await mail(desk, "correction", order)).toEqual({
    subject: "Pedido NUMBER: corregimos un dato",
    text: [
      "Hola, Lucía:",
      "Habíamos anotado mal los pagos de tu pedido NUMBER. Las cifras correctas son estas:",
      "Recibido: 89,99\u00a0€\nDevuelto: 20,00\u00a0€",
      page,
    ],
  });
});

const declared = (contract: string) => ({
  name: "Lucía Gómez",
  contract,
  email: "lucia@correo.example",
});

test("acknowledges a withdrawal with content, date and time, without greeting by the typed name", async () => {
  const desk = await testDesk("SQLite");
  await withdraw(desk, newKey(), declared("un perfume, en mayo"));
  expect(await mail(desk, "withdrawn")).toEqual({
    subject: "Hemos recibido tu desistimiento",
    text: [
      "Hola:",
      "Hemos recibido tu desistimiento el 22 de noviembre de 2026 a las 10:05. Este mensaje acredita cuándo llegó y qué dice:",
      "«Desisto del siguiente contrato: un perfume, en mayo».\nNombre: Lucía Gómez\nEmail: lucia@correo.example",
      "Si ya tienes el perfume y estás en plazo, envíanoslo en 14\u00a0días naturales. Aquí explicamos cómo devolverlo y en qué plazo te devolvemos el dinero: https://aurelia.example/politica-de-devolucion",
    ],
  });
});

test.each([
  ["https://evil.example/ya", "https: //evil. example/ya"],
  ["bit.ly/3xYz", "bit. ly/3xYz"],
  ["http:banco.fr/x", "http: banco. fr/x"],
  ["https:\\\\banco.tk", "https: \\\\banco. tk"],
  ["mailto:x@y.pt", "mailto: x@y. pt"],
  ["España.es", "España. es"],
  ["banco.рф", "banco. рф"],
  ["Avda.de la Paz", "Avda. de la Paz"],
  ["C/ Mayor, 3, 1.º B, s/n", "C/ Mayor, 3, 1.º B, s/n"],
  ["M.ª José, el 3.11 a las 10:05. Sí.", "M.ª José, el 3.11 a las 10:05. Sí."],
])("«%s» is written as «%s»", (typed, written) => {
  expect(unlinked(typed)).toBe(written);
});

test("typed text is never a link", async () => {
  const evil = "bit.ly/3xYz, https://evil.example/ya";
  const desk = await testDesk("SQLite", {
    card: card({ check: async () => ({ received: 8999, refunded: 0, ...undisputed }) }),
  });
  const typed = { firstName: evil, lastName: evil, address: evil, city: evil };
  const order = await placed(desk, typed);
  desk.pass(4 * day);
  await remind(desk);
  await startPayment(desk, order);
  await settle(desk, order.id);
  await ship(desk, order.id, "https://correos.example/ES123");
  const invoice = { name: evil, taxId: "12345678Z", address: evil };
  await askForInvoice(desk, order.token, invoice);
  const email = "bit.ly/3xyz@evil.example";
  const withdrawal = { name: evil, contract: `${order.id} ${evil}`, email };
  await withdraw({ ...desk, limits: { ...desk.limits, withdrawalMails: 1 } }, newKey(), withdrawal);
  const other = { ...withdrawal, contract: evil };
  await withdraw({ ...desk, limits: { ...desk.limits, withdrawalMails: 0 } }, newKey(), other);
  desk.pass(hour);
  await reportWithdrawals(desk);
  const rows = await rowsOf(desk);
  expect(rows.map(({ kind }) => kind.replace(/ \d+$/, "")).sort()).toEqual([
    "owner invoice asked",
    "owner paid",
    "owner pending",
    "owner withdrawals",
    "owner withdrawn",
    "paid",
    "pending",
    "reminder",
    "shipped",
    "withdrawn",
    "withdrawn",
  ]);
  for (const { kind, subject, text, html, recipient } of rows) {
    const all = `${subject} ${text} ${html}`;
    expect(all, kind).toContain("bit. ly/3xYz, https: //evil. example/ya");
    expect(all, kind).not.toMatch(/bit\.ly|evil\.example\/ya|:\/\/evil/);
    // Our own links stay, and the tracking that the owner noted.
    expect(html, kind).toMatch(/ href="https:\/\/(aurelia\.example\/|correos\.example\/ES123")/);
    if (kind === "withdrawn") expect(recipient).toBe(email);
  }
  expect(await now(desk, order)).toMatchObject(typed);
});

test("tells one consistent story about a withdrawal from an unpaid order", async () => {
  const { desk, order } = await known();
  await withdraw(desk, newKey(), declared(order.id));
  expect((await mail(desk, "withdrawn", order)).text.at(-1)).toBe(
    "El pedido NUMBER queda anulado, y no debes nada por él.",
  );
  expect(await kindsOf(desk)).not.toContain("cancelled");
  desk.pass(9 * day);
  await expire(desk);
  await receive(desk, order.id, 8999, 0);
  expect((await mail(desk, "late", order)).text.slice(1, 3)).toEqual([
    "Hemos recibido 89,99\u00a0€ por tu pedido NUMBER.",
    "Habías desistido. No lo enviamos, y te devolvemos 89,99\u00a0€.",
  ]);
  expect(await kindsOf(desk)).not.toContain("expired");
});

test("promises to refund a payment that arrives after the withdrawal", async () => {
  const { desk, order } = await known();
  await receive(desk, order.id, 1000, 0);
  await withdraw(desk, newKey(), declared(order.id));
  await receive(desk, order.id, 1000, 1000);
  const back = (amount: string) =>
    `No lo enviamos, y te devolvemos ${amount}\u00a0€, como muy tarde el domingo 6 de diciembre.`;
  expect(await mail(desk, "received", order)).toEqual({
    subject: "Pedido NUMBER: has desistido, te devolvemos el dinero",
    text: [
      "Hola, Lucía:",
      "Hemos recibido 10,00\u00a0€ por tu pedido NUMBER.",
      back("20,00"),
      page,
    ],
  });
  await receive(desk, order.id, 6999, 2000);
  expect((await mail(desk, "paid", order)).text.slice(1, 3)).toEqual([
    "Hemos recibido 89,99\u00a0€ por tu pedido NUMBER, del que habías desistido.",
    `${back("89,99")} Si has cambiado de idea, responde a este mensaje.`,
  ]);
  await refund(desk, order.id, 8999, 0);
  desk.pass(9 * day);
  await expire(desk);
  expect(await kindsOf(desk)).not.toContain("expired");
});

test("confirms that a withdrawal by letter was recorded", async () => {
  const { desk, order } = await at("shipped");
  await noteWithdrawal(desk, order.id);
  expect(await mail(desk, "withdrawn", order)).toEqual({
    subject: "Pedido NUMBER: hemos anotado tu desistimiento",
    text: [
      "Hola, Lucía:",
      "Hemos anotado que desistes de tu pedido NUMBER.",
      "Tienes hasta el domingo 6 de diciembre para enviarnos el perfume. Te devolvemos el dinero en 5-7\u00a0días laborables desde que nos llega el paquete o, si es antes, el justificante de su envío.",
      page,
    ],
  });
  const unpaid = await known();
  await noteWithdrawal(unpaid.desk, unpaid.order.id);
  expect(await kindsOf(unpaid.desk)).toEqual(["cancelled", "owner pending", "pending"]);
});

test("the owner's subjects say what to do, readable on a locked screen", async () => {
  const desk = await testDesk("SQLite", {
    card: card({ check: async () => ({ received: 17_998, refunded: 0, ...undisputed }) }),
  });
  const order = await placed(desk, { quantity: 2 });
  await startPayment(desk, order);
  await settle(desk, order.id);
  const counter = "https://aurelia.example/mostrador/NUMBER";
  expect(await mail(desk, "owner pending", order)).toEqual({
    subject: "Pedido nuevo: 2 × Perfume signature, 179,98\u00a0€",
    text: ["Lucía Gómez, Madrid. Paga con tarjeta o Bizum. Pedido NUMBER.", counter],
  });
  expect(await mail(desk, "owner paid", order)).toEqual({
    subject: "Pagado: 179,98\u00a0€, pedido NUMBER",
    text: ["Ya puedes preparar 2 × Perfume signature para Lucía Gómez, Madrid.", counter],
  });
  await withdraw(desk, newKey(), declared(order.id));
  expect(await mail(desk, "owner withdrawn", order)).toEqual({
    subject: "Desistimiento del pedido NUMBER",
    text: [
      "Lucía Gómez (lucia@correo.example) desiste de «NUMBER».",
      "No lo envíes.",
      "Si pagó y está en plazo, tienes 14\u00a0días naturales para devolver el dinero.",
      "https://aurelia.example/mostrador",
    ],
  });
  const own = (await rowsOf(desk)).filter(({ kind }) => kind.startsWith("owner "));
  expect(new Set(own.map(({ recipient }) => recipient))).toEqual(new Set(["hola@aurelia.example"]));
});

test("tells the owner of a withdrawal from several orders, and of a late one", async () => {
  const desk = await testDesk("SQLite");
  const [one, other] = [await placed(desk), await placed(desk)];
  for (const { id } of [one, other]) await receive(desk, id, 8999, 0);
  const either = { ...declared("El perfume de ayer"), email: "LUCIA@correo.example" };
  await withdraw(desk, newKey(), either);
  const perhaps = await mail(desk, "owner withdrawn");
  expect(perhaps.subject).toMatch(/^Desistimiento, quizá del pedido [\dA-Z]{8} [ou] [\dA-Z]{8}$/);
  expect(perhaps.text[1]).toBe("Antes de enviarlos, di en el mostrador si es de alguno de ellos.");
  await withdraw(desk, newKey(), declared(`${one.id} y ${other.id}`));
  const both = (await rowsOf(desk)).find(({ subject }) => subject.includes("de los pedidos"));
  expect(both?.subject).toMatch(/ [\dA-Z]{8} y [\dA-Z]{8}$/);
  expect(both?.text).toMatch(/\nNo envíes [\dA-Z]{8} y [\dA-Z]{8}\.\n/);

  const late = await at("delivered");
  late.desk.pass(15 * day);
  await withdraw(late.desk, newKey(), declared(late.order.id));
  expect((await mail(late.desk, "owner withdrawn")).text[1]).toBe(
    "Ha llegado fuera de plazo: míralo en el mostrador antes de prometer nada.",
  );
});

test("asks for no card payment of a part, which the provider does not accept", async () => {
  const desk = await testDesk("SQLite", { card: card({}) });
  const order = await placed(desk);
  await receive(desk, order.id, 5000, 0);
  expect((await mail(desk, "received", order)).text).toEqual([
    "Hola, Lucía:",
    "Hemos recibido 50,00\u00a0€ por tu pedido NUMBER. Faltan 39,99\u00a0€.",
    "Responde a este mensaje y te decimos cómo pagar lo que falta.",
    page,
  ]);
});

test("a reminder does not speak of slow banks to those who pay by card", async () => {
  const says = async (options?: Parameters<typeof testDesk>[1]) => {
    const desk = await testDesk("SQLite", options);
    const order = await placed(desk);
    desk.pass(4 * day);
    await remind(desk);
    return (await mail(desk, "reminder", order)).text[1];
  };
  expect(await says()).toBe(
    "Aún no ha llegado el pago de tu pedido NUMBER. Si ya lo has hecho, no hagas nada: los bancos tardan a veces uno o dos días.",
  );
  expect(await says({ card: card({}) })).toBe(
    "Aún no ha llegado el pago de tu pedido NUMBER. Si ya lo has hecho, no hagas nada.",
  );
});

test("tells the owner of a card payment that is late or follows a withdrawal", async () => {
  let received = 0;
  const desk = await testDesk("SQLite", {
    card: card({
      start: async ({ id }) => ({ address: "https://pago.example/1", reference: id }),
      check: async () => ({ received, refunded: 0, ...undisputed }),
    }),
  });
  const [lapsed, called] = [await placed(desk), await placed(desk)];
  for (const order of [lapsed, called]) await startPayment(desk, order);
  await withdraw(desk, newKey(), declared(called.id));
  desk.pass(9 * day);
  await expire(desk);
  received = 8999;
  await settle(desk, lapsed.id);
  expect(await mail(desk, "owner late", lapsed)).toEqual({
    subject: "Pago tardío: 89,99\u00a0€, pedido NUMBER",
    text: [
      "Le hemos preguntado al comprador si quiere el perfume o que le devuelvas el dinero.",
      "https://aurelia.example/mostrador/NUMBER",
    ],
  });
  await settle(desk, called.id);
  expect((await mail(desk, "owner late", called)).text[0]).toBe(
    "Le hemos dicho al comprador que le devuelves el dinero.",
  );
});

test("tells the owner of a further card payment, with its amount", async () => {
  let received = 8999;
  const desk = await testDesk("SQLite", {
    card: card({ check: async () => ({ received, refunded: 0, ...undisputed }) }),
  });
  const order = await placed(desk);
  await startPayment(desk, order);
  await settle(desk, order.id);
  received = 13_999;
  await settle(desk, order.id);
  expect(await mail(desk, "owner received", order)).toEqual({
    subject: "Otro pago: 50,00\u00a0€, pedido NUMBER",
    text: [
      "Ya estaba pagado. Mira si hay que devolver algo.",
      "https://aurelia.example/mostrador/NUMBER",
    ],
  });
});

/** The words that a mail program shows, with names and values of tables written as in the plain text. */
const wordsOf = (html: string) =>
  html
    .replace(/^.*<\/head>/s, "")
    .replace(/<a class="button" href="([^"]*)"[^>]*>([^<]*)<\/a>/g, "$2: $1")
    .replace(/<\/th>|<\/span><br>/g, ": ")
    .replace(/<\/?(a|span)\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));

const flat = (text: string) =>
  text
    .replace(/[ \n]+/g, " ")
    .trim()
    .toLowerCase();

test("the HTML has the same words as the text, loads nothing, and escapes typed text", async () => {
  const evil = '<img src="https://evil.example/x.png"> & «Lucía»';
  const { desk, order } = await at("delivered", { address: evil });
  await receive(desk, order.id, 100, 8999);
  await refund(desk, order.id, 100, 0);
  await correct(desk, order.id, { side: "refund", really: 0, seen: 100, note: "" });
  const text = `1. ACEPTACIÓN\n\nEstos términos:\n * uno, https://a.example\n * dos <b>\n\n\nPAGO\n\n24-48\u00a0h`;
  await placed({ ...desk, terms: { version: "2026-11-23", text } });
  await withdraw(desk, newKey(), declared(evil));
  await withdraw(desk, newKey(), declared(order.id));
  const mails = (await rowsOf(desk)) as (Mail & { html: string })[];
  expect(mails.length).toBeGreaterThan(8);
  expect(mails.map(({ html }) => html).join()).toMatch(/<h3[^>]*>1\. ACEPTACIÓN<\/h3><p>Estos/);
  for (const { kind, text, html } of mails) {
    expect(flat(wordsOf(html)), kind).toBe(flat(text));
    expect(html, kind).not.toMatch(/<(img|script|link|iframe)\b|url\(| src="/i);
    expect(html.match(/class="button"/g)?.length ?? 0, kind).toBeLessThan(2);
  }
});

test("emails use only the shop's colours", async () => {
  const { desk } = await known();
  const tokens = readFileSync("app/ui/tokens.css", "utf8");
  const [{ html } = { html: "" }] = await rowsOf(desk);
  const colours = new Set(html?.match(/#[\da-f]{6}\b/g));
  expect(colours.size).toBe(4);
  for (const colour of colours) expect(tokens).toContain(colour);
});

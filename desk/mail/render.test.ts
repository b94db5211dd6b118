import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Order as OrderRequest } from "../../app/shop/order.ts";
import { confirmAccount } from "../orders/bank-account.ts";
import { changeFact } from "../orders/change-fact.ts";
import { makeLink } from "../orders/email-links.ts";
import { enterOrder } from "../orders/enter-order.ts";
import { ledgerOf, type NewEntry, reverse } from "../orders/ledger.ts";
import {
  close,
  deliver,
  extend,
  reopen,
  ship,
  shipAgain,
  track,
  undeliver,
} from "../orders/order-steps.ts";
import { putBack, takeOffByHand } from "../orders/removals.ts";
import {
  linkWithdrawal,
  noteWithdrawal,
  rejectWithdrawal,
  withdraw,
  withdrawalsOf,
} from "../orders/withdrawals.ts";
import { trackingOf } from "../shop/carriers.ts";
import { day } from "../shop/time.ts";
import { transact } from "../storage/database.ts";
import { enqueue, type QueuedMail } from "../storage/queue.ts";
import type { Order } from "../storage/tables.ts";
import {
  card,
  change,
  enter,
  lucia,
  newKey,
  newTerms,
  placed,
  reread,
  setFact,
  type TestDesk,
  testDesk,
} from "../testing/desk.ts";
import { formatMail, preventAutolinks } from "./mail-format.ts";
import { renderMail } from "./render.ts";
import { shopperMails } from "./shopper-mails.ts";

/** A desk with one placed order. */
async function openOrder(
  changes: Partial<OrderRequest> = {},
  options: Parameters<typeof testDesk>[1] = {},
) {
  const desk = await testDesk("SQLite", options);
  const order = await placed(desk, changes);
  /** Runs a step of the owner. */
  const step = (work: (desk: TestDesk, trx: Parameters<typeof ship>[1], order: Order) => unknown) =>
    change(desk, order, async (trx, current) => {
      await work(desk, trx, current);
      return true;
    });
  return { desk, order, step };
}

/** A desk with an order that is paid, and shipped or delivered. */
async function orderAt(
  stage: "paid" | "shipped" | "delivered",
  changes: Partial<OrderRequest> = {},
) {
  const all = await openOrder(changes);
  const { desk, order, step } = all;
  await enter(desk, order, order.total);
  if (stage !== "paid") await step((desk, trx, locked) => ship(desk, trx, locked, ""));
  if (stage === "delivered") await step((desk, trx, locked) => deliver(desk, trx, locked));
  return all;
}

const byCard = { card: card({}) };
const refund = (desk: TestDesk, order: Order, amount: number) =>
  enter(desk, order, amount, { kind: "refund" });
/** An entry that the card provider has reported, of which the owner is told. */
const reported = (desk: TestDesk, order: Order, amount: number, entry: Partial<NewEntry> = {}) =>
  enter(desk, order, amount, { who: "provider", ...entry });
const expire = ({ desk, step }: Awaited<ReturnType<typeof openOrder>>) => {
  desk.pass(8 * day);
  return step((desk, trx, locked) => close(desk, trx, locked, "expired", { who: "shop" }));
};
/** Reverses the newest entry, whose email has been tried. */
const takeBack = ({ order, step }: Awaited<ReturnType<typeof openOrder>>) =>
  step(async (desk, trx, locked) => {
    await trx.updateTable("mails").set({ attempts: 1 }).execute();
    const entry = (await ledgerOf(trx, order.id)).at(-1);
    if (entry) await reverse(desk, trx, locked, entry, { who: "owner" });
  });

const rowsOf = ({ db }: TestDesk) =>
  db.selectFrom("mails").selectAll().orderBy("createdAt").execute();

const noOrder = { id: "\0", token: "\0" };

/** The text with the order's number and token replaced by «NUMBER» and «TOKEN». */
const plain = (text: string, { id, token }: { id: string; token: string }) =>
  text.replaceAll(id, "NUMBER").replaceAll(token, "TOKEN");

/** The newest email of a template as it is sent now, without letterhead, farewell and imprint. */
async function mail(
  desk: TestDesk,
  template: QueuedMail["template"],
  order: { id: string; token: string } = noOrder,
) {
  const row = (await rowsOf(desk)).findLast((row) => row.template === template);
  if (!row) throw new Error(`There is no email «${template}».`);
  const rendered = await renderMail(desk, desk.db, row);
  if (!rendered) return undefined;
  const imprint =
    "\n\nPerfumes Aurelia, S. L. · NIF B12345674 · Calle del Pez, 1, 28004 Madrid\nRegistro Mercantil de Madrid, tomo 1, folio 1, hoja M-1\nhola@aurelia.example · +34 910 000 000";
  const text = rendered.text
    .replace(/^AURELIA\n\n/, "")
    .replace(/\n\n(Hasta pronto|Un saludo),\nAurelia, Madrid(?=\n\n)/, "")
    .replace(imprint, "");
  return { subject: plain(rendered.subject, order), text: plain(text, order).split("\n\n") };
}

/** The paragraphs of an email to the shopper after its greeting. */
const bodyOf = async (...args: Parameters<typeof mail>) =>
  (await mail(...args))?.text.slice(1) ?? [];

const queue = (desk: TestDesk, queued: QueuedMail) =>
  transact(desk.db, (trx) => enqueue(desk, trx, queued));

const page = "Ver tu pedido: https://aurelia.example/pedido/TOKEN";
const account = (amount: string) =>
  `Importe: ${amount}\u00a0€\nBeneficiario: Perfumes Aurelia, S. L.\nIBAN: ES91 2100 0418 4502 0005 1332\nConcepto: NUMBER`;
const reference = "Por el concepto sabemos que el pago es tuyo: escríbelo tal cual.";
const cityDelivery =
  "En Madrid y alrededores entregamos en 24-48\u00a0h desde que recibimos el pago.";
const returnLabel =
  "Envíalo a: Perfumes Aurelia, S. L., Calle del Pez, 1, 28004 Madrid\nEscribe en el paquete: Pedido NUMBER";
const address = "Lucía Gómez\nCalle Mayor, 1\n28013 Madrid\nEspaña\n+34 600000000";

test("the first email has the whole contract, with the full terms", async () => {
  const { desk, order } = await openOrder({ quantity: 2 });
  // The terms may change before it is sent.
  desk.pass(day);
  await newTerms(desk, "Otros términos.");
  const [row] = await rowsOf(desk);
  const rendered = row && (await renderMail(desk, desk.db, row));
  expect(rendered?.recipient).toBe("lucia@correo.example");
  expect(plain(rendered?.subject ?? "", order)).toBe("Tu pedido NUMBER: cómo pagarlo");
  expect(plain(rendered?.text ?? "", order)).toMatchInlineSnapshot(`
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

    Tienes 14 días naturales desde que recibes el perfume para desistir de la compra sin dar explicaciones. Lo más rápido es hacerlo en https://aurelia.example/desistimiento. También vale cualquier declaración clara, como el formulario que va al final de este mensaje. Te reembolsamos el 100 % de lo que pagaste, incluido el envío ordinario; el envío de vuelta lo pagas tú.

    CONDICIONES

    El perfume tiene 3 años de garantía legal. Este pedido se rige por los términos del 22 de noviembre de 2026, que tienes completos al final de este mensaje y aquí:

    https://aurelia.example/terminos-de-servicio/2026-11-22

    Hasta pronto,
    Aurelia, Madrid

    Perfumes Aurelia, S. L. · NIF B12345674 · Calle del Pez, 1, 28004 Madrid
    Registro Mercantil de Madrid, tomo 1, folio 1, hoja M-1
    hola@aurelia.example · +34 910 000 000

    TÉRMINOS DEL 22 DE NOVIEMBRE DE 2026

    Los términos de servicio, enteros."
  `);
});

test("an order by card links to its page for payment", async () => {
  const { desk, order } = await openOrder({}, byCard);
  const text = await bodyOf(desk, "placed", order);
  expect(text.slice(1, 4)).toEqual([
    "CÓMO PAGARLO",
    "Puedes pagar con tarjeta o Bizum hasta el domingo 29 de noviembre, en la página de tu pedido.",
    "Pagar tu pedido: https://aurelia.example/pedido/TOKEN",
  ]);
  expect(text.join()).not.toMatch(/IBAN|transferencia/);
});

test("an unpaid order by card asks for a reply once the shop takes no cards any more", async () => {
  const { desk, order } = await openOrder({}, byCard);
  expect((await bodyOf({ ...desk, card: undefined }, "placed", order)).slice(1, 4)).toEqual([
    "CÓMO PAGARLO",
    "Responde a este mensaje y te decimos cómo pagar 89,99\u00a0€ hasta el domingo 29 de noviembre.",
    page,
  ]);
});

test("confirms a paid order that the owner has entered at her own price", async () => {
  const desk = await testDesk("SQLite");
  const { quantity, ...recipient } = { ...lucia, country: "DE" };
  const request = { key: newKey(), recipient, quantity, method: "transfer" } as const;
  await enterOrder(desk, { ...request, total: 10_499, isPaid: true, isDelivered: false });
  const first = await mail(desk, "placed");
  expect(first?.subject).toMatch(/^Tu pedido \w{8}: confirmado$/);
  expect(first?.text.slice(4, 6)).toEqual([
    "1 × Aurelia, Perfume signature (Eau de Parfum, 50\u00a0ml): 89,99\u00a0€\nEnvío: ¡Gratis!\nSuplemento: 15,00\u00a0€\nTotal: 104,99\u00a0€",
    "El total incluye 18,22\u00a0€ de IVA (21\u00a0%).",
  ]);
  expect(first?.text.join()).not.toContain("IBAN");
  const cheaper = { ...request, key: newKey(), total: 7999, isPaid: false, isDelivered: false };
  await enterOrder(desk, cheaper);
  expect((await mail(desk, "placed"))?.text.join()).toContain(
    "Descuento: −10,00\u00a0€\nTotal: 79,99\u00a0€",
  );
});

test("names the latest delivery date outside Madrid", async () => {
  const { desk, order } = await openOrder({ postalCode: "08001", city: "Barcelona" });
  const text = await bodyOf(desk, "placed", order);
  expect(text).toContain("Lo recibirás, como muy tarde, el martes 22 de diciembre.");
  expect(text.join()).not.toContain("24-48");
  const abroad = await openOrder({ postalCode: "28001", country: "DE" });
  expect((await bodyOf(abroad.desk, "placed")).join()).not.toContain("24-48");
});

test("confirms a payment and says what comes next", async () => {
  const { desk, order } = await orderAt("paid");
  expect(await mail(desk, "money", order)).toEqual({
    subject: "Pedido NUMBER: pago recibido",
    text: [
      "Hola, Lucía:",
      "Hemos recibido 89,99\u00a0€ por tu pedido NUMBER.",
      "Lo preparamos y te escribimos en cuanto salga.",
      cityDelivery,
      page,
      "Si necesitas factura, responde a este correo con tus datos.",
    ],
  });
});

test("promises to refund an overpayment, and confirms it", async () => {
  const { desk, order } = await openOrder();
  await enter(desk, order, 10_000);
  expect((await bodyOf(desk, "money", order)).slice(0, 2)).toEqual([
    "Hemos recibido 100,00\u00a0€ por tu pedido NUMBER.",
    "Has pagado 10,01\u00a0€ de más: te reembolsamos esa cantidad.",
  ]);
  await refund(desk, order, 1001);
  expect(await mail(desk, "refund", order)).toEqual({
    subject: "Pedido NUMBER: te hemos reembolsado 10,01\u00a0€",
    text: [
      "Hola, Lucía:",
      "Te hemos reembolsado 10,01\u00a0€ de tu pedido NUMBER.",
      "El dinero vuelve a la cuenta desde la que pagaste, y el banco puede tardar unos días en mostrarlo. Si en una semana no lo ves, responde a este mensaje.",
      page,
    ],
  });
});

test("says how much is missing after a partial payment, and how to pay it", async () => {
  const { desk, order } = await openOrder();
  await enter(desk, order, 1000);
  expect(await mail(desk, "money", order)).toEqual({
    subject: "Tu pedido NUMBER: faltan 79,99\u00a0€",
    text: [
      "Hola, Lucía:",
      "Hemos recibido 10,00\u00a0€ por tu pedido NUMBER. Faltan 79,99\u00a0€.",
      "Puedes pagar por transferencia, con estos datos:",
      account("79,99"),
      reference,
      page,
    ],
  });
  await enter(desk, order, 7999);
  expect(await bodyOf(desk, "money", order)).toContain(
    "Lo preparamos y te escribimos en cuanto salga.",
  );
});

test("asks for no transfer of what is paid in cash", async () => {
  const { desk, order } = await openOrder();
  await desk.db.updateTable("orders").set({ method: "cash" }).where("id", "=", order.id).execute();
  const body = (await bodyOf(desk, "placed", order)).join(" ");
  expect(body).toContain("Quedan por pagar 89,99\u00a0€ en efectivo");
  expect(body).not.toContain("IBAN");
});

test("asks for the rest by card, on the order's page", async () => {
  const { desk, order } = await openOrder({}, byCard);
  await enter(desk, order, 5000);
  expect(await bodyOf(desk, "money", order)).toEqual([
    "Hemos recibido 50,00\u00a0€ por tu pedido NUMBER. Faltan 39,99\u00a0€.",
    "Puedes pagar con tarjeta o Bizum, en la página de tu pedido.",
    "Pagar tu pedido: https://aurelia.example/pedido/TOKEN",
  ]);
});

test("says what was discounted, and whether something is missing", async () => {
  const { desk, order } = await openOrder();
  await enter(desk, order, 8000);
  await enter(desk, order, 500, { kind: "discount" });
  expect((await mail(desk, "money", order))?.subject).toBe("Tu pedido NUMBER: faltan 4,99\u00a0€");
  await enter(desk, order, 499, { kind: "discount" });
  expect((await bodyOf(desk, "money", order)).slice(0, 2)).toEqual([
    "Te hemos descontado 4,99\u00a0€ de tu pedido NUMBER.",
    "Lo preparamos y te escribimos en cuanto salga.",
  ]);
  await enter(desk, order, 1000, { kind: "discount" });
  expect(await bodyOf(desk, "money", order)).toEqual([
    "Te hemos descontado 10,00\u00a0€ de tu pedido NUMBER.",
    "Has pagado 10,00\u00a0€ de más: te reembolsamos esa cantidad.",
    "Lo preparamos y te escribimos en cuanto salga.",
    cityDelivery,
    page,
  ]);
});

test("promises to refund a second payment of a paid order", async () => {
  const { desk, order } = await orderAt("shipped");
  await enter(desk, order, 8999);
  expect(await mail(desk, "money", order)).toEqual({
    subject: "Pedido NUMBER: pago recibido",
    text: [
      "Hola, Lucía:",
      "Hemos recibido 89,99\u00a0€ por tu pedido NUMBER.",
      "Has pagado 89,99\u00a0€ de más: te reembolsamos esa cantidad.",
      page,
      "Si necesitas factura, responde a este correo con tus datos.",
    ],
  });
});

test("confirms the shipment, with tracking if there is any", async () => {
  const { desk, order, step } = await orderAt("paid");
  const shipped = async (tracking: string) => {
    await step((desk, trx, locked) => ship(desk, trx, locked, tracking));
    return mail(desk, "shipped", order);
  };
  expect(await shipped("https://correos.example/ES123?a=1&b=2")).toEqual({
    subject: "Pedido NUMBER: va de camino",
    text: [
      "Hola, Lucía:",
      "Tu pedido NUMBER ha salido hacia:",
      address,
      cityDelivery,
      "Seguir el envío: https://correos.example/ES123?a=1&b=2",
      page,
    ],
  });
  expect((await shipped(trackingOf("mrw", "0042", "28013")))?.text.slice(4)).toEqual([
    "Lo lleva MRW, con el número 0042.",
    "Seguir el envío: https://www.mrw.es/seguimiento_envios/MRW_resultados_consultas.asp?modo=nacional&envio=0042",
    page,
  ]);
  expect((await shipped("SEUR 1234"))?.text.slice(4)).toEqual([
    "Para seguir el envío: SEUR 1234",
    page,
  ]);
  expect((await shipped("http://seur.example/1"))?.text.slice(4)).toEqual([
    "Para seguir el envío: http://seur.example/1",
    page,
  ]);
  expect((await shipped(""))?.text.slice(3)).toEqual([cityDelivery, page]);
});

test("sends new tracking, and that of a second parcel", async () => {
  const { desk, order, step } = await orderAt("shipped");
  await step((desk, trx, locked) => track(desk, trx, locked, "MRW 0043"));
  expect(await mail(desk, "shipped", order)).toEqual({
    subject: "Pedido NUMBER: cómo seguir tu paquete",
    text: [
      "Hola, Lucía:",
      "Este es el seguimiento de tu paquete. Si te dimos otro antes, ya no vale.",
      "Para seguir el envío: MRW 0043",
      page,
    ],
  });
  await step((desk, trx, locked) => shipAgain(desk, trx, locked, "MRW 0044"));
  expect(await mail(desk, "shipped", order)).toEqual({
    subject: "Pedido NUMBER: te lo hemos enviado otra vez",
    text: [
      "Hola, Lucía:",
      "El paquete de tu pedido NUMBER no llegó bien, y te hemos enviado otro hacia:",
      address,
      cityDelivery,
      "Para seguir el envío: MRW 0044",
      page,
    ],
  });
});

test("confirms the delivery briefly, and takes it back", async () => {
  const { desk, order, step } = await orderAt("delivered");
  expect(await mail(desk, "delivered", order)).toEqual({
    subject: "Pedido NUMBER: entregado",
    text: [
      "Hola, Lucía:",
      "Tu pedido NUMBER ha llegado. Que lo disfrutes.",
      "Si algo no está bien, responde a este mensaje.",
      "Hasta el lunes 7 de diciembre puedes desistir: https://aurelia.example/desistimiento",
      page,
    ],
  });
  await desk.db.updateTable("mails").set({ attempts: 1 }).execute();
  await step((desk, trx, locked) => undeliver(desk, trx, locked));
  expect(await mail(desk, "delivered", order)).toBeUndefined();
  expect(await bodyOf(desk, "correction", order)).toEqual([
    "Un correo nuestro sobre tu pedido NUMBER tenía un error. Los datos correctos son estos:",
    "Estado: Enviado\nRecibido: 89,99\u00a0€",
    page,
  ]);
});

describe("a closed order", () => {
  test("says that it expired unpaid", async () => {
    const all = await openOrder();
    const { desk, order } = all;
    await expire(all);
    expect(await mail(desk, "expired", order)).toEqual({
      subject: "Pedido NUMBER: caducado, no debes nada",
      text: [
        "Hola, Lucía:",
        "El pago no llegó a tiempo y el pedido ha caducado: no debes nada.",
        "Si ya has hecho la transferencia, no la repitas. Cuando llegue, te preguntaremos si prefieres que te enviemos el perfume o que te reembolsemos el dinero.",
        "Si aún lo quieres, puedes hacer otro pedido.",
        "Hacer otro pedido: https://aurelia.example/checkout",
      ],
    });
  });

  test("invites to no other order while the shop is paused", async () => {
    const all = await openOrder();
    await expire(all);
    await setFact(all.desk, "paused", "el 7 de enero");
    expect((await bodyOf(all.desk, "expired", all.order)).slice(2)).toEqual([
      "Ahora no aceptamos pedidos: volvemos el 7 de enero.",
    ]);
  });

  test("does not mention transfers if it was by card", async () => {
    const all = await openOrder({}, byCard);
    const { desk, order, step } = all;
    await expire(all);
    expect((await bodyOf(desk, "expired", order)).join()).not.toContain("transferencia");
    await step((desk, trx, locked) => close(desk, trx, locked, "cancelled", { who: "owner" }));
    expect(await bodyOf(desk, "cancelled", order)).toEqual([
      "Hemos anulado tu pedido NUMBER.",
      "No debes nada.",
    ]);
  });

  test("asks about a late payment, and goes on if it is reopened", async () => {
    const all = await openOrder({ postalCode: "08001" });
    const { desk, order, step } = all;
    await expire(all);
    desk.pass(32 * day);
    await enter(desk, order, 5000);
    expect(await mail(desk, "money", order)).toEqual({
      subject: "Pedido NUMBER: ¿te lo enviamos o te reembolsamos el dinero?",
      text: [
        "Hola, Lucía:",
        "Hemos recibido 50,00\u00a0€ por tu pedido NUMBER.",
        "El pedido ya había caducado, y de los 89,99\u00a0€ faltan 39,99\u00a0€. Dinos qué prefieres: pagar lo que falta y que te lo enviemos, o que te reembolsemos 50,00\u00a0€. Responde a este mensaje.",
        page,
      ],
    });
    expect(await mail(desk, "expired", order)).toBeUndefined();
    await enter(desk, order, 3999);
    expect((await bodyOf(desk, "money", order))[1]).toBe(
      "El pedido ya había caducado. Dinos qué prefieres: que te lo enviemos o que te reembolsemos el dinero. Responde a este mensaje.",
    );
    await desk.db.updateTable("mails").set({ attempts: 1 }).execute();
    await step((desk, trx, locked) => reopen(desk, trx, locked));
    // The promised last day of delivery is over, so the email does not name it.
    expect(await bodyOf(desk, "reopened", order)).toEqual([
      "Tu pedido NUMBER sigue adelante.",
      "Lo preparamos y te escribimos en cuanto salga.",
      page,
    ]);
  });

  test("promises the money of an order that was cancelled", async () => {
    const { desk, order, step } = await openOrder();
    await step((desk, trx, locked) => close(desk, trx, locked, "cancelled", { who: "owner" }));
    expect(await mail(desk, "cancelled", order)).toEqual({
      subject: "Pedido NUMBER: anulado, no debes nada",
      text: [
        "Hola, Lucía:",
        "Hemos anulado tu pedido NUMBER.",
        "No debes nada. Si ya has hecho la transferencia, te la reembolsamos en cuanto llegue.",
      ],
    });
    await enter(desk, order, 8999);
    expect(await mail(desk, "money", order)).toEqual({
      subject: "Pedido NUMBER: te reembolsamos 89,99\u00a0€",
      text: [
        "Hola, Lucía:",
        "Hemos recibido 89,99\u00a0€ por tu pedido NUMBER.",
        "El pedido está anulado. Te reembolsamos 89,99\u00a0€.",
        page,
      ],
    });
    expect(await mail(desk, "cancelled", order)).toMatchObject({
      subject: "Pedido NUMBER: anulado, te reembolsamos 89,99\u00a0€",
    });
    expect((await bodyOf(desk, "cancelled", order))[1]).toBe("Te reembolsamos 89,99\u00a0€.");
    await refund(desk, order, 8999);
    await enter(desk, order, 8999);
    expect((await bodyOf(desk, "money", order))[1]).toBe(
      "El pedido está anulado. Te reembolsamos 89,99\u00a0€.",
    );
  });
});

test.each([
  ["transfer", "El dinero vuelve a la cuenta desde la que pagaste, y el banco"],
  ["card", "El dinero vuelve a la tarjeta o al Bizum con que pagaste, y el banco"],
  ["cash", undefined],
] as const)("says where the refund of a payment by %s arrives", async (method, where) => {
  const { desk, order } = await openOrder();
  await desk.db.updateTable("orders").set({ method }).execute();
  await enter(desk, order, 8999);
  await refund(desk, order, 8999);
  expect(await bodyOf(desk, "refund", order)).toEqual([
    "Te hemos reembolsado 89,99\u00a0€ de tu pedido NUMBER.",
    ...(where
      ? [
          `${where} puede tardar unos días en mostrarlo. Si en una semana no lo ves, responde a este mensaje.`,
        ]
      : []),
    page,
  ]);
});

test("confirms refunds, with their sum", async () => {
  const { desk, order } = await orderAt("delivered");
  await refund(desk, order, 2000);
  expect((await bodyOf(desk, "refund", order))[0]).toBe(
    "Te hemos reembolsado 20,00\u00a0€ de tu pedido NUMBER.",
  );
  await refund(desk, order, 999);
  expect((await bodyOf(desk, "refund", order)).slice(0, 2)).toEqual([
    "Te hemos reembolsado 9,99\u00a0€ de tu pedido NUMBER.",
    "En total te hemos reembolsado ya 29,99\u00a0€.",
  ]);
  await refund(desk, order, 6000);
  expect((await bodyOf(desk, "refund", order)).slice(0, 2)).toEqual([
    "Te hemos reembolsado 60,00\u00a0€ de tu pedido NUMBER.",
    "En total te hemos reembolsado ya 89,99\u00a0€.",
  ]);
});

describe("a correction", () => {
  test("says what is right, what is missing, and how to pay it", async () => {
    const all = await openOrder();
    const { desk, order } = all;
    await enter(desk, order, 899);
    await enter(desk, order, 8999);
    await takeBack(all);
    expect(await mail(desk, "correction", order)).toEqual({
      subject: "Tu pedido NUMBER: corregimos un dato, faltan 81,00\u00a0€",
      text: [
        "Hola, Lucía:",
        "Un correo nuestro sobre tu pedido NUMBER tenía un error. Los datos correctos son estos:",
        "Estado: Pagado en parte\nRecibido: 8,99\u00a0€\nFalta por pagar: 81,00\u00a0€",
        "Puedes pagar por transferencia, con estos datos:",
        account("81,00"),
        reference,
        page,
      ],
    });
  });

  test("names a deadline only before its end", async () => {
    const all = await openOrder();
    await enter(all.desk, all.order, 8999);
    await takeBack(all);
    const { payUntil } = await reread(all.desk, all.order);
    const line = async () => (await bodyOf(all.desk, "correction", all.order))[2];
    all.desk.pass((payUntil ?? 0) - all.desk.now());
    expect(await line()).toBe(
      "Puedes pagar por transferencia hasta el domingo 29 de noviembre, con estos datos:",
    );
    all.desk.pass(1);
    expect(await line()).toBe("Puedes pagar por transferencia, con estos datos:");
  });

  test("asks for no payment of a closed order", async () => {
    const all = await openOrder();
    const { desk, order, step } = all;
    await step((desk, trx, locked) => close(desk, trx, locked, "cancelled", { who: "owner" }));
    await enter(desk, order, 8999);
    await takeBack(all);
    expect(await mail(desk, "correction", order)).toEqual({
      subject: "Pedido NUMBER: corregimos un dato",
      text: [
        "Hola, Lucía:",
        "Un correo nuestro sobre tu pedido NUMBER tenía un error. Los datos correctos son estos:",
        "Estado: Anulado\nRecibido: 0,00\u00a0€",
        page,
      ],
    });
  });

  test("promises a refund that failed", async () => {
    const all = await openOrder();
    const { desk, order, step } = all;
    await enter(desk, order, 8999);
    await step((desk, trx, locked) => close(desk, trx, locked, "cancelled", { who: "owner" }));
    await refund(desk, order, 8999);
    await takeBack(all);
    expect((await bodyOf(desk, "correction", order)).slice(1, 3)).toEqual([
      "Estado: Anulado\nRecibido: 89,99\u00a0€",
      "El pedido está anulado. Te reembolsamos 89,99\u00a0€.",
    ]);
  });
});

const declared = (contract: string) => ({
  name: "Lucía Gómez",
  contract,
  email: "lucia@correo.example",
});

describe("a withdrawal", () => {
  test("is acknowledged with content, date and time, without greeting by the typed name", async () => {
    const desk = await testDesk("SQLite");
    await withdraw(desk, newKey(), declared("un perfume, en mayo"));
    expect(await mail(desk, "acknowledgement")).toEqual({
      subject: "Hemos recibido tu desistimiento",
      text: [
        "Hola:",
        "Hemos recibido tu desistimiento el 22 de noviembre de 2026 a las 10:05. Este mensaje acredita cuándo llegó y qué dice:",
        "«Desisto del siguiente contrato: un perfume, en mayo».\nNombre: Lucía Gómez\nEmail: lucia@correo.example",
        "Si ya tienes el perfume y estás en plazo, envíanoslo a Perfumes Aurelia, S. L., Calle del Pez, 1, 28004 Madrid, en los 14\u00a0días naturales siguientes a este aviso, con tu nombre y el número de tu pedido en el paquete. Aquí explicamos cómo devolverlo y en qué plazo te reembolsamos el dinero: https://aurelia.example/politica-de-devolucion",
      ],
    });
  });

  test("from an unpaid order cancels it, and a payment afterwards comes back", async () => {
    const { desk, order } = await openOrder();
    await withdraw(desk, newKey(), declared(order.id));
    expect((await bodyOf(desk, "acknowledgement", order)).at(-1)).toBe(
      "No lo enviamos, y no debes nada. Si ya has hecho la transferencia, te la reembolsamos en cuanto llegue.",
    );
    await enter(desk, order, 8999);
    expect((await bodyOf(desk, "money", order)).slice(0, 2)).toEqual([
      "Hemos recibido 89,99\u00a0€ por tu pedido NUMBER.",
      "Habías desistido. No lo enviamos, y te reembolsamos 89,99\u00a0€, como muy tarde el domingo 6 de diciembre. Si has cambiado de idea, responde a este mensaje.",
    ]);
  });

  test("promises to refund a payment that arrives after it", async () => {
    const { desk, order } = await openOrder();
    await enter(desk, order, 1000);
    await withdraw(desk, newKey(), declared(order.id));
    await enter(desk, order, 1000);
    const back = (amount: string) =>
      `Habías desistido. No lo enviamos, y te reembolsamos ${amount}\u00a0€, como muy tarde el domingo 6 de diciembre. Si has cambiado de idea, responde a este mensaje.`;
    expect(await mail(desk, "money", order)).toEqual({
      subject: "Pedido NUMBER: te reembolsamos 20,00\u00a0€",
      text: [
        "Hola, Lucía:",
        "Hemos recibido 10,00\u00a0€ por tu pedido NUMBER.",
        back("20,00"),
        page,
      ],
    });
    await enter(desk, order, 6999);
    expect((await bodyOf(desk, "money", order))[1]).toBe(back("89,99"));
  });

  test("that is late is acknowledged without asking for the parcel, and may be rejected", async () => {
    const { desk, order, step } = await orderAt("delivered");
    desk.pass(16 * day);
    await withdraw(desk, newKey(), declared(order.id));
    expect((await bodyOf(desk, "acknowledgement", order)).at(-1)).toBe(
      "Estudiamos este desistimiento y te escribimos.",
    );
    expect((await mail(desk, "owner withdrawal", order))?.text[1]).toBe(
      "El plazo acabó el lunes 7 de diciembre; si ese día fue fiesta donde vive, valía también el siguiente día laborable. Decide en el mostrador antes de prometer nada.",
    );
    const [withdrawal] = await withdrawalsOf(desk.db, order.id);
    const reason = "El plazo terminó el 6 de diciembre.";
    await step((desk, trx, locked) =>
      rejectWithdrawal(desk, trx, locked, withdrawal?.id ?? "", reason),
    );
    expect(await mail(desk, "withdrawal rejected", order)).toEqual({
      subject: "Pedido NUMBER: sobre tu desistimiento",
      text: [
        "Hola, Lucía:",
        "Tu desistimiento del pedido NUMBER no es válido, por este motivo:",
        reason,
        "Si no estás de acuerdo, responde a este mensaje o pídenos una hoja de reclamaciones.",
        page,
      ],
    });
  });

  test("by letter is confirmed, with what follows from it", async () => {
    const { desk, order, step } = await orderAt("shipped");
    await step((desk, trx, locked) => noteWithdrawal(desk, trx, locked));
    expect(await mail(desk, "withdrawn", order)).toEqual({
      subject: "Pedido NUMBER: hemos anotado tu desistimiento",
      text: [
        "Hola, Lucía:",
        "Hemos anotado que desistes de tu pedido NUMBER.",
        "Te autorizamos la devolución: tienes hasta el lunes 7 de diciembre para enviarnos el perfume. Te reembolsamos 89,99\u00a0€ en 5-7\u00a0días laborables desde que nos llega el paquete o, si es antes, el justificante de su envío.",
        returnLabel,
        page,
      ],
    });
    await refund(desk, order, 2000);
    expect((await bodyOf(desk, "withdrawn", order)).slice(1, 4)).toEqual([
      "Te autorizamos la devolución: tienes hasta el lunes 7 de diciembre para enviarnos el perfume. Te reembolsamos 69,99\u00a0€ en 5-7\u00a0días laborables desde que nos llega el paquete o, si es antes, el justificante de su envío.",
      returnLabel,
      "Te hemos reembolsado 20,00\u00a0€.",
    ]);
    await refund(desk, order, 6999);
    expect((await bodyOf(desk, "withdrawn", order))[1]).toBe(
      "Te hemos reembolsado 89,99\u00a0€: todo lo que pagaste.",
    );
  });

  test("of a part is acknowledged with what was understood, and the rest is sent", async () => {
    const { desk, order } = await orderAt("paid", { quantity: 3 });
    await withdraw(desk, newKey(), { ...declared(order.id), bottles: 1 });
    expect((await bodyOf(desk, "acknowledgement", order)).slice(1)).toEqual([
      "«Desisto de 1\u00a0frasco del siguiente contrato: NUMBER».\nNombre: Lucía Gómez\nEmail: lucia@correo.example",
      "Hemos entendido que desistes de 1 de los 3\u00a0frascos del pedido NUMBER. Si no es así, responde a este mensaje y lo corregimos.",
      "Has desistido de 1\u00a0frasco: quedan 2. Te reembolsamos 89,99\u00a0€, como muy tarde el domingo 6 de diciembre.",
      "Lo preparamos y te escribimos en cuanto salga.",
      cityDelivery,
      page,
    ]);
    expect((await mail(desk, "owner withdrawal", order))?.text).toEqual([
      "Lucía Gómez (lucia@correo.example) desiste de 1\u00a0frasco de «NUMBER».",
      "Desiste de 1 de 3. Quedan 2\u00a0frascos. Hay que reembolsar 89,99\u00a0€, como muy tarde el domingo 6 de diciembre.",
      "Ver el pedido: https://aurelia.example/mostrador/NUMBER",
    ]);
    // The confirmation is the contract.
    expect(await bodyOf(desk, "placed", order)).toContain(
      "De ellos has desistido de 1: quedan 2, y el total es de 179,98\u00a0€.",
    );
  });

  test("of a further number is acknowledged, and left to the owner", async () => {
    const { desk, order } = await orderAt("paid", { quantity: 3 });
    for (const bottles of [1, 1])
      await withdraw(desk, newKey(), { ...declared(order.id), bottles });
    expect((await bodyOf(desk, "acknowledgement", order)).slice(2)).toEqual([
      "Estudiamos este desistimiento y te escribimos.",
      "Has desistido de 1\u00a0frasco: quedan 2. Te reembolsamos 89,99\u00a0€, como muy tarde el domingo 6 de diciembre.",
    ]);
    expect((await mail(desk, "owner withdrawal", order))?.text[1]).toBe(
      "Decide en el mostrador qué haces. No lo envíes antes.",
    );
  });

  test("that the owner takes off by hand says what is left, and what is to pay", async () => {
    const { desk, order, step } = await openOrder({ quantity: 2 });
    await step((desk, trx, locked) => takeOffByHand(desk, trx, locked, { bottles: 1 }));
    expect((await mail(desk, "bottles removed", order))?.subject).toBe(
      "Tu pedido NUMBER: queda 1\u00a0frasco",
    );
    expect((await bodyOf(desk, "bottles removed", order)).slice(0, 4)).toEqual([
      "Hemos cambiado tu pedido NUMBER.",
      "Tu pedido es ahora de 1\u00a0frasco.",
      "Puedes pagar por transferencia hasta el domingo 29 de noviembre, con estos datos:",
      account("89,99"),
    ]);
    expect(await bodyOf(desk, "placed", order)).toContain(
      "De ellos se ha quitado 1: queda 1, y el total es de 89,99\u00a0€.",
    );
    await step(async (desk, trx, locked) => [await putBack(desk, trx, locked)]);
    await expect(mail(desk, "bottles removed", order)).rejects.toThrow("There is no email");
  });

  test("whose order is unknown is the owner's task until she links it", async () => {
    const { desk, order, step } = await orderAt("paid");
    const { id } = await withdraw(desk, newKey(), declared("El perfume de ayer"));
    const admin = "https://aurelia.example/mostrador";
    expect(await mail(desk, "owner withdrawal", order)).toEqual({
      subject: "Desistimiento que no encaja con ningún pedido",
      text: [
        "Lucía Gómez (lucia@correo.example) desiste de «El perfume de ayer».",
        "Antes de enviarle nada, di en el mostrador de qué pedido es.",
        "Si pagó y está en plazo, tienes 14\u00a0días naturales para reembolsar el dinero.",
        `Abrir el mostrador: ${admin}`,
      ],
    });
    await step((desk, trx, locked) => linkWithdrawal(desk, trx, locked, id));
    expect(await mail(desk, "owner withdrawal", order)).toMatchObject({
      subject: "Desistimiento del pedido NUMBER",
      text: [
        expect.anything(),
        "Desiste de todo. Hay que reembolsar 89,99\u00a0€, como muy tarde el domingo 6 de diciembre.",
        `Ver el pedido: ${admin}/NUMBER`,
      ],
    });
  });
});

describe("while an order waits for its payment", () => {
  const remind = (desk: TestDesk, { id }: Order) =>
    queue(desk, { template: "reminder", orderId: id });

  test("a reminder does not speak of slow banks to those who pay by card", async () => {
    const first = async (options = {}) => {
      const { desk, order } = await openOrder({}, options);
      await remind(desk, order);
      return (await bodyOf(desk, "reminder", order))[0];
    };
    expect(await first()).toBe(
      "Aún no ha llegado el pago de tu pedido NUMBER. Si ya lo has hecho, no hagas nada: los bancos tardan a veces uno o dos días.",
    );
    expect(await first(byCard)).toBe(
      "Aún no ha llegado el pago de tu pedido NUMBER. Si ya lo has hecho, no hagas nada.",
    );
  });

  test.each<[string, (all: Awaited<ReturnType<typeof openOrder>>) => Promise<unknown>]>([
    ["paid", ({ desk, order }) => enter(desk, order, 8999)],
    ["paid in part", ({ desk, order }) => enter(desk, order, 1)],
    ["past its term", async ({ desk }) => desk.pass(8 * day)],
    ["expired", expire],
    ["withdrawn", ({ step }) => step((desk, trx, locked) => noteWithdrawal(desk, trx, locked))],
  ])("nobody is reminded of an order that is %s", async (_, work) => {
    const all = await openOrder();
    await remind(all.desk, all.order);
    expect(await mail(all.desk, "reminder")).toBeDefined();
    await work(all);
    expect(await mail(all.desk, "reminder")).toBeUndefined();
  });

  test("an extension names its last day", async () => {
    const { desk, order, step } = await openOrder();
    desk.pass(6 * day);
    await step((desk, trx, locked) => extend(desk, trx, locked, 10));
    expect((await bodyOf(desk, "extended", order)).slice(0, 2)).toEqual([
      "Te damos más días para pagar tu pedido NUMBER.",
      "Puedes pagar por transferencia hasta el martes 8 de diciembre, con estos datos:",
    ]);
  });

  test("every email has the shop's current telephone, address and delivery promise", async () => {
    const { desk, order } = await openOrder();
    const email = "tienda@correo.example";
    await setFact(desk, "SHOP_EMAIL", email);
    await setFact(desk, "SHOP_PHONE", "+34 915 555 123");
    await setFact(desk, "claims", JSON.stringify({ cityDeliveryHours: "" }));
    const [placed, toOwner] = await Promise.all(
      (await rowsOf(desk)).map((row) => renderMail(desk, desk.db, row)),
    );
    expect(placed?.text).toContain("\ntienda@correo.example · +34 915 555 123\n");
    expect(placed?.text).not.toContain("24-48");
    expect(toOwner?.recipient).toBe(email);
    expect(order.email).toBe(placed?.recipient);
  });

  test("a new address of the shop is announced to all of the owner's addresses", async () => {
    const { desk } = await openOrder();
    const [before, after] = ["hola@aurelia.example", "tienda@correo.example"];
    expect(await changeFact(desk, "SHOP_EMAIL", before, after)).toBe(true);
    const rows = (await rowsOf(desk)).filter(
      ({ template }) => template === "owner setting changed",
    );
    const mails = await Promise.all(rows.map((row) => renderMail(desk, desk.db, row)));
    expect(mails.map((mail) => mail?.recipient).sort()).toEqual([
      "duena@aurelia.example",
      before,
      after,
    ]);
    for (const mail of mails) {
      expect(mail?.subject).toBe("El correo de la tienda ha cambiado en el mostrador");
      expect(mail?.text).toContain("Antes: hola@aurelia.example. Ahora: tienda@correo.example.");
    }
  });

  test("an email of an earlier version, about a password, is left out", async () => {
    const desk = await testDesk("SQLite");
    await queue(desk, { template: "owner password changed" } as never);
    await queue(desk, { template: "owner sign-in", data: null });
    expect(await mail(desk, "owner password changed" as never)).toBeUndefined();
    const { subject, text } = (await mail(desk, "owner sign-in")) ?? {};
    expect(subject).toBe("Tu enlace para entrar en el mostrador");
    expect(text).toEqual([
      expect.stringMatching(
        /^Entrar en el mostrador: https:\/\/aurelia\.example\/mostrador\/entrar\/[\w-]{22}$/,
      ),
      "Vale media hora y una sola vez. Si se abre dentro de la aplicación de correo y lo prefieres en tu navegador, copia allí la dirección.",
      "Si no lo has pedido tú, no hagas nada: sin este correo no entra nadie.",
    ]);
  });

  test("every email has the account that is in use when it is sent", async () => {
    const { desk, order } = await openOrder();
    await enter(desk, order, 1000);
    const secret = await makeLink(desk, "ES7921000813610123456789");
    await queue(desk, {
      template: "owner account confirmation",
      data: { iban: "ES7921000813610123456789" },
    });
    expect(await mail(desk, "owner account confirmation")).toEqual({
      subject: "Confirma la cuenta para las transferencias",
      text: [
        "En el mostrador se ha pedido cobrar en la cuenta ES79 2100 0813 6101 2345 6789. Vale cuando lo confirmes:",
        expect.stringMatching(
          /^Ver y confirmar la cuenta: https:\/\/aurelia\.example\/mostrador\/cuenta\/[\w-]{22}$/,
        ),
        "El enlace vale media hora y una sola vez.",
        "Si no has sido tú, no lo confirmes y cierra la sesión en todos los dispositivos, que está al final de «Ajustes»: https://aurelia.example/mostrador/ajustes",
      ],
    });
    await confirmAccount(desk, secret);
    for (const template of ["placed", "money", "account changed"] as const) {
      const text = (await bodyOf(desk, template, order)).join("\n");
      expect(text, template).toContain("IBAN: ES79 2100 0813 6101 2345 6789");
      expect(text, template).not.toContain("ES91");
    }
    expect((await mail(desk, "account changed", order))?.subject).toBe(
      "Tu pedido NUMBER: hemos cambiado de cuenta",
    );
    expect((await mail(desk, "owner setting changed"))?.text[0]).toBe(
      "Antes: ES91 2100 0418 4502 0005 1332. Ahora: ES79 2100 0813 6101 2345 6789.",
    );
    await enter(desk, order, 7999);
    expect(await mail(desk, "account changed", order)).toBeUndefined();
  });
});

describe("the owner's subjects say what to do, readable on a locked screen", () => {
  const admin = "Ver el pedido: https://aurelia.example/mostrador/NUMBER";

  test("of an order and its payment", async () => {
    const { desk, order } = await openOrder({ quantity: 2 }, byCard);
    await reported(desk, order, 17_998);
    expect(await mail(desk, "owner order placed", order)).toEqual({
      subject: "Pedido nuevo: 2 × Perfume signature, 179,98\u00a0€",
      text: ["Lucía Gómez, Madrid. Paga con tarjeta o Bizum. Pedido NUMBER.", admin],
    });
    expect(await mail(desk, "owner payment", order)).toEqual({
      subject: "Pagado: 179,98\u00a0€, pedido NUMBER",
      text: ["Ya puedes preparar 2 × Perfume signature para Lucía Gómez, Madrid.", admin],
    });
    await reported(desk, order, 5000);
    expect(await mail(desk, "owner payment", order)).toEqual({
      subject: "Pagado: 50,00\u00a0€, pedido NUMBER",
      text: ["Ha pagado 50,00\u00a0€ de más.", admin],
    });
    await withdraw(desk, newKey(), declared(order.id));
    expect((await mail(desk, "owner payment", order))?.text[0]).toBe(
      "Le hemos dicho al comprador que le reembolsas el dinero.",
    );
  });

  test("of a late payment", async () => {
    const all = await openOrder({}, byCard);
    const { desk, order } = all;
    await expire(all);
    await reported(desk, order, 8999);
    expect(await mail(desk, "owner payment", order)).toEqual({
      subject: "Pago tardío: 89,99\u00a0€, pedido NUMBER",
      text: [
        "Le hemos preguntado al comprador si quiere el perfume o que le reembolses el dinero.",
        admin,
      ],
    });
    await withdraw(desk, newKey(), declared(order.id));
    expect((await mail(desk, "owner payment", order))?.text[0]).toBe(
      "Le hemos dicho al comprador que le reembolsas el dinero.",
    );
  });

  test("of an email that does not arrive, even if it could not be written", async () => {
    const { desk } = await openOrder();
    const [placed] = await rowsOf(desk);
    const id = placed?.id ?? "";
    await desk.db
      .updateTable("mails")
      .set({ subject: null, error: "Error interno" })
      .where("id", "=", id)
      .execute();
    await queue(desk, { template: "owner mail undelivered", key: id, data: { id } });
    expect((await mail(desk, "owner mail undelivered"))?.text).toContain(
      "Un correo que aún no se ha podido escribir\nSe sigue intentando: Error interno",
    );
  });

  test("of disputes and failed refunds", async () => {
    const { desk, order, step } = await openOrder({}, byCard);
    await reported(desk, order, 8999);
    await reported(desk, order, 8999, { kind: "chargeback" });
    const data = { amount: 8999 };
    await queue(desk, { template: "owner refund failed", orderId: order.id, data });
    expect(await mail(desk, "owner dispute", order)).toMatchObject({
      subject: "Disputa: 89,99\u00a0€, pedido NUMBER",
      text: [
        "El banco del comprador reclama el dinero. No envíes el pedido, y contesta en el panel de Stripe antes de la fecha que te da.",
        expect.anything(),
      ],
    });
    await step((desk, trx, locked) => ship(desk, trx, locked, ""));
    expect((await mail(desk, "owner dispute", order))?.text[0]).toBe(
      "El banco del comprador reclama el dinero. Contesta, con la prueba del envío, en el panel de Stripe antes de la fecha que te da.",
    );
    await takeBack({ desk, order, step });
    expect((await mail(desk, "owner dispute", order))?.subject).toBe(
      "Disputa ganada: 89,99\u00a0€, pedido NUMBER",
    );
    expect((await mail(desk, "owner refund failed", order))?.subject).toBe(
      "Reembolso fallido: 89,99\u00a0€, pedido NUMBER",
    );
  });

  test("of a job that fails, with the reason, from which nothing becomes a link", async () => {
    const { desk } = await openOrder();
    const failing = [
      { name: "backup" as const, since: desk.now(), reason: "ENOSPC: https://evil.example" },
      // Another version may have queued it.
      { name: "tomorrow's" as "backup", since: desk.now(), reason: "" },
    ];
    await queue(desk, { template: "owner jobs failing", data: { failing } });
    expect(await mail(desk, "owner jobs failing")).toEqual({
      subject: "No se hace la copia de seguridad",
      text: [
        "No se hace la copia de seguridad, desde el 22 de noviembre de 2026 a las 10:05.\n" +
          "Si se pierde el servidor, se pierde lo que ha pasado desde la última.\n" +
          "Mira si queda disco, y si existe la carpeta de BACKUP_FOLDER.\n" +
          "Se ha anotado: «ENOSPC: https: //evil. example».",
        "En el servidor, «aurelia estado» mira si hay disco, correo y lo demás. Si no encuentra nada, reinicia la tienda con «systemctl restart aurelia»; si sigue, pide ayuda.",
        "Abrir el mostrador: https://aurelia.example/mostrador",
      ],
    });
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
  expect(preventAutolinks(typed)).toBe(written);
});

test("the text of each email to the shopper is tested here", () => {
  const tests = readFileSync(import.meta.filename, "utf8");
  const isTested = (name: string) => new RegExp(`(mail|bodyOf)\\(.*"${name}"`).test(tests);
  expect(
    Object.keys(shopperMails).filter((name) => !isTested(name)),
    "a new email: add a test of its Spanish text",
  ).toEqual([]);
});

test("typed text is never a link", async () => {
  const evil = "bit.ly/3xYz, https://evil.example/ya";
  const { quantity, email: _, country, ...texts } = lucia;
  const typed = Object.fromEntries(Object.keys(texts).map((field) => [field, evil]));
  const { desk, order, step } = await openOrder(typed, byCard);
  await reported(desk, order, 8999);
  await step((desk, trx, locked) => ship(desk, trx, locked, "https://correos.example/ES123"));
  const email = "bit.ly/3xyz@evil.example";
  await withdraw(desk, newKey(), { name: evil, contract: `${order.id} ${evil}`, email });
  const rows = await rowsOf(desk);
  expect(rows.map(({ template }) => template).sort()).toEqual([
    "acknowledgement",
    "money",
    "owner order placed",
    "owner payment",
    "owner withdrawal",
    "placed",
    "shipped",
  ]);
  for (const row of rows) {
    const { template } = row;
    const rendered = await renderMail(desk, desk.db, row);
    const all = `${rendered?.subject} ${rendered?.text} ${rendered?.html}`;
    // The email about a payment names the recipient only while there is something to pack.
    if (template !== "owner payment")
      expect(all, template).toContain("bit. ly/3xYz, https: //evil. example/ya");
    expect(all, template).not.toMatch(/bit\.ly|evil\.example\/ya|:\/\/evil/);
    // Our own links stay, and the tracking that the owner noted.
    expect(rendered?.html, template).toMatch(
      / href="https:\/\/(aurelia\.example\/|correos\.example\/ES123")/,
    );
    if (template === "acknowledgement") expect(rendered?.recipient).toBe(email);
  }
  expect(await reread(desk, order)).toMatchObject(typed);
});

test("ends with the house's farewell, to those who withdraw without «pronto»", async () => {
  const { desk, order } = await orderAt("delivered");
  await withdraw(desk, newKey(), declared(order.id));
  const ends = new Map<string, string | undefined>();
  for (const row of await rowsOf(desk)) {
    const text = (await renderMail(desk, desk.db, row))?.text;
    ends.set(row.template, /\n\n(.*,\nAurelia, Madrid)\n\nPerfumes Aurelia/.exec(text ?? "")?.[1]);
  }
  expect(Object.fromEntries(ends)).toEqual({
    placed: "Hasta pronto,\nAurelia, Madrid",
    money: "Hasta pronto,\nAurelia, Madrid",
    shipped: "Hasta pronto,\nAurelia, Madrid",
    delivered: "Hasta pronto,\nAurelia, Madrid",
    acknowledgement: "Un saludo,\nAurelia, Madrid",
    "owner order placed": undefined,
    "owner withdrawal": undefined,
  });
});

test("keeps a register's number, a span of time and a telephone number in one line", async () => {
  const { desk } = await openOrder();
  const [row] = await rowsOf(desk);
  const html = row && (await renderMail(desk, desk.db, row))?.html;
  for (const whole of ["hoja M-1", "24-48\u00a0h", "+34 910 000 000"])
    expect(html).toContain(`<span style="white-space:nowrap">${whole}</span>`);
});

test("an email to the shopper goes to the order's current address", async () => {
  const { desk, order } = await openOrder();
  await desk.db.updateTable("orders").set({ email: "nueva@correo.example" }).execute();
  const row = (await rowsOf(desk)).find(({ template }) => template === "placed");
  expect(row && (await renderMail(desk, desk.db, row))?.recipient).toBe("nueva@correo.example");
  await desk.db.updateTable("orders").set({ email: null }).execute();
  expect(await mail(desk, "placed", order)).toBeUndefined();
});

/** The words that a mail program shows, with names and values of tables written as in the plain text. */
const wordsOf = (html: string) =>
  html
    .replace(/^.*<\/head>/s, "")
    .replace(/<a class="button" href="([^"]*)"[^>]*>([^<]*)<\/a>/g, "$2: $1")
    .replace(/<\/th>|(?<=<span class="quiet"[^>]*>[^<]*)<\/span><br>/g, ": ")
    .replace(/<\/?(a|span)\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));

const flat = (text: string) =>
  text
    .replace(/[ \n]+/g, " ")
    .trim()
    .toLowerCase();

test("the terms in the first email name the address of their own version", async () => {
  const { desk } = await openOrder();
  await placed(
    await newTerms(desk, "Sigue en https://aurelia.example/terminos-de-servicio/AAAA-MM-DD."),
  );
  const mails = await Promise.all(
    (await rowsOf(desk)).map((row) => renderMail(desk, desk.db, row)),
  );
  const texts = mails.map((mail) => mail?.text ?? "").filter((text) => text.includes("Sigue en"));
  expect(texts).toEqual([
    expect.stringContaining("https://aurelia.example/terminos-de-servicio/2026-11-22-2."),
  ]);
});

test("a button is padded in Outlook too, which pads cells only", () => {
  const { html } = formatMail("Aurelia", [{ button: "Pagar", address: "https://a.example" }]);
  expect(html).toMatch(
    /<td style="[^"]*mso-padding-alt:14px 28px[^"]*"><a class="button"[^>]*padding:14px/,
  );
});

test("the HTML has the same words as the text, loads nothing, and escapes typed text", async () => {
  const evil = '<img src="https://evil.example/x.png"> & «Lucía»';
  const all = await orderAt("delivered", { address: evil });
  const { desk, order } = all;
  await enter(desk, order, 100);
  await refund(desk, order, 100);
  await takeBack(all);
  await all.step((desk, trx, locked) =>
    track(desk, trx, locked, trackingOf("mrw", "0042", "28013")),
  );
  desk.pass(day);
  const text = `1. ACEPTACIÓN\n\nEstos términos:\n * uno, https://a.example\n * dos <b>\n\n\nPAGO\n\n24-48\u00a0h`;
  await placed(await newTerms(desk, text));
  await withdraw(desk, newKey(), declared(evil));
  await withdraw(desk, newKey(), declared(order.id));
  const rows = await rowsOf(desk);
  const rendered = await Promise.all(rows.map((row) => renderMail(desk, desk.db, row)));
  const mails = rendered.filter((mail) => mail !== undefined);
  const html = mails.map(({ html }) => html).join();
  expect(html).toMatch(/<h3[^>]*>1\. ACEPTACIÓN<\/h3><p>Estos/);
  expect(mails.length).toBeGreaterThan(8);
  for (const { subject, text, html } of mails) {
    expect(flat(wordsOf(html)), subject).toBe(flat(text));
    expect(html, subject).not.toMatch(/<(img|script|link|iframe)\b|url\(| src="/i);
    expect(html.match(/class="button"/g)?.length ?? 0, subject).toBeLessThan(2);
  }
});

test("each part of an email escapes its text", () => {
  const text = "Pérez & Hijos <b>";
  const { html } = formatMail(text, [
    text,
    { title: text },
    { amounts: [[text, text]] },
    { facts: [[text, text]] },
    { lines: [text] },
    { button: text, address: "https://aurelia.example" },
    { quiet: [text] },
    { document: text },
  ]);
  expect(html.match(/Pérez &#38; Hijos &#60;b&#62;/g)).toHaveLength(11);
  expect(html).not.toMatch(/& |<b>/);
});

test("emails use only the shop's colours", async () => {
  const { desk } = await openOrder();
  const tokens = readFileSync("app/ui/tokens.css", "utf8");
  const [row] = await rowsOf(desk);
  const html = row && (await renderMail(desk, desk.db, row))?.html;
  const colours = new Set(html?.match(/#[\da-f]{6}\b/g));
  expect(colours.size).toBe(4);
  for (const colour of colours) expect(tokens).toContain(colour);
});

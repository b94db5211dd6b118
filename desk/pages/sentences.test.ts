import { expect, test } from "vitest";
import { reconcile } from "../cards/reconcile.ts";
import { eraseOrder } from "../jobs/erase.ts";
import { expire } from "../jobs/expiry.ts";
import { renderMail } from "../mail/render.ts";
import { enterOrder } from "../orders/enter-order.ts";
import { ledgerOf, reverse } from "../orders/ledger.ts";
import { withdraw, withdrawalsOf } from "../orders/withdrawals.ts";
import { day, hour, minute } from "../shop/time.ts";
import type { Mail, Order } from "../storage/tables.ts";
import {
  card,
  change,
  enter,
  enterRequest,
  newKey,
  placed,
  reread,
  type TestDesk,
} from "../testing/desk.ts";
import { confirm, orderPage, send } from "../testing/take-steps.ts";
import { read, testShop } from "../testing/test-shop.ts";

/*
 * What shopper and owner read of an order in each state: the words of its page, of the emails that bring the news of the
 * last thing that happened, and of its slip.
 */

/** What may happen to an order of two bottles, which costs 179,98 €. */
const happenings = {
  pays: ({ desk, order }) => enter(desk, order, 17_998),
  "pays 100": ({ desk, order }) => enter(desk, order, 10_000),
  "pays 200": ({ desk, order }) => enter(desk, order, 20_000),
  "withdraws 1": (all) => declare(all, 1),
  "withdraws all": (all) => declare(all, null),
  ships: (all) => step(all, "enviado", { seguimiento: "" }),
  unships: (all) => step(all, "no-enviado"),
  "ships again": (all) => step(all, "otro-envio"),
  arrives: (all) => step(all, "entregado"),
  "16 days later": ({ desk }) => desk.pass(16 * day),
  accepts: async (all) => step(all, "quitar-desistidos", { ...(await last(all)), frascos: "1" }),
  rejects: async (all) => step(all, "rechazado", { ...(await last(all)), nota: "Llegó tarde" }),
  "takes 1 off": (all) => step(all, "quitar", { frascos: "1" }),
  "puts back": (all) => step(all, "volver-a-ponerlos"),
  "does not withdraw": async (all) => step(all, "no-desiste", await last(all)),
  "revalues to 60": (all) => step(all, "cambiar-importe", { importe: "60" }),
  "refunds 20": ({ desk, order }) => enter(desk, order, 2000, { kind: "refund" }),
  "refunds what is owed": async ({ desk, order }) =>
    enter(desk, order, (await reread(desk, order)).owedBack, { kind: "refund" }),
  "refunds all": async ({ desk, order }) =>
    enter(desk, order, (await reread(desk, order)).paid, { kind: "refund" }),
  "a refund fails": (all) => reversal(all, "refund"),
  "asks Stripe for what is owed": async (all) =>
    reported(all, "pending", (await reread(all.desk, all.order)).owedBack),
  "asks Stripe for 20": (all) => reported(all, "pending", 2000),
  "asks Stripe for all": (all) => reported(all, "pending", 17_998),
  "Stripe refunds it": (all) => reported(all, "made"),
  "Stripe can't refund it": (all) => reported(all, "failed"),
  "accepts the shortfall": (all) => step(all, "dar-por-pagado"),
  "a bank takes 50": (all) => dispute(all, 5000),
  "a bank takes all": (all) => dispute(all, 17_998),
  "the dispute is lost": (all) => disputed(all, 0),
  "the dispute is won": (all) => reversal(all, "chargeback"),
  "reverses the payment": async (all) => {
    const entry = (await ledgerOf(all.desk.db, all.order.id)).at(-1);
    await step(all, "anular-apunte", { sobre: String(entry?.id), nota: "Era de otro" });
  },
  cancels: (all) => step(all, "anulado"),
  reopens: (all) => step(all, "reabrir"),
  expires: async ({ desk }) => {
    desk.pass(8 * day);
    await expire(desk);
  },
  restocks: (all) => step(all, "reponer", { frascos: "1" }),
} satisfies Record<string, (all: Subject) => unknown>;

interface Subject {
  desk: TestDesk;
  order: Order;
}

const declare = ({ desk, order }: Subject, bottles: number | null) =>
  withdraw(desk, newKey(), {
    name: "Lucía Gómez",
    contract: order.id,
    email: order.email ?? "",
    bottles,
  });

const last = async ({ desk, order }: Subject) => ({
  sobre: (await withdrawalsOf(desk.db, order.id)).at(-1)?.id ?? "",
});

/** Takes a step, and confirms it if it asks. */
async function step({ desk, order }: Subject, path: string, fields: Record<string, string> = {}) {
  const answer = await send(desk, order, path, fields);
  if (answer !== "done") await confirm(desk, order, path, fields);
}

const disputed = ({ desk, order }: Subject, cents: number) =>
  change(desk, order, (trx) =>
    trx.updateTable("orders").set({ disputed: cents }).where("id", "=", order.id).execute(),
  );

async function dispute(all: Subject, cents: number) {
  await disputed(all, cents);
  const by = { kind: "chargeback", who: "provider", providerId: "dp_1", method: "card" } as const;
  await enter(all.desk, all.order, cents, by);
}

/** Stripe reports its refund: a new one, or what has become of the pending one. */
async function reported(
  { desk, order }: Subject,
  status: "pending" | "made" | "failed",
  asked?: number,
) {
  const amount = asked ?? (await reread(desk, order)).refundPending;
  const [isPending, isReversed] = [status === "pending", status === "failed"];
  const refund = {
    kind: "refund",
    id: "re_1",
    amount,
    at: desk.now(),
    isPending,
    isReversed,
  } as const;
  desk.card = card({
    check: async () => ({ isPageOpen: false, payment: "pi_1", entries: [refund] }),
  });
  await desk.db
    .updateTable("orders")
    .set({ providerPage: "cs_1" })
    .where("id", "=", order.id)
    .execute();
  await reconcile(desk, order.id);
}

const reversal = ({ desk, order }: Subject, kind: string) =>
  change(desk, order, async (trx, locked) => {
    const entry = (await ledgerOf(trx, order.id)).findLast((one) => one.kind === kind);
    await trx.updateTable("orders").set({ disputed: 0 }).where("id", "=", order.id).execute();
    return entry && reverse(desk, trx, locked, entry, { who: "provider" });
  });

type Way = (keyof typeof happenings)[];

/** An order to which this has happened, and the emails of before the last of it. */
async function happened(way: Way, start?: (desk: TestDesk) => Promise<Order>) {
  const { desk, ask, owner } = await testShop("SQLite");
  const order = start ? await start(desk) : await placed(desk, { quantity: 2 });
  let before: string[] = [];
  for (const name of way) {
    // So that each thing has a time of its own.
    desk.pass(1);
    before = (await mailsIn(desk)).map(({ id }) => id);
    await happenings[name]({ desk, order });
  }
  return { desk, ask, owner, order, before };
}

type Happened = Awaited<ReturnType<typeof happened>>;

/** What there is to read, with NUMBER for the order's number. */
async function readAll({ desk, ask, owner, order, before }: Happened) {
  const plain = (text: string) =>
    text.replaceAll(order.id, "NUMBER").replaceAll(order.token, "TOKEN").replaceAll("\u00a0", " ");
  const { text } = await read(ask(`/pedido/${order.token}`));
  const page = await orderPage(desk, order);
  const [due = ""] = page.html.split(">Más<");
  const slip = await read(owner.get(`/mostrador/albaranes?pedido=${order.id}`));
  const mails = (await mailsIn(desk)).filter(({ id }) => !before.includes(id));
  return {
    shopper: plain(
      text
        .replace(
          / (Tienes 14\u00a0días naturales desde|(?:Hasta|Si) el [^.]* puedes desistir|Si algo no cuadra).*$/,
          "",
        )
        .replace(/ Datos para la transferencia.*$/, " Datos para la transferencia"),
    ),
    owner: [
      plain(/^.*? (?=[\dA-Z]{8} )/.exec(page.text)?.[0].trim() ?? page.text),
      ...Array.from(
        page.html.matchAll(/<p class="(?:admin-warning[^"]*|mb-2)">(.*?)<\/p>/g),
        ([, words = ""]) => plain(words.replace(/<!-- -->|<[^>]*>/g, "").replaceAll("&quot;", '"')),
      ),
    ],
    due: Array.from(
      due.matchAll(/<form[^>]* action="\/mostrador\/\w+\/([\w-]+)"/g),
      ([, path = ""]) => path,
    ).filter((path) => !ofWithdrawals.includes(path)),
    mails: (await Promise.all(mails.map((mail) => wordsOf(desk, mail)))).flat().map(plain),
    slip: plain(/\d+ × Perfume signature/.exec(slip.text)?.[0] ?? ""),
  };
}

const mailsIn = ({ db }: TestDesk) =>
  db.selectFrom("mails").selectAll().orderBy("createdAt").orderBy("audience").execute();

/** An email without greeting, farewell and terms; none if it has become obsolete. */
async function wordsOf(desk: TestDesk, mail: Mail): Promise<string[]> {
  const written = await renderMail(desk, desk.db, mail);
  if (!written) return [];
  const body = written.text
    .replace(/^AURELIA\n\n(?:Hola.*:\n\n)?/, "")
    .replace(/\n\n(?:Hasta pronto|Un saludo),.*$/s, "");
  return [`${mail.audience}: ${written.subject}: ${body.replace(/\s+/g, " ")}`];
}

/** The steps of a withdrawal stand beside its words. */
const ofWithdrawals = ["no-desiste", "rechazado", "quitar-desistidos"];

const states: [Way, Awaited<ReturnType<typeof readAll>>][] = [
  [
    [],
    {
      shopper:
        "Esperamos tu transferencia Pedido NUMBER Recibido 22 nov Pagado (pendiente) Enviado (pendiente) Entregado (pendiente) Puedes pagarlo hasta el domingo 29 de noviembre. En cuanto llegue el pago, preparamos el paquete y te escribimos a lucia@correo.example. Datos para la transferencia",
      owner: ["Pendiente de pago"],
      due: ["pago"],
      mails: [
        "shopper: Tu pedido NUMBER: cómo pagarlo: Gracias. Con este mensaje confirmamos tu pedido NUMBER, del 22 de noviembre de 2026 a las 10:05. CÓMO PAGARLO Puedes pagar por transferencia hasta el domingo 29 de noviembre, con estos datos: Importe: 179,98 € Beneficiario: Perfumes Aurelia, S. L. IBAN: ES91 2100 0418 4502 0005 1332 Concepto: NUMBER Por el concepto sabemos que el pago es tuyo: escríbelo tal cual. Ver tu pedido: https://aurelia.example/pedido/TOKEN TU PEDIDO 2 × Aurelia, Perfume signature (Eau de Parfum, 50 ml): 179,98 € Envío: ¡Gratis! Total: 179,98 € El total incluye 31,24 € de IVA (21 %). ENVÍO A Lucía Gómez Calle Mayor, 1 28013 Madrid España +34 600000000 En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. SI CAMBIAS DE IDEA Tienes 14 días naturales desde que recibes el perfume para desistir de la compra sin dar explicaciones. Lo más rápido es hacerlo en https://aurelia.example/desistimiento. También vale cualquier declaración clara, como el formulario que va al final de este mensaje. Te reembolsamos el 100 % de lo que pagaste, incluido el envío ordinario; el envío de vuelta lo pagas tú. CONDICIONES El perfume tiene 3 años de garantía legal. Este pedido se rige por los términos del 22 de noviembre de 2026, que tienes completos al final de este mensaje y aquí: https://aurelia.example/terminos-de-servicio/2026-11-22",
        "owner: Pedido nuevo: 2 × Perfume signature, 179,98 €: Lucía Gómez, Madrid. Paga por transferencia. Pedido NUMBER. Ver el pedido: https://aurelia.example/mostrador/NUMBER",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays 100"],
    {
      shopper:
        "Falta una parte del pago Pedido NUMBER Recibido 22 nov Pagado (pendiente) Enviado (pendiente) Entregado (pendiente) Hemos recibido 100,00 € de 179,98 €. En cuanto llegue lo que falta, preparamos el paquete y te escribimos a lucia@correo.example. Datos para la transferencia",
      owner: [
        "Pagado en parte",
        "Hay cobrados 100,00 € de 179,98 €: faltan 79,98 €.",
        "Tiene hasta el 29 nov 2026 para pagarlo, y no caduca solo.",
      ],
      due: ["pago"],
      mails: [
        "shopper: Tu pedido NUMBER: faltan 79,98 €: Hemos recibido 100,00 € por tu pedido NUMBER. Faltan 79,98 €. Puedes pagar por transferencia, con estos datos: Importe: 79,98 € Beneficiario: Perfumes Aurelia, S. L. IBAN: ES91 2100 0418 4502 0005 1332 Concepto: NUMBER Por el concepto sabemos que el pago es tuyo: escríbelo tal cual. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays"],
    {
      shopper:
        "Preparamos tu paquete Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado (pendiente) Entregado (pendiente) Hemos recibido tu pago. Te escribimos a lucia@correo.example en cuanto salga el paquete. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago.",
      owner: ["Por enviar"],
      due: ["enviado"],
      mails: [
        "shopper: Pedido NUMBER: pago recibido: Hemos recibido 179,98 € por tu pedido NUMBER. Lo preparamos y te escribimos en cuanto salga. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. Ver tu pedido: https://aurelia.example/pedido/TOKEN Si necesitas factura, responde a este correo con tus datos.",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays 200"],
    {
      shopper:
        "Preparamos tu paquete Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado (pendiente) Entregado (pendiente) Hemos recibido tu pago. Te escribimos a lucia@correo.example en cuanto salga el paquete. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. Has pagado 20,02 € de más: te reembolsamos esa cantidad.",
      owner: ["Por enviar", "Hay cobrados 200,00 € de 179,98 €: sobran 20,02 €."],
      due: ["enviado", "reembolso"],
      mails: [
        "shopper: Pedido NUMBER: pago recibido: Hemos recibido 200,00 € por tu pedido NUMBER. Has pagado 20,02 € de más: te reembolsamos esa cantidad. Lo preparamos y te escribimos en cuanto salga. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. Ver tu pedido: https://aurelia.example/pedido/TOKEN Si necesitas factura, responde a este correo con tus datos.",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "ships"],
    {
      shopper:
        "Va de camino Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado 22 nov Entregado (pendiente) Ha salido hacia Calle Mayor, 1, 28013 Madrid. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago.",
      owner: ["Enviado"],
      due: ["entregado"],
      mails: [
        "shopper: Pedido NUMBER: va de camino: Tu pedido NUMBER ha salido hacia: Lucía Gómez Calle Mayor, 1 28013 Madrid España +34 600000000 En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "ships", "arrives"],
    {
      shopper:
        "Entregado Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado 22 nov Entregado 22 nov Ya lo tienes. Que lo disfrutes. Si algo no está bien, escríbenos.",
      owner: ["Entregado"],
      due: [],
      mails: [
        "shopper: Pedido NUMBER: entregado: Tu pedido NUMBER ha llegado. Que lo disfrutes. Si algo no está bien, responde a este mensaje. Hasta el lunes 7 de diciembre puedes desistir: https://aurelia.example/desistimiento Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["withdraws 1"],
    {
      shopper:
        "Esperamos tu transferencia Pedido NUMBER Recibido 22 nov Pagado (pendiente) Enviado (pendiente) Entregado (pendiente) Has desistido de 1 frasco: queda 1. Puedes pagarlo hasta el domingo 29 de noviembre. En cuanto llegue el pago, preparamos el paquete y te escribimos a lucia@correo.example. Datos para la transferencia",
      owner: [
        "Pendiente de pago",
        "El comprador desistió el 22 nov, 10:05: de 1 frasco, «NUMBER», Lucía Gómez, lucia@correo.example. Se ha quitado 1 frasco de 2.",
      ],
      due: ["pago"],
      mails: [
        "owner: Desistimiento del pedido NUMBER: Lucía Gómez (lucia@correo.example) desiste de 1 frasco de «NUMBER». Desiste de 1 de 2. Queda 1 frasco. No hay nada que reembolsar. Ver el pedido: https://aurelia.example/mostrador/NUMBER",
        "shopper: Hemos recibido tu desistimiento: Hemos recibido tu desistimiento el 22 de noviembre de 2026 a las 10:05. Este mensaje acredita cuándo llegó y qué dice: «Desisto de 1 frasco del siguiente contrato: NUMBER». Nombre: Lucía Gómez Email: lucia@correo.example Hemos entendido que desistes de 1 de los 2 frascos del pedido NUMBER. Si no es así, responde a este mensaje y lo corregimos. Has desistido de 1 frasco: queda 1. Puedes pagar por transferencia hasta el domingo 29 de noviembre, con estos datos: Importe: 89,99 € Beneficiario: Perfumes Aurelia, S. L. IBAN: ES91 2100 0418 4502 0005 1332 Concepto: NUMBER Por el concepto sabemos que el pago es tuyo: escríbelo tal cual. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "1 × Perfume signature",
    },
  ],
  [
    ["pays", "withdraws 1"],
    {
      shopper:
        "Preparamos tu paquete Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado (pendiente) Entregado (pendiente) Has desistido de 1 frasco: queda 1. Te reembolsamos 89,99 €, como muy tarde el domingo 6 de diciembre. Hemos recibido tu pago. Te escribimos a lucia@correo.example en cuanto salga el paquete. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago.",
      owner: [
        "Por enviar",
        "Hay que reembolsar 89,99 €. Tienes hasta el 6 de diciembre para hacerlo.",
        "El comprador desistió el 22 nov, 10:05: de 1 frasco, «NUMBER», Lucía Gómez, lucia@correo.example. Se ha quitado 1 frasco de 2.",
      ],
      due: ["enviado", "reembolso"],
      mails: [
        "owner: Desistimiento del pedido NUMBER: Lucía Gómez (lucia@correo.example) desiste de 1 frasco de «NUMBER». Desiste de 1 de 2. Queda 1 frasco. Hay que reembolsar 89,99 €, como muy tarde el domingo 6 de diciembre. Ver el pedido: https://aurelia.example/mostrador/NUMBER",
        "shopper: Hemos recibido tu desistimiento: Hemos recibido tu desistimiento el 22 de noviembre de 2026 a las 10:05. Este mensaje acredita cuándo llegó y qué dice: «Desisto de 1 frasco del siguiente contrato: NUMBER». Nombre: Lucía Gómez Email: lucia@correo.example Hemos entendido que desistes de 1 de los 2 frascos del pedido NUMBER. Si no es así, responde a este mensaje y lo corregimos. Has desistido de 1 frasco: queda 1. Te reembolsamos 89,99 €, como muy tarde el domingo 6 de diciembre. Lo preparamos y te escribimos en cuanto salga. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "1 × Perfume signature",
    },
  ],
  [
    ["pays", "withdraws 1", "refunds what is owed"],
    {
      shopper:
        "Preparamos tu paquete Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado (pendiente) Entregado (pendiente) Has desistido de 1 frasco: queda 1. Hemos recibido tu pago. Te escribimos a lucia@correo.example en cuanto salga el paquete. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. Te hemos reembolsado 89,99 €.",
      owner: [
        "Por enviar",
        "El comprador desistió el 22 nov, 10:05: de 1 frasco, «NUMBER», Lucía Gómez, lucia@correo.example. Se ha quitado 1 frasco de 2.",
      ],
      due: ["enviado"],
      mails: [
        "shopper: Pedido NUMBER: te hemos reembolsado 89,99 €: Te hemos reembolsado 89,99 € de tu pedido NUMBER. El dinero vuelve a la cuenta desde la que pagaste, y el banco puede tardar unos días en mostrarlo. Si en una semana no lo ves, responde a este mensaje. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "1 × Perfume signature",
    },
  ],
  [
    ["pays", "withdraws 1", "ships"],
    {
      shopper:
        "Va de camino Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado 22 nov Entregado (pendiente) Has desistido de 1 frasco: queda 1. Te reembolsamos 89,99 €, como muy tarde el domingo 6 de diciembre. Ha salido hacia Calle Mayor, 1, 28013 Madrid. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago.",
      owner: [
        "Enviado",
        "Hay que reembolsar 89,99 €. Tienes hasta el 6 de diciembre para hacerlo.",
        "El comprador desistió el 22 nov, 10:05: de 1 frasco, «NUMBER», Lucía Gómez, lucia@correo.example. Se ha quitado 1 frasco de 2.",
      ],
      due: ["entregado", "reembolso"],
      mails: [
        "shopper: Pedido NUMBER: va de camino: Tu pedido NUMBER ha salido hacia: Lucía Gómez Calle Mayor, 1 28013 Madrid España +34 600000000 En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "1 × Perfume signature",
    },
  ],
  [
    ["pays", "withdraws 1", "ships", "ships again"],
    {
      shopper:
        "Va de camino Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado 22 nov Entregado (pendiente) Has desistido de 1 frasco: queda 1. Te reembolsamos 89,99 €, como muy tarde el domingo 6 de diciembre. Ha salido hacia Calle Mayor, 1, 28013 Madrid. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago.",
      owner: [
        "Enviado",
        "Hay que reembolsar 89,99 €. Tienes hasta el 6 de diciembre para hacerlo.",
        "El comprador desistió el 22 nov, 10:05: de 1 frasco, «NUMBER», Lucía Gómez, lucia@correo.example. Se ha quitado 1 frasco de 2.",
      ],
      due: ["entregado", "reembolso"],
      mails: [
        "shopper: Pedido NUMBER: te lo hemos enviado otra vez: El paquete de tu pedido NUMBER no llegó bien, y te hemos enviado otro hacia: Lucía Gómez Calle Mayor, 1 28013 Madrid España +34 600000000 En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "1 × Perfume signature",
    },
  ],
  [
    ["pays", "ships", "withdraws 1"],
    {
      shopper:
        "Va de camino Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado 22 nov Entregado (pendiente) Has desistido de 1 frasco: queda 1. Te autorizamos la devolución: tienes hasta el lunes 7 de diciembre para enviarnos lo que devuelves. Te reembolsamos 89,99 € en 5-7 días laborables desde que nos llega el paquete o, si es antes, el justificante de su envío. Ha salido hacia Calle Mayor, 1, 28013 Madrid. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. Envíalo a Perfumes Aurelia, S. L., Calle del Pez, 1, 28004 Madrid Copiar Escribe en el paquete Pedido NUMBER Copiar Cómo se devuelve",
      owner: [
        "Enviado",
        "Hay que reembolsar 89,99 €. Tienes hasta el 6 de diciembre para hacerlo; puedes esperar al paquete.",
        "El comprador desistió el 22 nov, 10:05: de 1 frasco, «NUMBER», Lucía Gómez, lucia@correo.example. Se ha quitado 1 frasco de 2.",
      ],
      due: ["entregado", "reembolso"],
      mails: [
        "owner: Desistimiento del pedido NUMBER: Lucía Gómez (lucia@correo.example) desiste de 1 frasco de «NUMBER». Desiste de 1 de 2. Hay que reembolsar 89,99 €, como muy tarde el domingo 6 de diciembre. Ver el pedido: https://aurelia.example/mostrador/NUMBER",
        "shopper: Hemos recibido tu desistimiento: Hemos recibido tu desistimiento el 22 de noviembre de 2026 a las 10:05. Este mensaje acredita cuándo llegó y qué dice: «Desisto de 1 frasco del siguiente contrato: NUMBER». Nombre: Lucía Gómez Email: lucia@correo.example Hemos entendido que desistes de 1 de los 2 frascos del pedido NUMBER. Si no es así, responde a este mensaje y lo corregimos. Has desistido de 1 frasco: queda 1. Te autorizamos la devolución: tienes hasta el lunes 7 de diciembre para enviarnos lo que devuelves. Te reembolsamos 89,99 € en 5-7 días laborables desde que nos llega el paquete o, si es antes, el justificante de su envío. Envíalo a: Perfumes Aurelia, S. L., Calle del Pez, 1, 28004 Madrid Escribe en el paquete: Pedido NUMBER Aquí explicamos cómo se devuelve: https://aurelia.example/politica-de-devolucion",
      ],
      slip: "1 × Perfume signature",
    },
  ],
  [
    ["pays", "ships", "withdraws 1", "16 days later"],
    {
      shopper:
        "Va de camino Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado 22 nov Entregado (pendiente) Has desistido de 1 frasco: queda 1. Si aún no nos has enviado lo que devuelves, hazlo cuanto antes. Te reembolsamos 89,99 € en 5-7 días laborables desde que nos llega el paquete o, si es antes, el justificante de su envío. Ha salido hacia Calle Mayor, 1, 28013 Madrid. Lo recibirás, como muy tarde, el martes 22 de diciembre. Envíalo a Perfumes Aurelia, S. L., Calle del Pez, 1, 28004 Madrid Copiar Escribe en el paquete Pedido NUMBER Copiar Cómo se devuelve",
      owner: [
        "Enviado",
        "Hay que reembolsar 89,99 €. Tenías hasta el 6 de diciembre para hacerlo; puedes esperar al paquete.",
        "El comprador desistió el 22 nov, 10:05: de 1 frasco, «NUMBER», Lucía Gómez, lucia@correo.example. Se ha quitado 1 frasco de 2.",
      ],
      due: ["entregado", "reembolso"],
      mails: [],
      slip: "1 × Perfume signature",
    },
  ],
  [
    ["pays", "ships", "withdraws 1", "ships again"],
    {
      shopper:
        "Va de camino Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado 22 nov Entregado (pendiente) Has desistido de 1 frasco: queda 1. Te reembolsamos 89,99 €, como muy tarde el domingo 6 de diciembre. Ha salido hacia Calle Mayor, 1, 28013 Madrid. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago.",
      owner: [
        "Enviado",
        "Hay que reembolsar 89,99 €. Tienes hasta el 6 de diciembre para hacerlo.",
        "El comprador desistió el 22 nov, 10:05: de 1 frasco, «NUMBER», Lucía Gómez, lucia@correo.example. Se ha quitado 1 frasco de 2.",
      ],
      due: ["entregado", "reembolso"],
      mails: [
        "shopper: Pedido NUMBER: te lo hemos enviado otra vez: El paquete de tu pedido NUMBER no llegó bien, y te hemos enviado otro hacia: Lucía Gómez Calle Mayor, 1 28013 Madrid España +34 600000000 En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "1 × Perfume signature",
    },
  ],
  [
    ["pays", "ships", "withdraws 1", "asks Stripe for what is owed"],
    {
      shopper:
        "Va de camino Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado 22 nov Entregado (pendiente) Has desistido de 1 frasco: queda 1. Ha salido hacia Calle Mayor, 1, 28013 Madrid. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. Hemos pedido a Stripe, por donde pagaste, que te reembolse 89,99 €.",
      owner: [
        "Enviado",
        "Hemos pedido a Stripe que reembolse 89,99 €, y aún no lo ha hecho: no lo reembolses por otro lado. Si no puede, te escribimos.",
        "El comprador desistió el 22 nov, 10:05: de 1 frasco, «NUMBER», Lucía Gómez, lucia@correo.example. Se ha quitado 1 frasco de 2.",
      ],
      due: ["entregado"],
      mails: [
        "shopper: Pedido NUMBER: te reembolsamos 89,99 €: Hemos pedido a Stripe, por donde pagaste, que te reembolse 89,99 € de tu pedido NUMBER. Te escribimos cuando esté hecho. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "1 × Perfume signature",
    },
  ],
  [
    ["pays", "ships", "withdraws 1", "asks Stripe for what is owed", "Stripe refunds it"],
    {
      shopper:
        "Va de camino Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado 22 nov Entregado (pendiente) Has desistido de 1 frasco: queda 1. Ha salido hacia Calle Mayor, 1, 28013 Madrid. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. Te hemos reembolsado 89,99 €.",
      owner: [
        "Enviado",
        "El comprador desistió el 22 nov, 10:05: de 1 frasco, «NUMBER», Lucía Gómez, lucia@correo.example. Se ha quitado 1 frasco de 2.",
      ],
      due: ["entregado"],
      mails: [
        "shopper: Pedido NUMBER: te hemos reembolsado 89,99 €: Te hemos reembolsado 89,99 € de tu pedido NUMBER. El dinero vuelve a la cuenta desde la que pagaste, y el banco puede tardar unos días en mostrarlo. Si en una semana no lo ves, responde a este mensaje. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "1 × Perfume signature",
    },
  ],
  [
    ["pays", "ships", "arrives", "withdraws 1"],
    {
      shopper:
        "Entregado Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado 22 nov Entregado 22 nov Has desistido de 1 frasco: queda 1. Te autorizamos la devolución: tienes hasta el lunes 7 de diciembre para enviarnos lo que devuelves. Te reembolsamos 89,99 € en 5-7 días laborables desde que nos llega el paquete o, si es antes, el justificante de su envío. Ya lo tienes. Que lo disfrutes. Si algo no está bien, escríbenos. Envíalo a Perfumes Aurelia, S. L., Calle del Pez, 1, 28004 Madrid Copiar Escribe en el paquete Pedido NUMBER Copiar Cómo se devuelve",
      owner: [
        "Entregado",
        "Hay que reembolsar 89,99 €. Tienes hasta el 6 de diciembre para hacerlo; puedes esperar al paquete.",
        "El comprador desistió el 22 nov, 10:05: de 1 frasco, «NUMBER», Lucía Gómez, lucia@correo.example. Se ha quitado 1 frasco de 2.",
      ],
      due: ["reembolso"],
      mails: [
        "owner: Desistimiento del pedido NUMBER: Lucía Gómez (lucia@correo.example) desiste de 1 frasco de «NUMBER». Desiste de 1 de 2. Hay que reembolsar 89,99 €, como muy tarde el domingo 6 de diciembre. Ver el pedido: https://aurelia.example/mostrador/NUMBER",
        "shopper: Hemos recibido tu desistimiento: Hemos recibido tu desistimiento el 22 de noviembre de 2026 a las 10:05. Este mensaje acredita cuándo llegó y qué dice: «Desisto de 1 frasco del siguiente contrato: NUMBER». Nombre: Lucía Gómez Email: lucia@correo.example Hemos entendido que desistes de 1 de los 2 frascos del pedido NUMBER. Si no es así, responde a este mensaje y lo corregimos. Has desistido de 1 frasco: queda 1. Te autorizamos la devolución: tienes hasta el lunes 7 de diciembre para enviarnos lo que devuelves. Te reembolsamos 89,99 € en 5-7 días laborables desde que nos llega el paquete o, si es antes, el justificante de su envío. Envíalo a: Perfumes Aurelia, S. L., Calle del Pez, 1, 28004 Madrid Escribe en el paquete: Pedido NUMBER Aquí explicamos cómo se devuelve: https://aurelia.example/politica-de-devolucion",
      ],
      slip: "1 × Perfume signature",
    },
  ],
  [
    ["pays", "ships", "arrives", "withdraws 1", "refunds what is owed", "restocks"],
    {
      shopper:
        "Entregado Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado 22 nov Entregado 22 nov Has desistido de 1 frasco: queda 1. Ya lo tienes. Que lo disfrutes. Si algo no está bien, escríbenos. Te hemos reembolsado 89,99 €.",
      owner: [
        "Entregado",
        "El comprador desistió el 22 nov, 10:05: de 1 frasco, «NUMBER», Lucía Gómez, lucia@correo.example. Se ha quitado 1 frasco de 2.",
      ],
      due: [],
      mails: [],
      slip: "1 × Perfume signature",
    },
  ],
  [
    ["pays", "ships", "arrives", "16 days later", "withdraws 1"],
    {
      shopper:
        "Entregado Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado 22 nov Entregado 22 nov Hemos recibido tu desistimiento. Lo estudiamos y te escribimos.",
      owner: [
        "Entregado",
        "El comprador desistió el 8 dic, 10:05: de 1 frasco, «NUMBER», Lucía Gómez, lucia@correo.example. El plazo acabó el lunes 7 de diciembre; si ese día fue fiesta donde vive, valía también el siguiente día laborable. Puedes quitar los frascos o rechazar el desistimiento.",
      ],
      due: [],
      mails: [
        "owner: Desistimiento del pedido NUMBER: Lucía Gómez (lucia@correo.example) desiste de 1 frasco de «NUMBER». El plazo acabó el lunes 7 de diciembre; si ese día fue fiesta donde vive, valía también el siguiente día laborable. Decide en el mostrador antes de prometer nada. Ver el pedido: https://aurelia.example/mostrador/NUMBER",
        "shopper: Hemos recibido tu desistimiento: Hemos recibido tu desistimiento el 8 de diciembre de 2026 a las 10:05. Este mensaje acredita cuándo llegó y qué dice: «Desisto de 1 frasco del siguiente contrato: NUMBER». Nombre: Lucía Gómez Email: lucia@correo.example Estudiamos este desistimiento y te escribimos.",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "ships", "arrives", "16 days later", "withdraws 1", "accepts"],
    {
      shopper:
        "Entregado Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado 22 nov Entregado 22 nov Has desistido de 1 frasco: queda 1. Te autorizamos la devolución: tienes hasta el martes 22 de diciembre para enviarnos lo que devuelves. Te reembolsamos 89,99 € en 5-7 días laborables desde que nos llega el paquete o, si es antes, el justificante de su envío. Ya lo tienes. Que lo disfrutes. Si algo no está bien, escríbenos. Envíalo a Perfumes Aurelia, S. L., Calle del Pez, 1, 28004 Madrid Copiar Escribe en el paquete Pedido NUMBER Copiar Cómo se devuelve",
      owner: [
        "Entregado",
        "Hay que reembolsar 89,99 €. Tienes hasta el 22 de diciembre para hacerlo; puedes esperar al paquete.",
        "El comprador desistió el 8 dic, 10:05: de 1 frasco, «NUMBER», Lucía Gómez, lucia@correo.example. Se ha quitado 1 frasco de 2.",
      ],
      due: ["reembolso"],
      mails: [
        "shopper: Pedido NUMBER: hemos anotado tu desistimiento: Hemos anotado que desistes de tu pedido NUMBER. Has desistido de 1 frasco: queda 1. Te autorizamos la devolución: tienes hasta el martes 22 de diciembre para enviarnos lo que devuelves. Te reembolsamos 89,99 € en 5-7 días laborables desde que nos llega el paquete o, si es antes, el justificante de su envío. Envíalo a: Perfumes Aurelia, S. L., Calle del Pez, 1, 28004 Madrid Escribe en el paquete: Pedido NUMBER Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "1 × Perfume signature",
    },
  ],
  [
    ["pays", "ships", "arrives", "16 days later", "withdraws 1", "rejects"],
    {
      shopper:
        "Entregado Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado 22 nov Entregado 22 nov Ya lo tienes. Que lo disfrutes. Si algo no está bien, escríbenos.",
      owner: ["Entregado"],
      due: [],
      mails: [
        "shopper: Pedido NUMBER: sobre tu desistimiento: Tu desistimiento del pedido NUMBER no es válido, por este motivo: Llegó tarde Si no estás de acuerdo, responde a este mensaje o pídenos una hoja de reclamaciones. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "withdraws 1", "withdraws 1"],
    {
      shopper:
        "Estudiamos tu desistimiento Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado (pendiente) Entregado (pendiente) Has desistido de 1 frasco: queda 1. Te reembolsamos 89,99 €, como muy tarde el domingo 6 de diciembre. Hemos recibido otro desistimiento tuyo. Lo estudiamos y te escribimos.",
      owner: [
        "Por decidir",
        "Hay que reembolsar 89,99 €. Tienes hasta el 6 de diciembre para hacerlo.",
        "El comprador desistió el 22 nov, 10:05: de 1 frasco, «NUMBER», Lucía Gómez, lucia@correo.example. Se ha quitado 1 frasco de 2.",
        "El comprador desistió el 22 nov, 10:05: de 1 frasco, «NUMBER», Lucía Gómez, lucia@correo.example. Ya había desistido de una parte: quita los frascos si son otros. Si es el mismo desistimiento otra vez, pulsa «El comprador no desiste» y se queda como está. Tienes hasta el 6 de diciembre para reembolsar el dinero, si es válido.",
      ],
      due: ["reembolso"],
      mails: [
        "owner: Desistimiento del pedido NUMBER: Lucía Gómez (lucia@correo.example) desiste de 1 frasco de «NUMBER». Decide en el mostrador qué haces. No lo envíes antes. Ver el pedido: https://aurelia.example/mostrador/NUMBER",
        "shopper: Hemos recibido tu desistimiento: Hemos recibido tu desistimiento el 22 de noviembre de 2026 a las 10:05. Este mensaje acredita cuándo llegó y qué dice: «Desisto de 1 frasco del siguiente contrato: NUMBER». Nombre: Lucía Gómez Email: lucia@correo.example Estudiamos este desistimiento y te escribimos. Has desistido de 1 frasco: queda 1. Te reembolsamos 89,99 €, como muy tarde el domingo 6 de diciembre.",
      ],
      slip: "1 × Perfume signature",
    },
  ],
  [
    ["withdraws all"],
    {
      shopper:
        "Has desistido de este pedido Pedido NUMBER No lo enviamos, y no debes nada. Si ya has hecho la transferencia, te la reembolsamos en cuanto llegue.",
      owner: [
        "Desistido",
        "El comprador desistió el 22 nov, 10:05: «NUMBER», Lucía Gómez, lucia@correo.example. Se han quitado 2 frascos de 2.",
      ],
      due: [],
      mails: [
        "shopper: Hemos recibido tu desistimiento: Hemos recibido tu desistimiento el 22 de noviembre de 2026 a las 10:05. Este mensaje acredita cuándo llegó y qué dice: «Desisto del siguiente contrato: NUMBER». Nombre: Lucía Gómez Email: lucia@correo.example Hemos entendido que desistes de todo el pedido NUMBER. Si no es así, responde a este mensaje y lo corregimos. No lo enviamos, y no debes nada. Si ya has hecho la transferencia, te la reembolsamos en cuanto llegue.",
      ],
      slip: "",
    },
  ],
  [
    ["withdraws all", "pays"],
    {
      shopper:
        "Has desistido de este pedido Pedido NUMBER No lo enviamos, y te reembolsamos 179,98 €, como muy tarde el domingo 6 de diciembre.",
      owner: [
        "Desistido",
        "Hay que reembolsar 179,98 €. Tienes hasta el 6 de diciembre para hacerlo.",
        "El comprador desistió el 22 nov, 10:05: «NUMBER», Lucía Gómez, lucia@correo.example. Se han quitado 2 frascos de 2.",
      ],
      due: ["reembolso"],
      mails: [
        "shopper: Pedido NUMBER: te reembolsamos 179,98 €: Hemos recibido 179,98 € por tu pedido NUMBER. Habías desistido. No lo enviamos, y te reembolsamos 179,98 €, como muy tarde el domingo 6 de diciembre. Si has cambiado de idea, responde a este mensaje. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "",
    },
  ],
  [
    ["pays", "withdraws all"],
    {
      shopper:
        "Has desistido de este pedido Pedido NUMBER No lo enviamos, y te reembolsamos 179,98 €, como muy tarde el domingo 6 de diciembre.",
      owner: [
        "Desistido",
        "Hay que reembolsar 179,98 €. Tienes hasta el 6 de diciembre para hacerlo.",
        "El comprador desistió el 22 nov, 10:05: «NUMBER», Lucía Gómez, lucia@correo.example. Se han quitado 2 frascos de 2.",
      ],
      due: ["reembolso"],
      mails: [
        "owner: Desistimiento del pedido NUMBER: Lucía Gómez (lucia@correo.example) desiste de «NUMBER». Desiste de todo. Hay que reembolsar 179,98 €, como muy tarde el domingo 6 de diciembre. Ver el pedido: https://aurelia.example/mostrador/NUMBER",
        "shopper: Hemos recibido tu desistimiento: Hemos recibido tu desistimiento el 22 de noviembre de 2026 a las 10:05. Este mensaje acredita cuándo llegó y qué dice: «Desisto del siguiente contrato: NUMBER». Nombre: Lucía Gómez Email: lucia@correo.example Hemos entendido que desistes de todo el pedido NUMBER. Si no es así, responde a este mensaje y lo corregimos. No lo enviamos, y te reembolsamos 179,98 €, como muy tarde el domingo 6 de diciembre.",
      ],
      slip: "",
    },
  ],
  [
    ["pays", "withdraws all", "refunds what is owed"],
    {
      shopper:
        "Has desistido de este pedido Pedido NUMBER Te hemos reembolsado 179,98 €: todo lo que pagaste.",
      owner: [
        "Desistido",
        "El comprador desistió el 22 nov, 10:05: «NUMBER», Lucía Gómez, lucia@correo.example. Se han quitado 2 frascos de 2.",
      ],
      due: [],
      mails: [
        "shopper: Pedido NUMBER: te hemos reembolsado 179,98 €: Te hemos reembolsado 179,98 € de tu pedido NUMBER. El dinero vuelve a la cuenta desde la que pagaste, y el banco puede tardar unos días en mostrarlo. Si en una semana no lo ves, responde a este mensaje. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "",
    },
  ],
  [
    ["pays", "withdraws all", "asks Stripe for what is owed"],
    {
      shopper:
        "Has desistido de este pedido Pedido NUMBER Hemos pedido a Stripe, por donde pagaste, que te reembolse 179,98 €.",
      owner: [
        "Desistido",
        "Hemos pedido a Stripe que reembolse 179,98 €, y aún no lo ha hecho: no lo reembolses por otro lado. Si no puede, te escribimos.",
        "El comprador desistió el 22 nov, 10:05: «NUMBER», Lucía Gómez, lucia@correo.example. Se han quitado 2 frascos de 2.",
      ],
      due: [],
      mails: [
        "shopper: Pedido NUMBER: te reembolsamos 179,98 €: Hemos pedido a Stripe, por donde pagaste, que te reembolse 179,98 € de tu pedido NUMBER. Te escribimos cuando esté hecho. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "",
    },
  ],
  [
    ["pays", "withdraws all", "asks Stripe for what is owed", "Stripe can't refund it"],
    {
      shopper:
        "Has desistido de este pedido Pedido NUMBER No lo enviamos, y te reembolsamos 179,98 €, como muy tarde el domingo 6 de diciembre.",
      owner: [
        "Desistido",
        "Hay que reembolsar 179,98 €. Tienes hasta el 6 de diciembre para hacerlo.",
        "El comprador desistió el 22 nov, 10:05: «NUMBER», Lucía Gómez, lucia@correo.example. Se han quitado 2 frascos de 2.",
      ],
      due: ["reembolso"],
      mails: [
        "owner: Reembolso fallido: 179,98 €, pedido NUMBER: El banco del comprador no ha aceptado el reembolso, y el dinero está otra vez en tu cuenta de Stripe. Pregúntale cómo lo quiere y vuelve a reembolsarlo. Ver el pedido: https://aurelia.example/mostrador/NUMBER",
      ],
      slip: "",
    },
  ],
  [
    ["pays", "withdraws all", "does not withdraw"],
    {
      shopper:
        "Preparamos tu paquete Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado (pendiente) Entregado (pendiente) Hemos recibido tu pago. Te escribimos a lucia@correo.example en cuanto salga el paquete. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago.",
      owner: ["Por enviar"],
      due: ["enviado"],
      mails: [
        "shopper: Pedido NUMBER: sigue adelante: Tu pedido NUMBER sigue adelante. Lo preparamos y te escribimos en cuanto salga. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "ships", "withdraws all"],
    {
      shopper:
        "Has desistido de este pedido Pedido NUMBER Te autorizamos la devolución: tienes hasta el lunes 7 de diciembre para enviarnos el perfume. Te reembolsamos 179,98 € en 5-7 días laborables desde que nos llega el paquete o, si es antes, el justificante de su envío. Envíalo a Perfumes Aurelia, S. L., Calle del Pez, 1, 28004 Madrid Copiar Escribe en el paquete Pedido NUMBER Copiar Cómo se devuelve",
      owner: [
        "Desistido",
        "Hay que reembolsar 179,98 €. Tienes hasta el 6 de diciembre para hacerlo; puedes esperar al paquete.",
        "El comprador desistió el 22 nov, 10:05: «NUMBER», Lucía Gómez, lucia@correo.example. Se han quitado 2 frascos de 2.",
      ],
      due: ["reembolso"],
      mails: [
        "owner: Desistimiento del pedido NUMBER: Lucía Gómez (lucia@correo.example) desiste de «NUMBER». Desiste de todo. Hay que reembolsar 179,98 €, como muy tarde el domingo 6 de diciembre. Ver el pedido: https://aurelia.example/mostrador/NUMBER",
        "shopper: Hemos recibido tu desistimiento: Hemos recibido tu desistimiento el 22 de noviembre de 2026 a las 10:05. Este mensaje acredita cuándo llegó y qué dice: «Desisto del siguiente contrato: NUMBER». Nombre: Lucía Gómez Email: lucia@correo.example Hemos entendido que desistes de todo el pedido NUMBER. Si no es así, responde a este mensaje y lo corregimos. Te autorizamos la devolución: tienes hasta el lunes 7 de diciembre para enviarnos el perfume. Te reembolsamos 179,98 € en 5-7 días laborables desde que nos llega el paquete o, si es antes, el justificante de su envío. Envíalo a: Perfumes Aurelia, S. L., Calle del Pez, 1, 28004 Madrid Escribe en el paquete: Pedido NUMBER Aquí explicamos cómo se devuelve: https://aurelia.example/politica-de-devolucion",
      ],
      slip: "",
    },
  ],
  [
    ["pays", "ships", "withdraws all", "refunds what is owed"],
    {
      shopper:
        "Has desistido de este pedido Pedido NUMBER Te hemos reembolsado 179,98 €: todo lo que pagaste.",
      owner: [
        "Desistido",
        "El comprador desistió el 22 nov, 10:05: «NUMBER», Lucía Gómez, lucia@correo.example. Se han quitado 2 frascos de 2.",
      ],
      due: [],
      mails: [
        "shopper: Pedido NUMBER: te hemos reembolsado 179,98 €: Te hemos reembolsado 179,98 € de tu pedido NUMBER. El dinero vuelve a la cuenta desde la que pagaste, y el banco puede tardar unos días en mostrarlo. Si en una semana no lo ves, responde a este mensaje. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "",
    },
  ],
  [
    ["pays", "ships", "arrives", "withdraws all"],
    {
      shopper:
        "Has desistido de este pedido Pedido NUMBER Te autorizamos la devolución: tienes hasta el lunes 7 de diciembre para enviarnos el perfume. Te reembolsamos 179,98 € en 5-7 días laborables desde que nos llega el paquete o, si es antes, el justificante de su envío. Envíalo a Perfumes Aurelia, S. L., Calle del Pez, 1, 28004 Madrid Copiar Escribe en el paquete Pedido NUMBER Copiar Cómo se devuelve",
      owner: [
        "Desistido",
        "Hay que reembolsar 179,98 €. Tienes hasta el 6 de diciembre para hacerlo; puedes esperar al paquete.",
        "El comprador desistió el 22 nov, 10:05: «NUMBER», Lucía Gómez, lucia@correo.example. Se han quitado 2 frascos de 2.",
      ],
      due: ["reembolso"],
      mails: [
        "owner: Desistimiento del pedido NUMBER: Lucía Gómez (lucia@correo.example) desiste de «NUMBER». Desiste de todo. Hay que reembolsar 179,98 €, como muy tarde el domingo 6 de diciembre. Ver el pedido: https://aurelia.example/mostrador/NUMBER",
        "shopper: Hemos recibido tu desistimiento: Hemos recibido tu desistimiento el 22 de noviembre de 2026 a las 10:05. Este mensaje acredita cuándo llegó y qué dice: «Desisto del siguiente contrato: NUMBER». Nombre: Lucía Gómez Email: lucia@correo.example Hemos entendido que desistes de todo el pedido NUMBER. Si no es así, responde a este mensaje y lo corregimos. Te autorizamos la devolución: tienes hasta el lunes 7 de diciembre para enviarnos el perfume. Te reembolsamos 179,98 € en 5-7 días laborables desde que nos llega el paquete o, si es antes, el justificante de su envío. Envíalo a: Perfumes Aurelia, S. L., Calle del Pez, 1, 28004 Madrid Escribe en el paquete: Pedido NUMBER Aquí explicamos cómo se devuelve: https://aurelia.example/politica-de-devolucion",
      ],
      slip: "",
    },
  ],
  [
    ["pays", "ships", "arrives", "withdraws all", "revalues to 60"],
    {
      shopper:
        "Has desistido de este pedido Pedido NUMBER Te reembolsamos 60,00 €, como muy tarde el domingo 6 de diciembre.",
      owner: [
        "Desistido",
        "Hay que reembolsar 60,00 €. Tienes hasta el 6 de diciembre para hacerlo.",
        "El comprador desistió el 22 nov, 10:05: «NUMBER», Lucía Gómez, lucia@correo.example. Se han quitado 2 frascos de 2.",
      ],
      due: ["reembolso"],
      mails: [],
      slip: "",
    },
  ],
  [
    ["pays", "ships", "arrives", "withdraws all", "revalues to 60", "refunds what is owed"],
    {
      shopper: "Has desistido de este pedido Pedido NUMBER Te hemos reembolsado 60,00 €.",
      owner: [
        "Desistido",
        "El comprador desistió el 22 nov, 10:05: «NUMBER», Lucía Gómez, lucia@correo.example. Se han quitado 2 frascos de 2.",
      ],
      due: [],
      mails: [
        "shopper: Pedido NUMBER: te hemos reembolsado 60,00 €: Te hemos reembolsado 60,00 € de tu pedido NUMBER. El dinero vuelve a la cuenta desde la que pagaste, y el banco puede tardar unos días en mostrarlo. Si en una semana no lo ves, responde a este mensaje. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "",
    },
  ],
  [
    ["pays", "ships", "arrives", "16 days later", "withdraws all"],
    {
      shopper:
        "Entregado Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado 22 nov Entregado 22 nov Hemos recibido tu desistimiento. Lo estudiamos y te escribimos.",
      owner: [
        "Entregado",
        "El comprador desistió el 8 dic, 10:05: «NUMBER», Lucía Gómez, lucia@correo.example. El plazo acabó el lunes 7 de diciembre; si ese día fue fiesta donde vive, valía también el siguiente día laborable. Puedes quitar los frascos o rechazar el desistimiento.",
      ],
      due: [],
      mails: [
        "owner: Desistimiento del pedido NUMBER: Lucía Gómez (lucia@correo.example) desiste de «NUMBER». El plazo acabó el lunes 7 de diciembre; si ese día fue fiesta donde vive, valía también el siguiente día laborable. Decide en el mostrador antes de prometer nada. Ver el pedido: https://aurelia.example/mostrador/NUMBER",
        "shopper: Hemos recibido tu desistimiento: Hemos recibido tu desistimiento el 8 de diciembre de 2026 a las 10:05. Este mensaje acredita cuándo llegó y qué dice: «Desisto del siguiente contrato: NUMBER». Nombre: Lucía Gómez Email: lucia@correo.example Estudiamos este desistimiento y te escribimos.",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "refunds 20"],
    {
      shopper:
        "Te hemos reembolsado una parte Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado (pendiente) Entregado (pendiente) Te hemos reembolsado 20,00 €. Si no lo esperabas, escríbenos.",
      owner: [
        "Por decidir",
        "Una parte está reembolsada. Decide antes de enviarlo: quita frascos, dalo por pagado o anúlalo.",
      ],
      due: ["dar-por-pagado"],
      mails: [
        "shopper: Pedido NUMBER: te hemos reembolsado 20,00 €: Te hemos reembolsado 20,00 € de tu pedido NUMBER. El dinero vuelve a la cuenta desde la que pagaste, y el banco puede tardar unos días en mostrarlo. Si en una semana no lo ves, responde a este mensaje. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "refunds 20", "accepts the shortfall"],
    {
      shopper:
        "Preparamos tu paquete Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado (pendiente) Entregado (pendiente) Hemos recibido tu pago. Te escribimos a lucia@correo.example en cuanto salga el paquete. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. Te hemos reembolsado 20,00 €.",
      owner: ["Por enviar"],
      due: ["enviado"],
      mails: [],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "refunds 20", "takes 1 off"],
    {
      shopper:
        "Preparamos tu paquete Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado (pendiente) Entregado (pendiente) Tu pedido es ahora de 1 frasco. Te reembolsamos 69,99 €. Hemos recibido tu pago. Te escribimos a lucia@correo.example en cuanto salga el paquete. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. Te hemos reembolsado 20,00 €.",
      owner: ["Por enviar", "Hay que reembolsar 69,99 €."],
      due: ["enviado", "reembolso"],
      mails: [
        "shopper: Tu pedido NUMBER: queda 1 frasco: Hemos cambiado tu pedido NUMBER. Tu pedido es ahora de 1 frasco. Te reembolsamos 69,99 €. Lo preparamos y te escribimos en cuanto salga. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "1 × Perfume signature",
    },
  ],
  [
    ["pays", "asks Stripe for 20"],
    {
      shopper:
        "Te reembolsamos una parte Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado (pendiente) Entregado (pendiente) Hemos pedido a Stripe, por donde pagaste, que te reembolse 20,00 €. Si no lo esperabas, escríbenos.",
      owner: [
        "Por decidir",
        "Hemos pedido a Stripe que reembolse 20,00 €, y aún no lo ha hecho: no lo reembolses por otro lado. Si no puede, te escribimos.",
        "Una parte se está reembolsando. Decide antes de enviarlo: quita frascos, dalo por pagado o anúlalo.",
      ],
      due: ["dar-por-pagado"],
      mails: [
        "shopper: Pedido NUMBER: te reembolsamos 20,00 €: Hemos pedido a Stripe, por donde pagaste, que te reembolse 20,00 € de tu pedido NUMBER. Te escribimos cuando esté hecho. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "asks Stripe for 20", "Stripe can't refund it"],
    {
      shopper:
        "Preparamos tu paquete Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado (pendiente) Entregado (pendiente) Hemos recibido tu pago. Te escribimos a lucia@correo.example en cuanto salga el paquete. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago.",
      owner: ["Por enviar"],
      due: ["enviado"],
      mails: [
        "owner: Reembolso fallido: 20,00 €, pedido NUMBER: El banco del comprador no ha aceptado el reembolso, y el dinero está otra vez en tu cuenta de Stripe. Pregúntale cómo lo quiere y vuelve a reembolsarlo. Ver el pedido: https://aurelia.example/mostrador/NUMBER",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "refunds all"],
    {
      shopper:
        "Te hemos reembolsado el dinero Pedido NUMBER Te hemos reembolsado 179,98 €: todo lo que pagaste. Hacer otro pedido",
      owner: ["Reembolsado"],
      due: [],
      mails: [
        "shopper: Pedido NUMBER: te hemos reembolsado 179,98 €: Te hemos reembolsado 179,98 € de tu pedido NUMBER. El dinero vuelve a la cuenta desde la que pagaste, y el banco puede tardar unos días en mostrarlo. Si en una semana no lo ves, responde a este mensaje. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "refunds all", "a refund fails"],
    {
      shopper: "Pedido anulado Pedido NUMBER Te reembolsamos 179,98 €.",
      owner: ["Anulado", "Hay cobrados 179,98 € de un pedido que ya no está en curso."],
      due: ["reembolso"],
      mails: [
        "owner: Reembolso fallido: 179,98 €, pedido NUMBER: El banco del comprador no ha aceptado el reembolso, y el dinero está otra vez en tu cuenta de Stripe. Pregúntale cómo lo quiere y vuelve a reembolsarlo. Ver el pedido: https://aurelia.example/mostrador/NUMBER",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "asks Stripe for all"],
    {
      shopper:
        "Te reembolsamos el dinero Pedido NUMBER Hemos pedido a Stripe, por donde pagaste, que te reembolse 179,98 €. Hacer otro pedido",
      owner: [
        "Reembolso pedido",
        "Hemos pedido a Stripe que reembolse 179,98 €, y aún no lo ha hecho: no lo reembolses por otro lado. Si no puede, te escribimos.",
      ],
      due: [],
      mails: [
        "shopper: Pedido NUMBER: te reembolsamos 179,98 €: Hemos pedido a Stripe, por donde pagaste, que te reembolse 179,98 € de tu pedido NUMBER. Te escribimos cuando esté hecho. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "asks Stripe for all", "Stripe refunds it"],
    {
      shopper:
        "Te hemos reembolsado el dinero Pedido NUMBER Te hemos reembolsado 179,98 €: todo lo que pagaste. Hacer otro pedido",
      owner: ["Reembolsado"],
      due: [],
      mails: [
        "shopper: Pedido NUMBER: te hemos reembolsado 179,98 €: Te hemos reembolsado 179,98 € de tu pedido NUMBER. El dinero vuelve a la cuenta desde la que pagaste, y el banco puede tardar unos días en mostrarlo. Si en una semana no lo ves, responde a este mensaje. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "asks Stripe for all", "Stripe can't refund it"],
    {
      shopper: "Pedido anulado Pedido NUMBER Te reembolsamos 179,98 €.",
      owner: ["Anulado", "Hay cobrados 179,98 € de un pedido que ya no está en curso."],
      due: ["reembolso"],
      mails: [
        "owner: Reembolso fallido: 179,98 €, pedido NUMBER: El banco del comprador no ha aceptado el reembolso, y el dinero está otra vez en tu cuenta de Stripe. Pregúntale cómo lo quiere y vuelve a reembolsarlo. Ver el pedido: https://aurelia.example/mostrador/NUMBER",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "ships", "refunds 20"],
    {
      shopper:
        "Va de camino Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado 22 nov Entregado (pendiente) Ha salido hacia Calle Mayor, 1, 28013 Madrid. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. Te hemos reembolsado 20,00 €.",
      owner: ["Enviado"],
      due: ["entregado"],
      mails: [
        "shopper: Pedido NUMBER: te hemos reembolsado 20,00 €: Te hemos reembolsado 20,00 € de tu pedido NUMBER. El dinero vuelve a la cuenta desde la que pagaste, y el banco puede tardar unos días en mostrarlo. Si en una semana no lo ves, responde a este mensaje. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "ships", "refunds all"],
    {
      shopper:
        "Te hemos reembolsado el dinero Pedido NUMBER Te hemos reembolsado 179,98 €: todo lo que pagaste.",
      owner: ["Reembolsado"],
      due: [],
      mails: [
        "shopper: Pedido NUMBER: te hemos reembolsado 179,98 €: Te hemos reembolsado 179,98 € de tu pedido NUMBER. El dinero vuelve a la cuenta desde la que pagaste, y el banco puede tardar unos días en mostrarlo. Si en una semana no lo ves, responde a este mensaje. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "a bank takes 50"],
    {
      shopper:
        "Tu banco ha reclamado una parte del pago Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado (pendiente) Entregado (pendiente) Tu banco nos ha reclamado una parte de este pago. Escríbenos y lo arreglamos.",
      owner: [
        "Por decidir",
        "El banco del comprador reclama 50,00 €. No envíes el pedido, y contesta en el panel de Stripe antes de la fecha que te da.",
      ],
      due: [],
      mails: [
        "owner: Disputa: 50,00 €, pedido NUMBER: El banco del comprador reclama el dinero. No envíes el pedido, y contesta en el panel de Stripe antes de la fecha que te da. Ver el pedido: https://aurelia.example/mostrador/NUMBER",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "a bank takes 50", "the dispute is lost"],
    {
      shopper:
        "Tu banco ha reclamado una parte del pago Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado (pendiente) Entregado (pendiente) Tu banco nos ha reclamado una parte de este pago. Escríbenos y lo arreglamos.",
      owner: [
        "Por decidir",
        "El banco del comprador se ha llevado una parte del dinero. Decide antes de enviarlo: quita frascos, dalo por pagado o anúlalo.",
      ],
      due: ["dar-por-pagado"],
      mails: [],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "a bank takes all"],
    {
      shopper:
        "Tu banco ha reclamado el pago Pedido NUMBER Tu banco nos ha reclamado este pago. Si es un error, escríbenos.",
      owner: [
        "Disputa abierta",
        "El banco del comprador reclama 179,98 €. No envíes el pedido, y contesta en el panel de Stripe antes de la fecha que te da.",
      ],
      due: [],
      mails: [
        "owner: Disputa: 179,98 €, pedido NUMBER: El banco del comprador reclama el dinero. No envíes el pedido, y contesta en el panel de Stripe antes de la fecha que te da. Ver el pedido: https://aurelia.example/mostrador/NUMBER",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "a bank takes all", "the dispute is lost"],
    {
      shopper:
        "Tu banco ha reclamado el pago Pedido NUMBER Tu banco nos ha reclamado este pago. Si es un error, escríbenos. Hacer otro pedido",
      owner: ["Disputa perdida"],
      due: [],
      mails: [],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "a bank takes all", "the dispute is won"],
    {
      shopper:
        "Preparamos tu paquete Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado (pendiente) Entregado (pendiente) Hemos recibido tu pago. Te escribimos a lucia@correo.example en cuanto salga el paquete. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago.",
      owner: ["Por enviar"],
      due: ["enviado"],
      mails: [
        "owner: Disputa ganada: 179,98 €, pedido NUMBER: Se ha cerrado a tu favor. Ver el pedido: https://aurelia.example/mostrador/NUMBER",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "ships", "a bank takes all"],
    {
      shopper:
        "Tu banco ha reclamado el pago Pedido NUMBER Tu banco nos ha reclamado este pago. Si es un error, escríbenos.",
      owner: [
        "Disputa abierta",
        "El banco del comprador reclama 179,98 €. Contesta, con la prueba del envío, en el panel de Stripe antes de la fecha que te da.",
      ],
      due: [],
      mails: [
        "owner: Disputa: 179,98 €, pedido NUMBER: El banco del comprador reclama el dinero. Contesta, con la prueba del envío, en el panel de Stripe antes de la fecha que te da. Ver el pedido: https://aurelia.example/mostrador/NUMBER",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "ships", "a bank takes all", "the dispute is lost"],
    {
      shopper:
        "Tu banco ha reclamado el pago Pedido NUMBER Tu banco nos ha reclamado este pago. Si es un error, escríbenos.",
      owner: ["Disputa perdida"],
      due: [],
      mails: [],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "ships", "ships again"],
    {
      shopper:
        "Va de camino Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado 22 nov Entregado (pendiente) Ha salido hacia Calle Mayor, 1, 28013 Madrid. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago.",
      owner: ["Enviado"],
      due: ["entregado"],
      mails: [
        "shopper: Pedido NUMBER: te lo hemos enviado otra vez: El paquete de tu pedido NUMBER no llegó bien, y te hemos enviado otro hacia: Lucía Gómez Calle Mayor, 1 28013 Madrid España +34 600000000 En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "ships", "unships"],
    {
      shopper:
        "Preparamos tu paquete Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado (pendiente) Entregado (pendiente) Hemos recibido tu pago. Te escribimos a lucia@correo.example en cuanto salga el paquete. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago.",
      owner: ["Por enviar"],
      due: ["enviado"],
      mails: [],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "ships", "reverses the payment"],
    {
      shopper:
        "Va de camino Pedido NUMBER Recibido 22 nov Pagado (pendiente) Enviado 22 nov Entregado (pendiente) Ha salido hacia Calle Mayor, 1, 28013 Madrid. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. Faltan 179,98 € por pagar. Datos para la transferencia",
      owner: ["Enviado", "Hay cobrados 0,00 € de 179,98 €: faltan 179,98 €."],
      due: ["entregado", "pago"],
      mails: [],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["takes 1 off"],
    {
      shopper:
        "Esperamos tu transferencia Pedido NUMBER Recibido 22 nov Pagado (pendiente) Enviado (pendiente) Entregado (pendiente) Tu pedido es ahora de 1 frasco. Puedes pagarlo hasta el domingo 29 de noviembre. En cuanto llegue el pago, preparamos el paquete y te escribimos a lucia@correo.example. Datos para la transferencia",
      owner: ["Pendiente de pago"],
      due: ["pago"],
      mails: [
        "shopper: Tu pedido NUMBER: queda 1 frasco: Hemos cambiado tu pedido NUMBER. Tu pedido es ahora de 1 frasco. Puedes pagar por transferencia hasta el domingo 29 de noviembre, con estos datos: Importe: 89,99 € Beneficiario: Perfumes Aurelia, S. L. IBAN: ES91 2100 0418 4502 0005 1332 Concepto: NUMBER Por el concepto sabemos que el pago es tuyo: escríbelo tal cual. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "1 × Perfume signature",
    },
  ],
  [
    ["pays", "takes 1 off"],
    {
      shopper:
        "Preparamos tu paquete Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado (pendiente) Entregado (pendiente) Tu pedido es ahora de 1 frasco. Te reembolsamos 89,99 €. Hemos recibido tu pago. Te escribimos a lucia@correo.example en cuanto salga el paquete. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago.",
      owner: ["Por enviar", "Hay que reembolsar 89,99 €."],
      due: ["enviado", "reembolso"],
      mails: [
        "shopper: Tu pedido NUMBER: queda 1 frasco: Hemos cambiado tu pedido NUMBER. Tu pedido es ahora de 1 frasco. Te reembolsamos 89,99 €. Lo preparamos y te escribimos en cuanto salga. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "1 × Perfume signature",
    },
  ],
  [
    ["pays", "takes 1 off", "puts back"],
    {
      shopper:
        "Preparamos tu paquete Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado (pendiente) Entregado (pendiente) Hemos recibido tu pago. Te escribimos a lucia@correo.example en cuanto salga el paquete. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago.",
      owner: ["Por enviar"],
      due: ["enviado"],
      mails: [],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["cancels"],
    {
      shopper:
        "Pedido anulado Pedido NUMBER No debes nada. Si ya has hecho la transferencia, te la reembolsamos en cuanto llegue. Hacer otro pedido",
      owner: ["Anulado"],
      due: [],
      mails: [
        "shopper: Pedido NUMBER: anulado, no debes nada: Hemos anulado tu pedido NUMBER. No debes nada. Si ya has hecho la transferencia, te la reembolsamos en cuanto llegue.",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "cancels"],
    {
      shopper: "Pedido anulado Pedido NUMBER Te reembolsamos 179,98 €.",
      owner: ["Anulado", "Hay cobrados 179,98 € de un pedido que ya no está en curso."],
      due: ["reembolso"],
      mails: [
        "shopper: Pedido NUMBER: anulado, te reembolsamos 179,98 €: Hemos anulado tu pedido NUMBER. Te reembolsamos 179,98 €.",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "cancels", "refunds what is owed"],
    {
      shopper:
        "Te hemos reembolsado el dinero Pedido NUMBER Te hemos reembolsado 179,98 €: todo lo que pagaste. Hacer otro pedido",
      owner: ["Reembolsado"],
      due: [],
      mails: [
        "shopper: Pedido NUMBER: te hemos reembolsado 179,98 €: Te hemos reembolsado 179,98 € de tu pedido NUMBER. El dinero vuelve a la cuenta desde la que pagaste, y el banco puede tardar unos días en mostrarlo. Si en una semana no lo ves, responde a este mensaje. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "cancels", "asks Stripe for what is owed"],
    {
      shopper:
        "Te reembolsamos el dinero Pedido NUMBER Hemos pedido a Stripe, por donde pagaste, que te reembolse 179,98 €. Hacer otro pedido",
      owner: [
        "Reembolso pedido",
        "Hemos pedido a Stripe que reembolse 179,98 €, y aún no lo ha hecho: no lo reembolses por otro lado. Si no puede, te escribimos.",
      ],
      due: [],
      mails: [
        "shopper: Pedido NUMBER: te reembolsamos 179,98 €: Hemos pedido a Stripe, por donde pagaste, que te reembolse 179,98 € de tu pedido NUMBER. Te escribimos cuando esté hecho. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["pays", "ships", "cancels"],
    {
      shopper: "Pedido anulado Pedido NUMBER Te reembolsamos 179,98 €.",
      owner: ["Anulado", "Hay cobrados 179,98 € de un pedido que ya no está en curso."],
      due: ["reembolso"],
      mails: [
        "shopper: Pedido NUMBER: anulado, te reembolsamos 179,98 €: Hemos anulado tu pedido NUMBER. Te reembolsamos 179,98 €.",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["expires"],
    {
      shopper:
        "Pedido caducado Pedido NUMBER El pago no llegó a tiempo y el pedido ha caducado: no debes nada. Si ya has hecho la transferencia, no la repitas. Cuando llegue, te preguntaremos si prefieres que te enviemos el perfume o que te reembolsemos el dinero. Hacer otro pedido",
      owner: ["Caducado"],
      due: [],
      mails: [
        "shopper: Pedido NUMBER: caducado, no debes nada: El pago no llegó a tiempo y el pedido ha caducado: no debes nada. Si ya has hecho la transferencia, no la repitas. Cuando llegue, te preguntaremos si prefieres que te enviemos el perfume o que te reembolsemos el dinero. Si aún lo quieres, puedes hacer otro pedido. Hacer otro pedido: https://aurelia.example/checkout",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["expires", "pays"],
    {
      shopper:
        "Tu pago llegó tarde Pedido NUMBER El pedido ya había caducado. Dinos qué prefieres: que te lo enviemos o que te reembolsemos el dinero. Responde al correo que te hemos enviado y lo hacemos como prefieras.",
      owner: [
        "Caducado",
        "Hay cobrados 179,98 € de un pedido que ya no está en curso.",
        "Le hemos preguntado al comprador por correo si quiere el perfume o que le reembolses el dinero.",
      ],
      due: ["reabrir", "reembolso"],
      mails: [
        "shopper: Pedido NUMBER: ¿te lo enviamos o te reembolsamos el dinero?: Hemos recibido 179,98 € por tu pedido NUMBER. El pedido ya había caducado. Dinos qué prefieres: que te lo enviemos o que te reembolsemos el dinero. Responde a este mensaje. Ver tu pedido: https://aurelia.example/pedido/TOKEN",
      ],
      slip: "2 × Perfume signature",
    },
  ],
  [
    ["expires", "pays", "withdraws all"],
    {
      shopper:
        "Has desistido de este pedido Pedido NUMBER No lo enviamos, y te reembolsamos 179,98 €, como muy tarde el lunes 14 de diciembre.",
      owner: [
        "Desistido",
        "Hay que reembolsar 179,98 €. Tienes hasta el 14 de diciembre para hacerlo.",
        "El comprador desistió el 30 nov, 10:05: «NUMBER», Lucía Gómez, lucia@correo.example. Se han quitado 2 frascos de 2.",
      ],
      due: ["reembolso"],
      mails: [
        "owner: Desistimiento del pedido NUMBER: Lucía Gómez (lucia@correo.example) desiste de «NUMBER». Desiste de todo. Hay que reembolsar 179,98 €, como muy tarde el lunes 14 de diciembre. Ver el pedido: https://aurelia.example/mostrador/NUMBER",
        "shopper: Hemos recibido tu desistimiento: Hemos recibido tu desistimiento el 30 de noviembre de 2026 a las 10:05. Este mensaje acredita cuándo llegó y qué dice: «Desisto del siguiente contrato: NUMBER». Nombre: Lucía Gómez Email: lucia@correo.example Hemos entendido que desistes de todo el pedido NUMBER. Si no es así, responde a este mensaje y lo corregimos. No lo enviamos, y te reembolsamos 179,98 €, como muy tarde el lunes 14 de diciembre.",
      ],
      slip: "",
    },
  ],
  [
    ["expires", "pays", "reopens"],
    {
      shopper:
        "Preparamos tu paquete Pedido NUMBER Recibido 22 nov Pagado 30 nov Enviado (pendiente) Entregado (pendiente) Hemos recibido tu pago. Te escribimos a lucia@correo.example en cuanto salga el paquete. En Madrid y alrededores entregamos en 24-48 h desde que recibimos el pago.",
      owner: ["Por enviar"],
      due: ["enviado"],
      mails: [],
      slip: "2 × Perfume signature",
    },
  ],
];

test.each(states)("%j", async (way, expected) => {
  const all = await happened(way);
  expect(await readAll(all)).toEqual(expected);
  await expectDaysToCome(all);
});

/** The end of a day of this winter in Madrid. */
const endOf = (day: string) => Date.parse(`${day}T22:59:59Z`);

/** The days that a sentence names, of the winter that begins in November 2026: «6 de diciembre», «6 dic 2026». */
const daysIn = (sentence: string) =>
  Array.from(
    sentence.matchAll(/(\d+)\s(?:de )?(ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic)/g),
    ([, date = "", name = ""]) => {
      const month = ["ene", "feb", "mar", "abr", "may", "jun"].indexOf(name) + 1;
      const other = ["jul", "ago", "sep", "oct", "nov", "dic"].indexOf(name) + 7;
      const [year, number] = month > 0 ? [2027, month] : [2026, other];
      return [year, number, date].map((part) => String(part).padStart(2, "0")).join("-");
    },
  );

/** The sentences of the order's pages and of all its emails, as they are now. */
async function sentencesOf({ desk, ask, order }: Happened) {
  const { html } = await read(ask(`/pedido/${order.token}`));
  const mails = await mailsIn(desk);
  const texts = await Promise.all(mails.map((mail) => renderMail(desk, desk.db, mail)));
  return [
    ...[html, (await orderPage(desk, order)).html].flatMap((page) =>
      page.split(/<(?!\/?(?:strong|a|span)\b|!--)[^>]*>/),
    ),
    ...texts.flatMap((mail) => mail?.text.split("\n") ?? []),
  ]
    .map((text) => text.replace(/<[^>]*>/g, ""))
    .flatMap((text) => text.split(/(?<=[.:?]) /));
}

/** What is said of a day to come, or of today. Not «Tenías hasta el». */
const ofComing =
  /\btienes (?!completos)|te reembolsamos|como muy tarde|(?<!tenías? )hasta el|entregamos/i;

/** Each term that is named stands on its last day, and none of the words for it on the next one. */
async function expectDaysToCome(all: Happened) {
  const { desk } = all;
  const begin = desk.now();
  const terms = new Set<string>();
  const clocks: { time: number; term?: string }[] = [{ time: begin }, { time: begin + 16 * day }];
  // It grows while terms are found.
  for (const { time, term } of clocks) {
    desk.pass(Math.max(time, begin) - desk.now());
    const today = new Date(desk.now() + hour).toISOString().slice(0, 10);
    const said = (await sentencesOf(all)).filter((sentence) => ofComing.test(sentence));
    expect(said.filter((sentence) => daysIn(sentence).some((on) => on < today))).toEqual([]);
    const named = said.flatMap(daysIn);
    if (term !== undefined) expect(named).toContain(term);
    for (const on of named.filter((on) => !terms.has(on))) {
      terms.add(on);
      const time = endOf(on);
      clocks.push({ time: time - day }, { time, term: on }, { time: time + 2 * minute });
    }
  }
  return [...terms].sort();
}

test.each<[Way, string[]]>([
  [[], ["2026-11-29"]],
  [["pays"], ["2026-12-22"]],
  [
    ["pays", "withdraws 1"],
    ["2026-12-06", "2026-12-22"],
  ],
  [["pays", "ships", "arrives"], ["2026-12-07"]],
  [
    ["pays", "ships", "arrives", "withdraws all"],
    ["2026-12-06", "2026-12-07"],
  ],
])("the terms of %j end on %j", async (way, terms) => {
  expect(await expectDaysToCome(await happened(way))).toEqual(terms);
});

const near = "En Madrid y alrededores entregamos en 24-48\u00a0h desde que recibimos el pago.";
const law = "Lo recibirás, como muy tarde, el martes 22 de diciembre.";

test.each<[string, Way, RegExp, Record<string, string[]>]>([
  [
    "delivers",
    ["pays", "ships"],
    /24-48|recibirás/,
    // On the page, and in the email about the parcel.
    {
      "2026-11-24": [near, near],
      "2026-11-25": [law, law],
      "2026-12-22": [law, law],
      "2026-12-23": [],
    },
  ],
  [
    "takes a withdrawal",
    ["pays", "ships", "arrives"],
    /puedes desistir:/,
    {
      "2026-12-06": ["Hasta el lunes 7 de diciembre puedes desistir:"],
      "2026-12-07": ["Hasta el lunes 7 de diciembre puedes desistir:"],
      "2026-12-08": ["Si el lunes 7 de diciembre fue fiesta donde vives, todavía puedes desistir:"],
      "2026-12-09": [],
    },
  ],
  [
    "waits for what comes back",
    ["pays", "ships", "withdraws all"],
    /enviarnos|enviado el perfume/,
    // On the page, in the email about the payment, and in the acknowledgement.
    {
      "2026-12-07": [
        "tienes hasta el lunes 7 de diciembre para enviarnos el perfume.",
        "tienes hasta el lunes 7 de diciembre para enviarnos el perfume.",
        "tienes hasta el lunes 7 de diciembre para enviarnos el perfume.",
      ],
      "2026-12-08": [
        "Si aún no nos has enviado el perfume, hazlo cuanto antes.",
        "Si aún no nos has enviado el perfume, hazlo cuanto antes.",
        "Si aún no nos has enviado el perfume, hazlo cuanto antes.",
      ],
    },
  ],
])("until when the shop %s", async (_, way, words, expected) => {
  const all = await happened(way);
  for (const [on, sentences] of Object.entries(expected)) {
    all.desk.pass(endOf(on) - all.desk.now());
    const said = (await sentencesOf(all)).filter((sentence) => words.test(sentence));
    expect(said, on).toEqual(sentences);
  }
});

test("an order that was handed over is withdrawn when the owner says so", async () => {
  const handedOver = async (desk: TestDesk) =>
    (
      await enterOrder(
        desk,
        enterRequest({ quantity: 2, total: 17_998, isPaid: true, isDelivered: true }),
      )
    ).order;
  const { shopper, owner } = await readAll(await happened(["withdraws all"], handedOver));
  expect(shopper).toBe(
    "Entregado Pedido NUMBER Recibido 22 nov Pagado 22 nov Enviado Entregado 22 nov Hemos recibido tu desistimiento. Lo estudiamos y te escribimos.",
  );
  expect(owner[0]).toBe("Entregado");
  expect(owner[1]).toContain("El pedido se entregó en mano: decide si quitas los frascos");
});

test("an order whose data is erased has no page, and says so to the owner", async () => {
  const { desk, ask } = await testShop("SQLite");
  const order = await placed(desk, { quantity: 2 });
  await happenings.cancels({ desk, order });
  await eraseOrder(desk, order.id, "owner");
  expect((await ask(`/pedido/${order.token}`)).status).toBe(404);
  const { text } = await orderPage(desk, order);
  expect(text).toMatch(/^Anulado /);
  expect(text).toContain("Los datos personales están borrados.");
});

import { formatPrice, toCents } from "../../app/shop/money.ts";
import { product } from "../../app/shop/product.ts";
import { shop } from "../../app/shop/shop.ts";
import { jobHelp, jobTexts } from "../shop/job-texts.ts";
import {
  countBottles,
  formatDay,
  formatIban,
  formatMoment,
  formatWeekday,
} from "../shop/order-format.ts";
import { isPayable, kept, outstanding, owedBack } from "../shop/order-status.ts";
import { awaitsShopper, disputeAdvice, isLate, lateText, refundTerm } from "../shop/order-texts.ts";
import type { Order } from "../storage/tables.ts";
import { defined, preventAutolinks, redactMailboxNames, unwritten } from "./mail-format.ts";
import type { LinkMails, OrderMailsToOwner, ShopMails, WriteAboutWithdrawal } from "./templates.ts";

const admin = `${shop.siteUrl}/mostrador`;
const openAdmin = { button: "Abrir el mostrador", address: admin };
const seeOrder = ({ id }: Order) => ({ button: "Ver el pedido", address: `${admin}/${id}` });
const bottles = (order: Order) => `${kept(order)} × ${product.name}`;
const recipient = ({ firstName, lastName, city }: Order) => `${firstName} ${lastName}, ${city}`;

export const ownerMails: OrderMailsToOwner = {
  "owner order placed": (order) => [
    `Pedido nuevo: ${order.quantity} × ${product.name}, ${formatPrice(order.total)}`,
    {
      lines: [
        `${recipient(order)}. ${order.method === "card" ? "Paga con tarjeta o Bizum" : "Paga por transferencia"}. Pedido ${order.id}.`,
      ],
    },
    seeOrder(order),
  ],
  "owner payment": (order, { amount }) => [
    `${order.closed ? "Pago tardío" : "Pagado"}: ${formatPrice(amount)}, pedido ${order.id}`,
    { lines: [afterPayment(order)] },
    seeOrder(order),
  ],
  "owner card refused": (order, { reason }) => [
    `No se puede pagar con tarjeta el pedido ${order.id}`,
    { lines: [`Stripe dice: «${preventAutolinks(reason)}»`] },
    "Al comprador le enseñamos los datos para pagarlo por transferencia.",
    seeOrder(order),
  ],
  "owner refund failed": (order, { amount }) => [
    `Reembolso fallido: ${formatPrice(amount)}, pedido ${order.id}`,
    "El banco del comprador no ha aceptado el reembolso, y el dinero está otra vez en tu cuenta de Stripe. Pregúntale cómo lo quiere y vuelve a reembolsarlo.",
    seeOrder(order),
  ],
  "owner dispute": (order, { kind, amount }) => [
    `${disputeNames[kind]}: ${formatPrice(amount)}, pedido ${order.id}`,
    kind === "opened"
      ? `El banco del comprador reclama el dinero. ${disputeAdvice(order)}`
      : disputeTexts[kind],
    seeOrder(order),
  ],
};

function afterPayment(order: Order): string {
  if (awaitsShopper(order))
    return `${order.email === null ? "Pregúntale" : "Le hemos preguntado"} al comprador si quiere el perfume o que le reembolses el dinero.`;
  if (order.closed)
    return `${order.email === null ? "Di" : "Le hemos dicho"} al comprador que le reembolsas el dinero.`;
  if (order.toDecide !== null) return "No lo envíes todavía: hay un desistimiento por decidir.";
  if (isPayable(order)) return `Faltan ${formatPrice(outstanding(order))}.`;
  if (owedBack(order) > 0)
    return order.removed > 0
      ? `Hay que reembolsar ${formatPrice(owedBack(order))}: ha desistido de una parte.`
      : `Ha pagado ${formatPrice(owedBack(order))} de más.`;
  if (order.fulfilment !== "unfulfilled") return "Ya está todo pagado.";
  return `Ya puedes preparar ${bottles(order)} para ${recipient(order)}.`;
}

const disputeNames = { opened: "Disputa", won: "Disputa ganada", lost: "Disputa perdida" };
const disputeTexts = {
  won: "Se ha cerrado a tu favor.",
  lost: "La has perdido: Stripe ha devuelto el dinero al banco del comprador.",
};

export const ownerWithdrawal: WriteAboutWithdrawal = (withdrawal, order, facts, taken) => {
  const { name, email, contract, bottles } = withdrawal;
  const declared = bottles === null ? "" : ` de ${countBottles(bottles)}`;
  return [
    order
      ? `Desistimiento del pedido ${order.id}`
      : "Desistimiento que no encaja con ningún pedido",
    { lines: [`${name} (${email}) desiste${declared} de «${contract}».`] },
    ...(order
      ? defined(toDo(order, taken, facts))
      : [
          "Antes de enviarle nada, di en el mostrador de qué pedido es.",
          `Si pagó y está en plazo, tienes ${shop.law.refundDays}\u00a0días naturales para reembolsar el dinero.`,
        ]),
    order ? seeOrder(order) : openAdmin,
  ];
};

/** What the owner does about a withdrawal from an order. */
function toDo(order: Order, taken: number | undefined, { now }: { now: number }): string {
  const { toDecide, deliveredAt } = order;
  const isUnsent = order.closed === null && order.fulfilment === "unfulfilled";
  if (toDecide !== null && deliveredAt !== null && isLate(deliveredAt, toDecide))
    return `${lateText(deliveredAt)} Decide en el mostrador antes de prometer nada.`;
  if (toDecide !== null)
    return `Decide en el mostrador qué haces.${isUnsent ? " No lo envíes antes." : ""}`;
  const what =
    taken === undefined || taken === order.quantity
      ? "Desiste de todo."
      : `Desiste de ${taken} de ${order.quantity}.`;
  const left =
    isUnsent && kept(order) > 0
      ? ` ${kept(order) === 1 ? "Queda" : "Quedan"} ${countBottles(kept(order))}.`
      : "";
  const term = refundTerm(order);
  const owed = owedBack(order);
  const money =
    owed === 0
      ? " No hay nada que reembolsar."
      : ` Hay que reembolsar ${formatPrice(owed)}${term !== undefined && now <= term ? `, como muy tarde el ${formatWeekday(term)}` : ""}.`;
  return `${what}${left}${money}`;
}

const settingNames: Record<string, string> = {
  PRODUCT_PRICE: "El precio del frasco",
  SELLER_IBAN: "La cuenta para las transferencias",
  SHOP_EMAIL: "El correo de la tienda",
};

/** How emails show a setting's value to the owner. */
const settingFormats: Record<string, (value: string) => string> = {
  PRODUCT_PRICE: (value) => formatPrice(toCents(value)),
  SELLER_IBAN: formatIban,
};

export const shopMails: ShopMails = {
  "owner mail undelivered": (_, about) =>
    about === undefined || about.sentAt !== null || about.dismissedAt !== null
      ? undefined
      : [
          "Hay un correo que no llega",
          "Este correo de la tienda no ha llegado a su destinatario:",
          {
            lines: [
              about.subject === null ? unwritten : `«${about.subject}»`,
              `${about.refusedAt === null ? "Se sigue intentando" : "Ya no se intenta"}: ${preventAutolinks(redactMailboxNames(about.error ?? ""))}`,
            ],
          },
          "En el mostrador puedes corregir la dirección, enviarlo otra vez o descartarlo.",
          openAdmin,
        ],
  "owner withdrawals": ({ day, count }) => [
    count === 1
      ? "Otro desistimiento que no encaja con ningún pedido"
      : `Otros ${count} desistimientos que no encajan con ningún pedido`,
    `${count === 1 ? "Llegó" : "Llegaron"} el ${formatDay(day)}, además de los que ya te hemos avisado. Di en el mostrador de qué pedido ${count === 1 ? "es" : "son"}, o por qué de ninguno.`,
    { button: "Ver los desistimientos", address: `${admin}/desistimientos` },
  ],
  "owner unpaid stock": ({ orders, bottles, left }) => [
    `Pedidos sin pagar: tienen reservados ${bottles} frascos`,
    `${orders} pedidos sin pagar tienen reservados ${bottles} frascos, y ${leftToSell(left)}. Si no te fías de alguno, anúlalos juntos.`,
    { button: "Ver los pedidos sin pagar", address: `${admin}/sin-pagar` },
  ],
  "owner jobs failing": ({ failing }) => {
    // Another version may have queued it, with jobs that this one does not have.
    const known = failing.filter(({ name }) => Object.hasOwn(jobTexts, name));
    const [first] = known;
    if (!first) return undefined;
    return [
      known.length === 1
        ? jobTexts[first.name].failure
        : `Hay ${known.length} cosas que la tienda no consigue hacer`,
      ...known.map(({ name, since, reason }) => ({
        lines: defined(
          `${jobTexts[name].failure}, desde el ${formatMoment(since)}.`,
          jobTexts[name].meaning,
          jobTexts[name].advice,
          reason && `Se ha anotado: «${preventAutolinks(redactMailboxNames(reason))}».`,
        ),
      })),
      jobHelp,
      openAdmin,
    ];
  },
  // In case somebody else has signed in to the admin.
  "owner setting changed": ({ name, before, after }) => {
    const show = settingFormats[name] ?? String;
    return [
      `${settingNames[name] ?? name} ha cambiado en el mostrador`,
      `Antes: ${show(before)}. Ahora: ${show(after)}.`,
      `Si no has sido tú, cierra ahora la sesión en todos los dispositivos, que está al final de «Ajustes», y vuelve a poner lo de antes: ${admin}/ajustes`,
    ];
  },
};

function leftToSell(left: number): string {
  if (left <= 0) return "no queda ninguno por vender";
  return left === 1 ? "queda uno por vender" : `quedan ${left} por vender`;
}

const elsewhere =
  "Si se abre dentro de la aplicación de correo y lo prefieres en tu navegador, copia allí la dirección.";

export const linkMails: LinkMails = {
  "owner sign-in": (data, secret) => [
    "Tu enlace para entrar en el mostrador",
    {
      button: "Entrar en el mostrador",
      address: `${admin}/entrar/${secret}${data?.path ? `?a=${encodeURIComponent(data.path)}` : ""}`,
    },
    `Vale media hora y una sola vez. ${elsewhere}`,
    "Si no lo has pedido tú, no hagas nada: sin este correo no entra nadie.",
  ],
  "owner account confirmation": ({ iban }, secret) => [
    "Confirma la cuenta para las transferencias",
    `En el mostrador se ha pedido cobrar en la cuenta ${formatIban(iban)}. Vale cuando lo confirmes:`,
    { button: "Ver y confirmar la cuenta", address: `${admin}/cuenta/${secret}` },
    "El enlace vale media hora y una sola vez.",
    `Si no has sido tú, no lo confirmes y cierra la sesión en todos los dispositivos, que está al final de «Ajustes»: ${admin}/ajustes`,
  ],
};

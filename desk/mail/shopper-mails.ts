import { formatPrice } from "../../app/shop/money.ts";
import { product } from "../../app/shop/product.ts";
import { shop } from "../../app/shop/shop.ts";
import { parcelOf } from "../shop/carriers.ts";
import {
  countBottles,
  formatDay,
  formatIban,
  formatMoment,
  orderAddress,
  statusNames,
  vatOf,
} from "../shop/order-format.ts";
import {
  due,
  isPaid,
  isPayable,
  isToSend,
  kept,
  outstanding,
  owedBack,
  refundMade,
} from "../shop/order-status.ts";
import {
  awaitsReturn,
  awaitsShopper,
  cancelledText,
  deliveryPromise,
  expiredText,
  isInTerm,
  latePaymentText,
  mayWithdrawUntil,
  pausedText,
  payDeadline,
  refundedText,
  restingText,
  returnLabel,
  surplusText,
  trackingAddress,
  withdrawalText,
  withdrawWithin,
} from "../shop/order-texts.ts";
import { seller } from "../shop/seller.ts";
import { declaration } from "../shop/withdrawal.ts";
import type { MailData } from "../storage/mail-data.ts";
import type { Order, Withdrawal } from "../storage/tables.ts";
import { type Block, defined } from "./mail-format.ts";
import type { Content, MailFacts, OrderMailsToShopper, WriteAboutWithdrawal } from "./templates.ts";

/** The address of the order's page. */
const pageOf = ({ token }: Order) => `${shop.siteUrl}/pedido/${token}`;
const seeOrder = (order: Order) => ({ button: "Ver tu pedido", address: pageOf(order) });

const prepared = ({ paused }: MailFacts) =>
  paused
    ? `${restingText(paused)} A la vuelta lo preparamos, y te escribimos en cuanto salga.`
    : "Lo preparamos y te escribimos en cuanto salga.";

export const shopperMails: OrderMailsToShopper = {
  placed: (order, _, facts) =>
    order.closed !== null
      ? undefined
      : [
          isPayable(order)
            ? `Tu pedido ${order.id}: cómo pagarlo`
            : `Tu pedido ${order.id}: confirmado`,
          `Gracias. Con este mensaje confirmamos tu pedido ${order.id}, del ${formatMoment(order.placedAt)}.`,
          ...(isPayable(order)
            ? [{ title: "Cómo pagarlo" }, ...howToPay(order, facts)]
            : [seeOrder(order)]),
          ...contentOf(order),
          { title: "Envío a" },
          { lines: orderAddress(order) },
          ...defined(
            order.fulfilment === "unfulfilled" &&
              (facts.paused && !isPayable(order)
                ? restingText(facts.paused)
                : deliveryPromise(order, facts, facts.now)),
          ),
          { title: "Si cambias de idea" },
          `Tienes ${withdrawWithin} para desistir de la compra sin dar explicaciones. Lo más rápido es hacerlo en ${shop.siteUrl}/desistimiento. También vale cualquier declaración clara, como el formulario que va al final de este mensaje. Te reembolsamos el ${shop.returns.refundPercent}\u00a0% de lo que pagaste, incluido el envío ordinario; el envío de vuelta lo pagas tú.`,
          { title: "Condiciones" },
          `El perfume tiene ${shop.law.guaranteeYears}\u00a0años de garantía legal. Este pedido se rige por los términos del ${formatDay(order.terms)}, que tienes completos al final de este mensaje y aquí:`,
          // Without a full stop, which some mail apps take for a part of the address.
          `${shop.siteUrl}/terminos-de-servicio/${order.terms}`,
        ],

  reminder: (order, _, facts) =>
    isPayable(order) && isInTerm(order, facts.now)
      ? [
          `Tu pedido ${order.id} te espera: faltan ${formatPrice(outstanding(order))}`,
          `Aún no ha llegado el pago de tu pedido ${order.id}. Si ya lo has hecho, no hagas nada${order.method === "card" ? "" : ": los bancos tardan a veces uno o dos días"}.`,
          ...howToPay(order, facts),
          "Si ya no lo quieres, no hace falta que hagas nada: caduca solo, y no debes nada.",
        ]
      : undefined,

  extended: (order, _, facts) =>
    isPayable(order) && isInTerm(order, facts.now)
      ? [
          `Tu pedido ${order.id}: más días para pagarlo`,
          `Te damos más días para pagar tu pedido ${order.id}.`,
          ...howToPay(order, facts),
        ]
      : undefined,

  // The order's page has the account as well: whoever forges such an email can't change it there.
  "account changed": (order, _, facts) =>
    isPayable(order) && order.method === "transfer"
      ? [
          `Tu pedido ${order.id}: hemos cambiado de cuenta`,
          `Hemos cambiado de banco, y los datos que te dimos para pagar tu pedido ${order.id} ya no valen. Los nuevos están también en la página de tu pedido, ${pageOf(order)}: compruébalos allí.`,
          "Si ya has hecho la transferencia a la cuenta anterior, no la repitas: responde a este mensaje.",
          ...howToPay(order, facts),
        ]
      : undefined,

  money: (order, { kind, amount }, facts) => {
    // The entry has been reversed.
    if ((kind === "payment" ? order.paid : order.discount) < amount) return undefined;
    const missing = isPayable(order) ? formatPrice(outstanding(order)) : undefined;
    const money = formatPrice(amount);
    const sentence =
      kind === "payment"
        ? `Hemos recibido ${money} por tu pedido ${order.id}.`
        : `Te hemos descontado ${money} de tu pedido ${order.id}.`;
    return [
      missing
        ? `Tu pedido ${order.id}: faltan ${missing}`
        : `Pedido ${order.id}: ${moneySubject(order, kind, money)}`,
      `${sentence}${missing ? ` Faltan ${missing}.` : ""}`,
      ...currentState(order, facts),
      ...defined(
        kind === "payment" &&
          order.closed === null &&
          isPaid(order) &&
          "Si necesitas factura, responde a este correo con tus datos.",
      ),
    ];
  },

  refund: (order, { amount, isPending = false }) => {
    // It has failed, or the email after this one says that it is made.
    if ((isPending ? order.refundPending : refundMade(order)) < amount) return undefined;
    const money = formatPrice(amount);
    const total = formatPrice(refundMade(order));
    return [
      `Pedido ${order.id}: ${isPending ? "te reembolsamos" : "te hemos reembolsado"} ${money}`,
      isPending
        ? `Hemos pedido a Stripe, por donde pagaste, que te reembolse ${money} de tu pedido ${order.id}. Te escribimos cuando esté hecho.`
        : `Te hemos reembolsado ${money} de tu pedido ${order.id}.`,
      ...defined(
        !isPending && total !== money && `En total te hemos reembolsado ya ${total}.`,
        !isPending && arrivalOf(order),
      ),
      seeOrder(order),
    ];
  },

  /** An earlier email was wrong: a payment was entered wrongly, or a step was taken by mistake. */
  correction: (order, _, facts) => {
    const missing = isPayable(order) ? outstanding(order) : 0;
    return [
      missing > 0
        ? `Tu pedido ${order.id}: corregimos un dato, faltan ${formatPrice(missing)}`
        : `Pedido ${order.id}: corregimos un dato`,
      `Un correo nuestro sobre tu pedido ${order.id} tenía un error. Los datos correctos son estos:`,
      {
        facts: defined<[string, string]>(
          ["Estado", statusNames[order.status]],
          ["Recibido", formatPrice(order.paid)],
          refundMade(order) > 0 && ["Reembolsado", formatPrice(refundMade(order))],
          order.refundPending > 0 && ["Pedido a Stripe", formatPrice(order.refundPending)],
          order.removed > 0 && ["Frascos", `${kept(order)} de ${order.quantity}`],
          order.discount > 0 && ["A pagar en total", formatPrice(due(order))],
          missing > 0 && ["Falta por pagar", formatPrice(missing)],
        ),
      },
      ...currentState(order, facts),
    ];
  },

  shipped: (order, { kind, tracking }, facts) => {
    if (order.fulfilment === "unfulfilled") return undefined;
    const [subject, sentenceFor] = parcelTexts[kind];
    const isUnderWay = order.fulfilment === "shipped" && kept(order) > 0;
    return [
      `Pedido ${order.id}: ${subject}`,
      sentenceFor(order),
      ...(kind === "tracking"
        ? []
        : [
            { lines: orderAddress(order) },
            ...defined(isUnderWay && deliveryPromise(order, facts, facts.now)),
          ]),
      ...howToFollow(order, tracking),
    ];
  },

  delivered: (order, _, facts) =>
    order.fulfilment !== "delivered"
      ? undefined
      : [
          `Pedido ${order.id}: entregado`,
          `Tu pedido ${order.id} ha llegado.${kept(order) === 0 ? "" : " Que lo disfrutes."}`,
          "Si algo no está bien, responde a este mensaje.",
          ...defined<Block>(
            withdrawalText(order, facts, facts.now),
            labelOf(order),
            kept(order) > 0 && howToWithdraw(order, facts),
            seeOrder(order),
          ),
        ],

  expired: (order, _, { paused }) =>
    order.closed !== "expired" || kept(order) === 0 || owedBack(order) > 0
      ? undefined
      : [
          `Pedido ${order.id}: caducado, no debes nada`,
          ...expiredText(order),
          ...(paused
            ? [pausedText(paused)]
            : [
                "Si aún lo quieres, puedes hacer otro pedido.",
                { button: "Hacer otro pedido", address: `${shop.siteUrl}/checkout` },
              ]),
        ],

  cancelled: (order, _, facts) => {
    if (order.closed !== "cancelled") return undefined;
    const hasWithdrawn = kept(order) === 0;
    return [
      `Pedido ${order.id}: anulado, ${owedBack(order) > 0 ? `te reembolsamos ${formatPrice(owedBack(order))}` : "no debes nada"}`,
      `Hemos anulado tu pedido ${order.id}${hasWithdrawn ? ", del que habías desistido" : ""}.`,
      hasWithdrawn ? withdrawalText(order, facts, facts.now) : cancelledText(order),
    ];
  },

  reopened: (order, _, facts) =>
    order.closed !== null || kept(order) === 0
      ? undefined
      : [
          `${isPayable(order) ? "Tu pedido" : "Pedido"} ${order.id}: sigue adelante`,
          `Tu pedido ${order.id} sigue adelante.`,
          ...currentState(order, facts),
        ],

  withdrawn: (order, _, facts) =>
    order.withdrawnAt === null && order.toDecide === null
      ? undefined
      : [
          `Pedido ${order.id}: hemos anotado tu desistimiento`,
          `Hemos anotado que desistes de tu pedido ${order.id}.`,
          ...(kept(order) > 0
            ? currentState(order, facts)
            : defined<Block>(
                withdrawalText(order, facts, facts.now),
                labelOf(order),
                refundedText(order),
                seeOrder(order),
              )),
        ],

  "bottles removed": (order, _, facts) =>
    order.removed === 0
      ? undefined
      : [
          `Tu pedido ${order.id}: ${kept(order) === 1 ? "queda" : "quedan"} ${countBottles(kept(order))}`,
          `Hemos cambiado tu pedido ${order.id}.`,
          ...currentState(order, facts),
        ],

  "withdrawal rejected": (order, { reason }) => [
    `Pedido ${order.id}: sobre tu desistimiento`,
    `Tu desistimiento del pedido ${order.id} no es válido, por este motivo:`,
    { lines: [reason] },
    "Si no estás de acuerdo, responde a este mensaje o pídenos una hoja de reclamaciones.",
    seeOrder(order),
  ],
};

/** Where a refund arrives: by the means of the payment (art. 13.1, Directive 2011/83/EU). */
function arrivalOf({ method }: Order): string | undefined {
  if (method === "cash") return undefined;
  const where = method === "card" ? "a la tarjeta o al Bizum con que" : "a la cuenta desde la que";
  return `El dinero vuelve ${where} pagaste, y el banco puede tardar unos días en mostrarlo. Si en una semana no lo ves, responde a este mensaje.`;
}

function moneySubject(order: Order, kind: MailData["money"]["kind"], money: string): string {
  if (awaitsShopper(order)) return "¿te lo enviamos o te reembolsamos el dinero?";
  if (order.closed && owedBack(order) > 0) return `te reembolsamos ${formatPrice(owedBack(order))}`;
  return kind === "payment" ? "pago recibido" : `te hemos descontado ${money}`;
}

/** The subject and the first sentence about a parcel. */
const parcelTexts: Record<MailData["shipped"]["kind"], [string, (order: Order) => string]> = {
  shipped: ["va de camino", ({ id }) => `Tu pedido ${id} ha salido hacia:`],
  tracking: [
    "cómo seguir tu paquete",
    () => "Este es el seguimiento de tu paquete. Si te dimos otro antes, ya no vale.",
  ],
  "shipped again": [
    "te lo hemos enviado otra vez",
    ({ id }) => `El paquete de tu pedido ${id} no llegó bien, y te hemos enviado otro hacia:`,
  ],
};

/** The current state of an order: what was taken off, what is missing, what goes back, and what comes next. */
function currentState(order: Order, facts: MailFacts): Block[] {
  const withdrawal = withdrawalText(order, facts, facts.now);
  return [
    ...defined<Block>(
      kept(order) === 0
        ? `Habías desistido. ${withdrawal} Si has cambiado de idea, responde a este mensaje.`
        : withdrawal,
      labelOf(order),
      moneyBackText(order),
      isToSend(order) && prepared(facts),
      isToSend(order) && deliveryPromise(order, facts, facts.now),
    ),
    ...(isPayable(order) ? howToPay(order, facts) : [seeOrder(order)]),
  ];
}

/** The label of the parcel that comes back, if one does. */
const labelOf = (order: Order): Block | undefined =>
  awaitsReturn(order) ? { facts: returnLabel(order) } : undefined;

/** Until when the shopper may withdraw, and where. */
function howToWithdraw(order: Order, { now }: MailFacts): string | undefined {
  const until = mayWithdrawUntil(order, now);
  return until && `${until} desistir: ${shop.siteUrl}/desistimiento`;
}

/** What happens with the money of an order that is closed or overpaid. */
function moneyBackText(order: Order): string | undefined {
  if (kept(order) === 0) return undefined;
  if (awaitsShopper(order)) return `${latePaymentText(order)} Responde a este mensaje.`;
  if (order.closed === null) return surplusText(order);
  return owedBack(order) > 0 ? `El pedido está anulado. ${cancelledText(order)}` : undefined;
}

/** What was ordered, and its price. */
function contentOf(order: Order): Block[] {
  const { quantity, unitPrice, shipping, adjustment, total, vatPercent } = order;
  return [
    { title: "Tu pedido" },
    {
      amounts: defined<[string, string]>(
        [
          `${quantity} × ${shop.brand}, ${product.name} (${product.concentration}, ${product.volume})`,
          formatPrice(quantity * unitPrice),
        ],
        ["Envío", shipping === 0 ? "¡Gratis!" : formatPrice(shipping)],
        adjustment < 0 && ["Descuento", `−${formatPrice(-adjustment)}`],
        adjustment > 0 && ["Suplemento", formatPrice(adjustment)],
        ["Total", formatPrice(total)],
      ),
    },
    `El total incluye ${formatPrice(vatOf(total, vatPercent))} de IVA (${vatPercent}\u00a0%).`,
    ...defined(leftText(order)),
  ];
}

/** What was taken off since, for the confirmation, which is the contract. */
function leftText(order: Order): string | undefined {
  const { removed, withdrawnAt } = order;
  if (removed === 0) return undefined;
  const left = kept(order) === 1 ? "queda 1" : `quedan ${kept(order)}`;
  const taken = withdrawnAt === null ? "se han quitado" : "has desistido de";
  return `De ellos ${removed === 1 && withdrawnAt === null ? "se ha quitado" : taken} ${removed}: ${left}, y el total es de ${formatPrice(due(order))}.`;
}

/** The tracking: a link if the owner noted one, or else the note. */
function howToFollow(order: Order, tracking: string): Block[] {
  const address = trackingAddress(tracking);
  if (address) {
    const parcel = parcelOf(address);
    return [
      ...defined(parcel && `Lo lleva ${parcel.name}, con el número ${parcel.number}.`),
      { button: "Seguir el envío", address },
      `Ver tu pedido: ${pageOf(order)}`,
    ];
  }
  return [...defined(tracking && `Para seguir el envío: ${tracking}`), seeOrder(order)];
}

/** How to pay what is missing: the deadline, or that there is none while the shop is paused, the account and the amount. */
function howToPay(order: Order, facts: MailFacts): Block[] {
  const { paused } = facts;
  return [
    ...defined(
      paused !== "" &&
        order.fulfilment === "unfulfilled" &&
        `${restingText(paused)} Mientras tanto tu pedido no caduca.`,
    ),
    ...waysToPay(order, facts),
  ];
}

function waysToPay(order: Order, facts: MailFacts): Block[] {
  const { iban, now, takesCards } = facts;
  const deadline = payDeadline(order, facts, now);
  const until = deadline ? ` ${deadline}` : "";
  if (order.method === "card" && !takesCards)
    return [
      `Responde a este mensaje y te decimos cómo pagar ${formatPrice(outstanding(order))}${until}.`,
      seeOrder(order),
    ];
  if (order.method === "card")
    return [
      `Puedes pagar con tarjeta o Bizum${until}, en la página de tu pedido.`,
      { button: "Pagar tu pedido", address: pageOf(order) },
    ];
  if (order.method === "cash")
    return [
      `Quedan por pagar ${formatPrice(outstanding(order))} en efectivo${until}. Si tienes dudas, responde a este mensaje.`,
      seeOrder(order),
    ];
  return [
    `Puedes pagar por transferencia${until}, con estos datos:`,
    {
      facts: [
        ["Importe", formatPrice(outstanding(order))],
        ["Beneficiario", seller.name],
        ["IBAN", formatIban(iban)],
        ["Concepto", order.id],
      ],
    },
    "Por el concepto sabemos que el pago es tuyo: escríbelo tal cual.",
    seeOrder(order),
  ];
}

/**
 * The acknowledgement that the law requires: the declaration and when it was received (art. 11 bis,
 * Directive 2011/83/EU). It says how the shop has read it and what follows, and promises nothing if the order is unknown.
 */
export const acknowledgement: WriteAboutWithdrawal = (withdrawal, order, facts, taken) => {
  const { name, email, at } = withdrawal;
  return [
    "Hemos recibido tu desistimiento",
    `Hemos recibido tu desistimiento el ${formatMoment(at)}. Este mensaje acredita cuándo llegó y qué dice:`,
    { lines: [declaration(withdrawal), `Nombre: ${name}`, `Email: ${email}`] },
    ...defined(order && understood(order, taken)),
    ...nextStep(order, facts),
  ];
};

/** How the shop has read a withdrawal from this order. @param taken the bottles that it has taken off */
function understood(order: Order, taken: number | undefined): string | undefined {
  if (taken === undefined) return undefined;
  const { id, quantity } = order;
  const what =
    taken === quantity
      ? `de todo el pedido ${id}`
      : `de ${taken} de los ${quantity}\u00a0frascos del pedido ${id}`;
  return `Hemos entendido que desistes ${what}. Si no es así, responde a este mensaje y lo corregimos.`;
}

/**
 * One receipt of all withdrawals of a day that have none of their own. It leaves out the typed text, which somebody
 * else may have typed.
 */
export function acknowledgements(withdrawals: Withdrawal[]): Content | undefined {
  const [first, last] = [withdrawals[0], withdrawals.at(-1)];
  if (!first || !last) return undefined;
  const count = withdrawals.length;
  const moments =
    count === 1
      ? `Hemos recibido otro desistimiento con tu dirección el ${formatMoment(first.at)}.`
      : `Hemos recibido otros ${count} desistimientos con tu dirección, el primero el ${formatMoment(first.at)} y el último el ${formatMoment(last.at)}.`;
  return [
    "Hemos recibido más desistimientos tuyos",
    `${moments} Lo que dice cada uno estaba en la página al enviarlo; si quieres una copia, responde a este mensaje.`,
    "Si no los has enviado tú, no tienes que hacer nada.",
  ];
}

function nextStep(order: Order | undefined, facts: MailFacts): Block[] {
  const howToReturn = `${shop.siteUrl}/politica-de-devolucion`;
  if (!order)
    return [
      `Si ya tienes el perfume y estás en plazo, envíanoslo a ${seller.name}, ${seller.address}, en los ${shop.law.sendBackDays}\u00a0días naturales siguientes a este aviso, con tu nombre y el número de tu pedido en el paquete. Aquí explicamos cómo devolverlo y en qué plazo te reembolsamos el dinero: ${howToReturn}`,
    ];
  if (order.toDecide !== null)
    return defined(
      "Estudiamos este desistimiento y te escribimos.",
      withdrawalText({ ...order, toDecide: null }, facts, facts.now),
    );
  if (order.closed === null && order.fulfilment === "unfulfilled")
    return currentState(order, facts);
  return defined<Block>(
    withdrawalText(order, facts, facts.now),
    labelOf(order),
    refundedText(order),
    awaitsReturn(order) && `Aquí explicamos cómo se devuelve: ${howToReturn}`,
  );
}

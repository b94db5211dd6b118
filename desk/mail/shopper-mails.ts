import {
  formatDay,
  formatIban,
  formatMoment,
  orderAddress,
  statusNames,
  vatOf,
} from "../../app/desk/shop/order-format.ts";
import {
  due,
  isPaid,
  isPayable,
  owedBack,
  paymentStatus,
  unpaid,
} from "../../app/desk/shop/order-status.ts";
import {
  awaitsShopper,
  cancelledText,
  daysLate,
  deliveryPromise,
  expiredText,
  latePaymentText,
  payDeadline,
  refundText,
  surplusText,
  trackingAddress,
  withdrawalText,
  withdrawWithin,
} from "../../app/desk/shop/order-texts.ts";
import { declaration } from "../../app/desk/shop/withdrawal.ts";
import { formatPrice } from "../../app/shop/money.ts";
import { product } from "../../app/shop/product.ts";
import { shop } from "../../app/shop/shop.ts";
import type { Order } from "../storage/tables.ts";
import {
  type Content,
  defined,
  type Facts,
  type OrderMailsToShopper,
  type WriteAboutWithdrawal,
} from "./content.ts";
import type { Block } from "./mail-format.ts";
import type { MailData } from "./templates.ts";

/** The address of the order's page. */
const pageOf = ({ token }: Order) => `${shop.siteUrl}/pedido/${token}`;
const seeOrder = (order: Order) => ({ button: "Ver tu pedido", address: pageOf(order) });

const prepared = "Lo preparamos y te escribimos en cuanto salga.";
const received = ({ id }: Order, amount: number) =>
  `Hemos recibido ${formatPrice(amount)} por tu pedido ${id}.`;
const withdrawnSubject = ({ id }: Order) => `Pedido ${id}: has desistido, te devolvemos el dinero`;
const missingSubject = (order: Order) =>
  `Tu pedido ${order.id}: faltan ${formatPrice(unpaid(order))}`;
const correctedSubject = ({ id }: Order) => `Pedido ${id}: corregimos un dato`;

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
          ...defined(order.fulfilment === "unfulfilled" && deliveryPromise(order, facts.now)),
          { title: "Si cambias de idea" },
          `Tienes ${withdrawWithin} para desistir de la compra sin dar explicaciones. Lo más rápido es hacerlo en ${shop.siteUrl}/desistimiento. También vale cualquier declaración clara, como el formulario que va al final de este mensaje. Te devolvemos el ${shop.returns.refundPercent}\u00a0% de lo que pagaste, incluido el envío ordinario; el envío de vuelta lo pagas tú.`,
          { title: "Condiciones" },
          `Este pedido se rige por los términos del ${formatDay(order.terms)}. Los tienes completos al final de este mensaje y en ${shop.siteUrl}/terminos-de-servicio/${order.terms}. El perfume tiene ${shop.law.guaranteeYears}\u00a0años de garantía legal.`,
        ],

  reminder: (order, _, facts) =>
    isPayable(order) && payDeadline(order, facts.now) !== undefined
      ? [
          `Tu pedido ${order.id} te espera: faltan ${formatPrice(unpaid(order))}`,
          `Aún no ha llegado el pago de tu pedido ${order.id}. Si ya lo has hecho, no hagas nada${order.method === "card" ? "" : ": los bancos tardan a veces uno o dos días"}.`,
          ...howToPay(order, facts),
          "Si ya no lo quieres, no hace falta que hagas nada: caduca solo, y no debes nada.",
        ]
      : undefined,

  extended: (order, _, facts) =>
    isPayable(order) && payDeadline(order, facts.now) !== undefined
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

  "partially paid": (order, { amount }, facts) => {
    if (order.closed !== null || unpaid(order) === 0) return undefined;
    if (order.withdrawnAt !== null) return paidAfterWithdrawal(order, amount);
    return [
      missingSubject(order),
      `${received(order, amount)} Faltan ${formatPrice(unpaid(order))}.`,
      ...howToPay(order, facts),
    ];
  },

  paid: (order, { amount }, { now }) => {
    if (order.closed !== null) return undefined;
    if (!isPaid(order) && paymentStatus(order) !== "partially refunded") return undefined;
    if (order.withdrawnAt !== null) return paidAfterWithdrawal(order, amount);
    const isToSend = order.fulfilment === "unfulfilled";
    return [
      `Pedido ${order.id}: pago recibido`,
      `${received(order, amount)}${isToSend ? ` ${prepared}` : ""}`,
      ...defined(
        order.discount > 0 &&
          `Te hemos descontado ${formatPrice(order.discount)}: no falta nada por pagar.`,
        surplusText(order),
        isToSend && deliveryPromise(order, now),
      ),
      "Si necesitas factura, responde a este correo con tus datos.",
      seeOrder(order),
    ];
  },

  overpaid: (order, { amount }) => {
    if (order.closed !== null || order.paid <= due(order)) return undefined;
    if (order.withdrawnAt !== null) return paidAfterWithdrawal(order, amount);
    return [
      `Pedido ${order.id}: has vuelto a pagar`,
      `${received(order, amount)} Ya lo habías pagado.`,
      ...defined(surplusText(order)),
      seeOrder(order),
    ];
  },

  "late payment": (order, { amount }) =>
    order.closed === null || owedBack(order) === 0
      ? undefined
      : [
          awaitsShopper(order)
            ? `Pedido ${order.id}: ¿te lo enviamos o te devolvemos el dinero?`
            : `Pedido ${order.id}: te devolvemos ${formatPrice(owedBack(order))}`,
          received(order, amount),
          `${latePaymentText(order)}${awaitsShopper(order) ? " Responde a este mensaje." : ""}`,
          seeOrder(order),
        ],

  refund: (order, { amount }) =>
    order.refunded < amount
      ? undefined
      : [
          `Pedido ${order.id}: te hemos devuelto ${formatPrice(amount)}`,
          `Te hemos devuelto ${formatPrice(amount)} de tu pedido ${order.id}.`,
          ...defined(refundText(order, amount)),
          seeOrder(order),
        ],

  discount: (order, { amount }, facts) => {
    if (order.closed !== null || order.withdrawnAt !== null) return undefined;
    if (order.discount < amount) return undefined;
    const discounted = `Te hemos descontado ${formatPrice(amount)} de tu pedido ${order.id}`;
    if (isPayable(order)) {
      return [
        missingSubject(order),
        `${discounted}. Faltan ${formatPrice(unpaid(order))}.`,
        ...howToPay(order, facts),
      ];
    }
    return [
      `Pedido ${order.id}: te hemos descontado ${formatPrice(amount)}`,
      `${discounted}: no falta nada por pagar.`,
      ...defined(surplusText(order)),
      seeOrder(order),
    ];
  },

  correction: (order, _, facts) => {
    const missing = isPayable(order) ? unpaid(order) : 0;
    return [
      missing > 0
        ? `Tu pedido ${order.id}: corregimos un dato, faltan ${formatPrice(missing)}`
        : correctedSubject(order),
      `Habíamos anotado mal los pagos de tu pedido ${order.id}. Las cifras correctas son estas:`,
      {
        facts: defined<[string, string]>(
          ["Recibido", formatPrice(order.paid)],
          order.refunded > 0 && ["Reembolsado", formatPrice(order.refunded)],
          order.discount > 0 && ["Descontado", formatPrice(order.discount)],
          missing > 0 && ["Falta por pagar", formatPrice(missing)],
        ),
      },
      ...defined(owedBackText(order)),
      ...(missing > 0 ? howToPay(order, facts) : [seeOrder(order)]),
    ];
  },

  shipped: (order, { tracking }) =>
    order.fulfilment === "unfulfilled"
      ? undefined
      : [
          `Pedido ${order.id}: va de camino`,
          `Tu pedido ${order.id} ha salido hacia:`,
          { lines: orderAddress(order) },
          ...howToFollow(order, tracking),
        ],

  tracking: (order, { tracking }) =>
    order.fulfilment === "unfulfilled"
      ? undefined
      : [
          `Pedido ${order.id}: cómo seguir tu paquete`,
          "Este es el seguimiento de tu paquete. Si te dimos otro antes, ya no vale.",
          ...howToFollow(order, tracking),
        ],

  "shipped again": (order, { tracking }) =>
    order.fulfilment === "unfulfilled"
      ? undefined
      : [
          `Pedido ${order.id}: te lo hemos enviado otra vez`,
          `El paquete de tu pedido ${order.id} no llegó, y te hemos enviado otro hacia:`,
          { lines: orderAddress(order) },
          ...howToFollow(order, tracking),
        ],

  delivered: (order) =>
    order.fulfilment !== "delivered"
      ? undefined
      : [
          `Pedido ${order.id}: entregado`,
          order.withdrawnAt === null ? "Ya lo tienes. Que lo disfrutes." : "Ya lo tienes.",
          "Si algo no está bien, responde a este mensaje.",
          order.withdrawnAt === null
            ? `Tienes ${withdrawWithin} para desistir: ${shop.siteUrl}/desistimiento`
            : withdrawalText(order),
        ],

  undone: (order, { step }) => [
    correctedSubject(order),
    `Te dijimos que tu pedido ${order.id} ${undoneTexts[step]}. Fue un error nuestro: su estado es «${statusNames[order.status]}».`,
    seeOrder(order),
  ],

  expired: (order) =>
    order.closed !== "expired" || order.withdrawnAt !== null || owedBack(order) > 0
      ? undefined
      : [
          `Pedido ${order.id}: caducado, no debes nada`,
          ...expiredText(order),
          "Si aún lo quieres, puedes hacer otro pedido.",
          { button: "Hacer otro pedido", address: `${shop.siteUrl}/checkout` },
        ],

  cancelled: (order) => {
    if (order.closed !== "cancelled") return undefined;
    const isWithdrawn = order.withdrawnAt !== null;
    return [
      `Pedido ${order.id}: anulado, ${owedBack(order) > 0 ? `te devolvemos ${formatPrice(owedBack(order))}` : "no debes nada"}`,
      `Hemos anulado tu pedido ${order.id}${isWithdrawn ? ", del que habías desistido" : ""}.`,
      isWithdrawn ? withdrawalText(order) : cancelledText(order),
    ];
  },

  reopened: (order, _, facts) => {
    if (order.closed !== null || order.withdrawnAt !== null) return undefined;
    const goesOn = `Tu pedido ${order.id} sigue adelante.`;
    if (isPayable(order)) {
      return [`Tu pedido ${order.id} sigue adelante`, goesOn, ...howToPay(order, facts)];
    }
    const isToSend = order.fulfilment === "unfulfilled";
    return [
      `Pedido ${order.id}: sigue adelante`,
      isToSend ? `${goesOn} ${prepared}` : goesOn,
      ...defined(isToSend && deliveryPromise(order, facts.now)),
      seeOrder(order),
    ];
  },

  withdrawn: (order) =>
    order.withdrawnAt === null
      ? undefined
      : [
          `Pedido ${order.id}: hemos anotado tu desistimiento`,
          `Hemos anotado que desistes de tu pedido ${order.id}.`,
          withdrawalText(order),
          seeOrder(order),
        ],

  "withdrawal rejected": (order, { reason }) => [
    `Pedido ${order.id}: sobre tu desistimiento`,
    `Tu desistimiento del pedido ${order.id} no es válido, por este motivo:`,
    { lines: [reason] },
    "Si no estás de acuerdo, responde a este mensaje o pídenos una hoja de reclamaciones.",
    seeOrder(order),
  ],
};

/** What the email said about each step that was taken back. */
const undoneTexts: Record<MailData["undone"]["step"], string> = {
  shipped: "iba de camino",
  delivered: "estaba entregado",
  reopened: "seguía adelante",
  cancelled: "estaba anulado",
  expired: "había caducado",
  withdrawn: "tenía anotado tu desistimiento",
};

const paidAfterWithdrawal = (order: Order, amount: number): Content => [
  withdrawnSubject(order),
  `Hemos recibido ${formatPrice(amount)} por tu pedido ${order.id}, del que habías desistido.`,
  `${withdrawalText(order)} Si has cambiado de idea, responde a este mensaje.`,
  seeOrder(order),
];

/** What happens with money that is owed back. */
function owedBackText(order: Order): string | undefined {
  if (owedBack(order) === 0) return undefined;
  if (order.withdrawnAt !== null) return withdrawalText(order);
  if (awaitsShopper(order)) return latePaymentText(order);
  return order.closed === null ? surplusText(order) : cancelledText(order);
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
  ];
}

/** The tracking: a link if the owner noted one, or else the note. */
function howToFollow(order: Order, tracking: string): Block[] {
  const address = trackingAddress(tracking);
  if (address) return [{ button: "Seguir el envío", address }];
  return [...defined(tracking && `Para seguir el envío: ${tracking}`), seeOrder(order)];
}

/** How to pay what is missing: the deadline, the account and the amount. */
function howToPay(order: Order, { iban, holder, now }: Facts): Block[] {
  const deadline = payDeadline(order, now);
  const until = deadline ? ` ${deadline}` : "";
  const amount = unpaid(order);
  if (order.method === "card") {
    // The provider accepts only the whole price.
    if (amount < order.total)
      return ["Responde a este mensaje y te decimos cómo pagar lo que falta.", seeOrder(order)];
    return [
      `Puedes pagar con tarjeta o Bizum${until}, en la página de tu pedido.`,
      { button: "Pagar tu pedido", address: pageOf(order) },
    ];
  }
  return [
    `Puedes pagar por transferencia${until}, con estos datos:`,
    {
      facts: [
        ["Importe", formatPrice(amount)],
        ["Beneficiario", holder],
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
 * Directive 2011/83/EU). It promises no money, because it does not judge the declaration.
 */
export const acknowledgement: WriteAboutWithdrawal = (withdrawal, order) => {
  const { name, contract, email, at } = withdrawal;
  return [
    "Hemos recibido tu desistimiento",
    `Hemos recibido tu desistimiento el ${formatMoment(at)}. Este mensaje acredita cuándo llegó y qué dice:`,
    { lines: [declaration({ contract }), `Nombre: ${name}`, `Email: ${email}`] },
    nextStep(order && { ...order, withdrawnAt: at }),
  ];
};

function nextStep(order: Order | undefined): string {
  if (order?.closed && order.fulfilment === "unfulfilled" && owedBack(order) === 0) {
    return `El pedido ${order.id} queda anulado, y no debes nada por él.`;
  }
  if (order && daysLate(order) > 0) return withdrawalText(order);
  return `Si ya tienes el perfume y estás en plazo, envíanoslo en los ${shop.law.sendBackDays}\u00a0días naturales siguientes a este aviso. Aquí explicamos cómo devolverlo y en qué plazo te devolvemos el dinero: ${shop.siteUrl}/politica-de-devolucion`;
}

import {
  formatDay,
  formatIban,
  formatMoment,
  orderAddress,
  stateNames,
  vatOf,
} from "../../app/desk/shop/order-format.ts";
import { balance, stateAfterMoney } from "../../app/desk/shop/order-rules.ts";
import {
  aboutRefund,
  aboutWithdrawal,
  cancelledWords,
  deliveryPromise,
  expiredWords,
  isAsked,
  lateMoney,
  payDeadline,
  surplus,
  trackingAddress,
  unpaid,
  withdrawWithin,
} from "../../app/desk/shop/order-words.ts";
import { seller } from "../../app/desk/shop/seller.ts";
import { declaration, type Withdrawal } from "../../app/desk/shop/withdrawal.ts";
import { formatPrice } from "../../app/shop/money.ts";
import { product } from "../../app/shop/product.ts";
import { shop } from "../../app/shop/shop.ts";
import type { Desk } from "../context.ts";
import type { Terms } from "../orders/terms.ts";
import type { Order } from "../storage/tables.ts";
import { type Circumstances, given, type NewsKind, quotable, type Words } from "./content.ts";
import { type Block, formatMail } from "./mail-format.ts";
import type { Letter } from "./outbox.ts";
import { ownersLetter, ownersNews } from "./owners-mails.ts";

/** Undefined if another email covers it. */
type Writer = (order: Order, circumstances: Circumstances, desk: Desk) => Words | undefined;

/**
 * The emails about an event, to shopper and owner.
 * @param event its number, so that a repeated event sends a new email
 */
export function mailsAbout(
  desk: Desk,
  order: Order,
  news: NewsKind,
  circumstances: Circumstances,
  event: number,
): Letter[] {
  const quoted = quotable(order);
  const words = order.email && shoppersNews[news]?.(quoted, circumstances, desk);
  const told = circumstances.who !== "owner" && ownersNews[news]?.(quoted, circumstances);
  const letters: Letter[] = [];
  if (words) {
    const isFirst = news === "pending";
    const kind = isFirst ? news : `${news} ${event}`;
    letters.push({
      about: order.id,
      kind,
      recipient: order.email ?? "",
      ...write(greeting(quoted), words, isFirst ? contract(desk.terms) : []),
      isUnproven: isFirst,
      delay: circumstances.mayUndo ? desk.limits.undoWithin : 0,
    });
  }
  if (told) letters.push(ownersLetter(order.id, `owner ${news} ${event}`, told));
  return letters;
}

const greeting = ({ firstName }: Order) => `Hola, ${firstName}:`;

const write = (greeting: string, [subject, ...blocks]: Words, appendix: Block[] = []) => ({
  subject,
  ...formatMail(shop.brand, [greeting, ...blocks, imprint, ...appendix]),
});

/** The contract's terms. The law requires them in full, not as a link (RDL 1/2007, art. 98.7). */
const contract = ({ version, text }: Terms): Block[] => [
  { title: `Términos del ${formatDay(version)}` },
  { document: text },
];

/** The seller, as LSSI art. 10 requires, with a company's register. */
const imprint = {
  quiet: [
    `${seller.name} · NIF ${seller.taxId} · ${seller.address}`,
    ...(seller.register ? [seller.register] : []),
    `${shop.email} · ${shop.phone}`,
  ],
};

const pageOf = ({ token }: Order) => `${shop.siteUrl}/pedido/${token}`;
const seeOrder = (order: Order) => ({ button: "Ver tu pedido", address: pageOf(order) });

const shoppersNews: { [News in NewsKind]?: Writer } = {
  pending: (order, _, desk) => [
    `Tu pedido ${order.id}: cómo pagarlo`,
    `Gracias. Con este mensaje confirmamos tu pedido ${order.id}, del ${formatMoment(order.placedAt)}.`,
    { title: "Cómo pagarlo" },
    ...howToPay(order, order.total, desk),
    { title: "Tu pedido" },
    {
      amounts: [
        [
          `${order.quantity} × ${shop.brand}, ${product.name} (${product.concentration}, ${product.volume})`,
          formatPrice(order.quantity * order.unitPrice),
        ],
        ["Envío", order.shipping === 0 ? "¡Gratis!" : formatPrice(order.shipping)],
        ["Total", formatPrice(order.total)],
      ],
    },
    `El total incluye ${formatPrice(vatOf(order.total))} de IVA (${seller.vatPercent}\u00a0%).`,
    { title: "Envío a" },
    { lines: orderAddress(order) },
    ...given(deliveryPromise(order, desk.now())),
    { title: "Si cambias de idea" },
    `Tienes ${withdrawWithin} para desistir de la compra sin dar explicaciones. Lo más rápido es hacerlo en ${shop.siteUrl}/desistimiento. También vale cualquier declaración clara, como el formulario que va al final de este mensaje. Te devolvemos el ${shop.returns.refundPercent}\u00a0% de lo que pagaste, incluido el envío ordinario; el envío de vuelta lo pagas tú.`,
    { title: "Condiciones" },
    `Este pedido se rige por los términos del ${formatDay(order.terms)}. Los tienes completos al final de este mensaje y en ${shop.siteUrl}/terminos-de-servicio/${order.terms}. El perfume tiene ${shop.law.guaranteeYears}\u00a0años de garantía legal.`,
  ],

  received: (order, { amount = 0 }, desk) => {
    const missing = unpaid(order);
    // The email that the order is paid covers the payment.
    if (order.state === "pending" && missing <= 0) return undefined;
    const came = `Hemos recibido ${formatPrice(amount)} por tu pedido ${order.id}.`;
    if (order.withdrawnAt !== null) {
      return [withdrawnSubject(order), came, aboutWithdrawal(order), seeOrder(order)];
    }
    if (missing > 0) {
      return [
        `Tu pedido ${order.id}: faltan ${formatPrice(missing)}`,
        `${came} Faltan ${formatPrice(missing)}.`,
        ...howToPay(order, missing, desk),
      ];
    }
    return [
      `Pedido ${order.id}: has vuelto a pagar`,
      `${came} Ya lo habías pagado.`,
      ...given(surplus(order)),
      seeOrder(order),
    ];
  },

  paid: (order, _, { now }) =>
    order.withdrawnAt === null
      ? [
          `Pedido ${order.id}: pago recibido`,
          `Hemos recibido ${formatPrice(balance(order))} por tu pedido ${order.id}. Lo preparamos y te escribimos en cuanto salga.`,
          ...given(surplus(order)),
          ...given(deliveryPromise(order, now())),
          seeOrder(order),
        ]
      : [
          withdrawnSubject(order),
          `Hemos recibido ${formatPrice(balance(order))} por tu pedido ${order.id}, del que habías desistido.`,
          `${aboutWithdrawal(order)} Si has cambiado de idea, responde a este mensaje.`,
          seeOrder(order),
        ],

  discount: (order, { amount = 0 }) =>
    // The email that the order is paid covers it.
    order.state === "pending"
      ? undefined
      : [
          `Pedido ${order.id}: no falta nada por pagar`,
          `Te hemos descontado ${formatPrice(amount)} de tu pedido ${order.id}: no falta nada por pagar.`,
          seeOrder(order),
        ],

  shipped: (order, { note }) => [
    `Pedido ${order.id}: va de camino`,
    `Tu pedido ${order.id} ha salido hacia:`,
    { lines: orderAddress(order) },
    ...howToFollow(order, note),
  ],

  tracking: (order, { note }) => [
    `Pedido ${order.id}: cómo seguir tu paquete`,
    "Este es el seguimiento de tu paquete. Si te dimos otro antes, ya no vale.",
    ...howToFollow(order, note),
  ],

  delivered: (order) => [
    `Pedido ${order.id}: entregado`,
    order.withdrawnAt === null ? "Ya lo tienes. Que lo disfrutes." : "Ya lo tienes.",
    "Si algo no está bien, responde a este mensaje.",
    order.withdrawnAt === null
      ? `Tienes ${withdrawWithin} para desistir: ${shop.siteUrl}/desistimiento`
      : aboutWithdrawal(order),
  ],

  expired: (order) =>
    order.withdrawnAt === null
      ? [
          `Pedido ${order.id}: caducado, no debes nada`,
          ...expiredWords(order),
          "Si aún lo quieres, puedes hacer otro pedido.",
          { button: "Hacer otro pedido", address: `${shop.siteUrl}/checkout` },
        ]
      : undefined,

  cancelled: (order, { who }) =>
    order.withdrawnAt === null
      ? [
          balance(order) > 0
            ? `Pedido ${order.id}: anulado, te devolvemos ${formatPrice(balance(order))}`
            : `Pedido ${order.id}: anulado, no debes nada`,
          `Hemos anulado tu pedido ${order.id}.`,
          balance(order) > 0
            ? `Te devolvemos los ${formatPrice(balance(order))} que pagaste.`
            : cancelledWords(order),
        ]
      : // The acknowledgement of the form covers it.
        who === "shopper"
        ? undefined
        : [
            `Pedido ${order.id}: anulado, no debes nada`,
            `Has desistido de tu pedido ${order.id}, que no estaba pagado. ${aboutWithdrawal(order)}`,
          ],

  late: (order, { amount = 0 }) => [
    isAsked(order)
      ? `Pedido ${order.id}: ¿te lo enviamos o te devolvemos el dinero?`
      : `Pedido ${order.id}: te devolvemos ${formatPrice(balance(order))}`,
    `Hemos recibido ${formatPrice(amount)} por tu pedido ${order.id}.`,
    `${lateMoney(order)}${isAsked(order) ? " Responde a este mensaje." : ""}`,
    seeOrder(order),
  ],

  refund: (order, { amount = 0 }) => [
    `Pedido ${order.id}: te hemos devuelto ${formatPrice(amount)}`,
    `Te hemos devuelto ${formatPrice(amount)} de tu pedido ${order.id}.`,
    ...given(aboutRefund(order, amount)),
    seeOrder(order),
  ],

  correction: (order, _, desk) => {
    const isOver = ["expired", "cancelled", "refunded"].includes(order.state);
    const missing = isOver || order.withdrawnAt !== null ? 0 : unpaid(order);
    return [
      missing > 0
        ? `Tu pedido ${order.id}: corregimos un dato, faltan ${formatPrice(missing)}`
        : `Pedido ${order.id}: corregimos un dato`,
      `Habíamos anotado mal los pagos de tu pedido ${order.id}. Las cifras correctas son estas:`,
      {
        facts: given<[string, string]>(
          ["Recibido", formatPrice(order.received)],
          order.refunded > 0 && ["Devuelto", formatPrice(order.refunded)],
          missing > 0 && ["Falta por pagar", formatPrice(missing)],
        ),
      },
      ...given(surplus(order)),
      ...(missing > 0 && stateAfterMoney(order) === "pending"
        ? howToPay(order, missing, desk)
        : [seeOrder(order)]),
    ];
  },

  withdrawn: (order, { who }) =>
    // A shopper who used the form has the acknowledgement, and a cancelled order has its own email.
    who === "shopper" || (order.state === "pending" && balance(order) === 0)
      ? undefined
      : [
          `Pedido ${order.id}: hemos anotado tu desistimiento`,
          `Hemos anotado que desistes de tu pedido ${order.id}.`,
          aboutWithdrawal(order),
          seeOrder(order),
        ],

  declined: (order, { note }) => [
    `Pedido ${order.id}: sobre tu desistimiento`,
    `No podemos aceptar el desistimiento de tu pedido ${order.id}:`,
    { lines: [note ?? ""] },
    "Si no estás de acuerdo, responde a este mensaje.",
    seeOrder(order),
  ],

  undone: (order, { note = "" }) => [
    `Pedido ${order.id}: corregimos un dato`,
    `Te dijimos que tu pedido ${order.id} ${undoneWords[note] ?? ""}. Fue un error nuestro: su estado es «${stateNames[order.state]}».`,
    seeOrder(order),
  ],
};

/** What the email said about each state. */
const undoneWords: Record<string, string> = {
  paid: "seguía adelante",
  shipped: "iba de camino",
  delivered: "estaba entregado",
};

/** The tracking: a link if the owner noted one, or else the note. */
function howToFollow(order: Order, note: string | undefined): Block[] {
  const address = trackingAddress(note);
  if (address) return [{ button: "Seguir el envío", address }];
  return [...given(note && `Para seguir el envío: ${note}`), seeOrder(order)];
}

const withdrawnSubject = ({ id }: Order) => `Pedido ${id}: has desistido, te devolvemos el dinero`;

/** How to pay: the deadline, the account and the amount. */
function howToPay(order: Order, amount: number, { settings, iban, now }: Desk): Block[] {
  // Once part of the money has arrived, the order no longer expires, so the rest has no deadline.
  const deadline = balance(order) > 0 ? undefined : payDeadline(order, now());
  const until = deadline ? ` ${deadline}` : "";
  if (order.payment === "card") {
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
        ["Beneficiario", settings.SELLER_NAME],
        ["IBAN", formatIban(iban)],
        ["Concepto", order.id],
      ],
    },
    "Por el concepto sabemos que el pago es tuyo: escríbelo tal cual.",
    seeOrder(order),
  ];
}

/** One reminder of an unpaid order, halfway through its term. */
export const reminder = (desk: Desk, order: Order): Letter => ({
  about: order.id,
  kind: "reminder",
  recipient: order.email ?? "",
  isUnproven: true,
  ...write(greeting(quotable(order)), [
    `Tu pedido ${order.id} te espera: faltan ${formatPrice(unpaid(order))}`,
    `Aún no ha llegado el pago de tu pedido ${order.id}. Si ya lo has hecho, no hagas nada${order.payment === "card" ? "" : ": los bancos tardan a veces uno o dos días"}.`,
    ...howToPay(order, unpaid(order), desk),
    "Si ya no lo quieres, no hace falta que hagas nada: caduca solo, y no debes nada.",
  ]),
});

/** For an unpaid order whose shopper has the details of another account. */
export const changedAccount = (desk: Desk, order: Order, iban: string): Letter => ({
  about: order.id,
  kind: `account ${iban} ${desk.now()}`,
  recipient: order.email ?? "",
  isUnproven: true,
  ...write(greeting(quotable(order)), [
    `Tu pedido ${order.id}: hemos cambiado de cuenta`,
    `Hemos cambiado de banco, y los datos que te dimos para pagar tu pedido ${order.id} ya no valen. Los nuevos están también en la página de tu pedido, ${pageOf(order)}: compruébalos allí.`,
    "Si ya has hecho la transferencia a la cuenta anterior, no la repitas: responde a este mensaje.",
    ...howToPay(order, unpaid(order), desk),
  ]),
});

/**
 * The acknowledgement that the law requires: the declaration and when it was received (art. 11 bis,
 * Directive 2011/83/EU). It promises no money, because it does not judge the declaration. It greets
 * nobody by name, because anybody can have it sent to any address.
 * @param cancelled the unpaid orders that it cancels
 */
export function acknowledgement(
  withdrawal: Withdrawal & { id: string; at: number },
  cancelled: Order[],
  isUnproven: boolean,
): Letter {
  const { id, name, contract, email, at } = quotable(withdrawal);
  const returns = `${shop.siteUrl}/politica-de-devolucion`;
  const words: Words = [
    "Hemos recibido tu desistimiento",
    `Hemos recibido tu desistimiento el ${formatMoment(at)}. Este mensaje acredita cuándo llegó y qué dice:`,
    { lines: [declaration({ contract }), `Nombre: ${name}`, `Email: ${email}`] },
    ...(cancelled.length > 0
      ? cancelled.map((order) => `El pedido ${order.id} queda anulado, y no debes nada por él.`)
      : [
          `Si ya tienes el perfume y estás en plazo, envíanoslo en ${shop.law.sendBackDays}\u00a0días naturales. Aquí explicamos cómo devolverlo y en qué plazo te devolvemos el dinero: ${returns}`,
        ]),
  ];
  const { email: recipient } = withdrawal;
  return { about: id, kind: "withdrawn", recipient, isUnproven, ...write("Hola:", words) };
}

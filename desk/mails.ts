import { formatPrice } from "../app/shop/money.ts";
import {
  formatDay,
  formatIban,
  formatMoment,
  orderAddress,
  vatOf,
} from "../app/shop/order-format.ts";
import { type Actor, type EventKind, kept } from "../app/shop/order-rules.ts";
import { product } from "../app/shop/product.ts";
import { saleTerms, seller } from "../app/shop/seller.ts";
import { shop } from "../app/shop/shop.ts";
import type { Desk } from "./context.ts";
import type { Letter } from "./outbox.ts";
import type { Order } from "./schema.ts";

/** What an order's people are told: what happened, or what it means for them. */
export type NewsKind = EventKind | "late" | "correction";

type Addressed = Order & { email: string };
type Writer = (order: Addressed, desk: Desk, circumstances: Circumstances) => [string, ...string[]];

export interface Circumstances {
  who: Actor;
  /** Cents, where it is about money. */
  amount?: number;
  note?: string;
}

/**
 * The mails that tell of an event, to the shopper and to the owner.
 * @param event its number: what can happen again is told again
 */
export function mailsAbout(
  desk: Desk,
  order: Order,
  news: NewsKind,
  circumstances: Circumstances,
  event: number,
): Letter[] {
  const { email } = order;
  const write = writers[news];
  const tell = ownersNews[news];
  return [
    ...(email && write ? [toShopper(write({ ...order, email }, desk, circumstances))] : []),
    ...(tell && circumstances.who !== "owner" ? [toOwner(tell(order, circumstances))] : []),
  ];

  function toShopper([subject, ...paragraphs]: [string, ...string[]]): Letter {
    return {
      about: order.id,
      kind: news === "pending" ? news : `${news} ${event}`,
      recipient: email ?? "",
      subject,
      text: [`Hola, ${order.firstName}:`, ...paragraphs, signature()].join("\n\n"),
    };
  }

  function toOwner(paragraphs: [string, ...string[]]): Letter {
    return ownersLetter(order.id, `owner ${news} ${event}`, paragraphs);
  }
}

/** What the owner is told of the shop. */
export const ownersMail = {
  rush: (hour: number, count: number) =>
    ownersLetter(`hour ${hour}`, "owner rush", [
      `Muchos pedidos: ${count} en una hora`,
      "Si no los esperabas, mira el mostrador: puede ser un robot. La tienda sigue abierta.",
      `${shop.siteUrl}/mostrador`,
    ]),
  withdrawal: ({ id, name, contract, email }: Withdrawal, orderId: string | null) =>
    ownersLetter(id, "owner withdrawn", [
      orderId ? `Desistimiento del pedido ${orderId}` : "Desistimiento sin pedido",
      `${name} (${email}) desiste del contrato «${contract}». Tienes ${shop.law.refundDays}\u00a0días naturales para devolver el dinero.`,
      `${shop.siteUrl}/mostrador`,
    ]),
};

function ownersLetter(about: string, kind: string, [subject, ...text]: [string, ...string[]]) {
  return { about, kind, recipient: shop.email, subject, text: text.join("\n\n") };
}

const counterPage = ({ id }: Order) => `${shop.siteUrl}/mostrador/${id}`;

const ownersNews: {
  [News in NewsKind]?: (order: Order, of: Circumstances) => [string, ...string[]];
} = {
  pending: (order) => [
    `Pedido nuevo ${order.id}: ${order.quantity} × ${product.name}`,
    `${order.firstName} ${order.lastName} ha pedido ${order.quantity} × ${product.name}, ${formatPrice(order.total)}.`,
    counterPage(order),
  ],
  paid: (order) => [
    `Pagado: pedido ${order.id}`,
    `Han llegado ${formatPrice(order.received)}. Ya puedes prepararlo.`,
    counterPage(order),
  ],
  late: (order, { amount = 0 }) => [
    `Dinero tarde: pedido ${order.id}`,
    `Han llegado ${formatPrice(amount)} por un pedido que ya no está en curso. Pregunta al comprador si lo quiere o se lo devuelves.`,
    counterPage(order),
  ],
};

const writers: { [News in NewsKind]?: Writer } = {
  pending: (order, desk) => [
    `Tu pedido ${order.id}: cómo pagarlo`,
    "Gracias: con este mensaje confirmamos tu pedido. Aquí está todo lo que conviene guardar.",
    lines(`PEDIDO ${order.id}`, formatMoment(order.placedAt)),
    statement(order),
    lines("CÓMO PAGAR", ...payment(order, desk)),
    lines("ADÓNDE VA", ...orderAddress(order)),
    `Entregamos en ${shop.cityDeliveryHours}\u00a0h en ${shop.city} y alrededores, contadas desde que recibimos el pago; a los demás destinos, como máximo en ${shop.law.deliveryDays}\u00a0días naturales.`,
    `Puedes ver el estado de tu pedido cuando quieras:\n${pageOf(order)}`,
    lines("SI CAMBIAS DE IDEA", ...withdrawalRight()),
    lines(
      "CONDICIONES",
      `Este pedido se rige por los términos de servicio del ${formatDay(order.terms.slice(0, 10))}, que van con este mensaje y están en ${shop.siteUrl}/terminos-de-servicio. El perfume tiene ${shop.law.guaranteeYears}\u00a0años de garantía legal.`,
    ),
  ],
  paid: (order) => [
    `Pedido ${order.id}: pago recibido`,
    `Han llegado ${formatPrice(order.received)} por tu pedido ${order.id}. Lo preparamos y te escribimos en cuanto salga.`,
    `El estado de tu pedido: ${pageOf(order)}`,
  ],
  shipped: (order, _desk, { note }) => [
    `Pedido ${order.id}: va de camino`,
    `Tu pedido ${order.id} ha salido hacia:`,
    lines(...orderAddress(order)),
    ...(note ? [`Para seguir el envío: ${note}`] : []),
    `El estado de tu pedido: ${pageOf(order)}`,
  ],
  delivered: (order) => [
    `Pedido ${order.id}: entregado`,
    `Tu pedido ${order.id} consta como entregado. Si no lo tienes o algo no está bien, responde a este mensaje.`,
    lines(...withdrawalRight()),
  ],
  expired: (order) => [
    `Pedido ${order.id}: caducado, no debes nada`,
    `No hemos recibido el pago de tu pedido ${order.id} en ${saleTerms.payWithinDays}\u00a0días y ha caducado. No tienes que hacer nada.`,
    `Si ya has hecho la transferencia, no la repitas: cuando llegue, te preguntamos: te lo enviamos o te la devolvemos. Y si aún lo quieres, puedes hacer otro pedido en ${shop.siteUrl}/checkout.`,
  ],
  cancelled: (order) => [
    `Pedido ${order.id}: anulado`,
    kept(order) > 0
      ? `Hemos anulado tu pedido ${order.id}. Te devolvemos los ${formatPrice(kept(order))} que pagaste.`
      : `Hemos anulado tu pedido ${order.id}. No debes nada.`,
  ],
  late: (order, _desk, { amount = 0 }) => [
    `Pedido ${order.id}: ¿te lo enviamos o te devolvemos el dinero?`,
    `Han llegado ${formatPrice(amount)} por tu pedido ${order.id}, que ya no estaba en curso. Responde a este mensaje y dinos qué prefieres: te lo enviamos o te devolvemos el dinero.`,
  ],
  refund: (order, _desk, { amount = 0 }) => [
    `Pedido ${order.id}: te hemos devuelto ${formatPrice(amount)}`,
    `Te hemos devuelto ${formatPrice(amount)} de tu pedido ${order.id}.`,
    kept(order) === 0
      ? "Con esto queda devuelto todo lo que pagaste por él."
      : `De lo que pagaste te hemos devuelto ya ${formatPrice(order.refunded)}.`,
  ],
  correction: (order) => [
    `Pedido ${order.id}: corregimos un dato`,
    `Habíamos anotado mal el dinero de tu pedido ${order.id}. Lo correcto es esto: recibido ${formatPrice(order.received)}, devuelto ${formatPrice(order.refunded)}.`,
    `El estado de tu pedido: ${pageOf(order)}`,
  ],
};

interface Withdrawal {
  id: string;
  name: string;
  contract: string;
  email: string;
  at: number;
}

/** The acknowledgement that the law asks for: what was declared and when it came in (art. 11 bis, Directive 2011/83/EU). */
export function acknowledgement({ id, name, contract, email, at }: Withdrawal): Letter {
  return {
    about: id,
    kind: "withdrawn",
    recipient: email,
    subject: "Hemos recibido tu desistimiento",
    text: [
      `Hola, ${name}:`,
      `Hemos recibido tu declaración de desistimiento el ${formatMoment(at)}. Este mensaje acredita su recepción y su contenido:`,
      lines(
        `«Desisto del contrato de compra ${contract}.»`,
        `Nombre: ${name}`,
        `Contrato: ${contract}`,
        `Email: ${email}`,
      ),
      `Tienes ${shop.law.sendBackDays}\u00a0días naturales para enviarnos el perfume, si ya lo tienes: ${shop.siteUrl}/politica-de-devolucion explica cómo. Te devolveremos lo que pagaste en un plazo de ${shop.law.refundDays}\u00a0días naturales como máximo.`,
      signature(),
    ].join("\n\n"),
  };
}

const lines = (...all: string[]) => all.join("\n");

const pageOf = ({ token }: Order) => `${shop.siteUrl}/pedido/${token}`;

function statement(order: Order): string {
  const rows: [string, string][] = [
    [`${order.quantity} × ${product.name}`, formatPrice(order.quantity * order.unitPrice)],
    ["Envío", order.shipping === 0 ? "¡Gratis!" : formatPrice(order.shipping)],
    ["Total", formatPrice(order.total)],
  ];
  const width = Math.max(...rows.map(([name]) => name.length)) + 3;
  return lines(
    `${product.name}, ${product.concentration} ${product.volume}`,
    ...rows.map(([name, amount]) => name.padEnd(width, " ") + amount.padStart(11, " ")),
    `El total incluye ${formatPrice(vatOf(order.total))} de IVA (${seller.vatPercent}\u00a0%).`,
  );
}

function payment(order: Order, { settings }: Desk): string[] {
  if (order.payment === "card")
    return [`Con tarjeta o Bizum, en la página de tu pedido: ${pageOf(order)}`];
  return [
    `Haz una transferencia en los próximos ${saleTerms.payWithinDays}\u00a0días:`,
    `  Importe:       ${formatPrice(order.total)}`,
    `  Beneficiario:  ${settings.SELLER_NAME}`,
    `  IBAN:          ${formatIban(settings.SELLER_IBAN)}`,
    `  Concepto:      ${order.id}`,
    "El concepto nos dice que el pago es tuyo: escríbelo tal cual.",
  ];
}

function withdrawalRight(): string[] {
  return [
    `Tienes ${shop.returns.days}\u00a0días naturales desde que recibes el perfume para desistir de la compra sin dar ningún motivo. Lo más rápido es ${shop.siteUrl}/desistimiento. También vale cualquier declaración clara, por ejemplo este formulario, que no es obligatorio:`,
    "",
    `  A la atención de ${seller.name}, ${seller.address}, ${shop.email}:`,
    "  Por la presente le comunico que desisto de mi contrato de venta del siguiente bien:",
    "  Pedido:",
    "  Recibido el:",
    "  Nombre del consumidor:",
    "  Domicilio del consumidor:",
    "  Firma (solo si se presenta en papel):",
    "  Fecha:",
    "",
    `Te devolvemos el ${shop.returns.refundPercent}\u00a0% de lo que pagaste, incluido el envío ordinario. El coste de devolver el perfume corre de tu cuenta.`,
  ];
}

const signature = () =>
  lines(
    `— ${shop.brand}`,
    `${seller.name} · NIF ${seller.taxId} · ${seller.address}`,
    `${shop.email} · ${shop.phone}`,
  );

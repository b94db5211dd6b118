import { formatPrice } from "../app/shop/money.ts";
import {
  formatDay,
  formatIban,
  formatMoment,
  orderAddress,
  vatOf,
} from "../app/shop/order-format.ts";
import { product } from "../app/shop/product.ts";
import { saleTerms, seller } from "../app/shop/seller.ts";
import { shop } from "../app/shop/shop.ts";
import type { Desk } from "./context.ts";
import type { Letter } from "./outbox.ts";
import type { MailKind, Order } from "./schema.ts";

type Addressed = Order & { email: string };
type Writer = (order: Addressed, desk: Desk, circumstances: Circumstances) => [string, ...string[]];

interface Circumstances {
  /** Cents, where the mail is about money that goes back. */
  amount?: number;
  note?: string;
}

/** The mail that tells a shopper what happened to the order. */
export function mailAbout(
  desk: Desk,
  order: Addressed,
  kind: Exclude<MailKind, "withdrawn">,
  circumstances: Circumstances,
): Letter {
  const [subject, ...paragraphs] = writers[kind](order, desk, circumstances);
  return {
    about: order.id,
    // Money may go back in several parts, each with a mail of its own.
    kind: kind === "partly refunded" ? `${kind} ${order.refunded}` : kind,
    recipient: order.email,
    subject: `${subject} · pedido ${order.id}`,
    text: [`Hola, ${order.firstName}:`, ...paragraphs, signature()].join("\n\n"),
  };
}

const writers: Record<Exclude<MailKind, "withdrawn">, Writer> = {
  pending: (order, desk) => [
    "Hemos recibido tu pedido",
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
      `Este pedido se rige por los términos de servicio del ${formatDay(order.terms)}, que van con este mensaje y están en ${shop.siteUrl}/terminos-de-servicio. El perfume tiene ${shop.law.guaranteeYears}\u00a0años de garantía legal.`,
    ),
  ],
  paid: (order) => [
    "Hemos recibido tu pago",
    `Han llegado ${formatPrice(order.received)} por tu pedido ${order.id}. Lo preparamos y te escribimos en cuanto salga.`,
    `El estado de tu pedido: ${pageOf(order)}`,
  ],
  shipped: (order, _desk, { note }) => [
    "Tu pedido va de camino",
    `Tu pedido ${order.id} ha salido hacia:`,
    lines(...orderAddress(order)),
    ...(note ? [`Para seguir el envío: ${note}`] : []),
    `El estado de tu pedido: ${pageOf(order)}`,
  ],
  delivered: (order) => [
    "Tu pedido se ha entregado",
    `Tu pedido ${order.id} consta como entregado. Si no lo tienes o algo no está bien, responde a este mensaje.`,
    lines(...withdrawalRight()),
  ],
  expired: (order) => [
    "Tu pedido ha caducado",
    `No hemos recibido el pago de tu pedido ${order.id} en ${saleTerms.payWithinDays}\u00a0días y ha caducado. No tienes que hacer nada.`,
    `Si ya has hecho la transferencia, no la repitas: cuando llegue, lo daremos por pagado o te la devolveremos. Y si aún lo quieres, puedes hacer otro pedido en ${shop.siteUrl}/checkout.`,
  ],
  refunded: (order, _desk, { amount = order.refunded }) => [
    "Te hemos devuelto el dinero",
    `Te hemos devuelto ${formatPrice(amount)} de tu pedido ${order.id} por el mismo medio con que pagaste. Con esto queda devuelto todo lo que pagaste por él.`,
  ],
  "partly refunded": (order, _desk, { amount = order.refunded }) => [
    "Te hemos devuelto dinero",
    `Te hemos devuelto ${formatPrice(amount)} de tu pedido ${order.id} por el mismo medio con que pagaste. En total van ${formatPrice(order.refunded)} de ${formatPrice(order.total)}.`,
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

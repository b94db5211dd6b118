import { formatPrice } from "../../app/shop/money.ts";
import { shop } from "../../app/shop/shop.ts";
import { countBottles, formatWeekday } from "./order-format.ts";
import {
  due,
  isPayable,
  kept,
  type OrderState,
  outstanding,
  owedBack,
  type PaymentMethod,
  paymentStatus,
  type Recipient,
  type Refunds,
  refundMade,
  type Standing,
} from "./order-status.ts";
import { seller } from "./seller.ts";
import type { ShownFacts } from "./shown-facts.ts";
import { endOfPeriod, endOfTerm, startOf } from "./time.ts";

/* What an order means for its shopper. Its page and its emails share these texts. */

/** An order with the days that count. Times are in ms; those of withdrawals are explained in storage/tables.ts. */
interface Dated extends Standing {
  method: PaymentMethod;
  deliveredAt: number | null;
  withdrawnAt: number | null;
  returnFrom: number | null;
  owedSince: number | null;
  paidOn: string | null;
}

/** Whether an order waits for its payment and has a term for it: one that is paid in part does not expire. */
export const isInTerm = (order: OrderState & { payUntil: number | null }, now: number) =>
  paymentStatus(order) === "unpaid" && order.payUntil !== null && now <= order.payUntil;

/**
 * «hasta el domingo 29 de noviembre»: the last day to pay counts in full. Undefined after that day, and while the shop
 * is paused, since terms move along (`expire`).
 */
export const payDeadline = (
  order: OrderState & { payUntil: number | null },
  { paused }: { paused: string },
  now: number,
): string | undefined =>
  isInTerm(order, now) && !paused ? `hasta el ${formatWeekday(order.payUntil ?? 0)}` : undefined;

interface Delivery extends Pick<Recipient, "country" | "postalCode"> {
  placedAt: number;
  paidOn: string | null;
  fulfilment: OrderState["fulfilment"];
}

/**
 * The delivery that the terms promise for this destination; once the hours for the city have passed, the term of the
 * law. Undefined if that has passed too, for example for an order that was paid very late, and while the shop is paused.
 */
export function deliveryPromise(
  order: Delivery,
  { cityDeliveryHours, paused }: Pick<ShownFacts, "cityDeliveryHours"> & { paused: string },
  now: number,
): string | undefined {
  if (paused) return undefined;
  const awaitsPayment = order.paidOn === null && order.fulfilment === "unfulfilled";
  if (
    cityDeliveryHours &&
    isNear(order) &&
    (awaitsPayment || now <= deliveryTerm(order, cityDeliveryHours))
  )
    return `En ${shop.city} y alrededores entregamos en ${cityDeliveryHours}\u00a0h desde que recibimos el pago.`;
  const last = deliverUntil(order.placedAt);
  return now <= last ? `Lo recibirás, como muy tarde, el ${formatWeekday(last)}.` : undefined;
}

/**
 * The last moment, in ms, to deliver an order as the pages promise. The hours for the city, «24-48», count in whole days
 * from the day of the payment, whose hour is unknown.
 */
export function deliveryTerm({ placedAt, paidOn, ...to }: Delivery, cityHours: string): number {
  if (!cityHours || !isNear(to)) return deliverUntil(placedAt);
  const days = Math.ceil(Number(cityHours.split("-").at(-1)) / 24);
  return endOfPeriod(startOf(paidOn ?? "") ?? placedAt, days);
}

/** Why a paused shop takes no order. @param until «el 7 de enero» */
export const pausedText = (until: string) => `Ahora no aceptamos pedidos: volvemos ${until}.`;

/** Why an order is not sent these days. @param until «el 7 de enero» */
export const restingText = (until: string) => `Estos días descansamos: volvemos ${until}.`;

/** Whether the hours that the pages promise for the city apply to this destination. */
const isNear = ({ country, postalCode }: Pick<Recipient, "country" | "postalCode">) =>
  country === shop.country.code && postalCode?.startsWith(shop.cityPostalPrefix) === true;

/** The last moment, in ms, to deliver an order that was placed at this time: the term of the law. */
const deliverUntil = (placedAt: number) => endOfPeriod(placedAt, shop.law.deliveryDays);

/** The tracking as a link, if it is a single https address. */
export function trackingAddress(tracking: string | null | undefined): string | undefined {
  const address = /^\s*https:\/\/\S+\s*$/.test(tracking ?? "") ? URL.parse(tracking ?? "") : null;
  return address?.href;
}

/** The overpayment. Undefined if the money goes back because bottles were taken off, or the order is closed. */
export const surplusText = (order: Dated): string | undefined =>
  owedBack(order) > 0 && order.closed === null && order.removed === 0
    ? `Has pagado ${formatPrice(owedBack(order))} de más: te reembolsamos esa cantidad.`
    : undefined;

/** Whether a payment may still be in flight. */
const mayHavePaid = ({ method, paid }: Dated) => method === "transfer" && paid === 0;

export const expiredText = (order: Dated): string[] => [
  "El pago no llegó a tiempo y el pedido ha caducado: no debes nada.",
  ...(mayHavePaid(order)
    ? [
        "Si ya has hecho la transferencia, no la repitas. Cuando llegue, te preguntaremos si prefieres que te enviemos el perfume o que te reembolsemos el dinero.",
      ]
    : []),
];

/** For an order that the shop cancelled. */
export const cancelledText = (order: Dated): string =>
  owedBack(order) > 0
    ? `Te reembolsamos ${formatPrice(owedBack(order))}.`
    : `No debes nada.${ifTransferred(order)}`;

const ifTransferred = (order: Dated) =>
  mayHavePaid(order)
    ? " Si ya has hecho la transferencia, te la reembolsamos en cuanto llegue."
    : "";

/** Whether the shopper is asked what to do with a payment that arrived after the order's term. */
export const awaitsShopper = (order: Standing) =>
  order.closed === "expired" && kept(order) > 0 && order.toDecide === null && owedBack(order) > 0;

/** A payment for an order that has expired. */
export const latePaymentText = (order: Dated): string =>
  outstanding(order) > 0
    ? `El pedido ya había caducado, y de los ${formatPrice(due(order))} faltan ${formatPrice(outstanding(order))}. Dinos qué prefieres: pagar lo que falta y que te lo enviemos, o que te reembolsemos ${formatPrice(owedBack(order))}.`
    : "El pedido ya había caducado. Dinos qué prefieres: que te lo enviemos o que te reembolsemos el dinero.";

/** Whether the day on which the order arrived is unknown, and so is the term to withdraw. */
export const arrivedSomeDay = ({
  fulfilment,
  deliveredAt,
}: Pick<Dated, "fulfilment" | "deliveredAt">) => fulfilment === "delivered" && deliveredAt === null;

/** What the owner does about an open dispute. */
export const disputeAdvice = ({ fulfilment }: Pick<OrderState, "fulfilment">) =>
  `${fulfilment === "unfulfilled" ? "No envíes el pedido, y contesta" : "Contesta, con la prueba del envío,"} en el panel de Stripe antes de la fecha que te da.`;

/** The last moment, in ms, to withdraw from an order that arrived at this time. */
export const withdrawalTerm = (deliveredAt: number) => endOfTerm(deliveredAt, shop.returns.days);

/** Whether the right to withdraw may still exist: if the last day was a holiday, the next working day counts as well. */
export const mayStillWithdraw = (deliveredAt: number, now: number) =>
  now <= endOfTerm(withdrawalTerm(deliveredAt), 1);

/** Whether a withdrawal came after its term. Only the owner can tell whether the last day was a holiday. */
export const isLate = (deliveredAt: number | null, withdrawnAt: number) =>
  deliveredAt !== null && withdrawnAt > withdrawalTerm(deliveredAt);

/** When the term to withdraw ended, for the owner. */
export const termEnded = (deliveredAt: number) =>
  `El plazo acabó el ${formatWeekday(withdrawalTerm(deliveredAt))}`;

/** What the owner has to know to decide about a late withdrawal. */
export const lateText = (deliveredAt: number) =>
  `${termEnded(deliveredAt)}; si ese día fue fiesta donde vive, valía también el siguiente día laborable.`;

/**
 * The last moment, in ms, to refund what is owed back: 14 days from the withdrawal, or from a payment that came later.
 * Undefined without a withdrawal.
 */
export function refundTerm(order: Dated): number | undefined {
  const { owedSince, paidOn } = order;
  if (owedBack(order) <= 0 || owedSince === null) return undefined;
  return endOfPeriod(Math.max(owedSince, startOf(paidOn ?? "") ?? 0), shop.law.refundDays);
}

/** What was taken off an order and what follows, or that a withdrawal is to decide; empty if there is nothing of it. */
export function withdrawalText(
  order: Dated,
  facts: Pick<ShownFacts, "refundWorkingDays">,
  now: number,
): string {
  const { toDecide, removed, withdrawnAt } = order;
  const texts: string[] = [];
  if (removed > 0 && kept(order) > 0) {
    const left = kept(order) === 1 ? "queda 1" : `quedan ${kept(order)}`;
    texts.push(
      withdrawnAt === null
        ? `Tu pedido es ahora de ${countBottles(kept(order))}.`
        : `Has desistido de ${countBottles(removed)}: ${left}.`,
    );
  }
  if (removed > 0) texts.push(moneyText(order, facts, now));
  if (toDecide !== null) {
    const which =
      removed > 0 && withdrawnAt !== null ? "otro desistimiento tuyo" : "tu desistimiento";
    texts.push(`Hemos recibido ${which}. Lo estudiamos y te escribimos.`);
  }
  return texts.filter(Boolean).join(" ");
}

/** What happens with the money, and with the bottles that were sent, once some are taken off. */
function moneyText(
  order: Dated,
  { refundWorkingDays }: Pick<ShownFacts, "refundWorkingDays">,
  now: number,
): string {
  const owed = owedBack(order);
  const isAll = kept(order) === 0;
  if (awaitsReturn(order) && order.returnFrom !== null) {
    const last = endOfTerm(order.returnFrom, shop.law.sendBackDays);
    const what = isAll ? "el perfume" : "lo que devuelves";
    const back =
      now <= last
        ? `Te autorizamos la devolución: tienes hasta el ${formatWeekday(last)} para enviarnos ${what}.`
        : `Si aún no nos has enviado ${what}, hazlo cuanto antes.`;
    if (owed === 0) return isAll && !isPayable(order) ? `${back} No debes nada.` : back;
    return `${back} Te reembolsamos ${formatPrice(owed)} en ${refundWorkingDays}\u00a0días laborables desde que nos llega el paquete o, si es antes, el justificante de su envío.`;
  }
  const isUnsent = isAll && order.fulfilment === "unfulfilled";
  if (owed > 0) {
    const term = refundTerm(order);
    const until =
      term !== undefined && now <= term ? `, como muy tarde el ${formatWeekday(term)}` : "";
    return `${isUnsent ? "No lo enviamos, y te" : "Te"} reembolsamos ${formatPrice(owed)}${until}.`;
  }
  if (!isAll || order.refunded > 0 || isPayable(order)) return "";
  return `${isUnsent ? "No lo enviamos, y no" : "No"} debes nada.${ifTransferred(order)}`;
}

/** Where to send what comes back, and what to write on the parcel, by their names. */
export const returnLabel = ({ id }: { id: string }): [string, string][] => [
  ["Envíalo a", `${seller.name}, ${seller.address}`],
  ["Escribe en el paquete", `Pedido ${id}`],
];

/** Whether the shopper has to send bottles back, or may have to: a refund says that it is settled. */
export const awaitsReturn = (order: Dated) =>
  order.returnFrom !== null && (owedBack(order) > 0 || order.refunded === 0);

/** What the card provider was asked to refund, and what was refunded in all. */
export function refundedText({ paid, ...refunds }: Refunds & Pick<OrderState, "paid">): string {
  const { refundPending } = refunds;
  const made = refundMade(refunds);
  const texts = [
    refundPending > 0 &&
      `Hemos pedido a Stripe, por donde pagaste, que te reembolse ${formatPrice(refundPending)}.`,
    made > 0 &&
      `Te hemos reembolsado ${formatPrice(made)}${made >= paid ? ": todo lo que pagaste" : ""}.`,
  ];
  return texts.filter(Boolean).join(" ");
}

/**
 * Until when the shopper may withdraw from an order that counts as paid or sent, as the beginning of a sentence;
 * undefined if no longer. On the day after the term, only the shopper knows whether its last day was a holiday.
 */
export function mayWithdrawUntil(
  { deliveredAt }: Pick<Dated, "deliveredAt">,
  now: number,
): string | undefined {
  if (deliveredAt === null) return `Tienes ${withdrawWithin} para`;
  if (!mayStillWithdraw(deliveredAt, now)) return undefined;
  const term = withdrawalTerm(deliveredAt);
  return now <= term
    ? `Hasta el ${formatWeekday(term)} puedes`
    : `Si el ${formatWeekday(term)} fue fiesta donde vives, todavía puedes`;
}

export const withdrawWithin = `${shop.returns.days}\u00a0días naturales desde que recibes el perfume`;

import { formatPrice } from "../../app/shop/money.ts";
import { shop } from "../../app/shop/shop.ts";
import { formatWeekday } from "./order-format.ts";
import {
  due,
  net,
  type OrderState,
  outstanding,
  owedBack,
  type PaymentMethod,
  paymentStatus,
  type Recipient,
} from "./order-status.ts";
import type { ShownFacts } from "./shown-facts.ts";
import { day, dayOf, endOfPeriod } from "./time.ts";

/* What an order means for its shopper. Its page and its emails share these texts. */

interface Withdrawable {
  /** In ms, as all times. */
  deliveredAt: number | null;
  withdrawnAt: number | null;
}

type Standing = OrderState & Withdrawable & { method: PaymentMethod; openWithdrawals: number };

/** Whether the order is withdrawn. Once a partial refund settles the withdrawal, the rest of the order stands. */
export const isWithdrawn = (
  order: OrderState & Pick<Standing, "withdrawnAt" | "openWithdrawals">,
): boolean =>
  order.withdrawnAt !== null &&
  (order.openWithdrawals > 0 || paymentStatus(order) !== "partially refunded");

/**
 * «hasta el domingo 29 de noviembre»: the last day to pay counts in full. Undefined after that day,
 * and for an order that is paid in part, which does not expire.
 */
export function payDeadline(
  order: OrderState & { payUntil: number | null },
  now: number,
): string | undefined {
  const { payUntil } = order;
  return paymentStatus(order) === "unpaid" && payUntil !== null && now <= payUntil
    ? `hasta el ${formatWeekday(payUntil)}`
    : undefined;
}

/**
 * The delivery that the terms promise for this destination. Undefined if the date has passed, for
 * example for an order that was paid very late.
 */
export function deliveryPromise(
  {
    placedAt,
    country,
    postalCode,
  }: { placedAt: number } & Pick<Recipient, "country" | "postalCode">,
  { cityDeliveryHours }: Pick<ShownFacts, "cityDeliveryHours">,
  now: number,
): string | undefined {
  if (cityDeliveryHours && isNear({ country, postalCode }))
    return `En ${shop.city} y alrededores entregamos en ${cityDeliveryHours}\u00a0h desde que recibimos el pago.`;
  const last = deliverUntil(placedAt);
  return now <= last ? `Lo recibirás, como muy tarde, el ${formatWeekday(last)}.` : undefined;
}

/** Why a paused shop takes no order. @param until «el 7 de enero» */
export const pausedText = (until: string) => `Ahora no aceptamos pedidos: volvemos ${until}.`;

/** Whether the hours that the pages promise for the city apply to this destination. */
export const isNear = ({ country, postalCode }: Pick<Recipient, "country" | "postalCode">) =>
  country === shop.country.code && postalCode?.startsWith(shop.cityPostalPrefix) === true;

/** The last moment, in ms, to deliver an order that was placed at this time: the term of the law. */
export const deliverUntil = (placedAt: number) => endOfPeriod(placedAt, shop.law.deliveryDays);

/** The tracking as a link, if it is a single https address. */
export function trackingAddress(tracking: string | null | undefined): string | undefined {
  const address = /^\s*https:\/\/\S+\s*$/.test(tracking ?? "") ? URL.parse(tracking ?? "") : null;
  return address?.href;
}

/** The overpayment. Undefined if the order is closed or withdrawn: all of its money is refunded. */
export const surplusText = (order: Standing): string | undefined =>
  owedBack(order) > 0 && order.closed === null && order.withdrawnAt === null
    ? `Has pagado ${formatPrice(owedBack(order))} de más: te reembolsamos esa cantidad.`
    : undefined;

/** Whether a payment may still be in flight. */
const mayHavePaid = ({ method, paid }: Standing) => method === "transfer" && paid === 0;

export const expiredText = (order: Standing): string[] => [
  "El pago no llegó a tiempo y el pedido ha caducado: no debes nada.",
  ...(mayHavePaid(order)
    ? [
        "Si ya has hecho la transferencia, no la repitas. Cuando llegue, te preguntaremos si prefieres que te enviemos el perfume o que te reembolsemos el dinero.",
      ]
    : []),
];

/** For an order that the shop cancelled. */
export function cancelledText(order: Standing): string {
  if (owedBack(order) > 0) return `Te reembolsamos ${formatPrice(owedBack(order))}.`;
  const later = " Si ya has hecho la transferencia, te la reembolsamos en cuanto llegue.";
  return `No debes nada.${mayHavePaid(order) ? later : ""}`;
}

/** Whether the shopper is asked what to do with a payment that arrived after the order's term. */
export const awaitsShopper = (order: OrderState & Pick<Withdrawable, "withdrawnAt">) =>
  order.closed === "expired" && order.withdrawnAt === null && owedBack(order) > 0;

/** A payment for an order that has expired. */
export const latePaymentText = (order: Standing): string =>
  outstanding(order) > 0
    ? `El pedido ya había caducado, y de los ${formatPrice(due(order))} faltan ${formatPrice(outstanding(order))}. Dinos qué prefieres: pagar lo que falta y que te lo enviemos, o que te reembolsemos ${formatPrice(owedBack(order))}.`
    : "El pedido ya había caducado. Dinos qué prefieres: que te lo enviemos o que te reembolsemos el dinero.";

/** Whether the day on which the order arrived is unknown, and so is the term to withdraw. */
export const arrivedSomeDay = ({
  fulfilment,
  deliveredAt,
}: Pick<Standing, "fulfilment" | "deliveredAt">) =>
  fulfilment === "delivered" && deliveredAt === null;

/** What the owner does about an open dispute. */
export const disputeAdvice = ({ fulfilment }: Pick<OrderState, "fulfilment">) =>
  `${fulfilment === "unfulfilled" ? "No envíes el pedido, y contesta" : "Contesta, con la prueba del envío,"} en el panel de Stripe antes de la fecha que te da.`;

/** The days by which a withdrawal came after its term; 0 if it came in time, or there is none. */
export function daysLate({ deliveredAt, withdrawnAt }: Withdrawable): number {
  if (deliveredAt === null || withdrawnAt === null) return 0;
  const term = dayOf(endOfPeriod(deliveredAt, shop.returns.days));
  return Math.max(0, (Date.parse(dayOf(withdrawnAt)) - Date.parse(term)) / day);
}

/**
 * The consequences of a withdrawal; empty if there is none. For a late withdrawal, the text promises nothing.
 */
export function withdrawalText(
  order: Standing,
  { refundWorkingDays }: Pick<ShownFacts, "refundWorkingDays">,
): string {
  const { deliveredAt, withdrawnAt, fulfilment, closed } = order;
  if (withdrawnAt === null) return "";
  const wasSent = fulfilment !== "unfulfilled";
  const money = net(order);
  if (money <= 0) {
    return refundedText(order) ?? (wasSent ? "No debes nada." : "No lo enviamos, y no debes nada.");
  }
  const amount = formatPrice(money);
  if (closed !== null) {
    return wasSent ? `Te reembolsamos ${amount}.` : `No lo enviamos, y te reembolsamos ${amount}.`;
  }
  if (!isWithdrawn(order)) return refundedText(order) ?? "";
  if (deliveredAt !== null && daysLate(order) > 0) {
    return `El plazo para desistir terminó el ${withdrawUntil(deliveredAt)} y tu aviso llegó después. Lo estudiamos y te escribimos.`;
  }
  const until = (days: number) => formatWeekday(endOfPeriod(withdrawnAt, days));
  return wasSent
    ? `${arrivedSomeDay(order) ? "Si estás en plazo, tienes" : "Tienes"} hasta el ${until(shop.law.sendBackDays)} para enviarnos el perfume. Te reembolsamos el dinero en ${refundWorkingDays}\u00a0días laborables desde que nos llega el paquete o, si es antes, el justificante de su envío.`
    : `No lo enviamos, y te reembolsamos ${amount}, como muy tarde el ${until(shop.law.refundDays)}.`;
}

/** What was refunded in all. */
export const refundedText = ({ refunded, paid }: OrderState) =>
  refunded > 0
    ? `Te hemos reembolsado ${formatPrice(refunded)}${refunded >= paid ? ": todo lo que pagaste" : ""}.`
    : undefined;

/** The last day to withdraw. */
export const withdrawUntil = (deliveredAt: number) =>
  formatWeekday(endOfPeriod(deliveredAt, shop.returns.days));

export const mayStillWithdraw = (deliveredAt: number, now: number) =>
  now <= endOfPeriod(deliveredAt, shop.returns.days);

export const withdrawWithin = `${shop.returns.days}\u00a0días naturales desde que recibes el perfume`;

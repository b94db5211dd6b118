import { formatPrice } from "../../shop/money.ts";
import { shop } from "../../shop/shop.ts";
import { formatWeekday } from "./order-format.ts";
import {
  balance,
  type EventKind,
  type Money,
  missing,
  type OrderState,
  type PaymentMethod,
  type Recipient,
} from "./order-rules.ts";
import { saleTerms } from "./seller.ts";
import { day, dayOf, endOfPeriod } from "./time.ts";

/* What an order means for its shopper. Its page and its emails share these texts. */

interface Standing extends Money {
  state: OrderState;
  payment: PaymentMethod;
  /** In ms, as all times. */
  placedAt: number;
  deliveredAt: number | null;
  withdrawnAt: number | null;
}

/**
 * «hasta el domingo 29 de noviembre»: the last day to pay counts in full. Undefined after that day,
 * for example for an order that waits longer after a correction (desk/upkeep/retention.ts).
 */
export function payDeadline(
  { placedAt }: Pick<Standing, "placedAt">,
  now: number,
): string | undefined {
  const last = endOfPeriod(placedAt, saleTerms.payWithinDays);
  return now <= last ? `hasta el ${formatWeekday(last)}` : undefined;
}

/**
 * The delivery that the terms promise for this destination; undefined if the date has passed, for
 * example for an order that was paid very late.
 */
export function deliveryPromise(
  {
    placedAt,
    country,
    postalCode,
  }: Pick<Standing, "placedAt"> & Pick<Recipient, "country" | "postalCode">,
  now: number,
): string | undefined {
  // The postal codes of the province of Madrid.
  if (country === "ES" && postalCode?.startsWith("28"))
    return `En ${shop.city} y alrededores entregamos en ${shop.cityDeliveryHours}\u00a0h desde que recibimos el pago.`;
  const last = endOfPeriod(placedAt, shop.law.deliveryDays);
  return now <= last ? `Lo recibirás, como muy tarde, el ${formatWeekday(last)}.` : undefined;
}

/** The parcel's tracking, as the owner last noted it. */
export const trackingOf = (history: readonly { what: EventKind; note: string | null }[]) =>
  history.findLast(({ what, note }) => note && (what === "shipped" || what === "tracking"))?.note;

/** The tracking note as a link, if it is a single https address. */
export function trackingAddress(note: string | null | undefined): string | undefined {
  const address = /^\s*https:\/\/\S+\s*$/.test(note ?? "") ? URL.parse(note ?? "") : null;
  return address?.href;
}

/** The cents still to pay. Refunds of a paid order do not have to be paid again. */
export const unpaid = (order: Money & { state: OrderState }) =>
  ["paid", "shipped", "delivered", "refunded"].includes(order.state) &&
  order.received >= order.total
    ? 0
    : missing(order);

/** The overpayment. Undefined for a cancelled order, whose whole balance is refunded. */
export function surplus(order: Standing): string | undefined {
  const more = balance(order) - order.total;
  const isUnderWay = ["pending", "paid", "shipped", "delivered"].includes(order.state);
  return more > 0 && isUnderWay && order.withdrawnAt === null
    ? `Has pagado ${formatPrice(more)} de más: te los devolvemos.`
    : undefined;
}

/** Returns true while a payment may still be in flight. */
const mayHavePaid = ({ payment, received }: Standing) => payment === "transfer" && received === 0;

export const expiredWords = (order: Standing): string[] => [
  "El pago no llegó a tiempo y el pedido ha caducado: no debes nada.",
  ...(mayHavePaid(order)
    ? [
        "Si ya has hecho la transferencia, no la repitas. Cuando llegue, te preguntaremos si prefieres que te enviemos el perfume o que te devolvamos el dinero.",
      ]
    : []),
];

/** For an order that the shop cancelled. */
export const cancelledWords = (order: Standing) =>
  `No debes nada.${mayHavePaid(order) ? " Si ya has hecho la transferencia, te la devolvemos en cuanto llegue." : ""}`;

/** Returns true if the shopper is asked what to do with a late payment. */
export const isAsked = ({ state, withdrawnAt }: Pick<Standing, "state" | "withdrawnAt">) =>
  state === "expired" && withdrawnAt === null;

/** A payment for an order that is no longer active. */
export function lateMoney(order: Standing): string {
  const amount = formatPrice(balance(order));
  if (order.withdrawnAt !== null) return `Habías desistido. ${aboutWithdrawal(order)}`;
  if (order.state === "cancelled") return `Lo habíamos anulado: te devolvemos ${amount}.`;
  if (order.state === "refunded") return `Ya te lo habíamos reembolsado: te devolvemos ${amount}.`;
  return unpaid(order) > 0
    ? `El pedido ya había caducado, y de los ${formatPrice(order.total)} faltan ${formatPrice(unpaid(order))}. Dinos qué prefieres: pagar lo que falta y que te lo enviemos, o que te devolvamos ${amount}.`
    : "El pedido ya había caducado. Dinos qué prefieres: que te lo enviemos o que te devolvamos el dinero.";
}

/** The days by which a withdrawal came after its term; 0 if it came in time, or there is none. */
export function daysLate({
  deliveredAt,
  withdrawnAt,
}: Pick<Standing, "deliveredAt" | "withdrawnAt">): number {
  if (deliveredAt === null || withdrawnAt === null) return 0;
  const term = dayOf(endOfPeriod(deliveredAt, shop.returns.days));
  return Math.max(0, (Date.parse(dayOf(withdrawnAt)) - Date.parse(term)) / day);
}

/** The consequences of a withdrawal. A late one is acknowledged, and promises nothing. */
export function aboutWithdrawal(order: Standing): string {
  const left = balance(order);
  if (daysLate(order) > 0 && left > 0) {
    return `El plazo para desistir terminó el ${withdrawUntil(order.deliveredAt ?? 0)} y tu aviso llegó después. Lo estudiamos y te escribimos.`;
  }
  const until = (days: number) => formatWeekday(endOfPeriod(order.withdrawnAt ?? 0, days));
  if (left === 0) return refundedInAll(order) ?? "No lo enviamos, y no debes nada.";
  switch (order.state) {
    case "shipped":
    case "delivered":
      return `Tienes hasta el ${until(shop.law.sendBackDays)} para enviarnos el perfume. Te devolvemos el dinero en ${shop.returns.refundWorkingDays}\u00a0días laborables desde que nos llega el paquete o, si es antes, el justificante de su envío.`;
    case "pending":
    case "paid":
      return `No lo enviamos, y te devolvemos ${formatPrice(left)}, como muy tarde el ${until(shop.law.refundDays)}.`;
    default:
      return `No lo enviamos, y te devolvemos ${formatPrice(left)}.`;
  }
}

export const refundedInAll = (order: Money) =>
  order.refunded > 0
    ? `Te hemos devuelto ${formatPrice(order.refunded)}${balance(order) === 0 ? ": todo lo que pagaste" : ""}.`
    : undefined;

/** The last day to withdraw, if the day of delivery is known. */
export const withdrawUntil = (deliveredAt: number) =>
  formatWeekday(endOfPeriod(deliveredAt, shop.returns.days));

export const mayStillWithdraw = (deliveredAt: number, now: number) =>
  now <= endOfPeriod(deliveredAt, shop.returns.days);

export const withdrawWithin = `${shop.returns.days}\u00a0días naturales desde que recibes el perfume`;

/** Explains the last refund, and the total refunded so far. */
export function aboutRefund(order: Standing, amount: number): string | undefined {
  const left = balance(order);
  if (left === 0) return "Con esto te hemos devuelto todo lo que pagaste.";
  if (left >= order.total && order.state !== "refunded") return "Era lo que habías pagado de más.";
  if (order.refunded > amount)
    return `En total te hemos devuelto ya ${formatPrice(order.refunded)}.`;
  return undefined;
}

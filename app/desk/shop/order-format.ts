import { countries } from "../../shop/countries.ts";
import { formatPrice } from "../../shop/money.ts";
import {
  type Actor,
  balance,
  type EventKind,
  type Money,
  type OrderState,
  type PaymentMethod,
  type Recipient,
} from "./order-rules.ts";
import { seller } from "./seller.ts";
import { dayOf, startOf } from "./time.ts";

const moment = new Intl.DateTimeFormat("es-ES", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "Europe/Madrid",
});

/**
 * A time in ms, in Madrid: «22 de noviembre de 2026 a las 10:05», «… a la 1:05». The owner may have
 * noted a day only (`timeOn`, desk/context.ts): such a time, the start of the day, has no hour.
 */
export const formatMoment = (time: number) =>
  startOf(dayOf(time)) === time
    ? formatDay(dayOf(time))
    : moment.format(time).replace("las 1:", "la 1:");

const weekday = new Intl.DateTimeFormat("es-ES", {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "Europe/Madrid",
});

/** The day of a time in ms without the year: «domingo 29 de noviembre». */
export const formatWeekday = (time: number) => weekday.format(time).replace(",", "");

const shortDay = new Intl.DateTimeFormat("es-ES", {
  day: "numeric",
  month: "short",
  timeZone: "Europe/Madrid",
});

/** A short day, unbroken: «29 nov». */
export const formatShortDay = (time: number) => shortDay.format(time).replace(" ", "\u00a0");

const days = new Intl.DateTimeFormat("es-ES", { dateStyle: "long", timeZone: "UTC" });

/** The date of a version of the terms, «2026-11-22», as «22 de noviembre de 2026». */
export const formatDay = (version: string) => days.format(new Date(version.slice(0, 10)));

export const formatIban = (iban: string) => iban.replaceAll(" ", "").replace(/.{4}(?=.)/g, "$& ");

/** The cents of VAT in a price that includes it. */
export const vatOf = (total: number) => total - Math.round(total / (1 + seller.vatPercent / 100));

/** The address in lines, as on a parcel. */
export function orderAddress(order: Omit<Recipient, "email">): string[] {
  const country = countries.find(([code]) => code === order.country)?.[1] ?? order.country;
  return [
    `${order.firstName} ${order.lastName}`,
    `${order.address}`,
    `${order.postalCode} ${order.city}`,
    `${country}`,
    `${order.phone}`,
  ];
}

/** The names of the states, for shopper and owner. */
export const stateNames: Record<OrderState, string> = {
  pending: "Pendiente de pago",
  paid: "Pagado",
  shipped: "Enviado",
  delivered: "Entregado",
  expired: "Caducado",
  cancelled: "Anulado",
  refunded: "Reembolsado",
};

export const paymentNames: Record<PaymentMethod, string> = {
  transfer: "Transferencia",
  card: "Tarjeta o Bizum",
  hand: "Venta en mano",
};

export const eventNames: Record<EventKind, string> = {
  ...stateNames,
  pending: "Pedido recibido",
  received: "Dinero recibido",
  refund: "Reembolso",
  discount: "Descuento",
  tracking: "Seguimiento corregido",
  amended: "Datos corregidos",
  note: "Nota",
  withdrawn: "El comprador desiste",
  declined: "Desistimiento rechazado",
  disputed: "Disputa en el banco",
  undone: "Deshecho",
  "invoice asked": "Factura pedida",
  "invoice sent": "Factura enviada",
  forgotten: "Datos personales borrados",
};

export const whoNames: Record<Actor, string> = {
  shopper: "comprador",
  owner: "mostrador",
  desk: "tienda",
  provider: "pasarela",
};

/**
 * Returns true if the money must be settled before the order is shipped. The desk has the same
 * condition for its database (desk/orders/orders.ts).
 */
export const isUnreconciled = (order: Money & { state: OrderState; disputed: number }) =>
  order.disputed > 0 || amountMismatch(order) !== undefined;

/** Describes a balance that does not match the order; undefined if it does. */
export function amountMismatch(order: Money & { state: OrderState }): string | undefined {
  const { state, received, total } = order;
  const left = balance(order);
  const of = `Hay cobrados ${formatPrice(left)} de ${formatPrice(total)}`;
  if (left < 0) return `Se han devuelto ${formatPrice(-left)} más de lo cobrado.`;
  switch (state) {
    case "pending":
      return left > 0 ? `${of}: faltan ${formatPrice(total - left)}.` : undefined;
    case "paid":
    case "shipped":
    case "delivered":
      if (received < total) return `${of}: faltan ${formatPrice(total - left)}.`;
      return left > total ? `${of}: sobran ${formatPrice(left - total)}.` : undefined;
    case "expired":
    case "cancelled":
    case "refunded":
      return left > 0
        ? `Hay cobrados ${formatPrice(left)} de un pedido que ya no está en curso.`
        : undefined;
  }
}

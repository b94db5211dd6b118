import { countries } from "./countries.ts";
import { formatPrice } from "./money.ts";
import type { Actor, EventKind, OrderState, Recipient } from "./order-rules.ts";
import { seller } from "./seller.ts";

const moment = new Intl.DateTimeFormat("es-ES", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "Europe/Madrid",
});

/** A time in ms as Madrid says it: «22 de noviembre de 2026 a las 10:05». */
export const formatMoment = (time: number) => moment.format(time);

const days = new Intl.DateTimeFormat("es-ES", { dateStyle: "long", timeZone: "UTC" });

/** «2026-11-22» as «22 de noviembre de 2026». */
export const formatDay = (date: string) => days.format(new Date(date));

export const formatIban = (iban: string) => iban.replaceAll(" ", "").replace(/.{4}(?=.)/g, "$& ");

/** The cents of VAT in a price that includes it. */
export const vatOf = (total: number) => total - Math.round(total / (1 + seller.vatPercent / 100));

/** The order's address in lines, as on a parcel. */
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

/** A state, as shopper and owner read it. */
export const stateNames: Record<OrderState, string> = {
  pending: "Pendiente de pago",
  paid: "Pagado",
  shipped: "Enviado",
  delivered: "Entregado",
  expired: "Caducado",
  cancelled: "Anulado",
  refunded: "Devuelto",
};

export const eventNames: Record<EventKind, string> = {
  ...stateNames,
  pending: "Pedido recibido",
  received: "Dinero recibido",
  refund: "Dinero devuelto",
  amended: "Datos corregidos",
  note: "Nota",
  withdrawn: "El comprador desiste",
  forgotten: "Datos personales borrados",
};

export const whoNames: Record<Actor, string> = {
  shopper: "comprador",
  owner: "mostrador",
  desk: "tienda",
  provider: "pasarela",
};

interface Money {
  state: OrderState;
  received: number;
  total: number;
}

/** Money that does not fit what was ordered is never passed over in silence. */
export function amountMismatch({ received, total, state }: Money): string | undefined {
  if (received === 0 || received === total) return undefined;
  const paid = state === "pending" || state === "expired" ? "faltan" : "sobran";
  return `Recibidos ${formatPrice(received)} de ${formatPrice(total)}: ${paid} ${formatPrice(Math.abs(total - received))}.`;
}

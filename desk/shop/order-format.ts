import { addressLines } from "../../app/shop/address.ts";
import type {
  Actor,
  EntryKind,
  EventKind,
  OrderStatus,
  PaymentMethod,
  Recipient,
} from "./order-status.ts";
import { dayOf, inMadrid, startOf } from "./time.ts";

const moment = inMadrid({ dateStyle: "long", timeStyle: "short" });

/**
 * A time in ms, in Madrid: «22 de noviembre de 2026 a las 10:05», «… a la 1:05». The owner may have
 * noted a day only (`timeOn`, storage/desk.ts): such a time, the start of the day, has no hour.
 */
export const formatMoment = (time: number) =>
  startOf(dayOf(time)) === time
    ? formatDay(dayOf(time))
    : moment.format(time).replace("las 1:", "la 1:");

const weekday = inMadrid({ weekday: "long", day: "numeric", month: "long" });

/** The day of a time in ms without the year: «domingo 29 de noviembre». */
export const formatWeekday = (time: number) => weekday.format(time).replace(",", "");

const shortDay = inMadrid({ day: "numeric", month: "short" });

/** A short day, unbroken: «29 nov». */
export const formatShortDay = (time: number) => shortDay.format(time).replace(" ", "\u00a0");

const days = new Intl.DateTimeFormat("es-ES", { dateStyle: "long", timeZone: "UTC" });

/** The date of a version of the terms, «2026-11-22», as «22 de noviembre de 2026». */
export const formatDay = (version: string) => days.format(new Date(version.slice(0, 10)));

export const formatIban = (iban: string) => iban.replaceAll(" ", "").replace(/.{4}(?=.)/g, "$& ");

/** The cents of VAT in a price that includes it, at a rate in percent. */
export const vatOf = (total: number, vatPercent: number) =>
  total - Math.round(total / (1 + vatPercent / 100));

/** The address in lines, as on a parcel. */
export const orderAddress = (order: Omit<Recipient, "email">): string[] => [
  ...addressLines(order),
  `${order.phone}`,
];

/** The names of the statuses, for shopper and owner. */
export const statusNames: Record<OrderStatus, string> = {
  unpaid: "Pendiente de pago",
  "partially paid": "Pagado en parte",
  paid: "Pagado",
  shipped: "Enviado",
  delivered: "Entregado",
  "partially refunded": "Reembolsado en parte",
  refunded: "Reembolsado",
  expired: "Caducado",
  cancelled: "Anulado",
};

/** In the order of the admin's list. */
export const orderStatuses = Object.keys(statusNames) as OrderStatus[];

export const methodNames: Record<PaymentMethod, string> = {
  transfer: "Transferencia",
  card: "Tarjeta o Bizum",
  cash: "Efectivo",
};

export const entryNames: Record<EntryKind, string> = {
  payment: "Pago",
  refund: "Reembolso",
  discount: "Descuento",
  chargeback: "Disputa en el banco",
};

export const eventNames: Record<EventKind, string> = {
  placed: "Pedido recibido",
  shipped: "Enviado",
  tracking: "Seguimiento corregido",
  "shipped again": "Enviado otra vez",
  unshipped: "Envío deshecho",
  delivered: "Entregado",
  undelivered: "Entrega deshecha",
  expired: "Caducado",
  cancelled: "Anulado",
  reopened: "Reabierto",
  withdrawn: "El comprador desiste",
  removed: "Frascos quitados",
  revalued: "Importe cambiado",
  "put back": "Frascos vueltos a poner",
  unlinked: "El comprador no desiste",
  rejected: "Desistimiento rechazado",
  extended: "Más días para pagar",
  restocked: "Vuelve a las existencias",
  "dispute lost": "Disputa perdida",
  amended: "Datos corregidos",
  note: "Nota",
  erased: "Datos personales borrados",
};

export const whoNames: Record<Actor, string> = {
  shopper: "comprador",
  owner: "mostrador",
  shop: "tienda",
  provider: "pasarela",
};

/** «1 frasco», «2 frascos», unbroken. */
export const countBottles = (count: number) =>
  count === 1 ? "1\u00a0frasco" : `${count}\u00a0frascos`;

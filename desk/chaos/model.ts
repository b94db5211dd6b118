/**
 * The expected amounts and states, as plain sums over rows. It imports no code of the shop, so that it cannot repeat
 * the shop's mistakes. The rules are those of docs/decisions/0013-the-trades-own-model.md.
 */
import type { Event, Order, Payment } from "../storage/tables.ts";

type Entry = Pick<Payment, "kind" | "amount" | "reverses">;

/** The sums of a ledger, in cents. */
export interface Money {
  paid: number;
  refunded: number;
  chargedBack: number;
  discount: number;
  /** What the shop holds. */
  held: number;
  /** What the shopper has to pay in all. */
  due: number;
}

export function moneyOf(total: number, entries: readonly Entry[]): Money {
  const sums = { payment: 0, refund: 0, chargeback: 0, discount: 0 };
  for (const { kind, amount, reverses } of entries)
    sums[kind] += reverses === null ? amount : -amount;
  const { payment: paid, refund: refunded, chargeback: chargedBack, discount } = sums;
  return {
    paid,
    refunded,
    chargedBack,
    discount,
    held: paid - refunded - chargedBack,
    due: total - discount,
  };
}

export function paymentStatusOf({ paid, refunded, chargedBack, held, due }: Money) {
  if (held >= due) return "paid";
  const wentBack = refunded + chargedBack;
  if (wentBack > 0 && held <= 0) return "refunded";
  if (wentBack > 0 && paid >= due) return "partially refunded";
  return paid > 0 ? "partially paid" : "unpaid";
}

/** What is still to be paid. */
export const missingOf = (money: Money) =>
  ["unpaid", "partially paid"].includes(paymentStatusOf(money)) ? money.due - money.held : 0;

/** The state of an order, by its history. */
export interface Standing {
  closed: "expired" | "cancelled" | null;
  fulfilment: "unfulfilled" | "shipped" | "delivered";
  /** The bottles that are on their way or with the shopper. */
  away: number;
}

type Happened = Pick<Event, "kind" | "data">;

export function standingOf(quantity: number, events: readonly Happened[]): Standing {
  const standing: Standing = { closed: null, fulfilment: "unfulfilled", away: 0 };
  for (const { kind, data } of events) {
    switch (kind) {
      case "expired":
      case "cancelled":
        standing.closed = kind;
        break;
      case "reopened":
        standing.closed = null;
        break;
      case "shipped":
        standing.away = quantity;
        standing.fulfilment = "shipped";
        break;
      case "shipped again":
        standing.away += quantity;
        standing.fulfilment = "shipped";
        break;
      case "unshipped":
        standing.away = 0;
        standing.fulfilment = "unfulfilled";
        break;
      case "delivered":
        // Bottles that are handed over were never shipped.
        if (standing.fulfilment === "unfulfilled") standing.away = quantity;
        standing.fulfilment = "delivered";
        break;
      case "undelivered":
        standing.fulfilment = "shipped";
        break;
      case "restocked":
        standing.away -= JSON.parse(data ?? "").bottles;
        break;
    }
  }
  return standing;
}

/** The one status that people read. */
export function statusOf(money: Money, { closed, fulfilment }: Standing) {
  const payment = paymentStatusOf(money);
  if (payment === "refunded") return payment;
  if (closed !== null) return closed;
  return fulfilment === "unfulfilled" ? payment : fulfilment;
}

export const owedBackOf = ({ held, due }: Money, { closed }: Standing) =>
  Math.max(0, closed === null ? held - due : held);

/** The bottles that an order has taken: set aside on the shelf, or away. */
export const bottlesOf = (quantity: number, { closed, fulfilment, away }: Standing) =>
  fulfilment !== "unfulfilled" ? away : closed === null ? quantity : 0;

/** The prices that the text of some terms quotes, in cents. */
export function quotedIn(terms: string) {
  const [, price = ""] = /Cada frasco cuesta ([\d.,]+)\s€/.exec(terms) ?? [];
  const [, freeFrom = "", cost = ""] =
    /no llega a ([\d.,]+)\s€, cuesta ([\d.,]+)\s€/.exec(terms) ?? [];
  return { price: centsOf(price), freeFrom: centsOf(freeFrom), cost: centsOf(cost) };
}

function centsOf(text: string): number {
  const [euros = "", cents = "0"] = text.replace(".", "").split(",");
  return Number(euros) * 100 + Number(cents);
}

/** The heading of the shopper's page. */
export function headingOf(
  { method }: Pick<Order, "method">,
  isWithdrawn: boolean,
  money: Money,
  standing: Standing,
) {
  if (isWithdrawn) return "Has desistido de este pedido";
  switch (statusOf(money, standing)) {
    case "unpaid":
      return method === "transfer" ? "Esperamos tu transferencia" : "Falta el pago";
    case "partially paid":
      return "Falta una parte del pago";
    case "partially refunded":
      return money.chargedBack > 0
        ? "Tu banco ha reclamado una parte del pago"
        : "Preparamos tu paquete";
    case "paid":
      return "Preparamos tu paquete";
    case "shipped":
      return "Va de camino";
    case "delivered":
      return "Entregado";
    case "expired":
      return money.held > 0 ? "Tu pago llegó tarde" : "Pedido caducado";
    case "cancelled":
      return "Pedido anulado";
    case "refunded":
      return money.refunded > 0
        ? "Te hemos reembolsado el dinero"
        : "Tu banco ha reclamado el pago";
  }
}

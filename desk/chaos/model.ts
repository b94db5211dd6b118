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
  /** The bottles that were ordered, but for those that were taken off. */
  kept: number;
  /** The bottles that are on their way or with the shopper. */
  away: number;
}

type Happened = Pick<Event, "kind" | "data">;

export function standingOf(quantity: number, events: readonly Happened[]): Standing {
  const standing: Standing = {
    closed: null,
    fulfilment: "unfulfilled",
    kept: quantity,
    away: 0,
  };
  for (const { kind, data } of events) {
    switch (kind) {
      case "expired":
      case "cancelled":
        standing.closed = kind;
        break;
      case "reopened":
        standing.closed = null;
        break;
      case "removed":
        standing.kept -= JSON.parse(data ?? "").bottles;
        break;
      case "put back":
        standing.kept += JSON.parse(data ?? "").bottles;
        break;
      case "shipped":
        standing.away = standing.kept;
        standing.fulfilment = "shipped";
        break;
      case "shipped again":
        standing.away += standing.kept;
        standing.fulfilment = "shipped";
        break;
      case "unshipped":
        standing.away = 0;
        standing.fulfilment = "unfulfilled";
        break;
      case "delivered":
        // Bottles that are handed over were never shipped.
        if (standing.fulfilment === "unfulfilled") standing.away = standing.kept;
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

/** Whether the order was once without bottles. A withdrawal of that time took nothing off, and has no event. */
export const wasEmpty = (quantity: number, events: readonly Happened[]) =>
  events.some((_, index) => standingOf(quantity, events.slice(0, index + 1)).kept === 0);

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
export const bottlesOf = ({ closed, fulfilment, kept, away }: Standing) =>
  fulfilment !== "unfulfilled" ? away : closed === null ? kept : 0;

/** The discount, in cents, for bottles that are taken off by themselves: their part, or all with the last one. */
export function shareOf(bottles: number, kept: number, { due }: Money, shipping: number) {
  return bottles === kept ? due : Math.round((Math.max(0, due - shipping) / kept) * bottles);
}

/** What was taken off and not put back, the oldest first. */
export function removalsOf(events: readonly Happened[]) {
  const removals: { bottles: number; withdrawal?: string; entry: number | null }[] = [];
  for (const { kind, data } of events) {
    if (kind === "removed") removals.push(JSON.parse(data ?? ""));
    if (kind === "put back") removals.pop();
    const last = removals.at(-1);
    if (kind === "revalued" && last) last.entry = JSON.parse(data ?? "").entry;
  }
  return removals;
}

/** The entries that are discounts for bottles. */
export const entriesOfRemovals = (events: readonly Happened[]): Set<number> =>
  new Set(
    events
      .filter(({ kind }) => kind === "removed" || kind === "revalued")
      .map(({ data }) => JSON.parse(data ?? "").entry),
  );

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

/** The heading of the shopper's page. @param isUndecided whether a withdrawal waits for the owner's decision */
export function headingOf(
  { method, disputed, deliveredAt }: Pick<Order, "method" | "disputed" | "deliveredAt">,
  isUndecided: boolean,
  money: Money,
  standing: Standing,
) {
  if (standing.kept === 0) return "Has desistido de este pedido";
  const status = statusOf(money, standing);
  if (standing.closed === null && standing.fulfilment === "unfulfilled") {
    if (isUndecided) return "Estudiamos tu desistimiento";
    if (disputed > 0 || (money.chargedBack > 0 && money.held < money.due))
      return status === "partially refunded"
        ? "Tu banco ha reclamado una parte del pago"
        : "Tu banco ha reclamado el pago";
  }
  switch (status) {
    case "unpaid":
      return method === "transfer" ? "Esperamos tu transferencia" : "Falta el pago";
    case "partially paid":
      return "Falta una parte del pago";
    case "partially refunded":
      return "Te hemos reembolsado una parte";
    case "paid":
      return "Preparamos tu paquete";
    case "shipped":
      return "Va de camino";
    case "delivered":
      return deliveredAt === null ? "Ya debería haberte llegado" : "Entregado";
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

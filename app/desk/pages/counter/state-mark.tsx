import { formatPrice } from "../../../shop/money.ts";
import { amountMismatch, isUnreconciled, stateNames } from "../../shop/order-format.ts";
import { balance, type Money, type OrderState } from "../../shop/order-rules.ts";

/** At the counter a state says what to do. */
const counterStates = { ...stateNames, paid: "Por enviar" };

interface Stated {
  state: OrderState;
  withdrawnAt: number | null;
  disputed: number;
}

/** Returns true if the order must not be shipped. */
export const mustWait = (order: Stated & Money) =>
  order.withdrawnAt !== null || (order.state === "paid" && isUnreconciled(order));

/** An order that must not be shipped is not labelled «Por enviar». */
export const stateOf = (order: Stated & Money) =>
  mustWait(order) ? stateNames[order.state] : counterStates[order.state];

/** The more there is to do, the heavier the label. */
const weights: Record<OrderState, string> = {
  pending: "mark-open",
  paid: "mark-due",
  shipped: "mark-away",
  delivered: "",
  expired: "",
  cancelled: "",
  refunded: "",
};

export function StateMark(order: Stated & Money) {
  const weight = mustWait(order) ? "" : weights[order.state];
  return <span className={`mark ${weight}`}>{stateOf(order)}</span>;
}

/** A warning about the order, in a word or two. */
export function warningLabel(order: Stated & Money): string | undefined {
  const left = balance(order);
  if (order.disputed > 0) return "Disputa";
  if (order.withdrawnAt !== null && left > 0) return "Desistido";
  if (left < 0) return `Devueltos ${formatPrice(-left)} de más`;
  if (!amountMismatch(order)) return undefined;
  if (left > order.total) return `Sobran ${formatPrice(left - order.total)}`;
  const isOver = ["expired", "cancelled", "refunded"].includes(order.state);
  return isOver ? `Hay ${formatPrice(left)}` : `Faltan ${formatPrice(order.total - left)}`;
}

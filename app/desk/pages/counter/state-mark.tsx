import { formatPrice } from "../../../shop/money.ts";
import { amountMismatch, stateNames } from "../../shop/order-format.ts";
import { balance, type Money, type OrderState } from "../../shop/order-rules.ts";

/** At the counter a state says what to do. */
const counterStates = { ...stateNames, paid: "Por enviar" };

interface Stated {
  state: OrderState;
  withdrawnAt: number | null;
  disputed: number;
}

/** An order that must not be shipped is not labelled «Por enviar». */
export const stateOf = ({ state, withdrawnAt }: Omit<Stated, "disputed">) =>
  withdrawnAt === null ? counterStates[state] : stateNames[state];

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

export function StateMark(order: Stated) {
  const weight = order.withdrawnAt === null ? weights[order.state] : "";
  return <span className={`mark ${weight}`}>{stateOf(order)}</span>;
}

/** A warning about the order, in a word or two. */
export function oddity(order: Stated & Money): string | undefined {
  const left = balance(order);
  if (order.disputed > 0) return "Disputa";
  if (order.withdrawnAt !== null && left > 0) return "Desistido";
  if (left < 0) return `Devueltos ${formatPrice(-left)} de más`;
  if (!amountMismatch(order)) return undefined;
  if (left > order.total) return `Sobran ${formatPrice(left - order.total)}`;
  const isOver = ["expired", "cancelled", "refunded"].includes(order.state);
  return isOver ? `Hay ${formatPrice(left)}` : `Faltan ${formatPrice(order.total - left)}`;
}

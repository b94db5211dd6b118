import { formatPrice } from "../../../app/shop/money.ts";
import { statusNames } from "../../shop/order-format.ts";
import {
  kept,
  listOf,
  net,
  type OrderStatus,
  orderStatus,
  outstanding,
  owedBack,
} from "../../shop/order-status.ts";
import type { Order } from "../../storage/tables.ts";

/** An order, and whether an open withdrawal without an order may be from it. */
export type Marked = Order & { isMeant?: boolean };

const isToShip = (order: Marked) => listOf(order, order.isMeant ?? false) === "to send";

/** The names of the statuses for the owner. */
export const ownerNames = { ...statusNames, paid: "Por enviar" };

export function statusOf(order: Marked): string {
  if (kept(order) === 0) return "Desistido";
  const status = orderStatus(order);
  if (status === "refunded" && order.refunded === 0)
    return order.disputed > 0 ? "Disputa abierta" : "Disputa perdida";
  if (status === "refunded" && order.refundPending > 0) return "Reembolso pedido";
  const isUnsent = order.fulfilment === "unfulfilled";
  const isDoubtful = isUnsent && listOf(order, order.isMeant ?? false) === "to decide";
  if (isDoubtful && (status === "paid" || status === "partially refunded")) return "Por decidir";
  return (isToShip(order) ? ownerNames : statusNames)[status];
}

/** The more there is to do, the heavier the label. */
const weights: Partial<Record<OrderStatus, string>> = {
  unpaid: "border-edge",
  "partially paid": "border-edge",
  shipped: "border-rule",
};

export function StatusMark(order: Marked) {
  const weight = isToShip(order)
    ? "border-action bg-action text-on-action"
    : (weights[orderStatus(order)] ?? "border-transparent text-quiet");
  return <span className={`border px-1.5 text-caption ${weight}`}>{statusOf(order)}</span>;
}

/** A warning about the order, in a word or two. */
export function warningLabel(order: Marked): string | undefined {
  const held = net(order);
  if (order.disputed > 0) return "Disputa";
  if (held < 0) return `Reembolsados ${formatPrice(-held)} de más`;
  if (order.toDecide !== null) return "Desistimiento por decidir";
  if (owedBack(order) > 0) {
    const isSurplus = order.closed === null && order.removed === 0;
    return `${isSurplus ? "Sobran" : "Reembolsar"} ${formatPrice(owedBack(order))}`;
  }
  if (order.isMeant && order.closed === null && order.fulfilment === "unfulfilled")
    return "Quizá ha desistido";
  const isExpected = order.paid > 0 || order.fulfilment !== "unfulfilled";
  return isExpected && order.closed === null && outstanding(order) > 0
    ? `Faltan ${formatPrice(outstanding(order))}`
    : undefined;
}

import { formatPrice } from "../../../app/shop/money.ts";
import { statusNames } from "../../shop/order-format.ts";
import {
  net,
  type OrderStatus,
  orderStatus,
  outstanding,
  owedBack,
} from "../../shop/order-status.ts";
import type { Order } from "../../storage/tables.ts";

/** A paid order is «Por enviar» for the owner, unless it is withdrawn or disputed. */
const isToShip = (order: Order) =>
  orderStatus(order) === "paid" && order.withdrawnAt === null && order.disputed === 0;

/** The names of the statuses for the owner. */
export const ownerNames = { ...statusNames, paid: "Por enviar" };

export const statusOf = (order: Order) =>
  (isToShip(order) ? ownerNames : statusNames)[orderStatus(order)];

/** The more there is to do, the heavier the label. */
const weights: Partial<Record<OrderStatus, string>> = {
  unpaid: "border-edge",
  "partially paid": "border-edge",
  shipped: "border-rule",
};

export function StatusMark(order: Order) {
  const weight = isToShip(order)
    ? "border-action bg-action text-on-action"
    : (weights[orderStatus(order)] ?? "border-transparent text-quiet");
  return <span className={`border px-1.5 text-caption ${weight}`}>{statusOf(order)}</span>;
}

/** A warning about the order, in a word or two. */
export function warningLabel(order: Order): string | undefined {
  const held = net(order);
  if (order.disputed > 0) return "Disputa";
  if (held < 0) return `Reembolsados ${formatPrice(-held)} de más`;
  if (order.withdrawnAt !== null && held > 0) return "Desistido";
  if (owedBack(order) > 0)
    return `${order.closed ? "Reembolsar" : "Sobran"} ${formatPrice(owedBack(order))}`;
  const isExpected = order.paid > 0 || order.fulfilment !== "unfulfilled";
  return isExpected && order.closed === null && outstanding(order) > 0
    ? `Faltan ${formatPrice(outstanding(order))}`
    : undefined;
}

import { formatPrice } from "../../shop/money.ts";
import { balance, type Recipient } from "../shop/order-rules.ts";
import {
  aboutWithdrawal,
  cancelledWords,
  deliveryPromise,
  expiredWords,
  lateMoney,
  payDeadline,
  refundedInAll,
  surplus,
  unpaid,
} from "../shop/order-words.ts";

type Shown = Parameters<typeof unpaid>[0] &
  Parameters<typeof lateMoney>[0] &
  Parameters<typeof deliveryPromise>[0] &
  Recipient;

/** The order's status, as a page title. */
export function titleOf(order: Shown): string {
  if (order.withdrawnAt !== null) return "Has desistido de este pedido";
  const hasBalance = balance(order) > 0;
  switch (order.state) {
    case "pending":
      if (hasBalance) return "Falta una parte del pago";
      return order.payment === "card" ? "Falta el pago" : "Esperamos tu transferencia";
    case "paid":
      return "Preparamos tu paquete";
    case "shipped":
      return "Va de camino";
    case "delivered":
      return "Entregado";
    case "expired":
      return hasBalance ? "Tu pago llegó tarde" : "Pedido caducado";
    case "cancelled":
      return "Pedido anulado";
    case "refunded":
      return hasBalance ? "Te devolvemos el dinero" : "Te hemos devuelto el dinero";
  }
}

/** What the status means for the shopper, and what happens next. */
export function meaningOf(order: Shown, now: number): string[] {
  const [left, missing] = [balance(order), unpaid(order)];
  const isWithdrawn = order.withdrawnAt !== null;
  const isBought = ["paid", "shipped", "delivered"].includes(order.state);
  return [
    ...(isWithdrawn ? [aboutWithdrawal(order)] : wordsOf(order, now)),
    surplus(order),
    !isWithdrawn &&
      isBought &&
      missing > 0 &&
      `Faltan ${formatPrice(missing)} por pagar. Escríbenos y lo arreglamos.`,
    (!isWithdrawn || left > 0) && refundedInAll(order),
  ].filter((line) => line) as string[];
}

function wordsOf(order: Shown, now: number): (string | false | undefined)[] {
  const left = balance(order);
  switch (order.state) {
    case "pending": {
      if (left > 0)
        return [
          `Hemos recibido ${formatPrice(left)} de ${formatPrice(order.total)}. En cuanto llegue lo que falta, preparamos el paquete y te escribimos a ${order.email}.`,
        ];
      const until = payDeadline(order, now);
      return [
        `${until ? `Puedes pagarlo ${until}. ` : ""}En cuanto llegue el pago, preparamos el paquete y te escribimos a ${order.email}.`,
      ];
    }
    case "paid":
      return [
        `Hemos recibido tu pago. Te escribimos a ${order.email} en cuanto salga el paquete.`,
        deliveryPromise(order, now),
      ];
    case "shipped":
      return [
        `Ha salido hacia ${order.address}, ${order.postalCode} ${order.city}.`,
        deliveryPromise(order, now),
      ];
    case "delivered":
      return ["Ya lo tienes. Que lo disfrutes. Si algo no está bien, escríbenos."];
    case "expired":
      return left > 0 ? [lateMoney(order)] : expiredWords(order);
    case "cancelled":
      return [left > 0 ? `Te devolvemos ${formatPrice(left)}.` : cancelledWords(order)];
    case "refunded":
      return [left > 0 && lateMoney(order)];
  }
}

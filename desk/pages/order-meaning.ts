import { formatPrice } from "../../app/shop/money.ts";
import { isPaid, isPayable, net, orderStatus, outstanding } from "../shop/order-status.ts";
import {
  cancelledText,
  deliveryPromise,
  expiredText,
  isWithdrawn,
  latePaymentText,
  payDeadline,
  refundedText,
  surplusText,
  withdrawalText,
} from "../shop/order-texts.ts";
import type { ShownFacts } from "../shop/shown-facts.ts";
import type { Order } from "../storage/tables.ts";

/** The order's status, as a page title. */
export function titleOf(order: Order): string {
  if (isWithdrawn(order)) return "Has desistido de este pedido";
  const hasMoney = net(order) > 0;
  switch (orderStatus(order)) {
    case "unpaid":
      return order.method === "transfer" ? "Esperamos tu transferencia" : "Falta el pago";
    case "partially paid":
      return "Falta una parte del pago";
    case "partially refunded":
      if (order.chargedBack > 0) return "Tu banco ha reclamado una parte del pago";
      return "Preparamos tu paquete";
    case "paid":
      return "Preparamos tu paquete";
    case "shipped":
      return "Va de camino";
    case "delivered":
      return "Entregado";
    case "expired":
      return hasMoney ? "Tu pago llegó tarde" : "Pedido caducado";
    case "cancelled":
      return "Pedido anulado";
    case "refunded":
      return order.refunded > 0
        ? "Te hemos reembolsado el dinero"
        : "Tu banco ha reclamado el pago";
  }
}

/** What the shop promises today. */
type Promises = Pick<ShownFacts, "cityDeliveryHours" | "refundWorkingDays">;

/** What the status means for the shopper, and what happens next. */
export function meaningOf(order: Order, facts: Promises, now: number): string[] {
  const withdrawn = isWithdrawn(order);
  const lines = [
    ...(withdrawn ? [withdrawalText(order, facts)] : textsOf(order, facts, now)),
    surplusText(order),
    order.fulfilment !== "unfulfilled" &&
      isPayable(order) &&
      `Faltan ${formatPrice(outstanding(order))} por pagar.`,
    (!withdrawn || net(order) > 0) && refundedText(order),
  ];
  return [...new Set(lines.filter((line) => typeof line === "string" && line !== ""))] as string[];
}

function textsOf(order: Order, facts: Promises, now: number): (string | undefined)[] {
  const held = net(order);
  const writeTo = order.email === null ? "" : ` y te escribimos a ${order.email}`;
  switch (orderStatus(order)) {
    case "unpaid": {
      const until = payDeadline(order, now);
      return [
        `${until ? `Puedes pagarlo ${until}. ` : ""}En cuanto llegue el pago, preparamos el paquete${writeTo}.`,
      ];
    }
    case "partially paid":
      return [
        `Hemos recibido ${formatPrice(held)} de ${formatPrice(held + outstanding(order))}. En cuanto llegue lo que falta, preparamos el paquete${writeTo}.`,
      ];
    case "paid":
    case "partially refunded":
      if (order.chargedBack > 0 && !isPaid(order))
        return ["Tu banco nos ha reclamado una parte de este pago. Escríbenos y lo arreglamos."];
      return [
        "Hemos recibido tu pago.",
        order.email === null
          ? undefined
          : `Te escribimos a ${order.email} en cuanto salga el paquete.`,
        deliveryPromise(order, facts, now),
      ];
    case "shipped":
      return [
        `Ha salido hacia ${order.address}, ${order.postalCode} ${order.city}.`,
        deliveryPromise(order, facts, now),
      ];
    case "delivered":
      return ["Ya lo tienes. Que lo disfrutes. Si algo no está bien, escríbenos."];
    case "expired":
      return held > 0 ? [latePaymentText(order)] : expiredText(order);
    case "cancelled":
      return [cancelledText(order)];
    case "refunded":
      return order.refunded > 0
        ? []
        : ["Tu banco nos ha reclamado este pago. Si es un error, escríbenos."];
  }
}

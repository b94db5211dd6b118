import { formatPrice } from "../../app/shop/money.ts";
import { isPaid, isPayable, kept, net, orderStatus, outstanding } from "../shop/order-status.ts";
import {
  cancelledText,
  deliveryPromise,
  expiredText,
  latePaymentText,
  payDeadline,
  refundedText,
  restingText,
  surplusText,
  withdrawalText,
} from "../shop/order-texts.ts";
import type { ShownFacts } from "../shop/shown-facts.ts";
import type { Order } from "../storage/tables.ts";

/** Whether the shopper's bank has asked for the money of an order that was not sent. */
const isClaimed = (order: Order) =>
  order.closed === null &&
  order.fulfilment === "unfulfilled" &&
  (order.disputed > 0 || (order.chargedBack > 0 && !isPaid(order)));

/** The order's status, as a page title. */
export function titleOf(order: Order): string {
  if (kept(order) === 0) return "Has desistido de este pedido";
  const isUnsent = order.closed === null && order.fulfilment === "unfulfilled";
  if (isUnsent && order.toDecide !== null) return "Estudiamos tu desistimiento";
  const status = orderStatus(order);
  if (isClaimed(order))
    return status === "partially refunded"
      ? "Tu banco ha reclamado una parte del pago"
      : "Tu banco ha reclamado el pago";
  switch (status) {
    case "unpaid":
      return order.method === "transfer" ? "Esperamos tu transferencia" : "Falta el pago";
    case "partially paid":
      return "Falta una parte del pago";
    case "partially refunded":
      return order.refundPending > 0
        ? "Te reembolsamos una parte"
        : "Te hemos reembolsado una parte";
    case "paid":
      return "Preparamos tu paquete";
    case "shipped":
      return "Va de camino";
    case "delivered":
      // Presumed, because there was no news of the parcel.
      return order.deliveredAt === null ? "Ya debería haberte llegado" : "Entregado";
    case "expired":
      return net(order) > 0 ? "Tu pago llegó tarde" : "Pedido caducado";
    case "cancelled":
      return "Pedido anulado";
    case "refunded":
      if (order.refundPending > 0) return "Te reembolsamos el dinero";
      return order.refunded > 0
        ? "Te hemos reembolsado el dinero"
        : "Tu banco ha reclamado el pago";
  }
}

/** What the shop promises today. */
interface Promises extends Pick<ShownFacts, "cityDeliveryHours" | "refundWorkingDays"> {
  /** When sales resume; empty while the shop sells. */
  paused: string;
}

/** What the status means for the shopper, and what happens next. */
export function meaningOf(order: Order, facts: Promises, now: number): string[] {
  const lines = [
    withdrawalText(order, facts, now),
    ...(kept(order) > 0 ? textsOf(order, facts, now) : []),
    surplusText(order),
    order.fulfilment !== "unfulfilled" &&
      isPayable(order) &&
      `Faltan ${formatPrice(outstanding(order))} por pagar.`,
    refundedText(order),
  ];
  return [...new Set(lines.filter((line) => typeof line === "string" && line !== ""))] as string[];
}

function textsOf(order: Order, facts: Promises, now: number): (string | undefined)[] {
  const { paused } = facts;
  const held = net(order);
  const status = orderStatus(order);
  const writeTo = order.email === null ? "" : ` y te escribimos a ${order.email}`;
  if (isClaimed(order))
    return status === "partially refunded"
      ? ["Tu banco nos ha reclamado una parte de este pago. Escríbenos y lo arreglamos."]
      : ["Tu banco nos ha reclamado este pago. Si es un error, escríbenos."];
  // A withdrawal is to decide first.
  if (order.closed === null && order.fulfilment === "unfulfilled" && order.toDecide !== null)
    return [];
  switch (status) {
    case "unpaid": {
      if (paused)
        return [
          `${restingText(paused)} Mientras tanto tu pedido no caduca: puedes pagarlo ahora o entonces. A la vuelta preparamos el paquete${writeTo}.`,
        ];
      const until = payDeadline(order, facts, now);
      return [
        `${until ? `Puedes pagarlo ${until}. ` : ""}En cuanto llegue el pago, preparamos el paquete${writeTo}.`,
      ];
    }
    case "partially paid":
      return [
        `Hemos recibido ${formatPrice(held)} de ${formatPrice(held + outstanding(order))}.`,
        paused
          ? `${restingText(paused)} A la vuelta, y cuando haya llegado lo que falta, preparamos el paquete${writeTo}.`
          : `En cuanto llegue lo que falta, preparamos el paquete${writeTo}.`,
      ];
    case "partially refunded":
      return [refundedText(order), "Si no lo esperabas, escríbenos."];
    case "paid":
      return [
        "Hemos recibido tu pago.",
        paused ? `${restingText(paused)} A la vuelta preparamos el paquete.` : undefined,
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
      if (order.toDecide !== null) return [];
      return [
        order.deliveredAt === null
          ? "Si no te ha llegado, o algo no está bien, escríbenos y lo arreglamos."
          : "Ya lo tienes. Que lo disfrutes. Si algo no está bien, escríbenos.",
      ];
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

import { eraseOrder } from "#desk/jobs/erase.ts";
import { isRefundUnderWay } from "#desk/orders/refunds.ts";
import { formatPrice } from "../../../../shop/money.ts";
import { isInPerson, owedBack } from "../../../shop/order-status.ts";
import { mayStillWithdraw, withdrawUntil } from "../../../shop/order-texts.ts";
import { type Context, orderStep, refuse } from "./step.ts";

/** It has no inverse. */
export const erasePersonalData = orderStep({
  path: "borrar",
  label: "Borrar los datos personales",
  isPossible: ({ order }) => order.erasedAt === null && !isInPerson(order),
  Fields: () => (
    <p className="mb-3 text-small">
      Borra nombre, email, teléfono, dirección, correos y notas; quedan lo vendido y su importe. No
      se puede deshacer. Hacienda puede pedirte los datos de una venta durante años: borra solo si
      la ley te lo permite.
    </p>
  ),
  parse(_, ctx) {
    const obstacle = obstacleTo(ctx);
    return obstacle ? refuse(`Todavía no: ${obstacle}.`) : { input: undefined };
  },
  confirm: () => ({
    question: "¿Borrar los datos personales de este pedido?",
    yes: "Sí, borrar",
    lines: ["No se puede deshacer."],
  }),
  runAlone: async (desk, { order }) => (await eraseOrder(desk, order.id, "owner")) === "erased",
});

/** What erasure has to wait for, as `isErasable` decides it. */
export function obstacleTo({ order, withdrawals, now }: Context): string | undefined {
  const { closed, fulfilment, deliveredAt } = order;
  if (closed === null && fulfilment !== "delivered") return "el pedido está en curso";
  if (deliveredAt !== null && mayStillWithdraw(deliveredAt, now))
    return `se puede desistir de él hasta el ${withdrawUntil(deliveredAt)}`;
  if (owedBack(order) > 0) return `quedan ${formatPrice(owedBack(order))} por reembolsar`;
  if (order.disputed > 0) return "el banco del comprador tiene una disputa abierta";
  if (isRefundUnderWay(order)) return "Stripe no ha confirmado un reembolso";
  const isOpen = withdrawals.some(
    ({ orderId, closedAt }) => orderId === order.id && closedAt === null,
  );
  return isOpen ? "tiene un desistimiento sin resolver" : undefined;
}

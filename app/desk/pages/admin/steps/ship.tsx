import { ship } from "#desk/orders/orders.ts";
import { formatPrice } from "../../../../shop/money.ts";
import { formatMoment } from "../../../shop/order-format.ts";
import { paymentStatus } from "../../../shop/order-status.ts";
import { Tracking, textIn } from "./fields.tsx";
import { openWithdrawals } from "./rules.ts";
import { type Context, orderStep } from "./step.ts";

export const shipOrder = orderStep({
  path: "enviado",
  label: "Marcar como enviado",
  isPossible: ({ order }) =>
    order.closed === null && order.fulfilment === "unfulfilled" && isPaidFor(order),
  isDue: (ctx) => doubtAbout(ctx) === undefined,
  Fields: ({ field }) => <Tracking field={field} label="Seguimiento, si lo hay" />,
  parse: ({ seguimiento }) => ({ input: textIn(seguimiento) }),
  confirm(_, ctx) {
    const doubt = doubtAbout(ctx);
    if (!doubt) return undefined;
    return { question: `${doubt} ¿Enviarlo de todos modos?`, yes: "Sí, enviar" };
  },
  run: (desk, trx, { order }, tracking) => ship(desk, trx, order, tracking),
});

/** A rebate after the payment is no reason not to ship; money that the bank has taken back is. */
const isPaidFor = (order: Context["order"]) =>
  paymentStatus(order) === "paid" ||
  (paymentStatus(order) === "partially refunded" && order.chargedBack === 0);

/** The reason to ask before the order is shipped. */
function doubtAbout(ctx: Context): string | undefined {
  const { withdrawnAt, refunded } = ctx.order;
  if (withdrawnAt !== null) return `El comprador desistió el ${formatMoment(withdrawnAt)}.`;
  if (openWithdrawals(ctx).length > 0)
    return "Hay un desistimiento de la misma dirección que quizá es de este pedido.";
  return paymentStatus(ctx.order) === "partially refunded"
    ? `Se han reembolsado ${formatPrice(refunded)}.`
    : undefined;
}

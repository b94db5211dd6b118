import { reopen } from "#desk/orders/orders.ts";
import { formatMoment } from "../../../shop/order-format.ts";
import { isPaid, paymentStatus } from "../../../shop/order-status.ts";
import { noInput, orderStep } from "./step.ts";

/** It was closed by mistake, or is wanted after a late payment. */
export const reopenOrder = orderStep({
  path: "reabrir",
  label: "Reabrir",
  isPossible: ({ order }) =>
    order.closed !== null && order.erasedAt === null && paymentStatus(order) !== "refunded",
  // The shopper of an expired order is asked what to do with a late payment.
  isDue: ({ order }) => order.closed === "expired" && order.withdrawnAt === null && isPaid(order),
  parse: noInput,
  confirm: (_, { order }) =>
    order.withdrawnAt === null
      ? undefined
      : {
          question: `El comprador desistió el ${formatMoment(order.withdrawnAt)}. ¿Reabrir el pedido de todos modos?`,
          yes: "Sí, reabrir",
          after: { ...order, closed: null },
        },
  run: (desk, trx, { order }) => reopen(desk, trx, order),
});

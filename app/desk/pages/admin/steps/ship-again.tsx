import { shipAgain } from "#desk/orders/orders.ts";
import { isInPerson } from "../../../shop/order-status.ts";
import { Tracking, textIn } from "./fields.tsx";
import { orderStep } from "./step.ts";

/** For a parcel that was lost or arrived broken. «Reponer frascos» takes its bottles back. */
export const shipOnceMore = orderStep({
  path: "otro-envio",
  label: "Se ha perdido: envío otro",
  isPossible: ({ order }) =>
    order.closed === null && order.fulfilment !== "unfulfilled" && !isInPerson(order),
  Fields: ({ field }) => <Tracking field={field} label="Seguimiento del nuevo envío, si lo hay" />,
  parse: ({ seguimiento }) => ({ input: textIn(seguimiento) }),
  confirm: (_, { order }) => ({
    question: "¿Enviar otro paquete?",
    yes: "Sí, enviar otro",
    lines: [
      `Salen de las existencias ${order.quantity === 1 ? "otro frasco" : `otros ${order.quantity} frascos`}, y se avisa al comprador.`,
    ],
  }),
  run: (desk, trx, { order }, tracking) => shipAgain(desk, trx, order, tracking),
});

import { undeliver } from "#desk/orders/orders.ts";
import { isInPerson } from "../../../shop/order-status.ts";
import { noInput, orderStep } from "./step.ts";

export const undeliverOrder = orderStep({
  path: "no-entregado",
  label: "No ha llegado",
  isPossible: ({ order }) =>
    order.closed === null && order.fulfilment === "delivered" && !isInPerson(order),
  parse: noInput,
  run: (desk, trx, { order }) => undeliver(desk, trx, order),
});

import { deliver } from "#desk/orders/orders.ts";
import { orderStatus } from "../../../shop/order-status.ts";
import { dayOf } from "../../../shop/time.ts";
import { noDay, readDay } from "../amounts.ts";
import { Day } from "./fields.tsx";
import { isUnderWay } from "./rules.ts";
import { invalid, orderStep } from "./step.ts";

export const deliverOrder = orderStep({
  path: "entregado",
  label: "Marcar como entregado",
  isPossible: isUnderWay,
  isDue: ({ order }) => orderStatus(order) === "shipped",
  Fields: ({ field, now }) => (
    <Day
      field={field}
      now={now}
      label="Cuándo llegó el paquete"
      hint="Desde ese día cuenta el plazo para desistir."
    />
  ),
  parse({ fecha }, { order, now }) {
    const day = readDay(fecha, now);
    return day && day >= dayOf(order.placedAt) ? { input: day } : invalid({ fecha: noDay });
  },
  run: (desk, trx, { order }, day) => deliver(desk, trx, order, { day }),
});

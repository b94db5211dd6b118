import { track } from "#desk/orders/orders.ts";
import { Tracking, textIn } from "./fields.tsx";
import { isUnderWay } from "./rules.ts";
import { invalid, orderStep } from "./step.ts";

export const correctTracking = orderStep({
  path: "seguimiento",
  label: "Corregir el seguimiento",
  isPossible: isUnderWay,
  Fields: ({ order, field }) => (
    <Tracking
      field={(name) => field(name, order.tracking ?? "")}
      label="Seguimiento"
      hint="El comprador recibe un correo con él."
    />
  ),
  parse({ seguimiento }, { order }) {
    const tracking = textIn(seguimiento);
    if (!tracking) return invalid({ seguimiento: "Escribe un número o una dirección web" });
    if (tracking === order.tracking) return invalid({ seguimiento: "Es el que ya está anotado" });
    return { input: tracking };
  },
  run: (desk, trx, { order }, tracking) => track(desk, trx, order, tracking),
});

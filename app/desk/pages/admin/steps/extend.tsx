import { extend } from "#desk/orders/orders.ts";
import { isPayable } from "../../../shop/order-status.ts";
import { saleTerms } from "../../../shop/seller.ts";
import { readCount } from "../amounts.ts";
import { Count } from "./fields.tsx";
import { noCount } from "./rules.ts";
import { invalid, orderStep } from "./step.ts";

const most = 60;

/** Fewer days shorten the term again. */
export const extendTerm = orderStep({
  path: "mas-dias",
  label: "Dar más días",
  isPossible: ({ order }) => isPayable(order),
  Fields: ({ field }) => (
    <Count
      field={field}
      name="dias"
      value={saleTerms.payWithinDays}
      label="Días para pagar, desde hoy"
      hint="El comprador recibe un correo con el nuevo plazo."
    />
  ),
  parse({ dias }) {
    const days = readCount(dias, 1, most);
    return days ? { input: days } : invalid({ dias: noCount(1, most) });
  },
  run: (desk, trx, { order }, days) => extend(desk, trx, order, days),
});

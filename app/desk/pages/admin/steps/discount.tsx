import { addEntry } from "#desk/orders/ledger.ts";
import { formatPrice } from "../../../../shop/money.ts";
import { isPayable, unpaid, withEntry } from "../../../shop/order-status.ts";
import { noInput, orderStep } from "./step.ts";

/** What a payment may be short by. More than that is a wrong amount. */
const mostShort = 1 / 4;

export const discount = orderStep({
  path: "dar-por-pagado",
  label: "Dar por pagado",
  isPossible: ({ order }) =>
    isPayable(order) && order.paid > 0 && unpaid(order) <= order.total * mostShort,
  Fields: ({ order }) => (
    <p className="mb-3 text-small">
      Los {formatPrice(unpaid(order))} que faltan quedan como descuento.
    </p>
  ),
  parse: noInput,
  confirm: (_, { order }) => ({
    question: `¿Dar el pedido por pagado, con un descuento de ${formatPrice(unpaid(order))}?`,
    yes: "Sí, dar por pagado",
    after: withEntry(order, { kind: "discount", amount: unpaid(order), reverses: null }),
  }),
  run: (desk, trx, { order }) =>
    addEntry(desk, trx, order, { kind: "discount", who: "owner", amount: unpaid(order) }),
});

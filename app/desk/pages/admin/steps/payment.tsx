import { addEntry } from "#desk/orders/ledger.ts";
import { formatAmount, formatPrice } from "../../../../shop/money.ts";
import { isPayable, unpaid, withEntry } from "../../../shop/order-status.ts";
import { noAmount, noDay, readDay, readPayable } from "../amounts.ts";
import { Amount, Day, methodByHand } from "./fields.tsx";
import { invalid, orderStep } from "./step.ts";

export const payment = orderStep({
  path: "pago",
  label: "Anotar un pago",
  // Money may always arrive.
  isPossible: () => true,
  isDue: ({ order }) => isPayable(order),
  Fields: ({ order, now, field }) => (
    <>
      <Amount
        field={field}
        label="Importe que ha llegado, en euros"
        value={isPayable(order) ? formatAmount(unpaid(order)) : ""}
      />
      <Day field={field} now={now} label="Cuándo llegó" />
    </>
  ),
  parse({ importe, fecha }, { order, now }) {
    const amount = readPayable(importe, order.paid);
    const day = readDay(fecha, now);
    if (!amount) return invalid({ importe: noAmount });
    return day ? { input: { amount, day } } : invalid({ fecha: noDay });
  },
  confirm: ({ amount }, { order }) =>
    isPayable(order) && amount === unpaid(order)
      ? undefined
      : {
          question: `¿Anotar un pago de ${formatPrice(amount)}?`,
          yes: "Sí, anotar",
          after: withEntry(order, { kind: "payment", amount, reverses: null }),
        },
  run: (desk, trx, { order }, { amount, day }) =>
    addEntry(desk, trx, order, {
      kind: "payment",
      who: "owner",
      method: methodByHand(order),
      amount,
      day,
    }),
});

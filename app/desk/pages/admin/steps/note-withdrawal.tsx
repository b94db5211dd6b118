import { noteWithdrawal } from "#desk/orders/withdrawals.ts";
import { isInPerson } from "../../../shop/order-status.ts";
import { dayOf } from "../../../shop/time.ts";
import { noDay, readDay } from "../amounts.ts";
import { Day } from "./fields.tsx";
import { invalid, orderStep } from "./step.ts";

/** A withdrawal by letter, telephone or email: the law requires no form. */
export const recordWithdrawal = orderStep({
  path: "desistido",
  label: "Anotar un desistimiento",
  isPossible: ({ order }) =>
    order.closed === null &&
    order.withdrawnAt === null &&
    order.erasedAt === null &&
    !isInPerson(order),
  Fields: ({ field, now }) => <Day field={field} now={now} label="Cuándo llegó" />,
  parse({ fecha }, { order, now }) {
    const day = readDay(fecha, now);
    return day && day >= dayOf(order.placedAt) ? { input: day } : invalid({ fecha: noDay });
  },
  confirm: () => ({
    question: "¿Anotar que el comprador desiste?",
    yes: "Sí, anotar",
  }),
  run: (desk, trx, { order }, day) => noteWithdrawal(desk, trx, order, { day }),
});

import { unlinkWithdrawal } from "#desk/orders/withdrawals.ts";
import { Note, textIn } from "./fields.tsx";
import { withdrawalStep } from "./step.ts";

/** The shopper keeps the order, or means another one. Once opened again, the withdrawal can be linked. */
export const unlinkFromOrder = withdrawalStep({
  path: "no-desiste",
  label: "El comprador no desiste",
  isPossible: ({ order, withdrawal }) => withdrawal.orderId === order.id && order.erasedAt === null,
  Fields: ({ field }) => <Note field={field} label="Motivo, solo para ti" />,
  parse: ({ nota }) => ({ input: textIn(nota) }),
  confirm: () => ({
    question: "¿Anotar que el comprador no desiste?",
    yes: "Sí, anotar",
  }),
  run: (desk, trx, { order, withdrawal }, note) =>
    unlinkWithdrawal(desk, trx, order, withdrawal.id, note),
});

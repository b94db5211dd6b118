import { rejectWithdrawal } from "#desk/orders/withdrawals.ts";
import { daysLate } from "../../../shop/order-texts.ts";
import { Note, textIn } from "./fields.tsx";
import { invalid, withdrawalStep } from "./step.ts";

/** Only one that came after its term can be rejected. */
export const rejectLate = withdrawalStep({
  path: "rechazado",
  label: "Rechazar el desistimiento",
  isPossible: ({ order, withdrawal: { orderId, closedAt, at } }) =>
    orderId === order.id && closedAt === null && daysLate({ ...order, withdrawnAt: at }) > 0,
  Fields: ({ field }) => (
    <Note field={field} label="Por qué" hint="Va en el correo al comprador." most={500} />
  ),
  parse({ nota }) {
    const reason = textIn(nota, 500);
    return reason ? { input: reason } : invalid({ nota: "Escribe por qué: va en el correo" });
  },
  confirm: () => ({ question: "¿Rechazar el desistimiento?", yes: "Sí, rechazar" }),
  run: (desk, trx, { order, withdrawal }, reason) =>
    rejectWithdrawal(desk, trx, order, withdrawal.id, reason),
});

import { closeWithdrawal } from "#desk/orders/withdrawals.ts";
import { formatPrice } from "../../../../shop/money.ts";
import { net } from "../../../shop/order-status.ts";
import { Note, textIn } from "./fields.tsx";
import { withdrawalStep } from "./step.ts";

export const settleWithdrawal = withdrawalStep({
  path: "resuelto",
  label: "Resuelto",
  isPossible: ({ order, withdrawal }) =>
    withdrawal.orderId === order.id && withdrawal.closedAt === null,
  Fields: ({ field }) => <Note field={field} label="Cómo ha quedado, solo para ti" />,
  parse: ({ nota }) => ({ input: textIn(nota) }),
  confirm: (_, { order }) =>
    net(order) > 0
      ? {
          question: `Quedan ${formatPrice(net(order))} sin reembolsar. ¿Marcar el desistimiento como resuelto?`,
          yes: "Sí, resuelto",
          lines: ["Desaparecerá de la lista, con su plazo."],
        }
      : undefined,
  runAlone: (desk, { withdrawal }, note) => closeWithdrawal(desk, withdrawal.id, note),
});

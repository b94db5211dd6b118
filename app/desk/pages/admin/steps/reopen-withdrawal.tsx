import { reopenWithdrawal } from "#desk/orders/withdrawals.ts";
import { noInput, withdrawalStep } from "./step.ts";

export const openAgain = withdrawalStep({
  path: "abrir-desistimiento",
  label: "Volver a abrirlo",
  isPossible: ({ order, withdrawal: { orderId, closedAt } }) =>
    closedAt !== null && (orderId === order.id || orderId === null),
  parse: noInput,
  runAlone: (desk, { withdrawal }) => reopenWithdrawal(desk, withdrawal.id),
});

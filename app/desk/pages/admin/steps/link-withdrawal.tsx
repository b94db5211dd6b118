import { linkWithdrawal } from "#desk/orders/withdrawals.ts";
import { noInput, withdrawalStep } from "./step.ts";

export const linkToOrder = withdrawalStep({
  path: "es-de-este",
  label: "Es de este pedido",
  isPossible: ({ withdrawal: { orderId, closedAt } }) => orderId === null && closedAt === null,
  isDue: () => true,
  parse: noInput,
  confirm: () => ({
    question: "¿El desistimiento es de este pedido?",
    yes: "Sí, es de este",
  }),
  run: (desk, trx, { order, withdrawal }) => linkWithdrawal(desk, trx, order, withdrawal.id),
});

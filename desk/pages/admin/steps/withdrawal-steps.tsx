import { formatPrice } from "../../../../app/shop/money.ts";
import {
  closeWithdrawal,
  linkWithdrawal,
  noteWithdrawal,
  rejectWithdrawal,
  reopenWithdrawal,
  unlinkWithdrawal,
} from "../../../orders/withdrawals.ts";
import { hasRecipient, net } from "../../../shop/order-status.ts";
import { arrivedSomeDay, daysLate } from "../../../shop/order-texts.ts";
import { dayOf } from "../../../shop/time.ts";
import { noDay, readDay } from "../fields/amounts.ts";
import { Day, noReason, Text, textIn } from "./fields.tsx";
import {
  invalid,
  noInput,
  orChanged,
  orderStep,
  type WithdrawalContext,
  withdrawalStep,
} from "./step.ts";

/** A withdrawal by letter, telephone or email: the law requires no form. */
export const recordWithdrawal = orderStep({
  path: "desistido",
  label: "Anotar un desistimiento",
  done: { message: "desistimiento anotado", undo: undefined },
  isPossible: ({ order }) =>
    order.closed === null && order.withdrawnAt === null && hasRecipient(order),
  Fields: ({ field, now }) => <Day field={field} now={now} label="Cuándo llegó" />,
  parse({ fecha }, { order, now }) {
    const day = readDay(fecha, now);
    return day && day >= dayOf(order.placedAt) ? { input: day } : invalid({ fecha: noDay });
  },
  confirm: () => ({ question: "¿Anotar que el comprador desiste?", yes: "Sí, anotar" }),
  run: (desk, trx, { order }, day) => noteWithdrawal(desk, trx, order, { day }),
});

const isLinked = ({ order, withdrawal }: WithdrawalContext) => withdrawal.orderId === order.id;
const mayBeLate = ({ order, withdrawal }: WithdrawalContext) =>
  daysLate({ ...order, withdrawnAt: withdrawal.at }) > 0 || arrivedSomeDay(order);
const isOpen = ({ withdrawal }: WithdrawalContext) => withdrawal.closedAt === null;

export const linkToOrder = withdrawalStep({
  path: "es-de-este",
  label: "Es de este pedido",
  done: { message: "el desistimiento es de este pedido", undo: undefined },
  isPossible: (ctx) => !isLinked(ctx) && isOpen(ctx),
  parse: noInput,
  confirm: () => ({ question: "¿El desistimiento es de este pedido?", yes: "Sí, es de este" }),
  run: async (desk, trx, { order, withdrawal }) =>
    orChanged(await linkWithdrawal(desk, trx, order, withdrawal.id)),
});

export const closeWithdrawalStep = withdrawalStep({
  path: "resuelto",
  label: "Resuelto",
  done: { message: "desistimiento resuelto", undo: undefined },
  isPossible: (ctx) => isLinked(ctx) && isOpen(ctx),
  Fields: ({ field }) => <Text field={field} label="Cómo ha quedado, solo para ti" />,
  parse: ({ nota }) => ({ input: textIn(nota) }),
  confirm: (_, { order }) =>
    net(order) > 0
      ? {
          question: `Quedan ${formatPrice(net(order))} sin reembolsar. ¿Marcar el desistimiento como resuelto?`,
          yes: "Sí, resuelto",
          lines: ["Desaparecerá de la lista, con su plazo."],
        }
      : undefined,
  runAlone: async (desk, { withdrawal }, note) =>
    orChanged(await closeWithdrawal(desk, withdrawal.id, note)),
});

/** Only one that came after its term can be rejected, or one of a parcel that arrived on an unknown day. */
export const rejectLate = withdrawalStep({
  path: "rechazado",
  label: "Rechazar el desistimiento",
  done: { message: "desistimiento rechazado", undo: undefined },
  isPossible: (ctx) => isLinked(ctx) && isOpen(ctx) && mayBeLate(ctx),
  Fields: ({ order, field }) => (
    <Text
      field={field}
      label="Por qué"
      hint={order.email === null ? "No tiene email: díselo tú." : "Va en el correo al comprador."}
      most={500}
    />
  ),
  parse({ nota }) {
    const reason = textIn(nota, 500);
    return reason ? { input: reason } : invalid({ nota: noReason });
  },
  confirm: () => ({ question: "¿Rechazar el desistimiento?", yes: "Sí, rechazar" }),
  run: async (desk, trx, { order, withdrawal }, reason) =>
    orChanged(await rejectWithdrawal(desk, trx, order, withdrawal.id, reason)),
});

/** The shopper keeps the order, or means another one. Once opened again, the withdrawal can be linked. */
export const unlinkFromOrder = withdrawalStep({
  path: "no-desiste",
  label: "El comprador no desiste",
  done: { message: "el comprador no desiste", undo: undefined },
  isPossible: (ctx) => isLinked(ctx) && ctx.order.erasedAt === null,
  Fields: ({ field }) => <Text field={field} label="Motivo, solo para ti" />,
  parse: ({ nota }) => ({ input: textIn(nota) }),
  confirm: () => ({ question: "¿Anotar que el comprador no desiste?", yes: "Sí, anotar" }),
  run: async (desk, trx, { order, withdrawal }, note) =>
    orChanged(await unlinkWithdrawal(desk, trx, order, withdrawal.id, note)),
});

/** One that was unlinked is opened again on the withdrawals' own page. */
export const openAgain = withdrawalStep({
  path: "abrir-desistimiento",
  label: "Volver a abrirlo",
  done: { message: "desistimiento abierto otra vez", undo: undefined },
  isPossible: (ctx) => isLinked(ctx) && !isOpen(ctx),
  parse: noInput,
  runAlone: async (desk, { withdrawal }) => orChanged(await reopenWithdrawal(desk, withdrawal.id)),
});

import {
  linkWithdrawal,
  noteWithdrawal,
  rejectWithdrawal,
  unlinkWithdrawal,
} from "../../../orders/withdrawals.ts";
import { removalsOf, removalToPutBack } from "../../../shop/bottles.ts";
import { countBottles } from "../../../shop/order-format.ts";
import { hasRecipient, kept } from "../../../shop/order-status.ts";
import { dayOf } from "../../../shop/time.ts";
import { numbersTo, reasonToDecide } from "../../../shop/withdrawal.ts";
import { noDay, readCount, readDay } from "../fields/amounts.ts";
import { CompactField } from "../fields/compact-field.tsx";
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
  isPossible: ({ order }) => order.closed === null && kept(order) > 0 && hasRecipient(order),
  Fields: ({ order, field, now }) => (
    <>
      {kept(order) > 1 && (
        <CompactField {...field("frascos", "")} label="De cuánto desiste">
          <option value="">Todo el pedido</option>
          {numbersTo(kept(order) - 1).map((count) => (
            <option key={count} value={count}>
              {countBottles(count)}
            </option>
          ))}
        </CompactField>
      )}
      <Day field={field} now={now} label="Cuándo te lo dijo" />
    </>
  ),
  parse({ frascos, fecha }, { order, now }) {
    const day = readDay(fecha, now);
    if (!day || day < dayOf(order.placedAt)) return invalid({ fecha: noDay });
    return { input: { day, bottles: readCount(frascos, 1, kept(order) - 1) ?? null } };
  },
  confirm: ({ bottles }, { order }) => ({
    question: `¿Anotar que el comprador desiste ${bottles === null ? "de todo el pedido" : `de ${countBottles(bottles)}`}?`,
    yes: "Sí, anotar",
    lines: order.email === null ? [] : ["Al comprador le sale un correo que lo confirma."],
  }),
  run: (desk, trx, { order }, input) => noteWithdrawal(desk, trx, order, input),
});

const isLinked = ({ order, withdrawal }: WithdrawalContext) => withdrawal.orderId === order.id;
const isOpen = ({ withdrawal }: WithdrawalContext) => withdrawal.closedAt === null;

/** Whether the owner has to decide about the withdrawal (orders/orders.ts has the same condition for lists). */
export const isToDecide = (ctx: WithdrawalContext) =>
  isLinked(ctx) &&
  isOpen(ctx) &&
  kept(ctx.order) > 0 &&
  removalsOf(ctx.events).every(({ withdrawal }) => withdrawal !== ctx.withdrawal.id);

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

/** Only one that may have come after its term, or that is from a sale in person, can be rejected. */
export const rejectLate = withdrawalStep({
  path: "rechazado",
  label: "Rechazar el desistimiento",
  done: { message: "desistimiento rechazado", undo: undefined },
  isPossible: (ctx) => {
    const reason = reasonToDecide(ctx.order, ctx.events, ctx.withdrawal);
    return isToDecide(ctx) && reason !== undefined && reason !== "further number";
  },
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

/** The bottles that are put back if the shopper does not withdraw. */
function restored({ order, events, entries, withdrawal }: WithdrawalContext): number {
  const removal = removalToPutBack(order, events, entries);
  return removal?.withdrawal === withdrawal.id ? removal.bottles : 0;
}

const restores = (ctx: WithdrawalContext) => {
  const bottles = restored(ctx);
  if (bottles > 0)
    return `${countBottles(bottles)} ${bottles === 1 ? "vuelve" : "vuelven"} al pedido.`;
  const hasTaken = removalsOf(ctx.events).some(
    ({ withdrawal }) => withdrawal === ctx.withdrawal.id,
  );
  return hasTaken
    ? "Lo que ha quitado no vuelve al pedido: ya se ha reembolsado, enviado o repuesto, o se han quitado otros frascos después."
    : "El pedido se queda como está.";
};

/** The shopper keeps the order, or means another one. Once opened again, the withdrawal can be linked. */
export const unlinkFromOrder = withdrawalStep({
  path: "no-desiste",
  label: "El comprador no desiste",
  done: { message: "el comprador no desiste", undo: undefined },
  isPossible: (ctx) => isLinked(ctx) && ctx.order.erasedAt === null,
  Fields: ({ field }) => <Text field={field} label="Motivo, solo para ti" />,
  parse: ({ nota }) => ({ input: textIn(nota) }),
  confirm: (_, ctx) => ({
    question: "¿Anotar que el comprador no desiste?",
    yes: "Sí, anotar",
    lines: [restores(ctx)],
  }),
  run: async (desk, trx, { order, withdrawal }, note) =>
    orChanged(await unlinkWithdrawal(desk, trx, order, withdrawal.id, note)),
});

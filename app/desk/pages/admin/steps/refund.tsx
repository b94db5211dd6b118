import { addEntry } from "#desk/orders/ledger.ts";
import { isRefundUnderWay } from "#desk/orders/refunds.ts";
import { formatAmount, formatPrice } from "../../../../shop/money.ts";
import { net, owedBack, withEntry } from "../../../shop/order-status.ts";
import { noAmount, noDay, readDay, readPayable } from "../amounts.ts";
import { Amount, Day, methodByHand } from "./fields.tsx";
import { awaitsRefund } from "./rules.ts";
import { invalid, orderStep, refuse } from "./step.ts";

export const refund = orderStep({
  path: "reembolso",
  label: "Anotar un reembolso",
  isPossible: ({ order }) => net(order) > 0,
  isDue: (ctx) => awaitsRefund(ctx) && ctx.refundable === 0,
  Fields: ({ order, now, field }) => (
    <>
      <Amount
        field={field}
        label="Importe que has reembolsado, en euros"
        hint="Aquí solo queda anotado: el dinero lo envías tú desde el banco."
        value={owedBack(order) > 0 ? formatAmount(owedBack(order)) : ""}
      />
      <Day field={field} now={now} label="Cuándo lo reembolsaste" />
    </>
  ),
  parse({ importe, fecha }, { order, isCurrent, now }) {
    const amount = readPayable(importe);
    const day = readDay(fecha, now);
    // A refund in Stripe's dashboard, or one under way, would be recorded a second time.
    if (!isCurrent) return refuse(stripeSilent);
    if (isRefundUnderWay(order)) return refuse(refundUnderWay);
    if (!amount) return invalid({ importe: noAmount });
    if (amount > net(order)) return invalid({ importe: tooMuch(net(order)) });
    return day ? { input: { amount, day } } : invalid({ fecha: noDay });
  },
  confirm: ({ amount }, { order }) => ({
    question: `¿Anotar que has reembolsado ${formatPrice(amount)}?`,
    yes: "Sí, anotar",
    after: withEntry(order, { kind: "refund", amount, reverses: null }),
  }),
  run: (desk, trx, { order }, { amount, day }) =>
    addEntry(desk, trx, order, {
      kind: "refund",
      who: "owner",
      method: methodByHand(order),
      amount,
      day,
    }),
});

export const tooMuch = (most: number) => `No se puede reembolsar más de ${formatPrice(most)}`;

const stripeSilent =
  "Stripe no contesta. Espera a que conteste: si ya lo reembolsaste allí, se anota solo.";
export const refundUnderWay =
  "Hay un reembolso por Stripe sin respuesta. Repítelo por Stripe con el mismo importe, o espera a que Stripe conteste: no se hará dos veces.";

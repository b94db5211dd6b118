import { refundAmount } from "#desk/orders/refund-key.ts";
import { refundByCard } from "#desk/orders/refunds.ts";
import { formatAmount, formatPrice } from "../../../../shop/money.ts";
import { owedBack, withEntry } from "../../../shop/order-status.ts";
import { noAmount, readPayable } from "../amounts.ts";
import { Amount } from "./fields.tsx";
import { refundUnderWay, tooMuch } from "./refund.tsx";
import { awaitsRefund } from "./rules.ts";
import { invalid, orderStep } from "./step.ts";

/** It has no inverse: Stripe sends the money at once. */
export const refundThroughStripe = orderStep({
  path: "stripe",
  label: "Reembolsar por Stripe",
  isPossible: ({ refundable }) => refundable > 0,
  isDue: awaitsRefund,
  Fields: ({ order, refundable, field }) => {
    // One without an answer is repeated with its own amount.
    const due = order.refundKey === null ? owedBack(order) : refundAmount(order.refundKey);
    const proposed = Math.min(due, refundable);
    return (
      <Amount
        field={field}
        label="Importe que Stripe reembolsa, en euros"
        hint={`Stripe manda el dinero a quien pagó. Hasta ${formatPrice(refundable)}.`}
        value={proposed > 0 ? formatAmount(proposed) : ""}
      />
    );
  },
  parse({ importe }, { refundable }) {
    const amount = readPayable(importe);
    if (!amount) return invalid({ importe: noAmount });
    return amount > refundable ? invalid({ importe: tooMuch(refundable) }) : { input: amount };
  },
  confirm: (amount, { order }) => ({
    question: `¿Reembolsar ${formatPrice(amount)} por Stripe?`,
    yes: "Sí, reembolsar",
    after: withEntry(order, { kind: "refund", amount, reverses: null }),
    lines: ["No se puede deshacer."],
  }),
  async runAlone(desk, { order }, amount) {
    const answer = await refundByCard(desk, order.id, amount, order.version);
    if (answer === "done") return true;
    if (answer === "changed") return false;
    return answer === "under way"
      ? refundUnderWay
      : `Stripe no lo ha reembolsado. Dice: «${answer.refused}»`;
  },
});

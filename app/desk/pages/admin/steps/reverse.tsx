import { causeOf, reverse, standing } from "#desk/orders/ledger.ts";
import { formatPrice } from "../../../../shop/money.ts";
import { entryNames } from "../../../shop/order-format.ts";
import { net, withEntry } from "../../../shop/order-status.ts";
import { Note, noReason, textIn } from "./fields.tsx";
import { entryStep, invalid, refuse } from "./step.ts";

/** Takes back an entry that the owner has made. The right one is entered anew. */
export const reverseEntry = entryStep({
  path: "anular-apunte",
  label: "Anular este apunte",
  // What Stripe has booked is taken back there.
  isPossible: ({ entries, entry }) => standing(entries).includes(entry) && !entry.providerId,
  Fields: ({ field }) => <Note field={field} label="Por qué" />,
  parse({ nota }, { order, entry }) {
    const note = textIn(nota);
    if (!note) return invalid({ nota: noReason });
    if (net(withEntry(order, { ...entry, reverses: entry.id })) < 0)
      return refuse(refundFirst(order.refunded));
    return { input: note };
  },
  confirm: (_, { order, entry, mails }) => ({
    question: `¿Anular el apunte «${entryNames[entry.kind]}: ${formatPrice(entry.amount)}»?`,
    yes: "Sí, anular",
    after: withEntry(order, { ...entry, reverses: entry.id }),
    lines: [aboutMail(mails.filter(({ cause }) => cause === causeOf(entry)))],
  }),
  run: (desk, trx, { order, entry }, note) =>
    reverse(desk, trx, order, entry, { who: "owner", note }),
});

const refundFirst = (refunded: number) =>
  `Se han reembolsado ${formatPrice(refunded)}: anula antes el reembolso.`;

function aboutMail(mails: { attempts: number }[]): string {
  if (mails.length === 0) return "No se enviará ningún correo.";
  return mails.some(({ attempts }) => attempts > 0)
    ? "El comprador ya tiene el correo de este apunte: se le enviará otro que lo corrige."
    : "El correo de este apunte todavía no ha salido, y ya no saldrá.";
}

import { formatAmount, formatPrice } from "../../../../app/shop/money.ts";
import { refundAmount } from "../../../cards/refund-key.ts";
import { forgetRefund, refundByCard } from "../../../cards/refunds.ts";
import { addEntry, causeOf, type NewEntry, reverse, unreversed } from "../../../orders/ledger.ts";
import { extend } from "../../../orders/order-steps.ts";
import { entryNames, formatDay } from "../../../shop/order-format.ts";
import {
  isInPerson,
  isPayable,
  net,
  outstanding,
  owedBack,
  withEntry,
} from "../../../shop/order-status.ts";
import { daysLate } from "../../../shop/order-texts.ts";
import { saleTerms } from "../../../shop/seller.ts";
import { dayOf } from "../../../shop/time.ts";
import type { Order } from "../../../storage/tables.ts";
import { noAmount, noCount, noDay, readCount, readDay, readPayable } from "../fields/amounts.ts";
import { Amount, Count, Day, noReason, Text, textIn } from "./fields.tsx";
import { type Context, entryStep, invalid, noInput, orChanged, orderStep, refuse } from "./step.ts";

/**
 * An entry that the owner records by hand. Stripe's entries record themselves; what was sold in person was paid with a
 * card reader.
 */
const byHand = (order: Order): Pick<NewEntry, "who" | "method"> => ({
  who: "owner",
  method: order.method === "card" && !isInPerson(order) ? "transfer" : order.method,
});

/** A payment may be older than an order that was entered late, but its year is more often a slip. */
const isEarly = ({ placedAt }: Order, day: string) => day < dayOf(placedAt);

const beforeOrder = (order: Order, day: string) =>
  isEarly(order, day)
    ? [
        `El ${formatDay(day)} es anterior al pedido, que es del ${formatDay(dayOf(order.placedAt))}: comprueba la fecha.`,
      ]
    : [];

export const payment = orderStep({
  path: "pago",
  label: "Anotar un pago",
  done: "entry",
  // Money may always arrive.
  isPossible: () => true,
  isDue: ({ order }) => isPayable(order),
  Fields: ({ order, now, field }) => (
    <>
      <Amount
        field={field}
        label="Importe que ha llegado, en euros"
        value={isPayable(order) ? formatAmount(outstanding(order)) : ""}
      />
      <Day field={field} now={now} label="Cuándo llegó" />
    </>
  ),
  parse({ importe, fecha }, { order, now }) {
    const amount = readPayable(importe, order.paid);
    const day = readDay(fecha, now);
    if (!amount) return invalid({ importe: noAmount });
    return day ? { input: { amount, day } } : invalid({ fecha: noDay });
  },
  confirm: ({ amount, day }, { order }) =>
    isPayable(order) && amount === outstanding(order) && !isEarly(order, day)
      ? undefined
      : {
          question: `¿Anotar un pago de ${formatPrice(amount)}?`,
          yes: "Sí, anotar",
          after: withEntry(order, { kind: "payment", amount, reverses: null }),
          lines: beforeOrder(order, day),
        },
  run: async (desk, trx, { order }, { amount, day }) =>
    orChanged(await addEntry(desk, trx, order, { kind: "payment", ...byHand(order), amount, day })),
});

/** The largest part of the price that a payment may be short by. More is a wrong amount. */
const maxShortfall = 1 / 4;

export const discount = orderStep({
  path: "dar-por-pagado",
  label: "Dar por pagado",
  done: "entry",
  isPossible: ({ order }) =>
    isPayable(order) && order.paid > 0 && outstanding(order) <= order.total * maxShortfall,
  parse: noInput,
  confirm: (_, { order }) => ({
    question: `¿Dar el pedido por pagado, con un descuento de ${formatPrice(outstanding(order))}?`,
    yes: "Sí, dar por pagado",
    after: withEntry(order, { kind: "discount", amount: outstanding(order), reverses: null }),
  }),
  run: async (desk, trx, { order }) => {
    const entry = { kind: "discount", who: "owner", amount: outstanding(order) } as const;
    return orChanged(await addEntry(desk, trx, order, entry));
  },
});

const maxDays = 60;

/** Only for an unpaid order: a partly paid one doesn't expire. Fewer days shorten the deadline again. */
export const extendDeadline = orderStep({
  path: "mas-dias",
  label: "Dar más días",
  done: { message: "plazo cambiado", undo: undefined },
  isPossible: ({ order }) => isPayable(order) && order.paid === 0,
  Fields: ({ order, field }) => (
    <Count
      field={field}
      name="dias"
      value={saleTerms.payWithinDays}
      label="Días para pagar, desde hoy"
      hint={
        order.email === null
          ? "No tiene email: dile tú el nuevo plazo."
          : "El comprador recibe un correo con el nuevo plazo."
      }
    />
  ),
  parse({ dias }) {
    const days = readCount(dias, 1, maxDays);
    return days ? { input: days } : invalid({ dias: noCount(1, maxDays) });
  },
  run: (desk, trx, { order }, days) => extend(desk, trx, order, days),
});

/**
 * Whether the owner has to send money back. She decides how much for part of an order, and may
 * reject a late withdrawal.
 */
const awaitsRefund = ({ order, withdrawals }: Pick<Context, "order" | "withdrawals">) =>
  owedBack(order) > 0 ||
  (net(order) > 0 &&
    withdrawals.some(
      ({ orderId, closedAt, at }) =>
        orderId === order.id && closedAt === null && daysLate({ ...order, withdrawnAt: at }) === 0,
    ));

/** What is owed back or, with an open withdrawal, all that is left. The owner types less for a part. */
const proposed = (ctx: Pick<Context, "order" | "withdrawals">) =>
  owedBack(ctx.order) || (awaitsRefund(ctx) ? net(ctx.order) : 0);

/** Only the owner knows how much to refund for part of an order. */
const moreThanOwed = (order: Order, amount: number) =>
  order.withdrawnAt === null && owedBack(order) > 0 && amount > owedBack(order)
    ? [`Es más de lo que hay que reembolsar, ${formatPrice(owedBack(order))}: comprueba la coma.`]
    : [];

const tooMuch = (most: number) => `No se puede reembolsar más de ${formatPrice(most)}`;
const stripeSilent =
  "Stripe no contesta. Espera a que conteste: si ya lo reembolsaste allí, se anota solo.";
const refundUnderWay =
  "Hay un reembolso por Stripe sin respuesta. Repítelo por Stripe con el mismo importe, o espera a que Stripe conteste: no se hará dos veces.";

export const refund = orderStep({
  path: "reembolso",
  label: "Anotar un reembolso",
  done: "entry",
  isPossible: ({ order }) => net(order) > 0,
  isDue: (ctx) => awaitsRefund(ctx) && ctx.refundable === 0,
  Fields: ({ now, field, ...ctx }) => (
    <>
      <Amount
        field={field}
        label="Importe que has reembolsado, en euros"
        hint="Aquí solo queda anotado: el dinero lo envías tú desde el banco."
        value={proposed(ctx) > 0 ? formatAmount(proposed(ctx)) : ""}
      />
      <Day field={field} now={now} label="Cuándo lo reembolsaste" />
    </>
  ),
  parse({ importe, fecha }, { order, isCurrent, isUnknown, now }) {
    const amount = readPayable(importe);
    const day = readDay(fecha, now);
    // A refund in Stripe's dashboard, or one under way, would be recorded a second time.
    if (!isCurrent) return refuse(stripeSilent);
    if (order.refundKey !== null && !isUnknown) return refuse(refundUnderWay);
    if (!amount) return invalid({ importe: noAmount });
    if (amount > net(order)) return invalid({ importe: tooMuch(net(order)) });
    return day ? { input: { amount, day } } : invalid({ fecha: noDay });
  },
  confirm: ({ amount, day }, { order }) => ({
    question: `¿Anotar que has reembolsado ${formatPrice(amount)}?`,
    yes: "Sí, anotar",
    after: withEntry(order, { kind: "refund", amount, reverses: null }),
    lines: [...beforeOrder(order, day), ...moreThanOwed(order, amount)],
  }),
  async run(desk, trx, { order }, { amount, day }) {
    // If Stripe can't be asked, the owner decides what became of a refund under way.
    await forgetRefund(trx, order.id);
    const entry = { kind: "refund", ...byHand(order), amount, day } as const;
    return orChanged(await addEntry(desk, trx, order, entry));
  },
});

/** It has no inverse: Stripe sends the money at once. */
export const refundThroughStripe = orderStep({
  path: "stripe",
  label: "Reembolsar por Stripe",
  done: { message: "reembolso pedido a Stripe", undo: undefined },
  isPossible: ({ refundable }) => refundable > 0,
  isDue: awaitsRefund,
  Fields: ({ field, ...ctx }) => {
    const { order, refundable } = ctx;
    // A refund without an answer is retried with the same amount.
    const due = order.refundKey === null ? proposed(ctx) : refundAmount(order.refundKey);
    const amount = Math.min(due, refundable);
    return (
      <Amount
        field={field}
        label="Importe que Stripe reembolsa, en euros"
        hint={`Stripe manda el dinero a quien pagó. Hasta ${formatPrice(refundable)}.`}
        value={amount > 0 ? formatAmount(amount) : ""}
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
    lines: ["No se puede deshacer.", ...moreThanOwed(order, amount)],
  }),
  async runAlone(desk, { order }, amount) {
    const answer = await refundByCard(desk, order.id, amount, order.version);
    if (answer === "done" || answer === "changed") return answer;
    return refuse(
      answer === "under way"
        ? refundUnderWay
        : `Stripe no lo ha reembolsado. Dice: «${answer.refused}»`,
    );
  },
});

/** Takes back an entry that the owner has made. The right one is entered anew. */
export const reverseEntry = entryStep({
  path: "anular-apunte",
  label: "Anular este apunte",
  done: { message: "apunte anulado", undo: undefined },
  // Stripe's entries are reversed in Stripe.
  isPossible: ({ entries, entry }) => unreversed(entries).includes(entry) && !entry.providerId,
  Fields: ({ field }) => <Text field={field} label="Por qué" />,
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
  run: async (desk, trx, { order, entry }, note) =>
    orChanged(await reverse(desk, trx, order, entry, { who: "owner", note })),
});

const refundFirst = (refunded: number) =>
  `Se han reembolsado ${formatPrice(refunded)}: anula antes el reembolso.`;

function aboutMail(mails: { attempts: number }[]): string {
  if (mails.length === 0) return "No se enviará ningún correo.";
  return mails.some(({ attempts }) => attempts > 0)
    ? "El comprador ya tiene el correo de este apunte: se le enviará otro que lo corrige."
    : "El correo de este apunte todavía no ha salido, y ya no saldrá.";
}

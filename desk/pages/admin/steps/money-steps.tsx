import { formatAmount, formatPrice } from "../../../../app/shop/money.ts";
import { refundAmount } from "../../../cards/refund-key.ts";
import { forgetRefund, refundByCard } from "../../../cards/refunds.ts";
import {
  addEntry,
  book,
  causeOf,
  type NewEntry,
  reverse,
  unreversed,
} from "../../../orders/ledger.ts";
import { extend } from "../../../orders/order-steps.ts";
import { dataOf } from "../../../shop/bottles.ts";
import { entryNames, formatDay } from "../../../shop/order-format.ts";
import {
  due,
  isInPerson,
  isPayable,
  net,
  outstanding,
  owedBack,
  paymentStatus,
  settled,
  withEntry,
} from "../../../shop/order-status.ts";
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
  // A card payment records itself.
  isDue: ({ order }) => isPayable(order) && order.method !== "card",
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

/** Of an order that was not sent, a part of the payment went back, and no dispute about it is open. */
const isPartlyRefunded = ({ order }: Pick<Context, "order">) =>
  order.closed === null &&
  order.fulfilment === "unfulfilled" &&
  order.disputed === 0 &&
  paymentStatus(order) === "partially refunded";

/** What is missing of the price, also after a refund. */
const shortfall = (order: Order) => due(order) - net(order);

export const discount = orderStep({
  path: "dar-por-pagado",
  label: "Dar por pagado",
  done: "entry",
  isPossible: ({ order }) =>
    isPartlyRefunded({ order }) ||
    (isPayable(order) && order.paid > 0 && outstanding(order) <= order.total * maxShortfall),
  isDue: isPartlyRefunded,
  parse: noInput,
  confirm: (_, { order }) => ({
    question: `¿Dar el pedido por pagado, con un descuento de ${formatPrice(shortfall(order))}?`,
    yes: "Sí, dar por pagado",
    after: withEntry(order, { kind: "discount", amount: shortfall(order), reverses: null }),
  }),
  run: async (desk, trx, { order }) => {
    const entry = { kind: "discount", who: "owner", amount: shortfall(order) } as const;
    // The shopper has been told of the refund.
    if (isPartlyRefunded({ order }))
      return orChanged((await book(desk, trx, order, entry)) && true);
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

/** What the owner gives away by a refund. */
function givenAway(order: Order, amount: number): string[] {
  const owed = owedBack(order);
  if (amount <= owed || isPayable(order)) return [];
  return owed > 0
    ? [`Es más de lo que hay que reembolsar, ${formatPrice(owed)}: comprueba la coma.`]
    : [`No hay nada que reembolsar: regalas ${formatPrice(amount)}.`];
}

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
  isDue: ({ order, refundable }) => owedBack(order) > 0 && refundable === 0,
  Fields: ({ now, field, order }) => (
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
    after: settled(withEntry(order, { kind: "refund", amount, reverses: null })),
    lines: [...beforeOrder(order, day), ...givenAway(order, amount)],
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
  isDue: ({ order }) => owedBack(order) > 0,
  Fields: ({ field, order, refundable }) => {
    // A refund without an answer is retried with the same amount.
    const owed = order.refundKey === null ? owedBack(order) : refundAmount(order.refundKey);
    const amount = Math.min(owed, refundable);
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
    after: settled(withEntry(order, { kind: "refund", amount, reverses: null })),
    lines: ["No se puede deshacer.", ...givenAway(order, amount)],
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
  // Stripe's entries are reversed in Stripe, and the discount for bottles that were taken off by putting them back.
  isPossible: ({ entries, entry, events }) =>
    unreversed(entries).includes(entry) &&
    !entry.providerId &&
    events.every(
      (event) => (dataOf(event, "removed") ?? dataOf(event, "revalued"))?.entry !== entry.id,
    ),
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

import * as v from "valibot";
import { formatPrice, readAmount } from "../../../shop/money.ts";
import { deliverableOrder } from "../../shop/deliverable-order.ts";
import {
  amountMismatch,
  formatMoment,
  isUnreconciled,
  stateNames,
} from "../../shop/order-format.ts";
import { balance, mayLetOff, missing, type Recipient } from "../../shop/order-rules.ts";
import { unpaid } from "../../shop/order-words.ts";
import { dayOf } from "../../shop/time.ts";
import type { Steps } from "../context.ts";
import { noDay, readDay, readSeen } from "./amounts.ts";
import { fieldNames } from "./field-names.ts";
import type { CounterOrder, OrderData } from "./read-order.ts";

type Fields = Record<string, string>;

/** The result of a form: messages by field, or a step to take. */
type Judged =
  | { wrong: Fields }
  | {
      /** @returns whether it was done, or why it is refused */
      take: (desk: Steps) => Promise<boolean | string>;
      /** The question to ask first, if the step is hard to undo. */
      asks?: { question: string; yes: string } | undefined;
      /** The preview of a step that also acts outside our database. */
      trial?: (desk: Steps) => Promise<boolean>;
    };

type Rule = (
  fields: Fields,
  data: Pick<OrderData, "order" | "isCurrent" | "byCard" | "history" | "withdrawals" | "now">,
) => Judged;

const steps = [
  "cobrado",
  "dar-por-pagado",
  "devuelto",
  "stripe",
  "corregir-cobro",
  "corregir-devolucion",
  "enviado",
  "seguimiento",
  "entregado",
  "aceptado",
  "anulado",
  "venta-anulada",
  "deshacer",
  "desistido",
  "es-de-este",
  "no-es-de-este",
  "rechazado",
  "no-desiste",
  "datos",
  "factura",
  "olvidar",
  "nota",
] as const;
export type StepName = (typeof steps)[number];

export const isStep = (name: string): name is StepName => steps.some((step) => step === name);

/** An invalid form, with its values. */
export interface Tried {
  step: StepName;
  fields: Fields;
  wrong: Fields;
  /** The reason why nothing was done, independent of the values. */
  complaint?: string;
}

/** A form that asks for confirmation. */
export interface Asked {
  step: StepName;
  fields: Fields;
  question: string;
  yes: string;
  /** The order's state when the question was asked. */
  seen: string;
  /** The order as it would be after the step. */
  after: CounterOrder;
  /** The emails that would be sent. */
  mails: { recipient: string; subject: string }[];
}

/** All steps of the owner, by their path. The desk refuses those that are not allowed. */
export const stepRules: Record<StepName, Rule> = {
  cobrado(fields, { order, now }): Judged {
    const amount = readAmount(fields.importe);
    const day = readDay(fields.fecha, now);
    if (!amount || order.received + amount > largest) return { wrong: { importe: noAmount } };
    if (!day) return { wrong: { fecha: noDay } };
    return {
      take: (desk) => desk.receive(order.id, amount, readSeen(fields.visto), day),
      asks:
        // A payment for an order that has ended is promised back by email.
        order.state === "pending" && amount === unpaid(order)
          ? undefined
          : { question: `¿Anotar un cobro de ${formatPrice(amount)}?`, yes: "Sí, anotar" },
    };
  },
  devuelto(fields, { order, isCurrent, now }): Judged {
    const amount = readAmount(fields.importe);
    const day = readDay(fields.fecha, now);
    if (!amount) return { wrong: { importe: noAmount } };
    if (!day) return { wrong: { fecha: noDay } };
    // A refund in Stripe's dashboard would be booked a second time.
    if (!isCurrent) return { wrong: { importe: stripeSilent } };
    if (amount > balance(order)) return { wrong: { importe: tooMuch(balance(order)) } };
    return {
      take: (desk) => desk.refund(order.id, amount, readSeen(fields.visto), day),
      asks: {
        question: `¿Anotar que has devuelto ${formatPrice(amount)}?`,
        yes: "Sí, anotar",
      },
    };
  },
  "dar-por-pagado"(fields, { order }) {
    const tooShort = tooShortWords(order);
    if (tooShort) return { take: async () => tooShort };
    return {
      take: (desk) => desk.acceptShort(order.id, readSeen(fields.visto)),
      asks: {
        question: `¿Dar el pedido por pagado, con un descuento de ${formatPrice(unpaid(order))}?`,
        yes: "Sí, dar por pagado",
      },
    };
  },
  stripe(fields, { order, byCard }) {
    const amount = readAmount(fields.importe);
    if (!amount) return { wrong: { importe: noAmount } };
    if (amount > byCard) return { wrong: { importe: tooMuch(byCard) } };
    const seen = readSeen(fields.visto);
    return {
      async take(desk) {
        const done = await desk.refundByCard(order.id, amount, seen);
        return typeof done === "string" ? `Stripe no lo ha devuelto. Dice: «${done}»` : done;
      },
      trial: (desk) => desk.refund(order.id, amount, seen),
      asks: { question: `¿Devolver ${formatPrice(amount)} por Stripe?`, yes: "Sí, devolver" },
    };
  },
  "corregir-cobro": (fields, data) =>
    correction(fields, data, {
      side: "received",
      is: data.order.received,
      byProvider: data.order.providerReceived,
      words: "lo cobrado",
    }),
  "corregir-devolucion": (fields, data) =>
    correction(fields, data, {
      side: "refund",
      is: data.order.refunded,
      byProvider: data.order.providerRefunded,
      words: "lo devuelto",
    }),
  enviado(fields, { order, withdrawals }) {
    const note = noteIn(fields);
    if (order.state === "paid" && isUnreconciled(order))
      return { wrong: { nota: unreconciledWords(order) } };
    const [question, yes] = ["¿Enviarlo de todos modos?", "Sí, enviar"];
    const doubt =
      ifWithdrawn(order, withdrawals, question, yes) ?? ifRefunded(order, question, yes);
    return {
      take: (desk) => desk.ship(order.id, note, doubt !== undefined),
      asks: doubt,
    };
  },
  seguimiento(fields, { order }) {
    const note = noteIn(fields);
    if (!note) return { wrong: { nota: "Escribe un número o una dirección web." } };
    return { take: (desk) => desk.track(order.id, note) };
  },
  entregado(fields, { order, now }) {
    const day = readDay(fields.fecha, now);
    if (!day || day < dayOf(order.placedAt)) return { wrong: { fecha: noDay } };
    return { take: (desk) => desk.deliver(order.id, day) };
  },
  aceptado: (_, { order, withdrawals }) => ({
    take: (desk) => desk.accept(order.id),
    asks: ifWithdrawn(order, withdrawals, "¿Aceptar el pedido de todos modos?", "Sí, aceptar"),
  }),
  deshacer(fields, { order }) {
    const yes = "Sí, deshacer";
    if (fields.paso === "discount")
      return {
        take: (desk) => desk.undoDiscount(order.id),
        asks: { question: "¿Deshacer «Dar por pagado»?", yes },
      };
    return {
      take: (desk) => desk.undo(order.id, fields.paso ?? ""),
      asks: { question: `¿Deshacer «${stateNames[order.state]}»?`, yes },
    };
  },
  anulado: (fields, { order }) => ({
    take: (desk) => desk.cancel(order.id, noteIn(fields)),
    asks: { question: "¿Anular el pedido?", yes: "Sí, anular" },
  }),
  "venta-anulada"(fields, { order }) {
    const note = noteIn(fields);
    if (!note) return { wrong: { nota: "Escribe por qué." } };
    return {
      take: (desk) => desk.undoSale(order.id, note),
      asks: { question: "¿Anular la venta?", yes: "Sí, anular" },
    };
  },
  desistido(fields, { order, now }) {
    const day = readDay(fields.fecha, now);
    if (!day || day < dayOf(order.placedAt)) return { wrong: { fecha: noDay } };
    return {
      take: (desk) => desk.noteWithdrawal(order.id, day),
      asks: { question: "¿Anotar que el comprador desiste?", yes: "Sí, anotar" },
    };
  },
  "es-de-este": (fields, { order }) => ({
    take: (desk) => desk.confirmWithdrawal(order.id, fields.desistimiento ?? ""),
    asks: { question: "¿El desistimiento es de este pedido?", yes: "Sí, es de este" },
  }),
  "no-es-de-este": (fields, { order }) => ({
    take: (desk) => desk.unlinkWithdrawal(order.id, fields.desistimiento ?? ""),
  }),
  rechazado(fields, { order }) {
    const note = noteIn(fields, 500);
    if (!note) return { wrong: { nota: "Escribe por qué: va en el correo." } };
    return {
      take: (desk) => desk.declineWithdrawal(order.id, note),
      asks: { question: "¿Rechazar el desistimiento?", yes: "Sí, rechazar" },
    };
  },
  "no-desiste": (_, { order }) => ({
    take: (desk) => desk.takeBackWithdrawal(order.id),
    asks: { question: "¿Anotar que el comprador no desiste?", yes: "Sí, anotar" },
  }),
  datos({ visto, ...fields }, { order }) {
    const { success, output, issues } = v.safeParse(deliverableOrder, { ...fields, quantity: 1 });
    if (success) {
      const { quantity: _, ...details } = output;
      const now = stampOfDetails(order);
      // Another tab has corrected them since.
      const isStale = visto !== undefined && visto !== now && stampOfDetails(details) !== now;
      return { take: async (desk) => !isStale && desk.amend(order.id, details) };
    }
    const { nested = {} } = v.flatten<typeof deliverableOrder>(issues);
    return {
      wrong: Object.fromEntries(
        Object.entries(nested).map(([name, messages]) => [name, messages?.[0] ?? ""]),
      ),
    };
  },
  factura: (_, { order }) => ({ take: (desk) => desk.markInvoiceSent(order.id) }),
  olvidar: (_, { order }) => ({
    async take(desk) {
      const outcome = await desk.forgetOrder(order.id, "owner");
      return outcome === "unfinished" ? stillNeeded : outcome === "forgotten";
    },
    asks: { question: "¿Borrar los datos personales de este pedido?", yes: "Sí, borrar" },
  }),
  nota(fields, { order, history }) {
    const note = noteIn(fields, 500);
    if (!note) return { wrong: { nota: "Escribe la nota." } };
    const last = history.at(-1);
    // A form that is sent twice stores one note.
    if (last?.what === "note" && last.note === note) return { take: async () => true };
    return { take: (desk) => desk.annotate(order.id, note) };
  },
};

/** The question to ask if the owner may have overlooked a withdrawal. */
function ifWithdrawn(
  { withdrawnAt }: CounterOrder,
  withdrawals: OrderData["withdrawals"],
  question: string,
  yes: string,
) {
  if (withdrawnAt !== null)
    return { question: `El comprador desistió el ${formatMoment(withdrawnAt)}. ${question}`, yes };
  const perhaps = withdrawals.find(isPerhaps);
  return (
    perhaps && { question: `Hay un desistimiento que quizá es de este pedido. ${question}`, yes }
  );
}

/** The question to ask if part of the price was refunded. */
const ifRefunded = (order: CounterOrder, question: string, yes: string) =>
  order.refunded > 0 && missing(order) > 0
    ? { question: `Se han devuelto ${formatPrice(order.refunded)}. ${question}`, yes }
    : undefined;

/** An open withdrawal that the owner has not decided about. */
export const isPerhaps = ({ certainty, handledAt }: OrderData["withdrawals"][number]) =>
  certainty === "perhaps" && handledAt === null;

/** Both databases hold whole cents in 32 bits. */
const largest = 2 ** 31 - 1;

const noteIn = ({ nota = "" }: Fields, longest = 200) => nota.trim().slice(0, longest);

const noAmount = "Escribe un importe en euros, como 89,99.";
const stillNeeded =
  "Todavía no: el pedido está en curso, aún se puede desistir de él, o queda dinero o un desistimiento por resolver.";
const stripeSilent =
  "Stripe no contesta. Espera a que conteste: si ya lo devolviste allí, se anota solo.";
/** What to settle before an order can be shipped. */
const unreconciledWords = (order: CounterOrder) =>
  order.disputed > 0
    ? `El banco del comprador reclama ${formatPrice(order.disputed)}: no lo envíes hasta que se cierre la disputa.`
    : `${amountMismatch(order)} Devuelve o corrige la diferencia antes de enviarlo.`;
const tooMuch = (most: number) => `No se puede devolver más de ${formatPrice(most)}.`;

/** Why a payment is too short to be accepted; undefined if it is not. */
export const tooShortWords = (order: CounterOrder) =>
  unpaid(order) === 0 || mayLetOff(unpaid(order), order)
    ? undefined
    : `Faltan ${formatPrice(unpaid(order))} de ${formatPrice(order.total)}: es demasiado para un descuento. Si anotaste mal lo cobrado, corrígelo.`;

/** The recipient's details that a form shows: a «yes» to outdated ones would restore them. */
export const stampOfDetails = (order: Recipient) =>
  Object.keys(fieldNames)
    .map((field) => order[field as keyof Recipient] ?? "")
    .join("|");

interface Side {
  side: "received" | "refund";
  /** The booked cents, and the provider's part of them. */
  is: number;
  byProvider: number;
  words: string;
}

/** The correct amount of a side. It is less than the booked one: more would be a new booking. */
function correction(
  fields: Fields,
  { order, now }: Pick<OrderData, "order" | "now">,
  { side, is, byProvider, words }: Side,
): Judged {
  const really = readAmount(fields.importe);
  const day = readDay(fields.fecha, now);
  const note = noteIn(fields);
  const least = Math.max(byProvider, side === "received" ? order.refunded : 0);
  const wrong: Fields = {};
  if (really === undefined) wrong.importe = noAmount;
  else if (really >= is)
    wrong.importe = `Hay anotados ${formatPrice(is)}: escribe un importe menor. Si falta algo por anotar, anótalo aparte.`;
  else if (really < least)
    wrong.importe =
      least === byProvider
        ? `Según Stripe son ${formatPrice(byProvider)}: no puede ser menos.`
        : `Se han devuelto ${formatPrice(order.refunded)}: corrige antes la devolución.`;
  if (!day) wrong.fecha = noDay;
  if (!note) wrong.nota = "Escribe por qué.";
  if (really === undefined || Object.keys(wrong).length > 0) return { wrong };
  return {
    take: (desk) =>
      desk.correct(order.id, { side, really, seen: readSeen(fields.visto), note, day }),
    asks: {
      question: `¿Dejar ${words} en ${formatPrice(really)}?`,
      yes: "Sí, corregir",
    },
  };
}

import {
  deliver,
  restock,
  ship,
  shipAgain,
  track,
  undeliver,
  unship,
} from "#desk/orders/order-steps.ts";
import { dataOf } from "#desk/orders/orders.ts";
import { formatPrice } from "../../../../shop/money.ts";
import { formatMoment } from "../../../shop/order-format.ts";
import { isInPerson, orderStatus, paymentStatus } from "../../../shop/order-status.ts";
import { dayOf } from "../../../shop/time.ts";
import { noCount, noDay, readCount, readDay } from "../amounts.ts";
import { Count, Day, Text, textIn } from "./fields.tsx";
import { type Context, type FieldOf, invalid, noInput, orderStep } from "./step.ts";

const Tracking = (props: { field: FieldOf; label: string }) => (
  <Text {...props} name="seguimiento" hint="Un número o una dirección web. Va en el correo." />
);

/** Whether its parcel is on its way. */
const isUnderWay = ({ order }: Context) => order.closed === null && order.fulfilment === "shipped";

/** Whether a parcel has left. A sale in person has none. */
const hasLeft = ({ order }: Context) =>
  order.closed === null && order.fulfilment !== "unfulfilled" && !isInPerson(order);

export const shipOrder = orderStep({
  path: "enviado",
  label: "Marcar como enviado",
  isPossible: ({ order }) =>
    order.closed === null && order.fulfilment === "unfulfilled" && isPaidFor(order),
  isDue: (ctx) => doubtAbout(ctx) === undefined,
  Fields: ({ field }) => <Tracking field={field} label="Seguimiento, si lo hay" />,
  parse: ({ seguimiento }) => ({ input: textIn(seguimiento) }),
  confirm(_, ctx) {
    const doubt = doubtAbout(ctx);
    if (!doubt) return undefined;
    return { question: `${doubt} ¿Enviarlo de todos modos?`, yes: "Sí, enviar" };
  },
  run: (desk, trx, { order }, tracking) => ship(desk, trx, order, tracking),
});

/** A discount does not keep an order from being shipped; a chargeback does. */
const isPaidFor = (order: Context["order"]) =>
  paymentStatus(order) === "paid" ||
  (paymentStatus(order) === "partially refunded" && order.chargedBack === 0);

/** The reason to ask before the order is shipped. */
function doubtAbout(ctx: Context): string | undefined {
  const { withdrawnAt, refunded } = ctx.order;
  if (withdrawnAt !== null) return `El comprador desistió el ${formatMoment(withdrawnAt)}.`;
  if (ctx.withdrawals.some(({ closedAt }) => closedAt === null))
    return "Hay un desistimiento de la misma dirección que quizá es de este pedido.";
  return paymentStatus(ctx.order) === "partially refunded"
    ? `Se han reembolsado ${formatPrice(refunded)}.`
    : undefined;
}

export const unshipOrder = orderStep({
  path: "no-enviado",
  label: "No se ha enviado",
  // Of two parcels, the first has left.
  isPossible: (ctx) =>
    isUnderWay(ctx) &&
    ctx.events.findLast(({ kind }) => kind === "shipped" || kind === "shipped again")?.kind !==
      "shipped again",
  parse: noInput,
  run: (desk, trx, { order }) => unship(desk, trx, order),
});

export const correctTracking = orderStep({
  path: "seguimiento",
  label: "Corregir el seguimiento",
  isPossible: isUnderWay,
  Fields: ({ order, field }) => (
    <Tracking field={(name) => field(name, order.tracking ?? "")} label="Seguimiento" />
  ),
  parse({ seguimiento }, { order }) {
    const tracking = textIn(seguimiento);
    if (!tracking) return invalid({ seguimiento: "Escribe un número o una dirección web" });
    if (tracking === order.tracking) return invalid({ seguimiento: "Es el que ya está anotado" });
    return { input: tracking };
  },
  run: (desk, trx, { order }, tracking) => track(desk, trx, order, tracking),
});

/** For a parcel that was lost or arrived broken. «Reponer frascos» takes its bottles back. */
export const shipOnceMore = orderStep({
  path: "otro-envio",
  label: "Se ha perdido: envío otro",
  isPossible: hasLeft,
  Fields: ({ field }) => (
    <>
      <p className="mb-3 text-small">También si llegó roto.</p>
      <Tracking field={field} label="Seguimiento del nuevo envío, si lo hay" />
    </>
  ),
  parse: ({ seguimiento }) => ({ input: textIn(seguimiento) }),
  confirm: (_, { order }) => ({
    question: "¿Enviar otro paquete?",
    yes: "Sí, enviar otro",
    lines: [
      `Salen de las existencias ${order.quantity === 1 ? "otro frasco" : `otros ${order.quantity} frascos`}, y se avisa al comprador.`,
    ],
  }),
  run: (desk, trx, { order }, tracking) => shipAgain(desk, trx, order, tracking),
});

export const deliverOrder = orderStep({
  path: "entregado",
  label: "Marcar como entregado",
  isPossible: isUnderWay,
  isDue: ({ order }) => orderStatus(order) === "shipped",
  Fields: ({ field, now }) => (
    <Day
      field={field}
      now={now}
      label="Cuándo llegó el paquete"
      hint="Desde ese día cuenta el plazo para desistir."
    />
  ),
  parse({ fecha }, { order, now }) {
    const day = readDay(fecha, now);
    return day && day >= dayOf(order.placedAt) ? { input: day } : invalid({ fecha: noDay });
  },
  run: (desk, trx, { order }, day) => deliver(desk, trx, order, { day }),
});

export const undeliverOrder = orderStep({
  path: "no-entregado",
  label: "No ha llegado",
  isPossible: (ctx) => hasLeft(ctx) && ctx.order.fulfilment === "delivered",
  parse: noInput,
  run: (desk, trx, { order }) => undeliver(desk, trx, order),
});

/** The bottles that were sent and have not been put back into the stock. */
function returnable({ order, events }: Context): number {
  if (order.fulfilment === "unfulfilled") return 0;
  let away = order.quantity;
  for (const event of events) {
    if (event.kind === "shipped again") away += order.quantity;
    away -= dataOf(event, "restocked")?.bottles ?? 0;
  }
  return Math.max(0, away);
}

/**
 * Shown open once a withdrawal is refunded. The owner enters how many bottles came back. The inverse is
 * «Existencias», in the settings.
 */
export const restockBottles = orderStep({
  path: "reponer",
  label: "Reponer frascos",
  isPossible: (ctx) => returnable(ctx) > 0,
  isDue: ({ order, events, countsStock }) =>
    countsStock &&
    order.withdrawnAt !== null &&
    order.refunded > 0 &&
    !events.some(({ kind }) => kind === "restocked"),
  Fields: (ctx) => (
    <Count
      field={ctx.field}
      name="frascos"
      value={paymentStatus(ctx.order) === "partially refunded" ? undefined : returnable(ctx)}
      label="Frascos que han vuelto y se pueden vender"
    />
  ),
  parse({ frascos }, ctx) {
    const bottles = readCount(frascos, 1, returnable(ctx));
    return bottles ? { input: bottles } : invalid({ frascos: noCount(1, returnable(ctx)) });
  },
  run: (desk, trx, { order }, bottles) => restock(desk, trx, order, bottles),
});

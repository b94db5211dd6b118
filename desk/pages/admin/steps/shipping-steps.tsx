import { formatPrice } from "../../../../app/shop/money.ts";
import {
  deliver,
  restock,
  ship,
  shipAgain,
  track,
  undeliver,
  unship,
} from "../../../orders/order-steps.ts";
import { bottlesHeld, parcelsOf, removalsOf } from "../../../shop/bottles.ts";
import { carriers, parcelOf, trackingOf } from "../../../shop/carriers.ts";
import { formatMoment } from "../../../shop/order-format.ts";
import {
  type Doubt,
  doubtsAbout,
  hasRecipient,
  isToSend,
  kept,
  orderStatus,
} from "../../../shop/order-status.ts";
import { dayOf } from "../../../shop/time.ts";
import { noCount, noDay, readCount, readDay } from "../fields/amounts.ts";
import { CompactField } from "../fields/compact-field.tsx";
import { Count, Day, textIn } from "./fields.tsx";
import {
  type Context,
  type FieldOf,
  type Fields,
  invalid,
  isMeant,
  noInput,
  orderStep,
} from "./step.ts";

interface TrackingProps {
  field: FieldOf;
  /** The carrier and the number to propose. */
  carrier: string;
  number?: string | undefined;
}

/** The carrier and the number of a parcel. */
export const TrackingFields = ({ field, carrier, number }: TrackingProps) => (
  <div className="grid grid-cols-[minmax(min(7.75rem,45%),2fr)_3fr] gap-x-3">
    <CompactField {...field("empresa", carrier)} label="Lo lleva">
      {Object.entries(carriers).map(([id, { name }]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      <option value="">Otra empresa</option>
    </CompactField>
    <CompactField {...field("seguimiento", number)} label="Número de envío" maxLength={200} />
  </div>
);

/** What is stored of the parcel. */
const trackingIn = ({ empresa = "", seguimiento }: Fields, { order }: Context) =>
  trackingOf(empresa, textIn(seguimiento), order.postalCode);

/** Whether its parcel is on its way. */
const isUnderWay = ({ order }: Context) => order.closed === null && order.fulfilment === "shipped";

/** Whether a parcel has left that may be sent again. */
const hasLeft = ({ order }: Context) =>
  order.closed === null && order.fulfilment !== "unfulfilled" && hasRecipient(order);

export const shipOrder = orderStep({
  path: "enviado",
  label: "Marcar como enviado",
  done: { message: "marcado como enviado", undo: "no-enviado" },
  isPossible: ({ order }) => orderStatus(order) === "paid" && kept(order) > 0,
  isDue: (ctx) => isToSend(ctx.order, isMeant(ctx)),
  Fields: ({ field, lastCarrier }) => <TrackingFields field={field} carrier={lastCarrier} />,
  parse: (fields, ctx) => ({ input: trackingIn(fields, ctx) }),
  confirm(_, ctx) {
    const doubts = doubtsAbout(ctx.order, isMeant(ctx));
    if (doubts.length === 0) return undefined;
    const reasons = doubts.map((doubt) => wordings[doubt](ctx)).join(" ");
    return { question: `${reasons} ¿Enviarlo de todos modos?`, yes: "Sí, enviar" };
  },
  run: (desk, trx, { order }, tracking) => ship(desk, trx, order, tracking),
});

/** Why to ask before the order is shipped. */
const wordings: Record<Doubt, (ctx: Context) => string> = {
  withdrawal: ({ order }) =>
    `Hay un desistimiento por decidir, del ${formatMoment(order.toDecide ?? 0)}.`,
  "unlinked withdrawal": () => "Hay un desistimiento sin pedido que quizá es de este.",
  dispute: ({ order }) => `El banco del comprador reclama ${formatPrice(order.disputed)}.`,
  // It is not shipped before that is decided.
  "partial refund": () => "",
};

/** Then a count of the shelf may have taken its bottles for free ones, or have counted those that came back. */
const isSentBeforeCount = ({ events, countedAt }: Context) =>
  countedAt !== undefined &&
  (events.findLast(({ kind }) => kind === "shipped")?.at ?? Number.POSITIVE_INFINITY) <= countedAt;

export const unshipOrder = orderStep({
  path: "no-enviado",
  label: "No se ha enviado",
  done: { message: "anotado que no se ha enviado", undo: undefined },
  // Of two parcels, the first has left.
  isPossible: (ctx) =>
    isUnderWay(ctx) &&
    ctx.events.findLast(({ kind }) => kind === "shipped" || kind === "shipped again")?.kind !==
      "shipped again",
  Fields: (ctx) =>
    isSentBeforeCount(ctx) ? (
      <CompactField
        {...ctx.field("contados", "")}
        label={`¿Estaban sus frascos en el estante cuando los contaste, el ${formatMoment(ctx.countedAt ?? 0)}?`}
      >
        <option value="">Elige</option>
        <option value="si">Sí</option>
        <option value="no">No</option>
      </CompactField>
    ) : null,
  parse({ contados = "" }, ctx) {
    if (!isSentBeforeCount(ctx)) return { input: false };
    return ["si", "no"].includes(contados)
      ? { input: contados === "si" }
      : invalid({ contados: "Di si estaban en el estante" });
  },
  run: (desk, trx, { order }, wereCounted) => unship(desk, trx, order, wereCounted),
});

export const correctTracking = orderStep({
  path: "seguimiento",
  label: "Corregir el seguimiento",
  done: { message: "seguimiento corregido", undo: undefined },
  isPossible: isUnderWay,
  Fields: ({ order, field, lastCarrier }) => {
    const { carrier, number } = parcelOf(order.tracking) ?? {
      carrier: order.tracking ? "" : lastCarrier,
      number: order.tracking ?? "",
    };
    return <TrackingFields field={field} carrier={carrier} number={number} />;
  },
  parse(fields, ctx) {
    const tracking = trackingIn(fields, ctx);
    if (!tracking) return invalid({ seguimiento: "Escribe el número, o pega su dirección web" });
    if (tracking === ctx.order.tracking)
      return invalid({ seguimiento: "Es el que ya está anotado" });
    return { input: tracking };
  },
  run: (desk, trx, { order }, tracking) => track(desk, trx, order, tracking),
});

/** For a parcel that was lost or arrived broken. «Reponer frascos» takes its bottles back. */
export const shipOnceMore = orderStep({
  path: "otro-envio",
  label: "Se ha perdido: envío otro",
  done: { message: "otro envío anotado", undo: undefined },
  isPossible: (ctx) => hasLeft(ctx) && kept(ctx.order) > 0,
  Fields: ({ field, lastCarrier }) => (
    <>
      <p className="mb-3 text-small">También si llegó roto.</p>
      <TrackingFields field={field} carrier={lastCarrier} />
    </>
  ),
  parse: (fields, ctx) => ({ input: trackingIn(fields, ctx) }),
  confirm: (_, { order }) => ({
    question: "¿Enviar otro paquete?",
    yes: "Sí, enviar otro",
    lines: [
      `Salen de las existencias ${kept(order) === 1 ? "otro frasco" : `otros ${kept(order)} frascos`}${order.email === null ? "" : ", y se avisa al comprador"}.`,
      "No se puede deshacer.",
    ],
  }),
  run: (desk, trx, { order }, tracking) => shipAgain(desk, trx, order, tracking),
});

export const deliverOrder = orderStep({
  path: "entregado",
  label: "Marcar como entregado",
  done: { message: "marcado como entregado", undo: "no-entregado" },
  isPossible: isUnderWay,
  isDue: ({ order }) => orderStatus(order) === "shipped" && kept(order) > 0,
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
  done: { message: "vuelve a estar de camino", undo: undefined },
  isPossible: (ctx) => hasLeft(ctx) && ctx.order.fulfilment === "delivered",
  parse: noInput,
  run: (desk, trx, { order }) => undeliver(desk, trx, order),
});

/** The bottles that were sent and have not been put back into the stock. */
const returnable = ({ order, events }: Context): number =>
  order.fulfilment === "unfulfilled" ? 0 : Math.max(0, bottlesHeld(order, events));

/** The bottles that were taken off since they were sent, and have not been put back into the stock. */
function awaited({ order, events }: Context): number {
  const { removed, returned } = parcelsOf(order, events);
  return Math.max(0, removed - returned);
}

/**
 * Shown open while bottles that were taken off may come back, unless the shelf has been counted since. The owner enters
 * how many came. The inverse is «Existencias», in the settings.
 */
export const restockBottles = orderStep({
  path: "reponer",
  label: "Reponer frascos",
  done: { message: "frascos repuestos", undo: undefined },
  isPossible: (ctx) => returnable(ctx) > 0,
  isDue: (ctx) =>
    ctx.countsStock &&
    ctx.order.fulfilment !== "unfulfilled" &&
    awaited(ctx) > 0 &&
    (removalsOf(ctx.events).at(-1)?.at ?? 0) > (ctx.countedAt ?? 0),
  Fields: (ctx) => (
    <Count
      field={ctx.field}
      name="frascos"
      value={awaited(ctx) > 0 ? Math.min(awaited(ctx), returnable(ctx)) : returnable(ctx)}
      label="Frascos que han vuelto y se pueden vender"
      hint={
        isSentBeforeCount(ctx)
          ? "Los que ya has contado en «Existencias», no: estarían dos veces."
          : undefined
      }
    />
  ),
  parse({ frascos }, ctx) {
    const bottles = readCount(frascos, 1, returnable(ctx));
    return bottles ? { input: bottles } : invalid({ frascos: noCount(1, returnable(ctx)) });
  },
  run: (desk, trx, { order }, bottles) => restock(desk, trx, order, bottles),
});

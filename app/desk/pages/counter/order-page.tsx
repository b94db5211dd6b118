import type { ReactNode } from "react";
import { href } from "react-router";
import { formatPrice } from "../../../shop/money.ts";
import { product } from "../../../shop/product.ts";
import { Button } from "../../../ui/button.tsx";
import { invoiceOf } from "../../shop/invoice-request.ts";
import {
  amountMismatch,
  eventNames,
  formatDay,
  orderAddress,
  paymentNames,
  vatOf,
  whoNames,
} from "../../shop/order-format.ts";
import { balance, type EventKind, stepToUndo } from "../../shop/order-rules.ts";
import { daysLate, isAsked } from "../../shop/order-words.ts";
import { correctionOf } from "./correction-of.ts";
import { fieldNames } from "./field-names.ts";
import { nameOf } from "./order-row.tsx";
import type { OrderData } from "./read-order.ts";
import { stateOf } from "./state-mark.tsx";
import { FoldedStep, Step } from "./step-forms.tsx";
import { isPerhaps, type StepName, type Tried } from "./step-rules.ts";
import { refundUntil, shortDate, shortMoment } from "./times.ts";

interface Props extends OrderData {
  tried?: Tried | undefined;
  /** The step to open, from the address. */
  wanted?: string | null;
}

/** An order at the counter: its next steps, its data and its history. */
export function OrderPage({ tried, wanted, ...data }: Props) {
  const { order, now } = data;
  const [next, other] = stepsFor(data);
  const packs = order.state === "paid" && order.withdrawnAt === null;
  const steps = next.map((step) => (
    <Step
      key={step}
      step={step}
      look={step === next[0] ? undefined : "quiet"}
      {...data}
      tried={tried}
    />
  ));
  return (
    <>
      <h1 className="item-title">
        {stateOf(order)} <span className="counter-number">{order.id}</span>
      </h1>
      <p className="text-quiet text-small">
        {nameOf(order)} · {formatPrice(order.total)} · pedido el {shortMoment(order.placedAt, now)}
      </p>
      {tried?.complaint && (
        <p role="alert" className="counter-warning mt-4">
          {tried.complaint}
        </p>
      )}
      <Warnings {...data} />
      <div className="counter-columns">
        <div className="counter-acts">
          {!packs && steps}
          <Parcel {...data} />
          {packs && steps}
          <div>
            {other.map((step) => (
              <FoldedStep key={step} step={step} isOpen={step === wanted} {...data} tried={tried} />
            ))}
          </div>
        </div>
        <div>
          <Figures {...data} />
          <Mails {...data} />
          <History {...data} />
          <Handled {...data} />
          <FoldedStep step="nota" {...data} tried={tried} />
        </div>
      </div>
    </>
  );
}

/** The steps that are due, and the other possible ones. */
function stepsFor({ order, byCard, isCurrent, history }: OrderData): [StepName[], StepName[]] {
  const { state, withdrawnAt, forgottenAt, received, refunded, total } = order;
  const left = balance(order);
  const isOver = state === "expired" || state === "cancelled";
  const isDone = isOver || state === "refunded";
  const isLate = daysLate(order) > 0;
  const isRemote = order.payment !== "hand";
  const givesBack = left > 0 && (isDone || (withdrawnAt !== null && !isLate) || left > total);
  const refunds: StepName[] = !isCurrent
    ? []
    : byCard > 0
      ? ["stripe", "devuelto"]
      : left > 0
        ? ["devuelto"]
        : [];
  const possible: [StepName, boolean][] = [
    ["cobrado", isRemote],
    ["dar-por-pagado", state === "pending" && withdrawnAt === null && left > 0 && left < total],
    ["enviado", state === "paid"],
    ["entregado", state === "shipped"],
    ["seguimiento", state === "shipped"],
    ["aceptado", isOver && left >= total],
    ...refunds.map((step): [StepName, boolean] => [step, true]),
    ["corregir-cobro", received > order.providerReceived],
    ["corregir-devolucion", refunded > order.providerRefunded],
    ["deshacer", isRemote && stepToUndo(history)?.from === state],
    ["datos", isRemote && forgottenAt === null],
    ["rechazado", isLate],
    ["desistido", isRemote && !isDone && withdrawnAt === null],
    ["no-desiste", withdrawnAt !== null && forgottenAt === null],
    ["anulado", state === "pending"],
    ["olvidar", isRemote && forgottenAt === null && state !== "pending" && state !== "paid"],
  ];
  const due = new Set<StepName>([
    ...(isAsked(order) && left >= total ? (["aceptado"] as const) : []),
    ...(state === "pending" && withdrawnAt === null ? (["cobrado"] as const) : []),
    ...(state === "paid" && withdrawnAt === null ? (["enviado"] as const) : []),
    ...(state === "shipped" ? (["entregado"] as const) : []),
    ...(givesBack ? refunds.slice(0, 1) : []),
  ]);
  const steps = possible.flatMap(([step, isPossible]) => (isPossible ? [step] : []));
  return [[...due], steps.filter((step) => !due.has(step))];
}

function Warnings({ order, isCurrent, history, withdrawals, mails, now }: OrderData) {
  const { state, id, withdrawnAt, email, disputed } = order;
  const left = balance(order);
  const mismatch = amountMismatch(order);
  const open = withdrawals.filter(
    ({ handledAt, certainty }) => handledAt === null && certainty === "certain",
  );
  const stuck = mails.filter(({ isStuck }) => isStuck);
  const late = daysLate(order);
  const invoice = invoiceOf(history);
  return (
    <>
      {!isCurrent && (
        <p className="counter-warning mt-4">
          Stripe no contesta ahora mismo: puede que falte aquí un pago o una devolución.
        </p>
      )}
      {disputed > 0 && (
        <p className="counter-warning mt-4">
          El banco del comprador reclama {formatPrice(disputed)}. No lo envíes, y contesta en el
          panel de Stripe.
        </p>
      )}
      {invoice?.what === "invoice asked" && (
        <div className="counter-warning mt-4">
          <p className="[overflow-wrap:anywhere]">Factura pedida: {invoice.note}.</p>
          <form
            method="post"
            action={href("/mostrador/:id/:step", { id, step: "factura" })}
            className="mt-2"
          >
            <Button type="submit" look="quiet">
              Factura enviada
            </Button>
          </form>
        </div>
      )}
      {withdrawals.filter(isPerhaps).map((withdrawal) => (
        <Perhaps key={withdrawal.id} {...withdrawal} orderId={id} now={now} />
      ))}
      {withdrawnAt !== null && (
        <div className="counter-warning mt-4">
          <p>
            El comprador desistió el {shortMoment(withdrawnAt, now)}.{" "}
            {late > 0 && left > 0
              ? `Lo hizo ${late === 1 ? "un día" : `${late}\u00a0días`} fuera de plazo: puedes devolver el dinero o rechazar el desistimiento.`
              : left > 0
                ? `Tienes hasta el ${refundUntil(withdrawnAt)} para devolver ${formatPrice(left)}${state === "shipped" || state === "delivered" ? "; puedes esperar al paquete" : ""}.`
                : "No queda nada por devolver."}
          </p>
          {open.map((withdrawal) => (
            <form
              key={withdrawal.id}
              method="post"
              action={href("/mostrador/desistimientos/:id", withdrawal)}
              className="mt-2"
            >
              <input type="hidden" name="pedido" value={id} />
              <Button type="submit" look="quiet">
                Desistimiento resuelto
              </Button>
            </form>
          ))}
        </div>
      )}
      {mismatch && (
        <p className="counter-warning mt-4">
          {mismatch}
          {isAsked(order) &&
            email !== null &&
            " Le hemos preguntado al comprador por correo si quiere el perfume o que le devuelvas el dinero."}
        </p>
      )}
      {stuck.length > 0 && (
        <p className="counter-warning mt-4">
          {stuck.length === 1 ? "Hay un correo que no llega" : `${stuck.length} correos no llegan`}:{" "}
          <a href="#correos" className="underline">
            {stuck.length === 1 ? "míralo" : "míralos"}
          </a>{" "}
          o{" "}
          <a href={correctionOf(id)} className="underline">
            corrige la dirección
          </a>
          .
        </p>
      )}
    </>
  );
}

/** A withdrawal that may mean this order. */
function Perhaps({
  id,
  orderId,
  at,
  name,
  email,
  contract,
  now,
}: OrderData["withdrawals"][number] & { orderId: string; now: number }) {
  const answer = (step: StepName, label: string) => (
    <form method="post" action={href("/mostrador/:id/:step", { id: orderId, step })}>
      <input type="hidden" name="desistimiento" value={id} />
      <Button type="submit" look="quiet">
        {label}
      </Button>
    </form>
  );
  return (
    <div className="counter-warning mt-4">
      <p className="[overflow-wrap:anywhere]">
        Quizá han desistido de este pedido el {shortMoment(at, now)}: «{contract}», {name}, {email}.
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        {answer("es-de-este", "Es de este pedido")}
        {answer("no-es-de-este", "No es de este pedido")}
      </div>
    </div>
  );
}

/** The withdrawals of this order that are marked as handled. */
function Handled({ order, withdrawals, now }: OrderData) {
  const handled = withdrawals.filter(({ handledAt }) => handledAt !== null);
  if (handled.length === 0) return null;
  return (
    <section aria-labelledby="withdrawals" className="mt-6">
      <h2 id="withdrawals" className="counter-title">
        Desistimientos resueltos
      </h2>
      <ul>
        {handled.map(({ id, at, contract }) => (
          <li key={id} className="counter-task">
            <p className="[overflow-wrap:anywhere]">
              «{contract}» <span className="text-quiet">{shortMoment(at, now)}</span>
            </p>
            <form method="post" action={href("/mostrador/desistimientos/:id", { id })}>
              <input type="hidden" name="pedido" value={order.id} />
              <button type="submit" name="paso" value="abrir" className="min-h-11 underline">
                Volver a abrirlo
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A «?» in an address must not start the headers of a `mailto:` link. */
const mailTo = (email: string) =>
  `mailto:${encodeURIComponent(email).replace(/%40(?!.*%40)/, "@")}`;

/** The contents and the recipient. One press selects a line to copy. */
function Parcel({ order }: OrderData) {
  const { id, quantity, email, phone, payment, forgottenAt } = order;
  return (
    <section aria-labelledby="parcel" className="counter-parcel">
      <h2 id="parcel" className="counter-title">
        {`${quantity}\u00a0${quantity === 1 ? "frasco" : "frascos"}`}{" "}
        <span className="font-regular text-quiet">
          {product.name}, {product.volume}
        </span>
      </h2>
      {payment === "hand" ? (
        <p className="text-quiet text-small">Vendido en mano: no se sabe a quién.</p>
      ) : forgottenAt === null ? (
        <>
          <address>
            {orderAddress(order).map((line) => (
              <span key={line}>
                {line === phone ? (
                  <a href={`tel:${phone.replaceAll(" ", "")}`} className="underline">
                    {line}
                  </a>
                ) : (
                  line
                )}
              </span>
            ))}
            {email && (
              <a href={mailTo(email)} className="underline">
                {email}
              </a>
            )}
          </address>
          <a
            href={href("/mostrador/:id/albaran", { id })}
            className="flex min-h-11 items-center self-start text-small underline"
          >
            Albarán para imprimir
          </a>
        </>
      ) : (
        <p className="text-quiet text-small">Los datos personales están borrados.</p>
      )}
    </section>
  );
}

function Figures({ order }: OrderData) {
  const { total, quantity, unitPrice, shipping, discount } = order;
  const { received, refunded, payment, terms } = order;
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="counter-title">
        Dinero
      </h2>
      <table className="counter-figures">
        <tbody>
          <Figure name="Cobrado">{formatPrice(received)}</Figure>
          <Figure name="Devuelto">{formatPrice(refunded)}</Figure>
          <Figure name="Queda" strong>
            {formatPrice(balance(order))}
          </Figure>
        </tbody>
      </table>
      <p className="mt-2 text-quiet text-small">
        {quantity} × {formatPrice(unitPrice)}
        {shipping > 0 && ` + ${formatPrice(shipping)} de envío`}
        {discount > 0 && ` − ${formatPrice(discount)} de descuento`} = {formatPrice(total)}, con{" "}
        {formatPrice(vatOf(total))} de IVA. {paymentNames[payment]}.
        {payment !== "hand" && ` Términos del ${formatDay(terms)}.`}
      </p>
    </section>
  );
}

function Figure({ name, strong, children }: { name: string; strong?: true; children: ReactNode }) {
  return (
    <tr className={strong && "font-strong"}>
      <th scope="row">{name}</th>
      <td>{children}</td>
    </tr>
  );
}

function Mails({ order, mails, now }: OrderData) {
  if (mails.length === 0) return null;
  return (
    <section id="correos" aria-labelledby="mails" className="mt-6">
      <h2 id="mails" className="counter-title">
        Correos
      </h2>
      <ul>
        {mails.map(({ id, subject, recipient, dueAt, sentAt, error, isStuck }) => (
          <li key={id} className="counter-task">
            <div>
              <p className={isStuck ? "font-strong" : undefined}>{subject}</p>
              <p className={isStuck ? "text-danger" : "text-quiet"}>
                {(isStuck || recipient !== order.email) && `${recipient} · `}
                {sentAt === null
                  ? (error ?? (dueAt > now ? "Sale en unos minutos" : "Sale enseguida"))
                  : shortMoment(sentAt, now)}
              </p>
            </div>
            <form method="post" action={href("/mostrador/correos/:id", { id })}>
              <input type="hidden" name="pedido" value={order.id} />
              <button
                type="submit"
                className="min-h-11 underline"
                aria-label={`${sendLabel(sentAt, error)}: ${subject}`}
              >
                {sendLabel(sentAt, error)}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}

const sendLabel = (sentAt: number | null, error: string | null) =>
  sentAt === null && error === null ? "Enviar ya" : "Enviar otra vez";

function History({ history, now }: OrderData) {
  return (
    <section aria-labelledby="history" className="mt-6">
      <h2 id="history" className="counter-title">
        Historial
      </h2>
      <ol className="counter-history">
        {history.map(({ id, at, day, who, what, amount, note }) => (
          <li key={id}>
            <span>
              {eventNames[what]}
              {amount !== null && `: ${formatPrice(amount)}`}
              {note && ` · ${noteOf(what, note)}`}
            </span>{" "}
            <span className="text-quiet">
              {day && `el ${shortDate(Date.parse(day))}, anotado el `}
              {shortMoment(at, now)} · {whoNames[who]}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function noteOf(what: EventKind, note: string): string {
  if (what === "amended") return amendedFields(note);
  return what === "undone" ? `«${eventNames[note as EventKind]}»` : note;
}

/** «{"city":"Madrid"}», as stored, becomes «ciudad, antes Madrid». */
function amendedFields(note: string): string {
  const nameOfField = (field: string) => fieldNames[field as keyof typeof fieldNames].toLowerCase();
  // Older events have the names alone.
  if (!note.startsWith("{")) return note.split(", ").map(nameOfField).join(", ");
  return Object.entries(JSON.parse(note) as Record<string, string>)
    .map(([field, value]) => `${nameOfField(field)}, antes «${value}»`)
    .join("; ");
}

import type { ReactNode } from "react";
import { href } from "react-router";
import { formatPrice } from "../../../shop/money.ts";
import { product } from "../../../shop/product.ts";
import { formatDay, orderAddress, paymentNames, vatOf } from "../../shop/order-format.ts";
import { balance, discountToUndo, stepToUndo } from "../../shop/order-rules.ts";
import { daysLate, isAsked, unpaid } from "../../shop/order-words.ts";
import { Handled, History, Mails } from "./order-history.tsx";
import { nameOf } from "./order-row.tsx";
import { Warnings } from "./order-warnings.tsx";
import type { OrderData } from "./read-order.ts";
import { mustWait, stateOf } from "./state-mark.tsx";
import { FoldedStep, Step } from "./step-forms.tsx";
import { isPerhaps, type StepName, type Tried } from "./step-rules.ts";
import { shortMoment } from "./times.ts";

interface Props extends OrderData {
  tried?: Tried | undefined;
  /** The step to open, from the address. */
  wanted?: string | null;
}

/** An order at the counter: its next steps, its data and its history. */
export function OrderPage({ tried, wanted, ...data }: Props) {
  const { order, now } = data;
  const [next, other] = stepsFor(data);
  const packs = isToPack(data);
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
        {nameOf(order)} · {formatPrice(order.total)} ·{" "}
        {order.payment === "hand" ? "vendido" : "pedido"} el {shortMoment(order.placedAt, now)}
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

/** Returns true for an order under «Por enviar» (`waitingOrders`, desk/orders/counter.ts). */
const isToPack = ({ order, withdrawals }: OrderData) =>
  order.state === "paid" && !mustWait(order) && !withdrawals.some(isPerhaps);

/** The steps that are due, and the other possible ones. */
function stepsFor(data: OrderData): [StepName[], StepName[]] {
  const { order, byCard, isCurrent, history } = data;
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
    // First, because the email about the step leaves soon.
    [
      "deshacer",
      discountToUndo(history) !== undefined || (isRemote && stepToUndo(history)?.from === state),
    ],
    ["cobrado", isRemote],
    ["dar-por-pagado", !isDone && withdrawnAt === null && left > 0 && unpaid(order) > 0],
    ["enviado", state === "paid"],
    ["entregado", state === "shipped"],
    ["seguimiento", state === "shipped"],
    ["aceptado", isRemote && isOver && left >= total],
    ...refunds.map((step): [StepName, boolean] => [step, true]),
    ["corregir-cobro", received > order.providerReceived],
    ["corregir-devolucion", refunded > order.providerRefunded],
    ["datos", isRemote && forgottenAt === null],
    ["rechazado", isLate],
    ["desistido", isRemote && !isDone && withdrawnAt === null],
    ["no-desiste", withdrawnAt !== null && forgottenAt === null],
    ["anulado", state === "pending"],
    ["venta-anulada", !isRemote && state === "delivered" && refunded === 0],
    ["olvidar", isRemote && forgottenAt === null && state !== "pending" && state !== "paid"],
  ];
  const due = new Set<StepName>([
    ...(isAsked(order) && left >= total ? (["aceptado"] as const) : []),
    ...(state === "pending" && withdrawnAt === null ? (["cobrado"] as const) : []),
    ...(isToPack(data) ? (["enviado"] as const) : []),
    ...(state === "shipped" ? (["entregado"] as const) : []),
    ...(givesBack ? refunds.slice(0, 1) : []),
  ]);
  const steps = possible.flatMap(([step, isPossible]) => (isPossible ? [step] : []));
  return [[...due], steps.filter((step) => !due.has(step))];
}

/** A «?» in an address must not start the headers of a `mailto:` link. */
const mailTo = (email: string) =>
  `mailto:${encodeURIComponent(email).replace(/%40(?!.*%40)/, "@")}`;

/** The contents and the recipient. One press selects a line to copy. */
function Parcel({ order }: OrderData) {
  const { id, state, quantity, email, phone, payment, forgottenAt } = order;
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
                  <a href={`tel:${phone.replaceAll(" ", "")}`} className="counter-link text-body">
                    {line}
                  </a>
                ) : (
                  line
                )}
              </span>
            ))}
            {email && (
              <a href={mailTo(email)} className="counter-link text-body">
                {email}
              </a>
            )}
          </address>
          {state !== "expired" && state !== "cancelled" && (
            <a href={href("/mostrador/:id/albaran", { id })} className="counter-link self-start">
              Albarán para imprimir
            </a>
          )}
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
      {(received > 0 || refunded > 0) && (
        <table className="counter-figures">
          <tbody>
            <Figure name="Cobrado">{formatPrice(received)}</Figure>
            <Figure name="Devuelto">{formatPrice(refunded)}</Figure>
            <Figure name="Queda" strong>
              {formatPrice(balance(order))}
            </Figure>
          </tbody>
        </table>
      )}
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

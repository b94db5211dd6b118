import { href } from "react-router";
import { formatPrice } from "../../../app/shop/money.ts";
import { product } from "../../../app/shop/product.ts";
import { orderAddress } from "../../shop/order-format.ts";
import { isInPerson } from "../../shop/order-status.ts";
import { JustDone } from "./done.tsx";
import { HistoryList } from "./order-history.tsx";
import { OrderMails } from "./order-mails.tsx";
import { OrderMoney } from "./order-money.tsx";
import { nameOf, OrderRow } from "./order-row.tsx";
import { OrderWarnings } from "./order-warnings.tsx";
import { statusOf } from "./status-mark.tsx";
import { addNote } from "./steps/general-steps.tsx";
import { steps } from "./steps/index.ts";
import { shipOrder } from "./steps/shipping-steps.tsx";
import type { Context } from "./steps/step.ts";
import { FoldedStep, type FormsProps, StepForm } from "./steps/step-form.tsx";
import { shortMoment } from "./times.ts";

interface Props extends FormsProps {
  /** The path of the step to open, from the address. */
  wanted?: string | null;
  /** The path of the step that was just taken. */
  done?: string | null;
}

/** An order for its owner: its next steps, its data and its history. */
export function OrderPage({ ctx, tried, wanted, done }: Props) {
  const { order, now } = ctx;
  const possible = steps
    .filter((step) => step.scope === "order" && step !== addNote)
    .flatMap((step) => step.on(ctx) ?? []);
  const due = possible.filter(({ isDue }) => isDue);
  const rare = possible.filter(({ isDue }) => !isDue);
  const isOpened = (path: string) => path === wanted || path === tried?.path;
  const note = addNote.on(ctx);
  const forms = due.map((ready, index) => (
    <StepForm
      key={ready.path}
      ready={ready}
      tried={tried}
      look={index === 0 ? undefined : "quiet"}
    />
  ));
  // Before a parcel is marked as sent, it has to be packed.
  const packs = due.some(({ path }) => path === shipOrder.path);
  return (
    <>
      {done && <JustDone ctx={ctx} path={done} />}
      <h1 className="item-title">
        {statusOf(order)}{" "}
        <span className="select-all font-strong font-text text-body">{order.id}</span>
      </h1>
      <p className="text-quiet text-small">
        {nameOf(order)} · {formatPrice(order.total)} · {isInPerson(order) ? "vendido" : "pedido"} el{" "}
        {shortMoment(order.placedAt, now)}
      </p>
      {tried?.refusal && (
        <p role="alert" className="admin-warning mt-4">
          {tried.refusal}
        </p>
      )}
      <OrderWarnings ctx={ctx} tried={tried} />
      <div className="mt-4 grid grid-cols-1 gap-x-16 gap-y-6 md:grid-cols-2">
        <div className="grid grid-cols-1 content-start gap-6">
          {!packs && forms}
          <Parcel {...ctx} />
          {packs && forms}
          {rare.length > 0 && (
            <details className="admin-step" open={rare.some(({ path }) => isOpened(path))}>
              <summary>Más</summary>
              {rare.map((ready) => (
                <FoldedStep
                  key={ready.path}
                  ready={ready}
                  tried={tried}
                  isOpen={ready.path === wanted}
                />
              ))}
            </details>
          )}
        </div>
        <div>
          <OrderMoney ctx={ctx} tried={tried} />
          <Earlier {...ctx} />
          <OrderMails {...ctx} />
          <h2 className="mt-6 font-strong text-small">Historial</h2>
          <HistoryList {...ctx} />
          {note && <FoldedStep ready={note} tried={tried} />}
        </div>
      </div>
    </>
  );
}

/** The other orders of the same person. */
function Earlier({ earlier, now }: Context) {
  if (earlier.length === 0) return null;
  return (
    <section aria-labelledby="earlier" className="mt-6">
      <h2 id="earlier" className="font-strong text-small">
        También compró
      </h2>
      <ul>
        {earlier.map((order) => (
          <OrderRow key={order.id} order={order} now={now} />
        ))}
      </ul>
    </section>
  );
}

/** A «?» in an address must not start the headers of a `mailto:` link. */
const mailTo = (email: string) =>
  `mailto:${encodeURIComponent(email).replace(/%40(?!.*%40)/, "@")}`;

/** The contents and the recipient. One press selects a line to copy. */
function Parcel({ order }: Context) {
  const { id, quantity, email, phone, closed, erasedAt } = order;
  return (
    <section aria-labelledby="parcel" className="flex flex-col">
      <h2 id="parcel" className="font-strong text-small">
        {`${quantity}\u00a0${quantity === 1 ? "frasco" : "frascos"}`}{" "}
        <span className="font-regular text-quiet">
          {product.name}, {product.volume}
        </span>
      </h2>
      {isInPerson(order) && (
        <p className="text-quiet text-small">Vendido en persona: no se sabe a quién.</p>
      )}
      {erasedAt !== null && (
        <p className="text-quiet text-small">Los datos personales están borrados.</p>
      )}
      {order.firstName !== null && (
        <>
          <address className="flex flex-col items-start not-italic *:select-all">
            {orderAddress(order).map((line) => (
              <span key={line}>
                {line === phone ? (
                  <a href={`tel:${phone.replaceAll(" ", "")}`} className="admin-link text-body">
                    {line}
                  </a>
                ) : (
                  line
                )}
              </span>
            ))}
            {email && (
              <a href={mailTo(email)} className="admin-link text-body">
                {email}
              </a>
            )}
          </address>
          {closed === null && (
            <a
              href={`${href("/mostrador/albaranes")}?pedido=${id}`}
              className="admin-link self-start"
            >
              {email ? "Albarán para imprimir" : "Albarán y confirmación, para imprimir"}
            </a>
          )}
        </>
      )}
    </section>
  );
}

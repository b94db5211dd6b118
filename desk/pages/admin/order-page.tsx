import { href } from "react-router";
import { formatPrice } from "../../../app/shop/money.ts";
import { product } from "../../../app/shop/product.ts";
import { parcelOf } from "../../shop/carriers.ts";
import { countBottles, formatDay, formatIban, orderAddress } from "../../shop/order-format.ts";
import { isInPerson, isPayable, kept, outstanding } from "../../shop/order-status.ts";
import { trackingAddress } from "../../shop/order-texts.ts";
import { seller } from "../../shop/seller.ts";
import { JustDone } from "./done.tsx";
import { HistoryList } from "./order-history.tsx";
import { OrderMails } from "./order-mails.tsx";
import { OrderMoney } from "./order-money.tsx";
import { nameOf, OrderRow } from "./order-row.tsx";
import { OrderWarnings } from "./order-warnings.tsx";
import { statusOf } from "./status-mark.tsx";
import { addNote, amendDetails, cancelOrder } from "./steps/general-steps.tsx";
import { steps } from "./steps/index.ts";
import { refund, refundThroughStripe } from "./steps/money-steps.tsx";
import { takeBottlesOff } from "./steps/removal-steps.tsx";
import { shipOrder } from "./steps/shipping-steps.tsx";
import { type Context, isMeant, type ReadyStep, type Step } from "./steps/step.ts";
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
        {statusOf({ ...order, isMeant: isMeant(ctx) })}{" "}
        <span className="select-all font-strong font-text text-body">{order.id}</span>
      </h1>
      <p className="text-quiet text-small">
        {nameOf(order)} · {formatPrice(order.total)} · {isInPerson(order) ? "vendido" : "pedido"} el{" "}
        {shortMoment(order.placedAt, now)}
      </p>
      <Shipment {...ctx} />
      {tried?.refusal && (
        <p role="alert" className="admin-warning mt-4">
          {tried.refusal}
        </p>
      )}
      <OrderWarnings ctx={ctx} tried={tried} />
      <div className="mt-4 grid grid-cols-1 gap-x-16 gap-y-6 md:grid-cols-2">
        <div className="grid grid-cols-1 content-start gap-6">
          <TransferData {...ctx} />
          {!packs && forms}
          <Parcel {...ctx} />
          {packs && forms}
          {rare.length > 0 && (
            <details className="admin-step" open={rare.some(({ path }) => isOpened(path))}>
              <summary>
                <span className="shrink-0">Más</span>
                <span className="mr-auto text-quiet">{hintOf(rare)}</span>
              </summary>
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
          {!isInPerson(order) && (
            <p className="border-rule border-t py-1 text-quiet text-small">
              Términos del {formatDay(order.terms)}
            </p>
          )}
          {note && <FoldedStep ready={note} tried={tried} />}
        </div>
      </div>
    </>
  );
}

/** A word for each kind of step that owners most often look for under «Más». */
const hints: [word: string, ...Step[]][] = [
  ["reembolsar", refund, refundThroughStripe],
  ["corregir", amendDetails],
  ["quitar frascos", takeBottlesOff],
  ["anular", cancelOrder],
];

function hintOf(rare: ReadyStep[]) {
  const words = hints
    .filter(([, ...steps]) => steps.some(({ path }) => rare.some((ready) => ready.path === path)))
    .map(([word]) => word);
  return words.length > 0 && ` ${words.join(", ")}…`;
}

/** Where the last parcel is: its carrier, and its number, which leads to the carrier's page. */
function Shipment({ order, events, now }: Context) {
  const sent = events.findLast(({ kind }) => kind === "shipped" || kind === "shipped again");
  if (order.fulfilment === "unfulfilled" || order.erasedAt !== null || !sent) return null;
  const address = trackingAddress(order.tracking);
  const { name, number } = parcelOf(order.tracking) ?? { name: "Seguimiento", number: address };
  const day = `enviado el ${shortMoment(sent.at, now)}`;
  if (!order.tracking) return <p className="text-small">Sin número de envío · {day}</p>;
  return (
    <p className="text-small [overflow-wrap:anywhere]">
      {name}:{" "}
      {address ? (
        <a href={address} target="_blank" rel="noreferrer" className="admin-link select-all">
          {number}
        </a>
      ) : (
        <b className="select-all">{order.tracking}</b>
      )}{" "}
      · {day}
    </p>
  );
}

/** The transfer details, for the owner to read out on the telephone. */
function TransferData({ order, iban }: Context) {
  if (order.method !== "transfer" || !isPayable(order) || isInPerson(order)) return null;
  return (
    <p className="text-small">
      Se paga con una transferencia de <b>{formatPrice(outstanding(order))}</b> a{" "}
      <b className="select-all">{formatIban(iban)}</b>, a nombre de {seller.name}, con el concepto{" "}
      <b className="select-all">{order.id}</b>.
    </p>
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
  const { id, quantity, removed, email, phone, closed, erasedAt } = order;
  return (
    <section aria-labelledby="parcel" className="flex flex-col">
      <h2 id="parcel" className="font-strong text-small">
        {countBottles(kept(order))}{" "}
        <span className="font-regular text-quiet">
          {removed > 0 && `de ${quantity}, `}
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
            {orderAddress(order)
              .filter((line) => line !== phone)
              .map((line) => (
                <span key={line}>{line}</span>
              ))}
          </address>
          <p className="mt-1 flex flex-wrap gap-x-6">
            {email && (
              <a href={mailTo(email)} className="admin-link select-all">
                {email}
              </a>
            )}{" "}
            {phone && (
              <a href={`tel:${phone.replaceAll(" ", "")}`} className="admin-link select-all">
                {phone}
              </a>
            )}{" "}
            {closed === null && kept(order) > 0 && (
              <a href={`${href("/mostrador/albaranes")}?pedido=${id}`} className="admin-link">
                {email ? "Albarán para imprimir" : "Albarán y confirmación, para imprimir"}
              </a>
            )}
          </p>
        </>
      )}
    </section>
  );
}

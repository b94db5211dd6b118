import { href } from "react-router";
import { EmailLink } from "../../app/document/email-link.tsx";
import { ProductName } from "../../app/document/product-name.tsx";
import openBox from "../../app/photos/open-box.avif?w=320;480;600;880&bitdepth=10&format=avif;webp&quality=39&as=picture";
import { formatAmount, formatPrice } from "../../app/shop/money.ts";
import { product } from "../../app/shop/product.ts";
import { shop } from "../../app/shop/shop.ts";
import { buttonStyle } from "../../app/ui/button.tsx";
import { PageTitle } from "../../app/ui/page-title.tsx";
import { Picture } from "../../app/ui/picture.tsx";
import { Row } from "../../app/ui/row.tsx";
import { Unbroken } from "../../app/ui/unbroken.tsx";
import { openOrder } from "../cards/open-order.ts";
import { ledgerOf, unreversed } from "../orders/ledger.ts";
import { eventsOf } from "../orders/orders.ts";
import { readFacts } from "../orders/stored-facts.ts";
import { findTerms } from "../orders/terms.ts";
import { transferCode } from "../orders/transfer-code.ts";
import { removalsOf } from "../shop/bottles.ts";
import { parcelOf } from "../shop/carriers.ts";
import {
  countBottles,
  formatDay,
  formatIban,
  formatMoment,
  formatShortDay,
  orderAddress,
  vatOf,
} from "../shop/order-format.ts";
import {
  due,
  isInPerson,
  isPaid,
  isPayable,
  kept,
  orderStatus,
  outstanding,
  owedBack,
  paymentStatus,
} from "../shop/order-status.ts";
import {
  awaitsReturn,
  awaitsShopper,
  mayWithdrawUntil,
  pausedText,
  returnLabel,
  trackingAddress,
} from "../shop/order-texts.ts";
import type { Route } from "./+types/shopper-order";
import { withDesk } from "./context.ts";
import { Copied } from "./copy-button.tsx";
import { deskMeta } from "./head.ts";
import { meaningOf, titleOf } from "./order-meaning.ts";
import { refusal } from "./refusal.tsx";

export const loader = withDesk(async (desk, { params: { token } }: Route.LoaderArgs) => {
  const opened = await openOrder(desk, token);
  if (!opened) throw refusal(404);
  const { order } = opened;
  const { iban, paused, cityDeliveryHours, refundWorkingDays } = await readFacts(desk.db);
  const entries = unreversed(await ledgerOf(desk.db, order.id));
  const payments = entries.filter(({ kind }) => kind === "payment");
  const events = await eventsOf(desk.db, order.id);
  const shipped = events.findLast(({ kind }) => kind === "shipped");
  const removals = removalsOf(events).map(({ entry }) => entry);
  return {
    order,
    now: desk.now(),
    account: { holder: desk.settings.SELLER_NAME, iban },
    transferCode: transferCode(iban, order),
    takesCards: desk.card !== undefined,
    /** When the order reached each step, in ms. */
    times: {
      placed: order.placedAt,
      paid: payments.at(-1)?.at,
      shipped: shipped?.at,
      // The day it arrived, which the owner may have recorded later.
      delivered: order.deliveredAt ?? undefined,
    },
    /** The discount for the bottles that were taken off, in cents. */
    removedAmount: entries
      .filter(({ id }) => removals.includes(id))
      .reduce((sum, { amount }) => sum + amount, 0),
    keepsTerms: (await findTerms(desk.db, order.terms)) !== undefined,
    paused,
    promises: { cityDeliveryHours, refundWorkingDays, paused },
  };
});

type Shown = Route.ComponentProps["loaderData"];

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData && deskMeta(`${titleOf(loaderData.order)} · Pedido ${loaderData.order.id}`);

/** The shopper's page of an order, at an address that only the shopper has. */
export default function ShopperOrder({ loaderData: shown }: Route.ComponentProps) {
  const { order } = shown;
  return (
    <div className="page-width pt-10 pb-24 md:pt-20 md:pb-32">
      <div className="grid grid-cols-1 gap-x-16 gap-y-14 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-x-24">
        <div className="max-w-measure">
          <PageTitle className="text-heading">{titleOf(order)}</PageTitle>
          <p className="mt-4">
            Pedido{" "}
            <span className="select-all font-strong" translate="no">
              {order.id}
            </span>
          </p>
          <Progress {...shown} />
          {meaningOf(order, shown.promises, shown.now).map((line, index) => (
            <p key={line} className={index === 0 ? "mt-8 text-lead" : "mt-4"}>
              {inOneLine(line)}
            </p>
          ))}
          <NextStep {...shown} />
          <p className="mt-10 border-rule border-t pt-4 text-quiet text-small">
            <Withdrawing {...shown} />
            Si algo no cuadra, escríbenos a <EmailLink />.
          </p>
        </div>
        <Summary {...shown} />
      </div>
    </div>
  );
}

/** Keeps spans of time on one line. */
const inOneLine = (text: string) =>
  text
    .split(/(\d+-\d+\u00a0\p{L}+)/u)
    .map((part, index) => (index % 2 === 1 ? <Unbroken key={part}>{part}</Unbroken> : part));

const steps = [
  ["placed", "Recibido"],
  ["paid", "Pagado"],
  ["shipped", "Enviado"],
  ["delivered", "Entregado"],
] as const;

/** The step that an active order has reached; undefined if it is closed, or nothing of it is kept or paid. */
function stepOf(order: Shown["order"]): (typeof steps)[number][0] | undefined {
  if (order.closed || kept(order) === 0 || paymentStatus(order) === "refunded") return undefined;
  if (order.fulfilment !== "unfulfilled") return order.fulfilment;
  return isPaid(order) || paymentStatus(order) === "partially refunded" ? "paid" : "placed";
}

/** The progress of an active order. */
function Progress({ order, times }: Shown) {
  const reached = steps.findIndex(([step]) => step === stepOf(order));
  if (reached === -1) return null;
  return (
    <ol aria-label="Estado del pedido" className="mt-8 grid grid-cols-4 gap-x-1.5">
      {steps.map(([step, name], index) => {
        // An order may be sent before it is paid.
        const isDone = index <= reached && !(step === "paid" && isPayable(order));
        const at = isDone ? times[step] : undefined;
        return (
          <li
            key={step}
            aria-current={index === reached ? "step" : undefined}
            className={`border-t-2 pt-2 text-caption ${isDone ? "border-accent" : "border-rule text-quiet"} ${index === reached ? "font-strong" : ""}`}
          >
            {name}
            {/* «aria-current» is not always spoken. */}
            {!isDone && <span className="sr-only"> (pendiente)</span>}
            {at !== undefined && (
              <span className="block font-regular text-quiet">{formatShortDay(at)}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** The shopper's next step. */
function NextStep(shown: Shown) {
  const { order, paused } = shown;
  if (order.fulfilment !== "unfulfilled" && order.closed === null) {
    return (
      <>
        {kept(order) > 0 && orderStatus(order) === "shipped" && order.tracking && (
          <Tracking tracking={order.tracking} />
        )}
        {awaitsReturn(order) && (
          <>
            <dl className="mt-8">
              {returnLabel(order).map(([name, value]) => (
                <Copied key={name} name={name}>
                  {value}
                </Copied>
              ))}
            </dl>
            <p>
              <a href={href("/politica-de-devolucion")} className={buttonStyle("mt-8")}>
                Cómo se devuelve
              </a>
            </p>
          </>
        )}
        {isPayable(order) && <HowToPay {...shown} />}
      </>
    );
  }
  if (isPayable(order)) return <HowToPay {...shown} />;
  if (awaitsShopper(order)) {
    return (
      <p className="mt-4">
        {order.email === null ? "Escríbenos" : "Responde al correo que te hemos enviado"} y lo
        hacemos como prefieras.
      </p>
    );
  }
  if (order.closed === null || kept(order) === 0 || owedBack(order) > 0) return null;
  if (paused) return <p className="mt-4">{pausedText(paused)}</p>;
  return (
    <a href={href("/checkout")} className={buttonStyle("mt-8")}>
      Hacer otro pedido
    </a>
  );
}

function Tracking({ tracking }: { tracking: string }) {
  const address = trackingAddress(tracking);
  if (!address) {
    return (
      <p className="mt-4">
        Para seguir el envío:{" "}
        <span className="select-all [overflow-wrap:anywhere]" translate="no">
          {tracking}
        </span>
      </p>
    );
  }
  const parcel = parcelOf(address);
  return (
    <>
      {parcel && (
        <p className="mt-4">
          Lo lleva {parcel.name}, con el número{" "}
          <span className="select-all [overflow-wrap:anywhere]" translate="no">
            {parcel.number}
          </span>
          .
        </p>
      )}
      <a href={address} rel="noreferrer" className={buttonStyle("mt-8")}>
        Seguir el envío
      </a>
    </>
  );
}

function HowToPay({ order, account, transferCode, takesCards }: Shown) {
  const amount = outstanding(order);
  if (order.method === "transfer") {
    return (
      <section aria-labelledby="pay" className="mt-10">
        <h2 id="pay" className="item-title">
          Datos para la transferencia
        </h2>
        <dl className="mt-4">
          <Copied name="Importe" copied={formatAmount(amount)}>
            {formatPrice(amount)}
          </Copied>
          <Copied name="Beneficiario">{account.holder}</Copied>
          <Copied name="IBAN" copied={account.iban}>
            {formatIban(account.iban)}
          </Copied>
          <Copied name="Concepto">{order.id}</Copied>
        </dl>
        <p className="border-rule border-t pt-3 text-quiet text-small">
          Por el concepto sabemos que el pago es tuyo: escríbelo tal cual.
        </p>
        {transferCode && (
          // Only another device can scan it.
          <figure className="mt-6 flex items-center gap-5 max-md:hidden print:flex">
            <svg
              role="img"
              aria-label="Código QR de la transferencia"
              viewBox={`0 0 ${transferCode.size} ${transferCode.size}`}
              shapeRendering="crispEdges"
              className="size-36 shrink-0"
            >
              <path d={transferCode.path} fill="currentColor" />
            </svg>
            <figcaption className="text-quiet text-small">
              O escanea el código con la app de tu banco: la cuenta, el importe y el concepto se
              rellenan solos. Si no lo lee, usa los datos de arriba.
            </figcaption>
          </figure>
        )}
      </section>
    );
  }
  if (order.method !== "card" || !takesCards) {
    return <p className="mt-4">Escríbenos y te decimos cómo pagar {formatPrice(amount)}.</p>;
  }
  return (
    <>
      <p className="mt-4">
        Pagas {formatPrice(amount)} con tarjeta o Bizum en la página segura de Stripe y vuelves
        aquí.
      </p>
      <a
        href={href("/pedido/:token/pagar", { token: order.token })}
        className={buttonStyle("mt-6")}
      >
        Pagar con tarjeta o Bizum
      </a>
    </>
  );
}

/** The link to withdraw, while the right may exist and no withdrawal waits for the owner's decision. */
function Withdrawing({ order, now }: Shown) {
  const step = stepOf(order);
  if (!step || step === "placed" || order.toDecide !== null) return null;
  const until = mayWithdrawUntil(order, now);
  if (!until) return null;
  return (
    <>
      {until}{" "}
      <a href={`${href("/desistimiento")}?pedido=${order.id}`} className="link">
        desistir del contrato
      </a>
      .{" "}
    </>
  );
}

function Summary({ order, removedAmount, keepsTerms }: Shown) {
  const { quantity, removed, shipping, adjustment } = order;
  const discount = order.discount - removedAmount;
  const terms = `Términos del ${formatDay(order.terms)}`;
  return (
    <section aria-labelledby="content">
      <h2 id="content" className="item-title">
        Tu pedido
      </h2>
      <div className="mt-6 grid grid-cols-[30%_1fr] items-end gap-x-5">
        <Picture
          photo={openBox}
          sizes="(max-width: 47.99rem) 28vw, 10rem"
          alt={`El frasco de ${shop.brand}, tumbado en su caja abierta, de un marrón casi negro.`}
          className="aspect-4/5 w-full object-cover"
        />
        <p>
          {quantity} × <ProductName />
          <span className="block text-quiet text-small">
            <span lang="fr">{product.concentration}</span> {product.volume}
          </span>
        </p>
      </div>
      <dl className="mt-6">
        <Row name="Subtotal">{formatPrice(quantity * order.unitPrice)}</Row>
        <Row name="Envío">{shipping === 0 ? "¡Gratis!" : formatPrice(shipping)}</Row>
        {adjustment !== 0 && (
          <Row name="Precio acordado">
            {adjustment < 0 && "−"}
            {formatPrice(Math.abs(adjustment))}
          </Row>
        )}
        {discount > 0 && <Row name="Descuento">−{formatPrice(discount)}</Row>}
        {removed > 0 && (
          <Row name={order.withdrawnAt === null ? "Quitado" : "Desistido"}>
            {countBottles(removed)}, −{formatPrice(removedAmount)}
          </Row>
        )}
        <Row name="Total">
          <span className="font-strong">{formatPrice(due(order))}</span>
        </Row>
        <Row name="IVA incluido">{formatPrice(vatOf(due(order), order.vatPercent))}</Row>
        {!isInPerson(order) && (
          <Row name="Envío a">
            <span className="whitespace-pre-line" translate="no">
              {orderAddress(order).join("\n")}
            </span>
          </Row>
        )}
        <Row name="Fecha">{formatMoment(order.placedAt)}</Row>
        {order.withdrawnAt !== null && (
          <Row name="Desistimiento">{formatMoment(order.withdrawnAt)}</Row>
        )}
        <Row name="Condiciones">
          {keepsTerms ? (
            <a
              href={href("/terminos-de-servicio/:version", { version: order.terms })}
              className="link"
            >
              {terms}
            </a>
          ) : (
            terms
          )}
        </Row>
      </dl>
    </section>
  );
}

import { data, href, redirect } from "react-router";
import * as v from "valibot";
import { EmailLink } from "../../document/email-link.tsx";
import { ProductName } from "../../document/product-name.tsx";
import plain from "../../photos/plain.avif?w=240;360;540;720;1080&format=avif;webp&quality=58&as=picture";
import { formatAmount, formatPrice } from "../../shop/money.ts";

import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";
import { Button, buttonStyle } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Row } from "../../ui/row.tsx";
import { Unbroken } from "../../ui/unbroken.tsx";
import { type InvoiceRequest, invoiceOf, invoiceRequest } from "../shop/invoice-request.ts";
import {
  formatDay,
  formatIban,
  formatMoment,
  formatShortDay,
  orderAddress,
  vatOf,
} from "../shop/order-format.ts";
import { balance } from "../shop/order-rules.ts";
import {
  isAsked,
  mayStillWithdraw,
  trackingAddress,
  trackingOf,
  unpaid,
  withdrawUntil,
  withdrawWithin,
} from "../shop/order-words.ts";
import type { Route } from "./+types/order";
import { readForm } from "./body.ts";
import { deskContext } from "./context.ts";
import { CopyButton } from "./copy-button.tsx";
import { deskMeta } from "./head.ts";
import { meaningOf, titleOf } from "./order-status.ts";
import { refusal } from "./refusal.tsx";

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const desk = context.get(deskContext);
  const order = await desk.openOrder(token);
  if (!order) throw refusal(404);
  const {
    requestKey: _,
    fingerprint: __,
    providerReference: ___,
    providerPayment: ____,
    refundKey: _____,
    ...shown
  } = order;
  const history = await desk.historyOf(order);
  // A state that is entered again, after a reversed refund, is no date of payment or delivery.
  const sinceAsked = history.slice(history.findLastIndex(({ what }) => what === "pending"));
  const firstOf = (what: string) => sinceAsked.find((event) => event.what === what);
  const mayOrderAgain = ["expired", "cancelled"].includes(order.state) && balance(order) === 0;
  return {
    order: shown,
    now: desk.now(),
    account: desk.account(),
    transferCode: desk.transferCode(order),
    takesCards: desk.cards !== undefined,
    /** When the order reached each state, in ms. */
    times: {
      pending: order.placedAt,
      paid: firstOf("paid")?.at,
      shipped: firstOf("shipped")?.at,
      // The day it arrived, which the owner may have recorded later.
      delivered: order.deliveredAt ?? undefined,
    },
    /** Whether an invoice was asked for, or sent. */
    invoice: invoiceOf(history)?.what,
    /** The parcel's tracking. */
    tracking: trackingOf(history),
    keepsTerms: (await desk.findTerms(order.terms)) !== undefined,
    mayOrderAgain,
    closedUntil: mayOrderAgain ? await desk.pausedUntil() : undefined,
  };
}

type Shown = Route.ComponentProps["loaderData"];

/** Asks for an invoice. */
export async function action({ request, params: { token }, context }: Route.ActionArgs) {
  const written = await readForm(request);
  const { success, output, issues } = v.safeParse(invoiceRequest, written);
  if (!success) {
    const { nested: wrong = {} } = v.flatten<typeof invoiceRequest>(issues);
    return data({ written, wrong }, 400);
  }
  if (!(await context.get(deskContext).askForInvoice(token, output))) throw refusal(404);
  throw redirect(`${href("/pedido/:token", { token })}#factura`, 303);
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData && deskMeta(`${titleOf(loaderData.order)} · Pedido ${loaderData.order.id}`);

/** The shopper's page of an order, at an address that only the shopper has. */
export default function ShopperOrder({ loaderData: shown, actionData }: Route.ComponentProps) {
  const { order } = shown;
  return (
    <div className="page-width pt-10 pb-24 md:pt-20 md:pb-32">
      <div className="grid gap-x-16 gap-y-14 md:grid-cols-[7fr_5fr] lg:gap-x-24">
        <div>
          <PageTitle className="text-heading">{titleOf(order)}</PageTitle>
          <p className="mt-4">
            Pedido{" "}
            <span className="lining select-all font-strong" translate="no">
              {order.id}
            </span>
          </p>
          <Progress {...shown} />
          {meaningOf(order, shown.now).map((line, index) => (
            <p key={line} className={`max-w-measure ${index === 0 ? "mt-8 text-lead" : "mt-4"}`}>
              {inOneLine(line)}
            </p>
          ))}
          <NextStep {...shown} />
          <Invoice {...shown} tried={actionData} />
          <p className="mt-10 max-w-measure border-rule border-t pt-4 text-quiet text-small">
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
  ["pending", "Recibido"],
  ["paid", "Pagado"],
  ["shipped", "Enviado"],
  ["delivered", "Entregado"],
] as const;

/** The progress of an active order. */
function Progress({ order, times }: Shown) {
  const reached = steps.findIndex(([state]) => state === order.state);
  if (reached === -1 || order.withdrawnAt !== null) return null;
  return (
    <ol aria-label="Estado del pedido" className="mt-8 grid max-w-measure grid-cols-4 gap-x-1.5">
      {steps.map(([state, name], index) => {
        const at = index <= reached ? times[state] : undefined;
        return (
          <li
            key={state}
            aria-current={index === reached ? "step" : undefined}
            className={`border-t-2 pt-2 text-caption ${index <= reached ? "border-accent" : "border-rule text-quiet"} ${index === reached ? "font-strong" : ""}`}
          >
            {name}
            {/* «aria-current» is not always spoken. */}
            {index > reached && <span className="sr-only"> (pendiente)</span>}
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
  const { order, tracking, mayOrderAgain, closedUntil } = shown;
  if (order.withdrawnAt !== null) {
    const mayHaveIt = ["shipped", "delivered"].includes(order.state) && balance(order) > 0;
    if (!mayHaveIt) return null;
    return (
      <a href={href("/politica-de-devolucion")} className={buttonStyle("mt-8")}>
        Cómo se devuelve
      </a>
    );
  }
  if (order.state === "pending") return <HowToPay {...shown} />;
  if (order.state === "shipped" && tracking) return <Tracking note={tracking} />;
  if (isAsked(order) && balance(order) > 0) {
    return <p className="mt-4">Responde a nuestro correo.</p>;
  }
  if (!mayOrderAgain) return null;
  if (closedUntil)
    return <p className="mt-4">Ahora no aceptamos pedidos: volvemos {closedUntil}.</p>;
  return (
    <a href={href("/checkout")} className={buttonStyle("mt-8")}>
      Hacer otro pedido
    </a>
  );
}

function Tracking({ note }: { note: string }) {
  const address = trackingAddress(note);
  if (!address) {
    return (
      <p className="mt-4">
        Para seguir el envío:{" "}
        <span className="select-all [overflow-wrap:anywhere]" translate="no">
          {note}
        </span>
      </p>
    );
  }
  return (
    <a href={address} rel="noreferrer" className={buttonStyle("mt-8")}>
      Seguir el envío
    </a>
  );
}

function HowToPay({ order, account, transferCode, takesCards }: Shown) {
  const amount = unpaid(order);
  if (order.payment === "transfer") {
    return (
      <section aria-labelledby="pay" className="mt-10 max-w-measure">
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
  // The provider accepts only the whole price.
  if (!takesCards || amount < order.total) {
    return <p className="mt-4">Escríbenos y te decimos cómo pagar {formatPrice(amount)}.</p>;
  }
  return (
    <>
      <p className="mt-4 max-w-measure">
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

interface CopiedProps {
  name: string;
  children: string;
  /** As a bank's form takes it, if that is not as it is shown. */
  copied?: string;
}

/** A value to copy into a bank's form. A Spanish IBAN fits on one line from 320 px. */
function Copied({ name, children, copied = children }: CopiedProps) {
  return (
    <div className="relative border-rule border-t py-2.5 md:pr-16">
      <dt className="text-caption text-quiet">{name}</dt>
      <dd className="lining text-[min(1.0625rem,4.8vw)]">
        <span className="select-all" translate="no">
          {children}
        </span>
        <CopyButton name={name} text={copied} />
      </dd>
    </div>
  );
}

/** The link to withdraw, while the right exists. */
function Withdrawing({ order, now, times }: Shown) {
  const isBought = ["paid", "shipped", "delivered"].includes(order.state);
  const came = order.state === "delivered" ? times.delivered : undefined;
  if (!isBought || order.withdrawnAt !== null || (came && !mayStillWithdraw(came, now)))
    return null;
  return (
    <>
      {came ? `Hasta el ${withdrawUntil(came)} puedes ` : `Tienes ${withdrawWithin} para `}
      <a href={`${href("/desistimiento")}?pedido=${order.id}`} className="link">
        desistir del contrato
      </a>
      .{" "}
    </>
  );
}

interface Tried {
  written: Record<string, string>;
  wrong: { [Field in keyof InvoiceRequest]?: [string, ...string[]] };
}

/** The form to ask for an invoice, once something was bought. */
function Invoice({ order, invoice, tried }: Shown & { tried: Tried | undefined }) {
  const isBought = ["paid", "shipped", "delivered"].includes(order.state);
  if (!isBought || order.withdrawnAt !== null) return null;
  if (invoice && !tried) {
    return (
      <p id="factura" className="mt-10 max-w-measure">
        {invoice === "invoice sent"
          ? "Te hemos enviado la factura."
          : "Hemos recibido tu petición de factura. Te la enviaremos por correo."}
      </p>
    );
  }
  const field = (name: keyof InvoiceRequest) => ({
    name,
    defaultValue: tried?.written[name],
    message: tried?.wrong[name]?.[0],
    autoFocus: tried && name === Object.keys(tried.wrong)[0],
  });
  return (
    <details id="factura" className="mt-10 max-w-measure" open={tried !== undefined}>
      <summary className="flex min-h-11 cursor-pointer items-center underline">
        Pedir factura
      </summary>
      <form method="post" noValidate className="mt-4">
        <TextField label="Nombre o razón social" {...field("name")} autoComplete="name" />
        <TextField label="NIF" {...field("taxId")} />
        <TextField label="Domicilio fiscal" {...field("address")} autoComplete="street-address" />
        <Button type="submit" className="mt-4">
          Pedir factura
        </Button>
      </form>
    </details>
  );
}

function Summary({ order, keepsTerms }: Shown) {
  const { quantity, shipping, discount, total } = order;
  const terms = `Términos del ${formatDay(order.terms)}`;
  return (
    <section aria-labelledby="content">
      <h2 id="content" className="item-title">
        Tu pedido
      </h2>
      <div className="mt-6 grid grid-cols-[30%_1fr] items-end gap-x-5">
        <Picture
          photo={plain}
          sizes="(width < 48rem) 28vw, 10rem"
          alt={`El frasco de ${shop.brand} con su tapón dorado, de frente sobre fondo claro.`}
          className="aspect-4/5 w-full object-cover object-[50%_40%]"
        />
        <p>
          {quantity} × <ProductName />
          <span className="block text-quiet text-small">
            <span lang="fr">{product.concentration}</span> {product.volume}
          </span>
        </p>
      </div>
      <dl className="lining mt-6">
        <Row name="Subtotal">{formatPrice(quantity * order.unitPrice)}</Row>
        <Row name="Envío">{shipping === 0 ? "¡Gratis!" : formatPrice(shipping)}</Row>
        {discount > 0 && <Row name="Descuento">−{formatPrice(discount)}</Row>}
        <Row name="Total">
          <span className="font-strong">{formatPrice(total)}</span>
        </Row>
        <Row name="IVA incluido">{formatPrice(vatOf(total))}</Row>
        <Row name="Envío a">
          <span className="whitespace-pre-line" translate="no">
            {orderAddress(order).join("\n")}
          </span>
        </Row>
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

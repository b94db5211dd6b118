import type { ReactNode } from "react";
import { href, Outlet } from "react-router";
import { formatAmount, formatPrice } from "../../../shop/money.ts";
import {
  amountMismatch,
  eventNames,
  formatDay,
  formatMoment,
  orderAddress,
  stateNames,
  vatOf,
  whoNames,
} from "../../../shop/order-format.ts";
import { allowedFrom, kept, type OrderState } from "../../../shop/order-rules.ts";
import { Button } from "../../../ui/button.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { deskContext } from "../context.ts";
import { Fact } from "../fact.tsx";
import { deskMeta } from "../head.ts";
import { refusal } from "../refusal.tsx";
import type { Route } from "./+types/order";

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const desk = context.get(deskContext);
  const order = await desk.openAtCounter(id);
  if (!order) throw refusal(404);
  return { order, history: await desk.historyOf(order) };
}

export const meta = ({ params: { id } }: Route.MetaArgs) => deskMeta(`Pedido ${id}`);

/** One order at the counter: what can be done with it, what it is, and all that happened to it. */
export default function CounterOrder({ loaderData: { order, history } }: Route.ComponentProps) {
  const { total, received, refunded } = order;
  const mismatch = amountMismatch(order);
  return (
    <div className="page-width pt-10 pb-24 md:pt-16">
      <p className="mb-6">
        <a href={href("/mostrador")} className="link">
          Mostrador
        </a>
      </p>
      <PageTitle className="lining">Pedido {order.id}</PageTitle>
      <p className="mt-4 text-lead">{stateNames[order.state]}</p>
      {/* Why the last step was not taken (step.tsx). */}
      <Outlet />
      {mismatch && <p className="mt-6 border-danger border-l-2 pl-4 font-strong">{mismatch}</p>}
      <div className="mt-10 grid gap-x-16 gap-y-12 md:grid-cols-2 lg:gap-x-24">
        <div>
          <h2 className="item-title">Qué hacer</h2>
          <Steps {...order} />
          <h2 className="mt-14 item-title">Historia</h2>
          <ol className="mt-4">
            {history.map(({ id, at, who, what, amount, note }) => (
              <li key={id} className="border-rule border-t py-3 text-small">
                <span className="text-quiet">
                  {formatMoment(at)} · {whoNames[who]}
                </span>
                <br />
                {eventNames[what]}
                {amount !== null && `: ${formatPrice(amount)}`}
                {note && ` · ${note}`}
              </li>
            ))}
          </ol>
        </div>
        <div>
          <h2 className="item-title">El pedido</h2>
          <dl className="mt-4">
            <Fact name="Recibido el">{formatMoment(order.placedAt)}</Fact>
            <Fact name="Unidades">{order.quantity}</Fact>
            <Fact name="Subtotal">{formatPrice(order.quantity * order.unitPrice)}</Fact>
            <Fact name="Envío">{formatPrice(order.shipping)}</Fact>
            <Fact name="Total">{formatPrice(total)}</Fact>
            <Fact name="IVA incluido">{formatPrice(vatOf(total))}</Fact>
            <Fact name="Pago">
              {order.payment === "card" ? "Tarjeta o Bizum" : "Transferencia"}
            </Fact>
            <Fact name="Recibido">{formatPrice(received)}</Fact>
            <Fact name="Devuelto">{formatPrice(refunded)}</Fact>
            <Fact name="Términos del">{formatDay(order.terms)}</Fact>
            <Fact name="Email">
              {order.email && (
                <a href={`mailto:${order.email}`} className="link">
                  {order.email}
                </a>
              )}
            </Fact>
            <Fact name="Se envía a">
              <span className="whitespace-pre-line">
                {order.forgottenAt === null && orderAddress(order).join("\n")}
              </span>
            </Fact>
          </dl>
        </div>
      </div>
    </div>
  );
}

type Order = Route.ComponentProps["loaderData"]["order"];

function Steps(order: Order) {
  const { id, state, total, received, refunded, payment } = order;
  const may = (to: OrderState) => allowedFrom[to].includes(state);
  return (
    <>
      {may("paid") && payment === "transfer" && (
        <Step id={id} what="cobrado" label="Marcar como cobrado">
          <Amount
            name="received"
            label="Importe recibido, en euros"
            value={Math.max(0, total - received + refunded)}
          />
          <input type="hidden" name="visto" value={received} />
        </Step>
      )}
      {may("shipped") && (
        <Step id={id} what="enviado" label="Marcar como enviado">
          <label htmlFor="note" className="text-quiet text-small">
            Seguimiento, si lo hay
          </label>
          <input
            id="note"
            name="nota"
            autoComplete="off"
            className="field mb-4 block h-12 w-full text-body"
          />
        </Step>
      )}
      {may("delivered") && <Step id={id} what="entregado" label="Marcar como entregado" />}
      {kept(order) > 0 && (
        <Step id={id} what="devuelto" label="Marcar como devuelto" look="quiet">
          <Amount name="refund" label="Importe devuelto, en euros" value={kept(order)} />
          <input type="hidden" name="visto" value={refunded} />
        </Step>
      )}
    </>
  );
}

interface StepProps {
  id: string;
  what: string;
  label: string;
  look?: "quiet";
  children?: ReactNode;
}

function Step({ id, what, label, look, children }: StepProps) {
  return (
    <form method="post" action={href("/mostrador/:id/:what", { id, what })} className="mt-8">
      {children}
      <Button type="submit" look={look}>
        {label}
      </Button>
    </form>
  );
}

function Amount({ name, label, value }: { name: string; label: string; value: number }) {
  return (
    <>
      <label htmlFor={name} className="text-quiet text-small">
        {label}
      </label>
      <input
        id={name}
        name="importe"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={formatAmount(value)}
        className="field mb-4 block h-12 text-body"
      />
    </>
  );
}

import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { deskMeta } from "./desk-meta.ts";
import { Fact } from "./fact.tsx";
import { Each, itself, slot } from "./slots.tsx";

export const meta = () => deskMeta(`Pedido ${slot("id")}`);

/** One order at the counter: what can be done with it, what it is, and all that happened to it. */
export default function CounterOrder() {
  return (
    <div className="page-width pt-10 pb-24 md:pt-16">
      <p className="mb-6">
        <a href="/mostrador" className="link">
          Mostrador
        </a>
      </p>
      <PageTitle className="lining">Pedido {slot("id")}</PageTitle>
      <p className="mt-4 text-lead">{slot("state")}</p>
      <Each of="complaint">
        <p role="alert" className="mt-6 border-danger border-l-2 pl-4 font-strong text-danger">
          {itself}
        </p>
      </Each>
      <Each of="odd">
        <p className="mt-6 border-danger border-l-2 pl-4 font-strong">{itself}</p>
      </Each>
      <div className="mt-10 grid gap-x-16 gap-y-12 md:grid-cols-2 lg:gap-x-24">
        <div>
          <h2 className="item-title">Qué hacer</h2>
          <Each of="mayBePaid">
            <Action to="cobrado" label="Marcar como cobrado">
              <Amount name="received" label="Importe recibido, en euros" value="missing" />
              <input type="hidden" name="visto" value={slot("seenReceived")} />
            </Action>
          </Each>
          <Each of="mayBeShipped">
            <Action to="enviado" label="Marcar como enviado">
              <label htmlFor="note" className="text-quiet text-small">
                Seguimiento, si lo hay
              </label>
              <input
                id="note"
                name="nota"
                autoComplete="off"
                className="field mb-4 block h-12 w-full text-body"
              />
            </Action>
          </Each>
          <Each of="mayBeDelivered">
            <Action to="entregado" label="Marcar como entregado" />
          </Each>
          <Each of="mayBeRefunded">
            <Action to="devuelto" label="Marcar como devuelto" look="quiet">
              <Amount name="refund" label="Importe devuelto, en euros" value="refundable" />
              <input type="hidden" name="visto" value={slot("seenRefunded")} />
            </Action>
          </Each>
          <h2 className="mt-14 item-title">Historia</h2>
          <ol className="mt-4">
            <Each of="history">
              <li className="border-rule border-t py-3 text-small">
                <span className="text-quiet">
                  {slot("at")} · {slot("who")}
                </span>
                <br />
                {slot("what")}
                <Each of="amount">: {itself}</Each>
                <Each of="note"> · {itself}</Each>
              </li>
            </Each>
          </ol>
        </div>
        <div>
          <h2 className="item-title">El pedido</h2>
          <dl className="mt-4">
            <Fact name="Recibido el">{slot("placedAt")}</Fact>
            <Fact name="Unidades">{slot("quantity")}</Fact>
            <Fact name="Subtotal">{slot("subtotal")}</Fact>
            <Fact name="Envío">{slot("shipping")}</Fact>
            <Fact name="Total">{slot("total")}</Fact>
            <Fact name="IVA incluido">{slot("vat")}</Fact>
            <Fact name="Pago">{slot("payment")}</Fact>
            <Fact name="Recibido">{slot("received")}</Fact>
            <Fact name="Devuelto">{slot("refunded")}</Fact>
            <Fact name="Términos del">{slot("terms")}</Fact>
            <Fact name="Email">
              <Each of="email">
                <a href={`mailto:${itself}`} className="link">
                  {itself}
                </a>
              </Each>
            </Fact>
            <Fact name="Se envía a">
              <Each of="address">
                {itself}
                <br />
              </Each>
            </Fact>
          </dl>
        </div>
      </div>
    </div>
  );
}

interface ActionProps {
  to: string;
  label: string;
  look?: "quiet";
  children?: ReactNode;
}

function Action({ to, label, look, children }: ActionProps) {
  return (
    <form method="post" action={`/mostrador/${slot("id")}/${to}`} className="mt-8">
      {children}
      <Button type="submit" look={look}>
        {label}
      </Button>
    </form>
  );
}

function Amount({ name, label, value }: { name: string; label: string; value: string }) {
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
        defaultValue={slot(value)}
        className="field mb-4 block h-12 text-body"
      />
    </>
  );
}

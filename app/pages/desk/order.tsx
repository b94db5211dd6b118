import { href } from "react-router";
import { EmailLink } from "../../document/email-link.tsx";
import { formatPrice } from "../../shop/money.ts";
import {
  formatIban,
  formatMoment,
  orderAddress,
  stateNames,
  vatOf,
} from "../../shop/order-format.ts";
import type { OrderState } from "../../shop/order-rules.ts";
import { product } from "../../shop/product.ts";
import { saleTerms } from "../../shop/seller.ts";
import { shop } from "../../shop/shop.ts";
import { buttonStyle } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/order";
import { deskContext } from "./context.ts";
import { Fact } from "./fact.tsx";
import { deskMeta } from "./head.ts";
import { refusal } from "./refusal.tsx";

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const { openOrder, account } = context.get(deskContext);
  const order = await openOrder(token);
  if (!order) throw refusal(404);
  const {
    requestKey: _,
    fingerprint: __,
    providerReference: ___,
    refundKey: ____,
    ...shown
  } = order;
  return { order: shown, account };
}

type Order = Route.ComponentProps["loaderData"]["order"];

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData && deskMeta(`Pedido ${loaderData.order.id}`);

/** What the shopper sees of an order, by the address that only the shopper has. */
export default function ShopperOrder({ loaderData: { order, account } }: Route.ComponentProps) {
  const { id, quantity, shipping, total } = order;
  const now = whatHappensNow[order.state]?.(order);
  return (
    <div className="page-width pt-14 pb-24 md:pt-24 md:pb-32">
      <PageTitle className="lining">Pedido {id}</PageTitle>
      <p className="mt-6 text-lead">
        {stateNames[order.state]} · {formatMoment(order.placedAt)}
      </p>
      <div className="mt-12 grid gap-x-16 gap-y-14 md:grid-cols-2 lg:gap-x-24">
        <section aria-labelledby="next">
          <h2 id="next" className="item-title">
            Qué pasa ahora
          </h2>
          {order.payment === "card" && order.state === "pending" && <Card {...order} />}
          {order.payment === "transfer" && order.state === "pending" && (
            <Transfer order={order} account={account} />
          )}
          {now && <p className="mt-4">{now}</p>}
          {order.refunded > 0 && (
            <p className="mt-4">
              Te hemos devuelto {formatPrice(order.refunded)} por el mismo medio con que pagaste.
            </p>
          )}
          <p className="mt-8 text-quiet text-small">
            Tienes {shop.returns.days}&nbsp;días desde que lo recibes para{" "}
            <a href={href("/desistimiento")} className="link">
              desistir del contrato
            </a>
            . Si algo no cuadra, escríbenos a <EmailLink />.
          </p>
        </section>
        <section aria-labelledby="content">
          <h2 id="content" className="item-title">
            Tu pedido
          </h2>
          <p className="mt-4">
            {quantity} × {product.name}, <span lang="fr">{product.concentration}</span>{" "}
            {product.volume}
          </p>
          <dl className="mt-6">
            <Fact name="Subtotal">{formatPrice(quantity * order.unitPrice)}</Fact>
            <Fact name="Envío">{shipping === 0 ? "¡Gratis!" : formatPrice(shipping)}</Fact>
            <Fact name="Total">{formatPrice(total)}</Fact>
            <Fact name="IVA incluido">{formatPrice(vatOf(total))}</Fact>
          </dl>
          <h3 className="mt-10 text-quiet text-small">Se envía a</h3>
          <p className="mt-2 whitespace-pre-line">{orderAddress(order).join("\n")}</p>
        </section>
      </div>
    </div>
  );
}

function Transfer({ order, account }: Route.ComponentProps["loaderData"]) {
  const until = order.placedAt + saleTerms.payWithinDays * 24 * 60 * 60 * 1000;
  return (
    <>
      <p className="mt-4">
        Haz una transferencia antes del {formatMoment(until)}. En cuanto la recibamos, preparamos el
        paquete y te escribimos a {order.email}.
      </p>
      <dl className="mt-6">
        <Fact name="Importe">{formatPrice(order.total)}</Fact>
        <Fact name="Beneficiario">{account.holder}</Fact>
        <Fact name="IBAN">{formatIban(account.iban)}</Fact>
        <Fact name="Concepto">{order.id}</Fact>
      </dl>
      <p className="mt-2 border-rule border-t pt-3 text-quiet text-small">
        El concepto nos dice que el pago es tuyo: escríbelo tal cual.
      </p>
      {order.received > 0 && (
        <p className="mt-4 border-accent border-l-2 pl-4">
          Hemos recibido {formatPrice(order.received)}, que no es el total. Escríbenos a{" "}
          <EmailLink /> y lo arreglamos.
        </p>
      )}
    </>
  );
}

function Card({ token, total }: Order) {
  return (
    <>
      <p className="mt-4">
        El pedido se prepara en cuanto esté pagado. Pagas {formatPrice(total)} con tarjeta o Bizum
        en la página segura de Stripe y vuelves aquí.
      </p>
      <a href={href("/pedido/:token/pagar", { token })} className={buttonStyle("mt-6")}>
        Pagar con tarjeta o Bizum
      </a>
    </>
  );
}

const whatHappensNow: { [State in OrderState]?: (order: Order) => string } = {
  paid: ({ email }) =>
    `Hemos recibido tu pago y preparamos el paquete. Te escribiremos a ${email} cuando salga.`,
  shipped: () =>
    `Tu paquete va de camino. En ${shop.city} y alrededores llega en ${shop.cityDeliveryHours}\u00a0h.`,
  delivered: () => "Tu paquete se ha entregado. Que lo disfrutes.",
  expired: () =>
    "El pago no llegó a tiempo y el pedido ha caducado. Si ya has hecho la transferencia, no la repitas: cuando llegue, lo damos por pagado o te la devolvemos.",
};

import { EmailLink } from "../../document/email-link.tsx";
import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";
import { buttonStyle } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { deskMeta } from "./desk-meta.ts";
import { Fact } from "./fact.tsx";
import { Each, itself, slot } from "./slots.tsx";

export const meta = () => deskMeta(`Pedido ${slot("id")}`);

/** What the shopper sees of an order, by the address that only the shopper has. */
export default function ShopperOrder() {
  return (
    <div className="page-width pt-14 pb-24 md:pt-24 md:pb-32">
      <PageTitle className="lining">Pedido {slot("id")}</PageTitle>
      <p className="mt-6 text-lead">
        {slot("state")} · {slot("placedAt")}
      </p>
      <div className="mt-12 grid gap-x-16 gap-y-14 md:grid-cols-2 lg:gap-x-24">
        <section aria-labelledby="next">
          <h2 id="next" className="item-title">
            Qué pasa ahora
          </h2>
          <Each of="transfer">
            <p className="mt-4">
              Haz una transferencia antes del {slot("until")}. En cuanto la recibamos, preparamos el
              paquete y te escribimos a {slot("email")}.
            </p>
            <dl className="mt-6">
              <Fact name="Importe">{slot("total")}</Fact>
              <Fact name="Beneficiario">{slot("beneficiary")}</Fact>
              <Fact name="IBAN">{slot("iban")}</Fact>
              <Fact name="Concepto">{slot("id")}</Fact>
            </dl>
            <p className="mt-2 border-rule border-t pt-3 text-quiet text-small">
              El concepto nos dice que el pago es tuyo: escríbelo tal cual.
            </p>
            <Each of="part">
              <p className="mt-4 border-accent border-l-2 pl-4">
                Hemos recibido {itself}, que no es el total. Escríbenos a <EmailLink /> y lo
                arreglamos.
              </p>
            </Each>
          </Each>
          <Each of="card">
            <p className="mt-4">
              El pedido se prepara en cuanto esté pagado. Pagas {slot("total")} con tarjeta o Bizum
              en la página segura de Stripe y vuelves aquí.
            </p>
            <a href={slot("address")} className={buttonStyle("mt-6")}>
              Pagar con tarjeta o Bizum
            </a>
          </Each>
          <Each of="paid">
            <p className="mt-4">
              Hemos recibido tu pago y preparamos el paquete. Te escribiremos a {slot("email")}
              {" cuando salga."}
            </p>
          </Each>
          <Each of="shipped">
            <p className="mt-4">
              Tu paquete va de camino. En {shop.city} y alrededores llega en{" "}
              {shop.cityDeliveryHours}
              &nbsp;h.
            </p>
          </Each>
          <Each of="delivered">
            <p className="mt-4">Tu paquete se ha entregado. Que lo disfrutes.</p>
          </Each>
          <Each of="expired">
            <p className="mt-4">
              El pago no llegó a tiempo y el pedido ha caducado. Si ya has hecho la transferencia,
              no la repitas: cuando llegue, lo damos por pagado o te la devolvemos.
            </p>
          </Each>
          <Each of="refunded">
            <p className="mt-4">Te hemos devuelto {itself} por el mismo medio con que pagaste.</p>
          </Each>
          <p className="mt-8 text-quiet text-small">
            Tienes {shop.returns.days}&nbsp;días desde que lo recibes para{" "}
            <a href="/desistimiento" className="link">
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
            {slot("quantity")} × {product.name}, <span lang="fr">{product.concentration}</span>{" "}
            {product.volume}
          </p>
          <dl className="mt-6">
            <Fact name="Subtotal">{slot("subtotal")}</Fact>
            <Fact name="Envío">{slot("shipping")}</Fact>
            <Fact name="Total">{slot("total")}</Fact>
            <Fact name="IVA incluido">{slot("vat")}</Fact>
          </dl>
          <h3 className="mt-10 text-quiet text-small">Se envía a</h3>
          <p className="mt-2">
            <Each of="address">
              {itself}
              <br />
            </Each>
          </p>
        </section>
      </div>
    </div>
  );
}

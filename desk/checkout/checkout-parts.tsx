import { useEffect, useRef } from "react";
import { href } from "react-router";
import { EmailLink } from "../../app/document/email-link.tsx";
import { ProductName } from "../../app/document/product-name.tsx";
import { OrderTotals } from "../../app/orders/every-order/order-totals.tsx";
import { formatPrice } from "../../app/shop/money.ts";
import { priceOrder } from "../../app/shop/pricing.ts";
import { product } from "../../app/shop/product.ts";
import { shop } from "../../app/shop/shop.ts";
import { buttonStyle } from "../../app/ui/button.tsx";
import { Row } from "../../app/ui/row.tsx";
import { Unbroken } from "../../app/ui/unbroken.tsx";
import { refusesPostalCodes, shipsTo } from "../shop/deliverable-order.ts";
import { label, saleTerms, seller } from "../shop/seller.ts";
import { facts } from "./facts/page-facts.ts";
import { type Placed, useDesk } from "./place-order.ts";

/** The checkout while the shop takes no orders. */
export function Closed() {
  return (
    <>
      <p className="max-w-measure text-lead">{facts.closed}. Ahora no aceptamos pedidos.</p>
      <p className="mt-4 max-w-measure">
        Escríbenos a <EmailLink /> y te avisamos. Si ya has hecho un pedido, sigue su curso: te
        hemos escrito con el enlace para verlo y pagarlo.
      </p>
      <a href={href("/")} className={buttonStyle("mt-10")}>
        Volver al Inicio
      </a>
    </>
  );
}

/** @param required which fields are required */
export function Introduction({ required }: { required: string }) {
  return (
    <p className="mt-3 mb-8 text-quiet text-small">
      {required} Tratamos tus datos como explica la{" "}
      <a href="/politica-de-privacidad" className="link">
        política de privacidad
      </a>
      .
    </p>
  );
}

export const postalCodeHint = shipsTo("ES")
  ? "Cinco dígitos. No enviamos a Canarias, Ceuta ni Melilla."
  : "Cinco dígitos.";

/** For shoppers whose postal code or telephone the rules refuse: the rules are the same for all countries. */
export function CountryHint() {
  return (
    <>
      {/* A single text node: Chromium drops whitespace-only text nodes from accessible descriptions. */}
      {`Si ${refusesPostalCodes ? "tu código postal no tiene cinco dígitos o " : ""}tu teléfono no es español, escríbenos a `}
      <EmailLink />.
    </>
  );
}

/**
 * The totals, or the new total after a price change: the page knows its parts only after a reload.
 */
export function Totals({ quantity }: { quantity: number }) {
  const { newTotal } = useDesk();
  return (
    <>
      {newTotal?.quantity === quantity ? (
        <NewTotal total={newTotal.total} />
      ) : (
        <OrderTotals quantity={quantity} prices={facts} />
      )}
      {/* Required from the beginning of the purchase (TRLGDCU art. 98.4). */}
      <p className="mt-3">
        Se paga {howToPay}, en los {saleTerms.payWithinDays}&nbsp;días siguientes al pedido.
      </p>
    </>
  );
}

const howToPay = seller.takesCards
  ? "en la página segura de Stripe, con tarjeta o Bizum"
  : "por transferencia";

function NewTotal({ total }: { total: number }) {
  return (
    <div className="mt-6 border-rule border-t pt-5">
      <dl className="grid grid-cols-[1fr_auto] text-lead">
        <dt>Nuevo total</dt>
        <dd className="text-right">{formatPrice(total)}</dd>
      </dl>
      <p className="mt-1 text-quiet text-small">
        El precio de arriba ya no es el de hoy: ha cambiado desde que abriste esta página.
      </p>
    </div>
  );
}

/** Renders nothing, because `Conditions` shows these facts next to the order button. */
export const DeliveryFacts = () => null;

/**
 * The pre-contract information next to the order button. Visible: what is bought and its whole price,
 * which have to be directly before the button (TRLGDCU art. 98.2), and delivery, withdrawal, legal
 * guarantee and seller (art. 97.1). Collapsed: maker, identifier, warnings and ingredients
 * (Regulation (EU) 2023/988, art. 19). For a lawyer to confirm.
 */
export function Conditions({ quantity, total }: { quantity: number; total: number }) {
  const { newTotal } = useDesk();
  const { shippingCost } = priceOrder(quantity, facts);

  return (
    <>
      <div className="border-rule border-t py-2.5">
        <p>
          <span>{`${quantity} ×`}</span> <ProductName />,{" "}
          <span lang="fr">{product.concentration}</span> {product.volume}
        </p>
        <p>
          {newTotal?.quantity === quantity
            ? `Nuevo total: ${formatPrice(total)}, con IVA y envío`
            : `Total: ${formatPrice(total)}, IVA incluido. Envío${shippingCost === 0 ? " gratis" : ` incluido: ${formatPrice(shippingCost)}`}`}
        </p>
      </div>
      <dl>
        <Row name="Entrega">
          {facts.cityDeliveryHours ? (
            <>
              <Unbroken>{facts.cityDeliveryHours}&nbsp;h</Unbroken> en {shop.city} y alrededores
              desde que nos llega el pago; en el resto, como
            </>
          ) : (
            "Como"
          )}{" "}
          máximo {shop.law.deliveryDays}&nbsp;días naturales desde el pedido.
        </Row>
        <Row
          name="Desistimiento"
          link={
            <a href="/politica-de-devolucion" className="link">
              Cómo desistir
            </a>
          }
        >
          {shop.returns.days}&nbsp;días naturales desde que lo recibes, sin explicaciones; la vuelta
          la pagas tú.
        </Row>
        <Row
          name="Garantía legal"
          link={
            <a href="/terminos-de-servicio#garantia-legal" className="link">
              Ver el aviso oficial
            </a>
          }
        >
          {shop.law.guaranteeYears}&nbsp;años.
        </Row>
        <Row
          name="Vendedor"
          link={
            <a href="/terminos-de-servicio" className="link">
              Términos
            </a>
          }
        >
          <span translate="no">{seller.name}</span>, NIF&nbsp;
          <span translate="no">{seller.taxId}</span>, <span translate="no">{seller.address}</span>.
        </Row>
      </dl>
      <Label />
    </>
  );
}

const labelId = "etiqueta";

/** The perfume's label. The link to it on the home page expands it. */
function Label() {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (details.current && location.hash === `#${labelId}`) details.current.open = true;
  }, []);

  return (
    <details ref={details} id={labelId} className="group border-rule border-t">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-4 text-small [&::-webkit-details-marker]:hidden">
        Fabricante, ingredientes y advertencias
        <span
          aria-hidden
          className="mr-1 size-2 shrink-0 rotate-45 border-current border-r border-b group-open:-rotate-135"
        />
      </summary>
      <dl>
        <Row name="Fabricante">
          <span translate="no">{label.maker}</span>
        </Row>
        <Row name="Referencia">
          <span translate="no">{label.identifier}</span>
        </Row>
        <Row name="Advertencias">{label.warnings}</Row>
        <Row name="Ingredientes">
          {/* Their names are the same in every language. */}
          <span translate="no">{label.ingredients}</span>
        </Row>
      </dl>
    </details>
  );
}

/** Why the last order was refused. Its live region is in the page from the start, so that it is announced. */
export function Refusal({ quantity }: { quantity: number }) {
  const { refused } = useDesk();
  const shown = refused && (refused.quantity ?? quantity) === quantity;

  return (
    <div role="alert">
      {shown && (
        <p className="mt-5 border-danger border-l-2 pl-4 text-danger">
          {refused.message}
          {refused.address && (
            <>
              {" "}
              <a href={refused.address} className="link">
                Ver ese pedido
              </a>
            </>
          )}
        </p>
      )}
    </div>
  );
}

export const buttonLabel = "Pedido con obligación de pago";

export const placedTitle = "Hemos recibido tu pedido.";

/** The next step is to pay. */
export function NextStep({ order, number, address }: Placed) {
  return (
    <>
      <dl>
        <Row name="Número">
          <span translate="no">{number}</span>
        </Row>
      </dl>
      <p className="text-quiet text-small">{`Te escribimos a ${order.email}.`}</p>
      <a href={address} className={buttonStyle("mt-4 w-full print:hidden")}>
        Ver cómo pagarlo
      </a>
    </>
  );
}

export function WithoutScript() {
  return (
    <p className="mb-8 max-w-measure border border-danger p-4">
      Para hacer el pedido en esta página hace falta JavaScript. Si no puedes activarlo, escríbenos
      a <EmailLink />.
    </p>
  );
}

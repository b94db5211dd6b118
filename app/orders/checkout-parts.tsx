import { EmailLink } from "../document/email-link.tsx";
import { formatPrice } from "../shop/money.ts";
import { shop } from "../shop/shop.ts";
import { Row } from "../ui/row.tsx";
import { Unbroken } from "../ui/unbroken.tsx";
import { OrderTotals } from "./every-order/order-totals.tsx";
import { facts } from "./facts/page-facts.ts";
import type { Placed } from "./place-order.ts";

/** A shop with simulated orders is never closed. */
export const Closed = () => null;

/** @param required which fields are required */
export function Introduction({ required }: { required: string }) {
  return <p className="mt-3 mb-8 text-quiet text-small">{required}</p>;
}

export const postalCodeHint = "Cinco dígitos.";

export function CountryHint() {
  return (
    <>
      {/* A single text node: Chromium drops whitespace-only text nodes from accessible descriptions. */}
      {"Si tu código postal no tiene cinco dígitos o tu teléfono no es español, escríbenos a "}
      <EmailLink />.
    </>
  );
}

export function Totals({ quantity }: { quantity: number }) {
  return <OrderTotals quantity={quantity} prices={facts} />;
}

/** Delivery and returns: in the summary's column, or on phones next to the order button. */
export function DeliveryFacts() {
  return (
    <dl>
      <Row name="Entrega">
        <Unbroken>{facts.cityDeliveryHours}&nbsp;h</Unbroken> en {shop.city} y alrededores. Enviamos
        a España y Europa.
      </Row>
      <Row name="Devolución">
        {shop.returns.days}&nbsp;días desde que lo recibes, sin usar y en su embalaje original.
      </Row>
    </dl>
  );
}

/** Next to the order button: quantity and total, on phones delivery and returns, and that orders are simulated. */
export function Conditions({ quantity, total }: { quantity: number; total: number }) {
  const units = quantity === 1 ? "1\u00a0unidad" : `${quantity}\u00a0unidades`;

  return (
    <>
      <p className="border-rule border-t py-4 md:pb-1">
        {`${units}: ${formatPrice(total)}, IVA incluido`}
      </p>
      <div className="md:hidden">
        <DeliveryFacts />
      </div>
      <p className="text-quiet text-small max-md:border-rule max-md:border-t max-md:pt-2.5">
        El pedido es una simulación: no se cobra nada. Consulta los{" "}
        <a href="/terminos-de-servicio" className="link">
          términos
        </a>
        , la{" "}
        <a href="/politica-de-privacidad" className="link">
          política de privacidad
        </a>{" "}
        y la{" "}
        <a href="/politica-de-devolucion" className="link">
          política de devolución
        </a>
        .
      </p>
    </>
  );
}

/** No simulated order is refused. */
export function Refusal(_: { quantity: number }) {
  return null;
}

export const buttonLabel = "Confirmar pedido";

export const placedTitle = "Tu pedido está confirmado.";

/** There is nothing to pay. */
export const NextStep = (_: Placed) => null;

export function WithoutScript() {
  return (
    <p className="mb-8 max-w-measure border border-danger p-4">
      Para hacer el pedido en esta página hace falta JavaScript. Si tienes alguna pregunta,
      escríbenos a <EmailLink />.
    </p>
  );
}

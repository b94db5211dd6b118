import { formatPrice } from "../../shop/money.ts";
import { priceOrder } from "../../shop/pricing.ts";
import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";
import { OrderTotals } from "../shared/order-totals.tsx";

export function Introduction() {
  return (
    <p className="mt-3 mb-8 text-quiet text-small">
      Todos los campos son obligatorios. El pedido es una simulación: no se cobra nada.
    </p>
  );
}

export function CountryHint() {
  return (
    <>
      Si tu código postal no tiene cinco cifras o tu teléfono no es español, escríbenos a{" "}
      <a href={shop.emailLink}>{shop.email}</a>.
    </>
  );
}

export function Totals({ quantity }: { quantity: number }) {
  return <OrderTotals quantity={quantity} unitPrice={product.price} />;
}

/** What one wants to know with the finger on the button: how many, how much, when, and what if not. */
export function Conditions({ quantity }: { quantity: number }) {
  const units = quantity === 1 ? "1\u00a0unidad" : `${quantity}\u00a0unidades`;

  return (
    <ul className="border-rule border-t pt-5 text-small">
      <li className="font-strong">
        {`${units}: ${formatPrice(priceOrder(quantity).total)}, IVA incluido`}
      </li>
      <li className="mt-1 text-quiet">
        Entrega en {shop.city} y alrededores: {shop.cityDeliveryHours}&nbsp;h. Enviamos a España y
        Europa.
      </li>
      <li className="mt-1 text-quiet">
        {shop.returns.days}&nbsp;días para devolverlo, sin usar y en su embalaje original.
      </li>
    </ul>
  );
}

export const buttonLabel = "Confirmar pedido";

/** What stands under the button after an order. */
export function OrderPlaced() {
  return "Has confirmado el pedido. Si vuelves a pulsar el botón, harás otro.";
}

export function WithoutScript() {
  return (
    <p className="mt-4 border border-danger p-4">
      Para simular el pedido en esta página hace falta JavaScript. Si tienes cualquier pregunta,
      escríbenos a <a href={shop.emailLink}>{shop.email}</a>.
    </p>
  );
}

export function SmallPrint() {
  return (
    <p className="mt-4 text-caption text-quiet">
      Pedido simulado: no se cobra nada, no se prepara ningún paquete y tus datos no salen de este
      navegador. Lee los{" "}
      <a href="/terminos-de-servicio" className="link">
        términos
      </a>
      , la{" "}
      <a href="/politica-de-privacidad" className="link">
        privacidad
      </a>{" "}
      y cómo{" "}
      <a href="/politica-de-devolucion" className="link">
        devolver
      </a>
      .
    </p>
  );
}

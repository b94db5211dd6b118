import { formatPrice } from "../../shop/money.ts";
import { priceOrder } from "../../shop/pricing.ts";
import { product } from "../../shop/product.ts";
import { saleTerms, seller } from "../../shop/seller.ts";
import { shop } from "../../shop/shop.ts";
import { OrderTotals } from "../shared/order-totals.tsx";
import { destinations } from "./destinations.ts";
import { useDesk } from "./place-order.ts";

export function Introduction() {
  return (
    <p className="mt-3 mb-8 text-quiet text-small">
      Todos los campos son obligatorios. Se paga{" "}
      {seller.takesCards ? "con tarjeta o Bizum" : "por transferencia"}, después de hacer el pedido.
    </p>
  );
}

const shipsTo = (...codes: string[]) => destinations.some(([code]) => codes.includes(code));

/** Whom the form can't serve: the rules for postal codes and telephones are the same everywhere. */
export function CountryHint() {
  return (
    <>
      {shipsTo("ES") && "No enviamos a Canarias, Ceuta ni Melilla. "}
      {shipsTo("PT", "CH", "AT")
        ? "Si tu código postal no tiene cinco cifras o tu teléfono no es español"
        : "Si tu teléfono no es español"}
      , escríbenos a <a href={shop.emailLink}>{shop.email}</a>.
    </>
  );
}

/** The sum, or the desk's new total: the page knows what it is made up of only after a reload. */
export function Totals({ quantity }: { quantity: number }) {
  const { newTotal } = useDesk();
  if (newTotal?.quantity !== quantity) {
    return <OrderTotals quantity={quantity} unitPrice={product.price} />;
  }
  return (
    <div className="mt-6 border-rule border-t pt-5">
      <dl className="grid grid-cols-[1fr_auto] text-lead">
        <dt>Nuevo total</dt>
        <dd className="text-right">{formatPrice(newTotal.total)}</dd>
      </dl>
      <p className="mt-1 text-quiet text-small">
        El precio de arriba ya no es el de hoy: cambió desde que abriste esta página.
      </p>
    </div>
  );
}

/** What the law wants read before the button is pressed: what, how much, when, from whom, and what if not. */
export function Conditions({ quantity }: { quantity: number }) {
  const { newTotal } = useDesk();
  const changed = newTotal?.quantity === quantity;
  const { total, shippingCost } = priceOrder(quantity);
  const units = quantity === 1 ? "1\u00a0unidad" : `${quantity}\u00a0unidades`;

  return (
    <>
      <ul className="border-rule border-t pt-5 text-small">
        <li>
          <span>{units}</span> de {product.name}, <span lang="fr">{product.concentration}</span>{" "}
          {product.volume}
        </li>
        <li className="mt-1 font-strong">
          {changed
            ? `Nuevo total: ${formatPrice(newTotal.total)}, con IVA y envío`
            : `Total: ${formatPrice(total)}, IVA incluido. Envío${shippingCost === 0 ? " gratis" : ` incluido: ${formatPrice(shippingCost)}`}`}
        </li>
        <li className="mt-3 text-quiet">
          Entrega en {shop.city} y alrededores: {shop.cityDeliveryHours}&nbsp;h desde que nos llega
          el pago. A otros destinos, {shop.law.deliveryDays}&nbsp;días naturales como máximo desde
          el pedido.
        </li>
        <li className="mt-1 text-quiet">
          Vende {seller.name}, NIF&nbsp;{seller.taxId}, {seller.address}.
        </li>
        <li className="mt-1 text-quiet">
          {shop.returns.days}&nbsp;días para{" "}
          <a href="/politica-de-devolucion" className="link">
            desistir
          </a>{" "}
          desde que lo recibes, sin decir por qué. Aquí están los{" "}
          <a href="/terminos-de-servicio" className="link">
            términos
          </a>{" "}
          de la compra y cómo tratamos tus{" "}
          <a href="/politica-de-privacidad" className="link">
            datos
          </a>
          .
        </li>
      </ul>
      <Answer quantity={quantity} />
    </>
  );
}

/** Why no order was placed. Its live region is in the page from the start, so that it is heard. */
function Answer({ quantity }: { quantity: number }) {
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

/** What stands under the button after an order. */
export function OrderPlaced() {
  const { placed } = useDesk();
  return (
    <>
      Has hecho el pedido {placed?.number}.{" "}
      <a href={placed?.address} className="link">
        Ver tu pedido y cómo pagarlo
      </a>
      . Si vuelves a pulsar el botón, harás otro.
    </>
  );
}

export function WithoutScript() {
  return (
    <p className="mt-4 border border-danger p-4">
      Para hacer el pedido en esta página hace falta JavaScript. Si no puedes activarlo, escríbenos
      a <a href={shop.emailLink}>{shop.email}</a>.
    </p>
  );
}

/** What follows from the press, under the button. */
export function SmallPrint() {
  return (
    <p className="mt-4 text-caption text-quiet">
      {seller.takesCards
        ? "Al pulsar haces un pedido en firme y pasas a la página segura de Stripe, donde lo pagas. "
        : "Al pulsar haces un pedido en firme. Te enviamos por correo los datos para la transferencia. "}
      Tienes {saleTerms.payWithinDays}&nbsp;días; si el pago no llega, el pedido caduca. El perfume
      tiene {shop.law.guaranteeYears}&nbsp;años de garantía legal:{" "}
      <a href="/terminos-de-servicio#garantia-legal" className="link">
        aviso oficial
      </a>
      .
    </p>
  );
}

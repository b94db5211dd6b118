import { formatPrice } from "../../shop/money.ts";
import { priceOrder } from "../../shop/pricing.ts";
import { shop } from "../../shop/shop.ts";

/** What one wants to know with the finger on the button: how many, how much, when, and what if not. */
export function OrderConditions({ quantity }: { quantity: number }) {
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

import { NextStep, placedSentence } from "#orders/checkout.tsx";
import type { Placed } from "#orders/place-order.ts";
import { ProductName } from "../../document/product-name.tsx";
import { countries } from "../../shop/countries.ts";
import { formatPrice } from "../../shop/money.ts";
import { Row } from "../../ui/row.tsx";
import { thanks } from "./later-titles.ts";

/**
 * What stands where an order was placed, as it was placed. It is in no live region: the notice has said
 * that the order is there.
 */
export function ThankYou(placed: Placed) {
  const { quantity, firstName, lastName, address, postalCode, city, country } = placed.order;
  const countryName = countries.find(([code]) => code === country)?.[1];

  return (
    <section aria-labelledby="thank-you" className="mt-6 border-accent border-t pt-6">
      <h3 id="thank-you" className="section-title">
        {thanks}
      </h3>
      <p className="mt-2">{placedSentence(placed)}</p>
      <dl className="mt-5">
        <Row name="Compra">
          {quantity} × <ProductName /> · {formatPrice(placed.total)}
        </Row>
        <Row name="Envío a">
          <span className="block">{`${firstName} ${lastName}`}</span>
          <span className="block">{address}</span>
          <span className="block">{`${postalCode} ${city}, ${countryName}`}</span>
        </Row>
      </dl>
      <NextStep {...placed} />
      <p className="mt-4 text-caption text-quiet">
        Si vuelves a pulsar el botón, harás otro pedido.
      </p>
    </section>
  );
}

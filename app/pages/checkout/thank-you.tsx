import { useLayoutEffect, useRef } from "react";
import { buttonLabel, NextStep, placedSentence } from "#orders/checkout-parts.tsx";
import type { Placed } from "#orders/place-order.ts";
import { ProductName } from "../../document/product-name.tsx";
import { countries } from "../../shop/countries.ts";
import { formatPrice } from "../../shop/money.ts";
import { Row } from "../../ui/row.tsx";
import { thanks } from "./later-titles.ts";

interface Props extends Placed {
  /** The order was placed before the page was loaded again. */
  isRestored: boolean;
}

/** The confirmation of the last order. It is in no live region: the notice has announced the order. */
export function ThankYou({ isRestored, ...placed }: Props) {
  const { quantity, firstName, lastName, address, postalCode, city, country } = placed.order;
  const countryName = countries.find(([code]) => code === country)?.[1];
  const section = useRef<HTMLElement>(null);

  // The browser has restored the scroll position before this section was back above the button.
  useLayoutEffect(() => {
    if (isRestored) section.current?.scrollIntoView({ block: "nearest" });
  }, [isRestored]);

  return (
    <section
      ref={section}
      aria-labelledby="thank-you"
      className="thank-you mt-6 border-accent border-t pt-6"
    >
      <h3 id="thank-you" className="section-title">
        {thanks}
      </h3>
      <p className="mt-2">{placedSentence(placed)}</p>
      <dl className="mt-5">
        <Row name="Compra">
          {quantity} × <ProductName />, {formatPrice(placed.total)}
        </Row>
        <Row name="Envío a">
          <span translate="no" className="whitespace-pre-line">
            {[`${firstName} ${lastName}`, address, `${postalCode} ${city}, ${countryName}`].join(
              "\n",
            )}
          </span>
        </Row>
      </dl>
      <NextStep {...placed} />
      <p className="mt-8 text-caption text-quiet print:hidden">
        {`Si vuelves a pulsar «${buttonLabel}», harás otro pedido.`}
      </p>
    </section>
  );
}

import { type Ref, useLayoutEffect, useRef } from "react";
import { NextStep, placedTitle } from "#orders/checkout-parts.tsx";
import type { Placed } from "#orders/place-order.ts";
import { ProductName } from "../../document/product-name.tsx";
import { addressLines } from "../../shop/address.ts";
import { formatPrice } from "../../shop/money.ts";
import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";
import { Row } from "../../ui/row.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";

interface Props extends Placed {
  title: Ref<HTMLHeadingElement>;
  /** The order was placed before the page was loaded again. */
  isRestored: boolean;
}

/** The confirmation of the last order. It is in no live region: the notice has announced the order. */
export function ThankYou({ title, isRestored, ...placed }: Props) {
  const { quantity, firstName } = placed.order;
  const lines = addressLines(placed.order);
  const country = lines.pop();
  const section = useRef<HTMLElement>(null);

  // The browser restored the scroll position before this section was rendered above the button.
  useLayoutEffect(() => {
    if (isRestored) section.current?.scrollIntoView({ block: "nearest" });
  }, [isRestored]);

  return (
    <section ref={section} aria-labelledby="thank-you" className="thank-you mt-6">
      {/* In print only. On the screen the header shows the brand. */}
      <p className="thank-you-brand">
        <Wordmark>{shop.brand}</Wordmark>
      </p>
      {/* The name is in the text font: the display font has only the letters of the page's headings (publish/fonts.ts). */}
      <h3 ref={title} id="thank-you" tabIndex={-1}>
        <span className="block text-lead">{`Gracias, ${firstName}.`}</span>{" "}
        <span className="section-title block text-[length:min(--theme(--text-section),11vw)]">
          {placedTitle}
        </span>
      </h3>
      <dl className="mt-5">
        <Row name="Compra">
          {quantity} × <ProductName />, <span lang="fr">{product.concentration}</span>{" "}
          {product.volume}
        </Row>
        <Row name="Envío a">
          <span translate="no" className="whitespace-pre-line">
            {`${lines.join("\n")}, ${country}`}
          </span>
        </Row>
        <div className="flex flex-wrap justify-between gap-x-4 border-accent border-t py-2 text-lead">
          <dt>Total</dt>
          <dd>{formatPrice(placed.total)}</dd>
        </div>
      </dl>
      <NextStep {...placed} />
    </section>
  );
}

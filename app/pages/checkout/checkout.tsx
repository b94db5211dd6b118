import { href } from "react-router";
import { Closed, isOpen, shownFacts, WithoutScript } from "#orders/checkout.tsx";
import { pageMeta } from "../../document/meta.ts";
import { formatPrice } from "../../shop/money.ts";
import { priceOrder, pricePer100Ml } from "../../shop/pricing.ts";
import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";
import { laterTitles } from "./later-titles.ts";
import { Order } from "./order.tsx";

export const handle = {
  get interactive() {
    return isOpen();
  },
};

export function meta() {
  const shipping = priceOrder(1).shippingCost === 0 ? " Envío gratuito." : "";
  return pageMeta({
    path: href("/checkout"),
    title: `Tu pedido · ${shop.brand}`,
    description: `${shop.brand}, ${product.concentration} ${product.volume}, ${formatPrice(product.price)} con IVA (${pricePer100Ml(product)}).${shipping}`,
  });
}

/** React hydrates only `#order` (app/entry.client.tsx). */
export default function Checkout() {
  return (
    <div className="screen-width pt-10 pb-32 lg:pt-16">
      <h1 className="page-title mb-8 lg:mb-14">Tu pedido</h1>
      {isOpen() ? (
        <>
          <noscript>
            <WithoutScript />
          </noscript>
          <div id="order" data-titles={laterTitles.join(" ")} {...shownFacts()}>
            <Order />
          </div>
        </>
      ) : (
        <Closed />
      )}
    </div>
  );
}

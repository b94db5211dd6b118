import { href } from "react-router";
import { Closed, WithoutScript } from "#orders/checkout-parts.tsx";
import { facts, isOpen, scriptFacts } from "#orders/facts/page-facts.ts";
import type { Handle } from "../../document/handle.ts";
import { pageMeta } from "../../document/meta.ts";
import { formatPrice } from "../../shop/money.ts";
import { priceOrder, pricePer100Ml } from "../../shop/pricing.ts";
import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";
import { Order } from "./island.tsx";
import { laterTitles } from "./later-titles.ts";

export const handle = { interactive: isOpen } satisfies Handle;

export function meta() {
  const shipping = priceOrder(1, facts).shippingCost === 0 ? " Envío gratuito." : "";
  return pageMeta({
    path: href("/checkout"),
    title: `Tu pedido · ${shop.brand}`,
    description: `${shop.brand}, ${product.concentration} ${product.volume}, ${formatPrice(facts.price)} con IVA (${pricePer100Ml(facts.price)}).${shipping}`,
  });
}

/** React hydrates only `#order` (app/entry.client.tsx). */
export default function Checkout() {
  return (
    <div className="screen-width pt-10 pb-32 lg:pt-16 print:pb-0">
      <h1 className="page-title mb-8 lg:mb-14">Tu pedido</h1>
      {isOpen ? (
        <>
          <noscript>
            <WithoutScript />
          </noscript>
          <div id="order" data-titles={laterTitles.join(" ")} {...scriptFacts}>
            <Order />
          </div>
        </>
      ) : (
        <Closed />
      )}
    </div>
  );
}

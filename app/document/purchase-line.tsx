import { href } from "react-router";
import { facts } from "#orders/facts/page-facts.ts";
import { formatPrice } from "../shop/money.ts";
import { pricePer100Ml } from "../shop/pricing.ts";
import { product } from "../shop/product.ts";
import { shop } from "../shop/shop.ts";
import { buttonStyle, type Look } from "../ui/button.tsx";
import { ProductName } from "./product-name.tsx";

/** The perfume, its price and a link to the checkout, on pages without an offer. */
export function PurchaseLine({ look }: { look?: Look }) {
  return (
    <div className="flex flex-col justify-between gap-x-16 gap-y-6 md:flex-row md:items-end">
      <div>
        <p className="item-title">
          {shop.brand} · <ProductName />
        </p>
        <p className="mt-2 text-small">
          <span lang="fr">{product.concentration}</span> {product.volume}
          <span className="max-md:hidden"> · </span>
          <br className="md:hidden" />
          {formatPrice(facts.price)}, IVA incluido&nbsp;· {pricePer100Ml(facts.price)}
        </p>
      </div>
      <a href={href("/checkout")} className={buttonStyle("print:hidden", look)}>
        Comprar Ahora
      </a>
    </div>
  );
}

import { facts } from "#orders/facts/page-facts.ts";
import { formatPrice } from "../shop/money.ts";
import { pricePer100Ml } from "../shop/pricing.ts";
import { product } from "../shop/product.ts";
import { ProductName } from "./product-name.tsx";

interface Props {
  /** Names the product too, where nothing else does. */
  named?: boolean;
}

/** The price of one bottle, the same on every page: the amount first, the rest quietly. */
export function Price({ named = false }: Props) {
  return (
    <p className="price">
      <span className="price-amount">{formatPrice(facts.price)}</span>{" "}
      <span>
        {named && (
          <>
            <ProductName /> · <span lang="fr">{product.concentration}</span> {product.volume} ·{" "}
          </>
        )}
        IVA incluido
      </span>{" "}
      <span>{pricePer100Ml(facts.price)}</span>
    </p>
  );
}

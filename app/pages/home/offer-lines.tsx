import { ProductName } from "../../document/product-name.tsx";
import { product } from "../../shop/product.ts";
import { Delivery } from "./delivery.tsx";

/** What the price buys: the product and its delivery. */
export function OfferLines() {
  return (
    <p className="offer-lines">
      <span>
        <ProductName /> · <span lang="fr">{product.concentration}</span> {product.volume}
      </span>{" "}
      <span>
        <Delivery />
      </span>
    </p>
  );
}

import { renderToStaticMarkup } from "react-dom/server";
import Returns from "../../pages/legal/returns.tsx";
import Terms from "../../pages/legal/terms.tsx";
import { product } from "../../shop/product.ts";

/**
 * The contract's terms, as HTML, with this price in cents. The buyer has to get them on a durable
 * medium (RDL 1/2007, art. 98.7).
 */
export function legalPages(price: number): string[] {
  const shownPrice = product.price;
  product.price = price;
  try {
    return [<Terms key="terms" />, <Returns key="returns" />].map((page) =>
      renderToStaticMarkup(<main>{page}</main>),
    );
  } finally {
    product.price = shownPrice;
  }
}

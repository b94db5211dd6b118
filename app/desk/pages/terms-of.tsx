import { renderToStaticMarkup } from "react-dom/server";
import { termsText } from "#desk/publish/terms-text.ts";
import { ReturnsText } from "../../pages/legal/returns.tsx";
import { TermsText } from "../../pages/legal/terms.tsx";
import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";

/**
 * The terms of a contract at this price, in cents, as the text of their pages. The buyer has to get them
 * on a durable medium (RDL 1/2007, art. 98.7).
 */
export function termsOf(price: number): string {
  const shownPrice = product.price;
  product.price = price;
  try {
    const pages = [<TermsText key="terms" />, <ReturnsText key="returns" />].map((page) =>
      renderToStaticMarkup(<main>{page}</main>),
    );
    return termsText(pages, shop.siteUrl);
  } finally {
    product.price = shownPrice;
  }
}

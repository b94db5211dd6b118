import { renderToStaticMarkup } from "react-dom/server";
import { ReturnsText } from "../../app/pages/legal/returns-page.tsx";
import { TermsText } from "../../app/pages/legal/terms-page.tsx";
import { shop } from "../../app/shop/shop.ts";
import { termsText } from "./terms-text.ts";

/**
 * The text of the pages that are the terms of a contract, with the facts that this thread was started with. The buyer
 * has to get it on a durable medium (RDL 1/2007, art. 98.7).
 */
export function renderTerms(): string {
  const pages = [<TermsText key="terms" />, <ReturnsText key="returns" />].map((page) =>
    renderToStaticMarkup(<main>{page}</main>),
  );
  return termsText(pages, shop.siteUrl);
}

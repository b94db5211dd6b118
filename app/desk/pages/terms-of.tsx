import { renderToStaticMarkup } from "react-dom/server";
import { termsText } from "#desk/publish/terms-text.ts";
import { ReturnsText } from "../../pages/legal/returns.tsx";
import { TermsText } from "../../pages/legal/terms.tsx";
import { shop } from "../../shop/shop.ts";
import { type ShownFacts, show, shown } from "../shop/shown-facts.ts";

/**
 * The terms of a contract by these facts, as the text of their pages. The buyer has to get them on a
 * durable medium (RDL 1/2007, art. 98.7).
 */
export function termsOf(facts: ShownFacts): string {
  const now = shown;
  show(facts);
  try {
    const pages = [<TermsText key="terms" />, <ReturnsText key="returns" />].map((page) =>
      renderToStaticMarkup(<main>{page}</main>),
    );
    return termsText(pages, shop.siteUrl);
  } finally {
    show(now);
  }
}

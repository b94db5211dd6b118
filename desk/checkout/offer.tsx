import { href } from "react-router";
import { label } from "../shop/seller.ts";
import { facts } from "./facts/page-facts.ts";

/** Consumers may also return what they have used (RDL 1/2007, art. 108). */
export const guarantee =
  "Garantía de devolución. Si no es para ti y vuelve sin usar, te devolvemos todo lo que pagaste. Lo dice la ley y nos parece bien.";

/** Search engines learn whether the perfume can be bought now. */
export const availability = () => (facts.closed ? "OutOfStock" : "InStock");

/** The product's GTIN, if the owner has set one. */
export const gtin = /^EAN (\d{13})$/.exec(label.identifier)?.[1];

/** The cost of a return, and a link to the perfume's label, beside the offer on the home page. */
export function OfferNotes() {
  return (
    <>
      <p className="mt-2 text-night-quiet text-small">El envío de vuelta lo pagas tú.</p>
      <p className="mt-2 text-night-quiet text-small">
        <a href={`${href("/checkout")}#etiqueta`} className="link">
          Ingredientes y advertencias
        </a>
      </p>
    </>
  );
}

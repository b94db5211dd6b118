import { href } from "react-router";

/** Consumers may also return what they have used (RDL 1/2007, art. 108). */
export const guarantee =
  "Garantía de devolución. Si no es para ti y vuelve sin usar, te devolvemos todo lo que pagaste. Lo dice la ley y nos parece bien.";

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

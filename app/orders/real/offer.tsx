import { href } from "react-router";

/** What home's offer costs whoever thinks again, and the way to what the perfume's label says. */
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

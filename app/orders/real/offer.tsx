import { href } from "react-router";

/** What home's offer costs whoever thinks again, and the way to what the perfume's label says. */
export function OfferNotes() {
  return (
    <p className="mt-2 max-w-measure text-night-quiet text-small">
      El envío de vuelta lo pagas tú.{" "}
      <a href={`${href("/checkout")}#etiqueta`} className="link">
        Ingredientes, advertencias y fabricante
      </a>
    </p>
  );
}

import { destinations } from "#orders/destinations.ts";
import { shop } from "../../shop/shop.ts";

const shipsTo = (...codes: string[]) => destinations.some(([code]) => codes.includes(code));

/** Whom the form can't serve: the rules for postal codes and telephones are the same everywhere. */
export function DeskCountryHint() {
  return (
    <>
      {shipsTo("ES") && "No enviamos a Canarias, Ceuta ni Melilla. "}
      {shipsTo("PT", "CH", "AT")
        ? "Si tu código postal no tiene cinco cifras o tu teléfono no es español"
        : "Si tu teléfono no es español"}
      , escríbenos a <a href={shop.emailLink}>{shop.email}</a>.
    </>
  );
}

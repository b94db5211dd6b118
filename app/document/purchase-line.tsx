import { href } from "react-router";
import { buttonStyle, type Look } from "../ui/button.tsx";
import { Price } from "./price.tsx";

/** The perfume, its price and a link to the checkout, on pages without an offer. */
export function PurchaseLine({ look }: { look?: Look }) {
  return (
    <div className="flex flex-col justify-between gap-x-16 gap-y-6 md:flex-row md:items-end">
      <Price named />
      <a href={href("/checkout")} className={buttonStyle("print:hidden", look)}>
        Comprar Ahora
      </a>
    </div>
  );
}

import { BuyLink } from "#orders/buy-link.tsx";
import { Price } from "../../document/price.tsx";
import { OfferLines } from "./offer-lines.tsx";

/** Price and buy link at the bottom of the screen, below the first view (purchase.css). */
export function PurchaseBar() {
  return (
    <div className="purchase-bar night">
      <div className="screen-width">
        <OfferLines />
        <Price />
        <BuyLink className="">Comprar Ahora</BuyLink>
      </div>
    </div>
  );
}

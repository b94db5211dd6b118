import { DeliveryFacts } from "#orders/checkout-parts.tsx";
import openBox from "../../photos/open-box.avif?w=600;880;1200&bitdepth=10&format=avif;webp&quality=39&as=picture";
import { Picture } from "../../ui/picture.tsx";

/**
 * Packaging and delivery, below the totals where the summary has its own column. On phones the form shows the
 * delivery (`Conditions`).
 */
export function Arrival() {
  return (
    <div className="arrival">
      {/* The words beside it describe it. */}
      <Picture
        photo={openBox}
        sizes="(max-width: 95.99rem) 15rem, 17vw"
        alt=""
        className="arrival-photo"
      />
      <div>
        <p className="pb-2.5 text-small">
          Viaja en su caja, de un marrón casi negro, con el sol estampado en oro.
        </p>
        <DeliveryFacts />
      </div>
    </div>
  );
}

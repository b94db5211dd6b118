import { DeliveryFacts } from "#orders/checkout-parts.tsx";

/**
 * Packaging and delivery, below the totals where the summary has its own column. On phones the form shows the
 * delivery (`Conditions`).
 */
export function Arrival() {
  return (
    <div className="arrival">
      <p className="pb-2.5 text-small">
        Viaja en su caja, de un marrón casi negro, con la luz de una ventana estampada en oro.
      </p>
      <DeliveryFacts />
    </div>
  );
}

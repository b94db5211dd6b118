import { deliveryStart } from "#orders/delivery-area.ts";
import { facts } from "#orders/facts/page-facts.ts";
import type { Facts } from "../../shop/facts.ts";
import { formatEuros, formatPrice } from "../../shop/money.ts";
import { priceOrder } from "../../shop/pricing.ts";
import { shop } from "../../shop/shop.ts";
import { Unbroken } from "../../ui/unbroken.tsx";

type Terms = Pick<Facts, "price" | "shipping" | "cityDeliveryHours">;

/** What the delivery of one bottle costs, and its promised hours around the city if there are any. */
export function Delivery({ terms = facts }: { terms?: Terms }) {
  const { shippingCost } = priceOrder(1, terms);
  return (
    <>
      {shippingCost === 0
        ? "Envío gratis."
        : `Envío ${formatPrice(shippingCost)}, gratis desde ${formatEuros(terms.shipping.freeFrom)}.`}
      {terms.cityDeliveryHours && (
        <>
          {" "}
          En {shop.city}, en <Unbroken>{terms.cityDeliveryHours}&nbsp;h</Unbroken>
          {deliveryStart}.
        </>
      )}
    </>
  );
}

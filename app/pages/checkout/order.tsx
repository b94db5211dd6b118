import { useState, useTransition } from "react";
import { placeOrder } from "#orders/place-order.ts";
import type { Order as PlacedOrder } from "../../shop/order.ts";
import { quantityLimits } from "../../shop/quantity.ts";
import { OrderSummary } from "./order-summary.tsx";
import { RemountOnError } from "./remount-on-error.tsx";
import { ShippingForm } from "./shipping-form.tsx";

/**
 * The one part of the shop that is used, not read: what is bought, and where it goes. What has become
 * of an order is known here, above whatever is rendered anew.
 */
export function Order() {
  const [quantity, setQuantity] = useState<number>(quantityLimits.min);
  const [submitting, startSubmitting] = useTransition();
  const [ordersPlaced, setOrdersPlaced] = useState(0);

  function place(order: PlacedOrder) {
    startSubmitting(async () => {
      if (await placeOrder(order)) setOrdersPlaced((count) => count + 1);
    });
  }

  return (
    <RemountOnError>
      <div className="grid gap-x-16 md:grid-cols-2 lg:grid-cols-[5fr_6fr] lg:gap-x-24">
        <OrderSummary quantity={quantity} onQuantityChange={setQuantity} />
        <ShippingForm
          quantity={quantity}
          submitting={submitting}
          ordersPlaced={ordersPlaced}
          place={place}
        />
      </div>
    </RemountOnError>
  );
}

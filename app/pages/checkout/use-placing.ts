import { startTransition, useState, useTransition } from "react";
import { type Placed, placeOrder } from "#orders/place-order.ts";
import type { Order } from "../../shop/order.ts";

/** What becomes of orders, known above whatever is rendered anew. */
export function usePlacing() {
  const [submitting, startSubmitting] = useTransition();
  const [placed, setPlaced] = useState<readonly Placed[]>([]);

  function place(order: Order) {
    startSubmitting(async () => {
      const result = await placeOrder(order);
      if (!result) return;
      // The notice and the button come back in one: after a wait React asks for it again.
      startTransition(() => setPlaced((orders) => [...orders, result]));
    });
  }

  return { submitting, placed, place };
}

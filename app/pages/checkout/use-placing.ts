import { startTransition, useState, useTransition } from "react";
import { placeOrder } from "#orders/place-order.ts";
import type { Order } from "../../shop/order.ts";

/** What becomes of orders, known above whatever is rendered anew. */
export function usePlacing() {
  const [submitting, startSubmitting] = useTransition();
  const [ordersPlaced, setOrdersPlaced] = useState(0);

  function place(order: Order) {
    startSubmitting(async () => {
      if (!(await placeOrder(order))) return;
      // The notice and the button come back in one: after a wait React asks for it again.
      startTransition(() => setOrdersPlaced((count) => count + 1));
    });
  }

  return { submitting, ordersPlaced, place };
}

import { startTransition, useState, useTransition } from "react";
import { type Placed, placeOrder } from "#orders/place-order.ts";
import type { Order } from "../../shop/order.ts";
import { useEntryState } from "./use-entry-state.ts";

/** Places orders. The confirmation of the last one is stored in the tab's history entry. */
export function usePlacing() {
  const [submitting, startSubmitting] = useTransition();
  const [ordersPlaced, setOrdersPlaced] = useState(0);
  const [lastPlaced, setLastPlaced] = useEntryState<Placed | undefined>("placedOrder", undefined);

  function place(order: Order) {
    startSubmitting(async () => {
      const placed = await placeOrder(order);
      if (!placed) return;
      // After an await React needs a new transition. It makes this one update with the end of `submitting`.
      startTransition(() => {
        setLastPlaced(placed);
        setOrdersPlaced((count) => count + 1);
      });
    });
  }

  return { submitting, ordersPlaced, lastPlaced, place };
}

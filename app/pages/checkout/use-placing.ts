import { useState, useTransition } from "react";
import type { Order } from "../../shop/order.ts";
import { placeOrder, processing } from "../../shop/place-order.ts";
import { placeAtDesk } from "./desk-state.ts";

/** What becomes of orders, known above whatever is rendered anew. */
export function usePlacing() {
  const [submitting, startSubmitting] = useTransition();
  const [ordersPlaced, setOrdersPlaced] = useState(0);

  function place(order: Order) {
    startSubmitting(async () => {
      if (process.env.ORDER_DESK === "real") {
        if (!(await placeAtDesk(order, processing()))) return;
      } else await placeOrder(order);
      setOrdersPlaced((count) => count + 1);
    });
  }

  return { submitting, ordersPlaced, place };
}

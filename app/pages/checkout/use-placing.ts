import { startTransition, useEffect, useLayoutEffect, useState, useTransition } from "react";
import { type Placed, placeOrder } from "#orders/place-order.ts";
import type { Order } from "../../shop/order.ts";

/** Changes with the shape of `Placed`: a tab may still hold an order that an older page has stored. */
const stateKey = "placedOrder";

interface Orders {
  /** How many orders this page has placed since it was loaded. */
  count: number;
  last?: Placed | undefined;
}

/**
 * Places orders. The last one is stored in the tab's history entry, so that its confirmation outlives a
 * reload, Back and a discarded tab, and is gone when the tab is closed.
 */
export function usePlacing() {
  const [submitting, startSubmitting] = useTransition();
  const [{ count, last }, setOrders] = useState<Orders>({ count: 0 });

  // Not in the initial state: the first render must equal the server's HTML.
  useLayoutEffect(() => {
    const stored: Placed | undefined = history.state?.[stateKey];
    if (stored) setOrders({ count: 0, last: stored });
  }, []);

  useEffect(() => {
    if (!last) return;
    const store = () => history.replaceState({ ...history.state, [stateKey]: last }, "");
    store();
    // A link within the page opens an entry of its own, without state.
    addEventListener("hashchange", store);
    return () => removeEventListener("hashchange", store);
  }, [last]);

  function place(order: Order) {
    startSubmitting(async () => {
      const placed = await placeOrder(order, last);
      if (!placed) return;
      // In one update with the end of `submitting`: after an await React needs a new transition.
      startTransition(() => setOrders(({ count }) => ({ count: count + 1, last: placed })));
    });
  }

  return { submitting, ordersPlaced: count, lastPlaced: last, place };
}

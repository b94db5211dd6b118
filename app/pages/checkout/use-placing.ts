import { startTransition, useEffect, useLayoutEffect, useState, useTransition } from "react";
import { type Placed, placeOrder } from "#orders/place-order.ts";
import type { Order } from "../../shop/order.ts";

/** Rename it when the shape of `Placed` changes: a tab may still hold an order in the old shape. */
const stateKey = "placedOrder";

const store = (placed: Placed) =>
  history.replaceState({ ...history.state, [stateKey]: placed }, "");

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
    // A link within the page opens an entry of its own, without state.
    const storeAgain = () => store(last);
    addEventListener("hashchange", storeAgain);
    return () => removeEventListener("hashchange", storeAgain);
  }, [last]);

  function place(order: Order) {
    startSubmitting(async () => {
      const placed = await placeOrder(order, last);
      if (!placed) return;
      // Not in an effect: the browser may be leaving for the page where the order is paid.
      store(placed);
      // In one update with the end of `submitting`: after an await React needs a new transition.
      startTransition(() => setOrders(({ count }) => ({ count: count + 1, last: placed })));
    });
  }

  return { submitting, ordersPlaced: count, lastPlaced: last, place };
}

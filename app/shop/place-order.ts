import type { Order } from "./order.ts";

/** How long an order takes at least, in milliseconds (spec §9): longer than a double press. */
const processingDelay = 2000;

export function processing(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, processingDelay));
}

/**
 * The one seam to the outside. The shop's order desk is simulated: it waits, takes every order and
 * tells nobody (spec §7). With a real one, send-order.ts stands in its place.
 */
export async function placeOrder(_order: Order): Promise<void> {
  await processing();
}

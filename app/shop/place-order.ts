import type { Order } from "./order.ts";

/** How long the simulated order desk takes, in milliseconds (spec §9). */
const processingDelay = 2000;

/**
 * The one seam to the outside. Today's order desk is simulated: it waits, takes every order and
 * tells nobody (spec §7). A real one has the same signature and rejects when it can't take the order.
 */
export async function placeOrder(_order: Order): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, processingDelay));
}

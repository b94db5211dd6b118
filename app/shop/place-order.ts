import type { Order } from "./order.ts";

/** How long the simulated order desk takes, in milliseconds (spec §9). */
const processingDelay = 2000;

/**
 * The one seam to the outside. The shop's order desk is simulated: it waits, takes every order and
 * tells nobody (spec §7). With a real one, send-order.ts stands in its place.
 */
export async function placeOrder(_order: Order): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, processingDelay));
}

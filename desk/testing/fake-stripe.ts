import Stripe from "stripe";
import { onTestFinished, vi } from "vitest";
import { start } from "./desk.ts";
import { stripeServer } from "./stripe-server.ts";

export { noBalance, webhookSecret } from "./stripe-server.ts";

/** A fake Stripe for one test, with the desk's clock. */
export async function fakeStripe() {
  // In seconds. The SDK would wait half a second before it tries again.
  vi.spyOn(Stripe.prototype, "getInitialNetworkRetryDelay").mockReturnValue(0.01);
  const stripe = await stripeServer(start);
  onTestFinished(stripe.close);
  return stripe;
}

import type { DeskSettings } from "../../app/desk/shop/settings-schema.ts";
import type { CardPayment } from "./payment.ts";

/** Stripe, if its key is set. Its package is loaded only then. */
export async function cardProvider({
  STRIPE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRET,
}: Pick<DeskSettings, "STRIPE_SECRET_KEY" | "STRIPE_WEBHOOK_SECRET">): Promise<
  CardPayment | undefined
> {
  if (!STRIPE_SECRET_KEY) return undefined;
  const { stripePayment } = await import("./stripe.ts");
  return stripePayment(STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET);
}

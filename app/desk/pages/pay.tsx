import { href, redirect } from "react-router";
import { balance } from "../shop/order-rules.ts";
import type { Route } from "./+types/pay";
import { deskContext } from "./context.ts";
import { refusal } from "./refusal.tsx";

/** Without it, a shopper would read JSON when the provider is unavailable. */
export { ErrorBoundary, meta } from "./refusal.tsx";

/** Redirects to the provider's page, or to the order if there is nothing to pay. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const desk = context.get(deskContext);
  const order = await desk.findByToken(token);
  if (!order) throw refusal(404);
  // The provider accepts only the whole price.
  const provider = balance(order) === 0 && (await desk.startPayment(order));
  return redirect(provider || href("/pedido/:token", { token }), 303);
}

import { href, redirect } from "react-router";
import { balance } from "../shop/order-rules.ts";
import type { Route } from "./+types/pay";
import { deskContext } from "./context.ts";
import { refusal } from "./refusal.tsx";

/** Without it, who can't pay just now would read JSON. */
export { ErrorBoundary, meta } from "./refusal.tsx";

/** Leads to the provider's page, or back to an order that there is nothing to pay for. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const desk = context.get(deskContext);
  const order = await desk.findByToken(token);
  if (!order) throw refusal(404);
  // The provider's page takes the whole price.
  const provider = balance(order) === 0 && (await desk.startPayment(order));
  return redirect(provider || href("/pedido/:token", { token }), 303);
}

import { href, redirect } from "react-router";
import { startPayment } from "../cards/payment-page.ts";
import { findByToken } from "../orders/orders.ts";
import type { Route } from "./+types/pay";
import { withDesk } from "./context.ts";
import { refusal } from "./refusal.tsx";

/** Without an error boundary, a shopper would read JSON when the provider is unavailable. */
export { ErrorBoundary, meta } from "./refusal.tsx";

/** Redirects to the provider's page, or to the order if there is nothing to pay. */
export const loader = withDesk(async (desk, { params: { token } }: Route.LoaderArgs) => {
  const order = await findByToken(desk.db, token);
  if (!order) throw refusal(404);
  const provider = await startPayment(desk, order);
  return redirect(provider ?? href("/pedido/:token", { token }), 303);
});

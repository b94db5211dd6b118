import Stripe from "stripe";
import { product } from "../app/shop/product.ts";
import { shop } from "../app/shop/shop.ts";
import type { CardPayment } from "./payment.ts";
import type { Order } from "./schema.ts";

/** By card or Bizum on Stripe's own page, so that no card number ever comes here. */
export function stripePayment(
  key: string,
  webhookSecret: string,
  options: Stripe.StripeConfig = {},
): CardPayment {
  const stripe = new Stripe(key, { timeout: 10_000, maxNetworkRetries: 1, ...options });
  const { sessions } = stripe.checkout;
  const sessionOf = async ({ providerReference }: Order) =>
    providerReference ? await sessions.retrieve(providerReference) : undefined;

  return {
    async start(order) {
      const last = await sessionOf(order);
      const page = `${shop.siteUrl}/pedido/${order.token}`;
      // One that is complete is paid, or about to be: a second one would be paid twice.
      if (last && last.status !== "expired")
        return { address: last.url ?? page, reference: last.id };
      // Without a key of ours, for Stripe would repeat a failure under it all day. A page whose answer
      // was lost stays unknown to all, and of two presses at once one page is kept (orders.ts).
      const session = await sessions.create({
        mode: "payment",
        locale: "es",
        client_reference_id: order.id,
        customer_email: order.email ?? undefined,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: "eur",
              unit_amount: order.total,
              product_data: { name: `${order.quantity} × ${shop.brand} ${product.name}` },
            },
          },
        ],
        success_url: page,
        cancel_url: page,
      });
      if (!session.url) throw new Error(`Stripe gave no page for the order ${order.id}.`);
      return { address: session.url, reference: session.id };
    },

    async check(order) {
      const session = await sessionOf(order);
      return session?.payment_status === "paid" ? (session.amount_total ?? 0) : 0;
    },

    async refund(order, amount, key) {
      const intent = (await sessionOf(order))?.payment_intent;
      if (!intent) throw new Error(`Stripe knows no payment of the order ${order.id}.`);
      const payment_intent = typeof intent === "string" ? intent : intent.id;
      await stripe.refunds.create({ payment_intent, amount }, { idempotencyKey: key });
    },

    async orderOf(message, signature) {
      const event = await stripe.webhooks.constructEventAsync(message, signature, webhookSecret);
      const about = event.data.object;
      return "client_reference_id" in about ? (about.client_reference_id ?? undefined) : undefined;
    },

    isUnavailable: (error) =>
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof Stripe.errors.StripeRateLimitError,
  };
}

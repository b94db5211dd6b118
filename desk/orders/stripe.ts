import Stripe from "stripe";
import { saleTerms } from "../../app/desk/shop/seller.ts";
import { day, endOfPeriod, minute } from "../../app/desk/shop/time.ts";
import { product } from "../../app/shop/product.ts";
import { shop } from "../../app/shop/shop.ts";
import type { Order } from "../storage/tables.ts";
import type { CardPayment } from "./payment.ts";

/** Card or Bizum on Stripe's own page, so that we never see a card number. */
export function stripePayment(
  key: string,
  webhookSecret: string,
  options: Stripe.StripeConfig = {},
): CardPayment {
  const stripe = new Stripe(key, { timeout: 10_000, maxNetworkRetries: 1, ...options });
  const { sessions } = stripe.checkout;
  const sessionOf = async ({ providerReference }: Order) =>
    providerReference
      ? await sessions.retrieve(providerReference, { expand: ["payment_intent.latest_charge"] })
      : undefined;

  return {
    isTest: /^(sk|rk)_test_/.test(key),

    async start(order, now) {
      const last = await sessionOf(order);
      const page = `${shop.siteUrl}/pedido/${order.token}`;
      // A completed page is paid, or about to be: a second one would be paid twice.
      if (last && last.status !== "expired" && !hasFailed(last))
        return { address: last.url ?? page, reference: last.id };
      // No idempotency key: Stripe would replay a failure for 24 hours. If an answer is lost,
      // nobody knows its page; of two concurrent requests one page is stored (money.ts).
      const session = await sessions.create({
        mode: "payment",
        locale: "es",
        client_reference_id: order.id,
        customer_email: order.email ?? undefined,
        expires_at: pageEnd(order, now),
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
      if (!session.url)
        throw new Error(`Stripe no ha dado ninguna página para pagar el pedido ${order.id}.`);
      return { address: session.url, reference: session.id };
    },

    async check(order) {
      const session = await sessionOf(order);
      if (session?.payment_status !== "paid") return nothing;
      const { id = null, latest_charge } = paymentOf(session) ?? {};
      const charge = typeof latest_charge === "object" ? latest_charge : null;
      const disputes =
        charge?.disputed && id ? await stripe.disputes.list({ payment_intent: id }) : { data: [] };
      const sumOf = (isMeant: (status: Stripe.Dispute.Status) => boolean) =>
        disputes.data.reduce((sum, { amount, status }) => sum + (isMeant(status) ? amount : 0), 0);
      const lost = sumOf((status) => status === "lost");
      return {
        received: session.amount_total ?? 0,
        refunded: (charge?.amount_refunded ?? 0) + lost,
        disputed: sumOf((status) => !closed.has(status)),
        lost,
        payment: id,
      };
    },

    async end({ providerReference }) {
      if (!providerReference) return;
      const { status } = await sessions.retrieve(providerReference);
      if (status === "open") await sessions.expire(providerReference);
    },

    async refund(order, amount, idempotencyKey) {
      try {
        await stripe.refunds.create(
          { payment_intent: order.providerPayment ?? "", amount },
          { idempotencyKey },
        );
        return "done";
      } catch (error) {
        // Stripe replays the stored response for an idempotency key for 24 hours, so each retry
        // gets a new key.
        if (error instanceof Stripe.errors.StripeError && isAnswer(error)) {
          return { refused: error.message };
        }
        throw error;
      }
    },

    async changedSince(time) {
      const payments = new Set<string>();
      const since = { created: { gte: Math.floor(time / 1000) }, limit: 100 };
      for (const kind of [stripe.refunds, stripe.disputes]) {
        for await (const { payment_intent } of kind.list(since)) {
          if (payment_intent) payments.add(idOf(payment_intent));
        }
      }
      return [...payments];
    },

    async readNotice(message, signature) {
      const event = await stripe.webhooks.constructEventAsync(message, signature, webhookSecret);
      const about = event.data.object;
      if ("client_reference_id" in about && about.client_reference_id) {
        return { order: about.client_reference_id };
      }
      if ("payment_intent" in about && about.payment_intent) {
        return { payment: idOf(about.payment_intent as string | { id: string }) };
      }
      return {};
    },

    // A payment of another account, or of the test mode.
    isUnknown: (error) =>
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing",

    isUnavailable: (error) =>
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof Stripe.errors.StripeRateLimitError ||
      // A key that was revoked, or that may not do this: Stripe said nothing about the payment.
      error instanceof Stripe.errors.StripeAuthenticationError ||
      error instanceof Stripe.errors.StripePermissionError,
  };
}

const nothing = { received: 0, refunded: 0, disputed: 0, lost: 0, payment: null };

/** The states of a dispute that is over. */
const closed: ReadonlySet<string> = new Set(["won", "lost", "warning_closed", "prevented"]);

const idOf = (named: string | { id: string }) => (typeof named === "string" ? named : named.id);

const paymentOf = ({ payment_intent }: Stripe.Checkout.Session) =>
  typeof payment_intent === "object" ? payment_intent : null;

/** A delayed payment that failed: the page is complete and will never be paid. */
function hasFailed(session: Stripe.Checkout.Session): boolean {
  const status = paymentOf(session)?.status ?? "";
  return (
    session.status === "complete" &&
    session.payment_status === "unpaid" &&
    ["requires_payment_method", "canceled"].includes(status)
  );
}

/**
 * Returns false if Stripe did not start the work: it is rate limited, or the same request is in
 * progress.
 */
const isAnswer = ({ statusCode, code }: InstanceType<typeof Stripe.errors.StripeError>) =>
  statusCode !== undefined && statusCode !== 429 && code !== "idempotency_key_in_use";

/** In seconds: when the order expires, within Stripe's limits (30 minutes to 24 hours from now). */
function pageEnd({ placedAt }: Order, now: number): number {
  const expiry = endOfPeriod(placedAt, saleTerms.payWithinDays);
  const end = Math.min(Math.max(expiry, now + 31 * minute), now + day - minute);
  return Math.floor(end / 1000);
}

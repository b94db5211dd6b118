import Stripe from "stripe";
import { product } from "../../app/shop/product.ts";
import { shop } from "../../app/shop/shop.ts";
import { kept, outstanding } from "../shop/order-status.ts";
import { day, minute } from "../shop/time.ts";
import type { CardPayment, ProviderEntry } from "../storage/card-payment.ts";
import type { Order } from "../storage/tables.ts";

/** Card or Bizum on Stripe's own page, so that we never see a card number. */
export function stripePayment(
  key: string,
  webhookSecret: string,
  options: Stripe.StripeConfig = {},
): CardPayment {
  const stripe = new Stripe(key, { timeout: 10_000, maxNetworkRetries: 1, ...options });
  const { sessions } = stripe.checkout;
  const retrieve = (id: string) =>
    sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });
  const sessionOf = async ({ providerPage }: Order) =>
    providerPage ? await retrieve(providerPage) : undefined;

  /** Ends an open page, unless it was paid on since it was looked at: Stripe expires only open ones. */
  const expire = (id: string) =>
    sessions.expire(id).catch(async (error) => {
      const now = await retrieve(id);
      if (now.status === "open") throw error;
      return now;
    });

  /** Returns a definite refusal, such as of an email address, because a retry would get the same. */
  const create = (page: Stripe.Checkout.SessionCreateParams) =>
    sessions.create(page).catch((error) => {
      if (error instanceof Stripe.errors.StripeInvalidRequestError)
        return { refused: error.message };
      throw error;
    });

  return {
    isTest: /^(sk|rk)_test_/.test(key),

    async start(order, now) {
      const found = await sessionOf(order);
      const page = `${shop.siteUrl}/pedido/${order.token}`;
      const amount = outstanding(order);
      if (amount < minAmount) return { refused: "Stripe no cobra menos de 0,50\u00a0€." };
      const isObsolete = found?.status === "open" && found.amount_total !== amount;
      const last = isObsolete ? await expire(found.id) : found;
      // A completed page is paid, or about to be. With a second one, the shopper could pay twice.
      if (last && last.status !== "expired" && !hasFailed(last))
        return { address: last.url ?? page, reference: last.id };
      // No idempotency key: Stripe would replay a failure for 24 hours. If an answer is lost,
      // nobody knows its page; of two concurrent requests one page is stored (payment-page.ts).
      const session = await create({
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
              unit_amount: amount,
              product_data: { name: `${kept(order)} × ${shop.brand} ${product.name}` },
            },
          },
        ],
        success_url: page,
        cancel_url: page,
      });
      if ("refused" in session) return session;
      if (!session.url)
        throw new Error(`Stripe no ha dado ninguna página para pagar el pedido ${order.id}.`);
      return { address: session.url, reference: session.id };
    },

    async check(order) {
      const session = await sessionOf(order);
      if (session?.payment_status !== "paid") {
        const isPageOpen = !!session && session.status !== "expired" && !hasFailed(session);
        return { isPageOpen, payment: null, entries: [] };
      }
      const { id, latest_charge } = paymentOf(session) ?? {};
      const charge = typeof latest_charge === "object" ? latest_charge : null;
      const entries: ProviderEntry[] = [
        {
          kind: "payment",
          id: id ?? session.id,
          amount: session.amount_total ?? 0,
          at: (charge ?? session).created * 1000,
          isReversed: false,
        },
      ];
      if (!id) return { isPageOpen: false, payment: null, entries };
      const ofPayment = { payment_intent: id, limit: 100 };
      // Refunds that failed before they were stored do not matter.
      const { refunded, refundKey } = order;
      if ((charge?.amount_refunded ?? 0) > 0 || refunded > 0 || refundKey !== null) {
        for await (const refund of stripe.refunds.list(ofPayment)) entries.push(entryOf(refund));
      }
      if (charge?.disputed) {
        for await (const { id, amount, created, status } of stripe.disputes.list(ofPayment)) {
          const isOpen = !decided.has(status);
          const isReversed = !moneyTaken(status);
          entries.push({ kind: "chargeback", id, amount, at: created * 1000, isReversed, isOpen });
        }
      }
      return { isPageOpen: false, payment: id, entries };
    },

    async end({ providerPage }) {
      if (!providerPage) return;
      const { status } = await sessions.retrieve(providerPage);
      if (status === "open") await expire(providerPage);
    },

    async refund(order, amount, idempotencyKey) {
      try {
        const { status, failure_reason } = await stripe.refunds.create(
          {
            payment_intent: order.providerPayment ?? "",
            amount,
            metadata: { key: idempotencyKey },
          },
          { idempotencyKey },
        );
        return isRefundOver(status) ? { refused: failure_reason ?? "Refund failed." } : "done";
      } catch (error) {
        // A definite refusal. Stripe replays this response for 24 hours, so refundByCard forgets the key
        // and the next try gets a new one.
        if (error instanceof Stripe.errors.StripeError && isAnswer(error)) {
          return { refused: error.message };
        }
        throw error;
      }
    },

    async changedSince(time) {
      const payments = new Set<string>();
      const since = (from: number) => ({ created: { gte: Math.floor(from / 1000) }, limit: 100 });
      for await (const refund of stripe.refunds.list(since(time - refundsFailWithin))) {
        const isNew = refund.created * 1000 >= time;
        if (refund.payment_intent && (isNew || isRefundOver(refund.status)))
          payments.add(idOf(refund.payment_intent));
      }
      for await (const { payment_intent } of stripe.disputes.list(since(time))) {
        if (payment_intent) payments.add(idOf(payment_intent));
      }
      return [...payments];
    },

    async readWebhook(message, signature) {
      const event = await stripe.webhooks
        .constructEventAsync(message, signature, webhookSecret)
        .catch((error) => {
          if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
          throw error;
        });
      if (!event) return undefined;
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
      isInProgress(error) ||
      // A key that was revoked, or that may not do this: Stripe said nothing about the payment.
      error instanceof Stripe.errors.StripeAuthenticationError ||
      error instanceof Stripe.errors.StripePermissionError,
  };
}

/** The statuses of a dispute that is over. */
const decided: ReadonlySet<string> = new Set(["won", "lost", "warning_closed", "prevented"]);

/** The bank takes the money when a dispute opens, but not for an inquiry («warning»). */
const moneyTaken = (status: string) =>
  !["won", "prevented"].includes(status) && !status.startsWith("warning_");

/** Stripe's minimum charge in euros, in cents. */
const minAmount = 50;

/** A bank may refuse a refund for this long, in ms. Stripe then marks it as failed. */
const refundsFailWithin = 30 * day;

const isRefundOver = (status: string | null) => status === "failed" || status === "canceled";

const entryOf = ({ id, amount, created, status, metadata }: Stripe.Refund): ProviderEntry => ({
  kind: "refund",
  id,
  amount,
  at: created * 1000,
  isReversed: isRefundOver(status),
  isPending: status === "pending" || status === "requires_action",
  key: metadata?.key,
});

const idOf = (object: string | { id: string }) => (typeof object === "string" ? object : object.id);

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
const isAnswer = (error: StripeError) =>
  error.statusCode !== undefined && error.statusCode !== 429 && !isInProgress(error);

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

const isInProgress = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && error.code === "idempotency_key_in_use";

/** In seconds: when the order expires, within Stripe's limits (30 minutes to 24 hours from now). */
function pageEnd({ payUntil }: Order, now: number): number {
  const latest = now + day - minute;
  const end = Math.min(Math.max(payUntil ?? latest, now + 31 * minute), latest);
  return Math.floor(end / 1000);
}

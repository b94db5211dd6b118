import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Stripe from "stripe";
import { day } from "../shop/time.ts";

export const webhookSecret = "whsec_prueba";

interface Session {
  id: string;
  object: "checkout.session";
  url: string | null;
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  payment_intent: string | null;
  /** Set when a delayed payment has failed. */
  failed?: boolean;
  amount_total: number;
  client_reference_id: string;
  /** Unix time in seconds of this fake's clock. */
  created: number;
  /** Unix time in seconds. */
  expires_at: number;
}

interface Refund {
  id: string;
  object: "refund";
  payment_intent: string;
  amount: number;
  status: "succeeded" | "pending" | "failed" | "canceled";
  metadata: { key?: string };
  created: number;
}

type DisputeStatus =
  | "warning_needs_response"
  | "warning_closed"
  | "needs_response"
  | "under_review"
  | "won"
  | "lost"
  | "prevented";

interface Dispute {
  id: string;
  object: "dispute";
  payment_intent: string;
  amount: number;
  status: DisputeStatus;
  created: number;
}

interface Answer {
  status: number;
  body: object;
}

/**
 * How a request fails: the connection breaks before or after it takes effect, or Stripe fails while
 * processing it, reports a rate limit, another request in progress with the same key, or a balance too
 * low for the refund.
 */
type Fault =
  | "refused"
  | "answer lost"
  | "failed"
  | "too many"
  | "key revoked"
  | "in use"
  | "no balance"
  // The shopper pays on the session of the request, a moment before it arrives.
  | "paid first";

/** An error as Stripe reports it. If processing had begun, it is `saved` and replayed for the same key. */
class Refusal extends Error {
  readonly status: number;
  readonly saved: boolean;
  readonly body: object;
  constructor(
    status: number,
    error: { type: string; code?: string; message: string },
    saved = false,
  ) {
    super(error.message);
    this.status = status;
    this.saved = saved;
    this.body = { error };
  }
}

const invalid = (message: string, code?: string, status = 400) =>
  new Refusal(status, { type: "invalid_request_error", message, ...(code && { code }) }, true);

export const noBalance =
  "Insufficient funds in your Stripe account. Your refund would result in a negative balance.";

const failures: Partial<Record<Fault, Refusal>> = {
  "no balance": invalid(noBalance, "balance_insufficient"),
  failed: new Refusal(500, { type: "api_error", message: "An unknown error occurred." }, true),
  "too many": new Refusal(429, {
    type: "invalid_request_error",
    code: "rate_limit",
    message: "Too many requests hit the API too quickly.",
  }),
  "key revoked": new Refusal(401, {
    type: "invalid_request_error",
    message: "Invalid API Key provided: sk_test_********",
  }),
  "in use": new Refusal(409, {
    type: "idempotency_error",
    code: "idempotency_key_in_use",
    message: "There is currently another in-progress request using this idempotency key.",
  }),
};

/**
 * A fake Stripe on loopback, which follows https://docs.stripe.com/api/idempotent_requests: once processing
 * has begun, the first response to a key is replayed for a day, even an error. A different request with that
 * key is refused.
 * @param start its time, in ms
 */
export async function stripeServer(start: number) {
  const sessions = new Map<string, Session>();
  const refunds: Refund[] = [];
  const disputes: Dispute[] = [];
  /** The first response to each idempotency key, and the request that it answered. */
  const saved = new Map<string, Answer & { asked: string; at: number }>();
  /** The faults of the next requests, in order. */
  const faults: (Fault | undefined)[] = [];
  /** The methods and paths of the requests, as «GET /v1/refunds». */
  const requests: string[] = [];
  let newRefunds: Refund["status"] = "succeeded";
  let time = start;
  const seconds = () => Math.floor(time / 1000);

  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url?.replace(/\?.*/, "")}`);
    const body = await text(request);
    const fault = faults.shift();
    if (fault === "refused") return response.destroy();
    if (fault === "paid first") pay(/cs_test_\d+/.exec(request.url ?? "")?.[0] ?? "");
    const answer = answerOnce(request, body, fault);
    if (fault === "answer lost") return response.destroy();
    response.setHeader("Content-Type", "application/json");
    response.setHeader("Request-Id", `req_${requests.length}`);
    // A retry would only get the same response.
    if (answer.status === 500) response.setHeader("Stripe-Should-Retry", "false");
    response.writeHead(answer.status).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  function answerOnce(request: IncomingMessage, body: string, fault: Fault | undefined): Answer {
    const key = request.method === "POST" && request.headers["idempotency-key"]?.toString();
    const asked = `${request.url} ${body}`;
    const known = key ? saved.get(key) : undefined;
    if (known && known.asked !== asked) {
      const message = "Keys for idempotent requests can only be used with the same parameters.";
      return { status: 400, body: { error: { type: "idempotency_error", message } } };
    }
    if (known) return known;
    try {
      const failure = fault && failures[fault];
      if (failure) throw failure;
      return save({ status: 200, body: work(request, new URLSearchParams(body)) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const answer = { status: error.status, body: error.body };
      return error.saved ? save(answer) : answer;
    }

    function save(answer: Answer): Answer {
      if (key) saved.set(key, { ...answer, asked, at: time });
      return answer;
    }
  }

  function work({ method, url = "" }: IncomingMessage, fields: URLSearchParams): object {
    const { pathname, searchParams } = new URL(url, "http://stripe");
    if (method === "GET" && pathname === "/v1/refunds") return list(refunds);
    if (method === "GET" && pathname === "/v1/disputes") return list(disputes);
    if (method === "GET") {
      const id = pathname.replace("/v1/checkout/sessions/", "");
      const session = sessions.get(id);
      if (!session) throw invalid(`No such checkout.session: ${id}`, "resource_missing", 404);
      const { failed: _, ...shown } = session;
      const expand = searchParams.get("expand[0]") === "payment_intent.latest_charge";
      return expand ? { ...shown, payment_intent: intentOf(session) } : shown;
    }
    if (url === "/v1/refunds") return refund(fields);
    const [, expired] = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(url) ?? [];
    if (expired) {
      if (find(expired).status !== "open") throw invalid("Only open sessions can be expired.");
      return Object.assign(find(expired), { status: "expired" as const, url: null });
    }
    if (url === "/v1/checkout/sessions") return createSession(fields);
    throw invalid(`Unrecognized request URL (${method}: ${url}).`, undefined, 404);

    function list(all: (Refund | Dispute)[]) {
      const intent = searchParams.get("payment_intent");
      const since = Number(searchParams.get("created[gte]"));
      const data = all.filter(
        ({ payment_intent, created }) => created >= since && (!intent || payment_intent === intent),
      );
      return { object: "list", url: pathname, has_more: false, data: data.toReversed() };
    }
  }

  function intentOf({ payment_intent, payment_status, failed }: Session) {
    if (payment_intent === null) return null;
    const paid = payment_status === "paid";
    return {
      id: payment_intent,
      object: "payment_intent",
      status: paid ? "succeeded" : failed ? "requires_payment_method" : "processing",
      latest_charge: paid && {
        id: `ch_${payment_intent}`,
        object: "charge",
        created: seconds(),
        amount_refunded: refunded(payment_intent),
        disputed: disputes.some((dispute) => dispute.payment_intent === payment_intent),
      },
    };
  }

  function createSession(fields: URLSearchParams): Session {
    const email = fields.get("customer_email") ?? "";
    if (email.endsWith(".no-vale.example"))
      throw invalid(`Invalid email address: ${email}`, "email_invalid");
    if (integer(fields, "line_items[0][price_data][unit_amount]") < 50)
      throw invalid("The amount due must add up to at least €0.50 eur.", "amount_too_small");
    const id = `cs_test_${sessions.size + 1}`;
    const session: Session = {
      id,
      object: "checkout.session",
      url: `https://checkout.stripe.test/${id}`,
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      amount_total: integer(fields, "line_items[0][price_data][unit_amount]"),
      client_reference_id: fields.get("client_reference_id") ?? "",
      created: seconds(),
      expires_at: integer(fields, "expires_at"),
    };
    sessions.set(id, session);
    return { ...session };
  }

  function refund(fields: URLSearchParams) {
    const amount = integer(fields, "amount");
    const payment_intent = fields.get("payment_intent") ?? "";
    const paid = [...sessions.values()].find(
      (session) => session.payment_intent === payment_intent,
    );
    if (paid?.payment_status !== "paid") {
      throw invalid(`No such payment_intent: '${payment_intent}'`, "resource_missing", 404);
    }
    const left = paid.amount_total - refunded(payment_intent);
    if (left === 0) {
      throw invalid("Charge ch_1 has already been refunded.", "charge_already_refunded");
    }
    if (amount > left) {
      throw invalid(
        `Refund amount (€${amount / 100}) is greater than unrefunded amount on charge.`,
      );
    }
    const key = fields.get("metadata[key]");
    const made: Refund = {
      id: `re_${refunds.length + 1}`,
      object: "refund",
      payment_intent,
      amount,
      status: newRefunds,
      metadata: key ? { key } : {},
      created: seconds(),
    };
    refunds.push(made);
    return { ...made };
  }

  const refunded = (intent: string) =>
    refunds
      .filter(({ payment_intent }) => payment_intent === intent)
      .filter(({ status }) => status !== "failed" && status !== "canceled")
      .reduce((sum, { amount }) => sum + amount, 0);

  /** Validated before processing begins, so the response is not saved. */
  function integer(fields: URLSearchParams, name: string): number {
    const value = fields.get(name) ?? "";
    if (/^[1-9]\d*$/.test(value)) return Number(value);
    const message = `Invalid integer: ${value}`;
    throw new Refusal(400, {
      type: "invalid_request_error",
      code: "parameter_invalid_integer",
      message,
    });
  }

  const find = (id: string) => {
    const session = sessions.get(id);
    if (!session) throw new Error(`There is no session ${id}.`);
    return session;
  };

  function pay(id: string, amount = find(id).amount_total) {
    const paid = { status: "complete", payment_status: "paid", url: null } as const;
    Object.assign(find(id), { ...paid, payment_intent: `pi_${id}`, amount_total: amount });
  }

  return {
    sessions,
    refunds,
    disputes,
    faults,
    requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
    /** SDK options that point to this server. */
    options: {
      host: "127.0.0.1",
      port: (server.address() as AddressInfo).port,
      protocol: "http",
      telemetry: false,
    } satisfies Stripe.StripeConfig,
    /** Moves Stripe's clock forward. Sessions and keys expire after a day. */
    pass(passed: number) {
      time += passed;
      for (const [key, { at }] of saved) if (time - at >= day) saved.delete(key);
      for (const session of sessions.values()) {
        const late = session.status === "open" && time - session.created * 1000 >= day;
        if (late) Object.assign(session, { status: "expired", url: null });
      }
    },
    pay,
    /** The shopper completes a delayed payment. `pay` settles it. */
    payLater(id: string) {
      Object.assign(find(id), { status: "complete", url: null, payment_intent: `pi_${id}` });
    },
    /** A delayed payment fails. */
    fail(id: string) {
      Object.assign(find(id), { failed: true });
    },
    /** A refund in Stripe's dashboard. */
    refund: (id: string, amount: number) =>
      refund(new URLSearchParams({ payment_intent: `pi_${id}`, amount: String(amount) })),
    /** The refunds that are made from now on are pending. */
    delayRefunds() {
      newRefunds = "pending";
    },
    /** The pending refunds of a session succeed. */
    makeRefunds(id: string) {
      for (const refund of refunds)
        if (refund.payment_intent === `pi_${id}` && refund.status === "pending")
          refund.status = "succeeded";
    },
    /** The shopper's bank refuses the refunds of a session. */
    failRefunds(id: string, status: "failed" | "canceled" = "failed") {
      for (const refund of refunds)
        if (refund.payment_intent === `pi_${id}`) Object.assign(refund, { status });
    },
    expire(id: string) {
      Object.assign(find(id), { status: "expired", url: null });
    },
    /** A signed webhook event about a session; `timestamp` is in seconds. */
    message(id: string, secret = webhookSecret, timestamp = Math.floor(Date.now() / 1000)) {
      const object = sessions.get(id) ?? { id, client_reference_id: id };
      return signed("checkout.session.completed", object, secret, timestamp);
    },
    /** The shopper's bank disputes an amount of a session, or its last dispute has a new status. */
    dispute(id: string, status: DisputeStatus, amount?: number) {
      const payment_intent = `pi_${id}`;
      const last = disputes.findLast((dispute) => dispute.payment_intent === payment_intent);
      if (amount === undefined && last) return Object.assign(last, { status });
      const created = seconds();
      const made = { id: `dp_${disputes.length + 1}`, object: "dispute" as const, payment_intent };
      disputes.push({ ...made, amount: amount ?? find(id).amount_total, status, created });
    },
    /** A message about a dispute of a session. */
    disputeMessage(id: string) {
      const dispute = { id: "dp_1", object: "dispute", payment_intent: `pi_${id}` };
      const now = Math.floor(Date.now() / 1000);
      return signed("charge.dispute.created", dispute, webhookSecret, now);
    },
    /** A signed webhook event about a session's refund. */
    refundMessage(id: string) {
      const charge = { id: `ch_pi_${id}`, object: "charge", payment_intent: `pi_${id}` };
      return signed("charge.refunded", charge, webhookSecret, Math.floor(Date.now() / 1000));
    },
  };
}

function signed(type: string, object: object, secret: string, timestamp: number) {
  const payload = JSON.stringify({ id: "evt_1", object: "event", type, data: { object } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return { payload, signature };
}

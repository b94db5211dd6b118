import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Stripe from "stripe";
import { onTestFinished } from "vitest";

export const webhookSecret = "whsec_prueba";

interface Session {
  id: string;
  object: "checkout.session";
  url: string | null;
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  payment_intent: string | null;
  amount_total: number;
  client_reference_id: string;
}

/** What goes wrong with the next request: before it has an effect, or after. */
type Fault = "refused" | "failed" | "answer lost";

/** A Stripe on loopback: sessions, refunds and idempotency keys as in its documentation, and faults. */
export async function fakeStripe() {
  const sessions = new Map<string, Session>();
  const refunds: { payment_intent: string; amount: number }[] = [];
  const answers = new Map<string, { asked: string; body: object }>();
  const faults: Fault[] = [];
  let requests = 0;

  const server = createServer(async (request, response) => {
    requests++;
    const fields = new URLSearchParams(await text(request));
    const fault = faults.shift();
    if (fault === "refused") return response.destroy();
    if (fault === "failed") return response.writeHead(500).end('{"error":{"type":"api_error"}}');
    const body = once(request, fields.toString(), () => answer(request, fields));
    if (body === "conflict") {
      return response.writeHead(400).end('{"error":{"type":"idempotency_error"}}');
    }
    if (fault === "answer lost") return response.destroy();
    response.setHeader("Content-Type", "application/json");
    response.writeHead(body ? 200 : 404).end(JSON.stringify(body ?? { error: {} }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });

  function once({ headers }: IncomingMessage, asked: string, work: () => object | undefined) {
    const key = headers["idempotency-key"]?.toString();
    const known = key && answers.get(key);
    if (known) return known.asked === asked ? known.body : "conflict";
    const body = work();
    if (key && body) answers.set(key, { asked, body });
    return body;
  }

  function answer({ method, url = "" }: IncomingMessage, fields: URLSearchParams) {
    if (method === "GET") return sessions.get(url.replace("/v1/checkout/sessions/", ""));
    if (url === "/v1/refunds") {
      const refund = {
        payment_intent: fields.get("payment_intent") ?? "",
        amount: Number(fields.get("amount")),
      };
      refunds.push(refund);
      return refund;
    }
    if (url !== "/v1/checkout/sessions") return undefined;
    const id = `cs_test_${sessions.size + 1}`;
    const session: Session = {
      id,
      object: "checkout.session",
      url: `https://checkout.stripe.test/${id}`,
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      amount_total: Number(fields.get("line_items[0][price_data][unit_amount]")),
      client_reference_id: fields.get("client_reference_id") ?? "",
    };
    sessions.set(id, session);
    return { ...session };
  }

  const find = (id: string) => {
    const session = sessions.get(id);
    if (!session) throw new Error(`There is no session ${id}.`);
    return session;
  };

  return {
    sessions,
    refunds,
    faults,
    requests: () => requests,
    /** How the SDK finds its way here. */
    options: {
      host: "127.0.0.1",
      port: (server.address() as AddressInfo).port,
      protocol: "http",
      telemetry: false,
    } satisfies Stripe.StripeConfig,
    pay(id: string, amount = find(id).amount_total) {
      const paid = { status: "complete", payment_status: "paid", url: null } as const;
      Object.assign(find(id), { ...paid, payment_intent: `pi_${id}`, amount_total: amount });
    },
    expire(id: string) {
      Object.assign(find(id), { status: "expired", url: null });
    },
    /** A message about a session, signed as Stripe signs; `timestamp` is in seconds. */
    message(id: string, secret = webhookSecret, timestamp = Math.floor(Date.now() / 1000)) {
      const payload = JSON.stringify({
        id: `evt_${id}`,
        object: "event",
        type: "checkout.session.completed",
        data: { object: sessions.get(id) ?? { id, client_reference_id: id } },
      });
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
      return { payload, signature };
    },
  };
}

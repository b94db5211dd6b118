/** Stripe's side of chaos.ts: payments, disputes and refunds, with webhooks that are lost, doubled or late. */
import { setTimeout as pause } from "node:timers/promises";
import { ask, isUnknown, type Run } from "./run.ts";

/** Pays an order on Stripe's page. The payment may fail later, or be refunded or disputed. */
export async function payByCard(run: Run, address: string, number: string) {
  const { stripe, random, violations } = run;
  const { chance, below } = random;
  await pause(below(300));
  const id = await openPage(run, address);
  if (id === undefined) return;
  const session = stripe.sessions.get(id);
  // Another tab has paid, or the page has ended.
  if (session?.status !== "open") return;
  if (session.client_reference_id !== number)
    violations.push(`The payment page of ${number} is that of ${session.client_reference_id}.`);
  const isDelayed = chance(0.2);
  if (isDelayed) {
    stripe.payLater(id);
    await sendWebhook(run, () => stripe.message(id));
    await pause(below(500));
    if (chance(0.3)) {
      stripe.fail(id);
      return sendWebhook(run, () => stripe.message(id));
    }
  }
  stripe.pay(id);
  run.counts.cardPayments++;
  const webhook = sendWebhook(run, () => stripe.message(id));
  if (chance(0.15)) {
    await pause(below(600));
    refundInDashboard(run, id, session.amount_total);
    await sendWebhook(run, () => stripe.refundMessage(id));
  }
  if (chance(0.05)) {
    stripe.failRefunds(id, chance(0.5) ? "failed" : "canceled");
    await sendWebhook(run, () => stripe.refundMessage(id));
  }
  if (chance(0.12)) {
    stripe.dispute(id, "needs_response", session.amount_total);
    await sendWebhook(run, () => stripe.disputeMessage(id));
    await pause(below(600));
    if (chance(0.8)) stripe.dispute(id, chance(0.5) ? "won" : "lost");
    await sendWebhook(run, () => stripe.disputeMessage(id));
  }
  await webhook;
}

/** @returns the id of Stripe's page; undefined if there is nothing to pay by card */
async function openPage(run: Run, address: string): Promise<string | undefined> {
  for (let presses = 0; presses < 20; presses++) {
    const answer = await ask(run, `${address}/pagar`);
    // The order was erased, or Stripe has failed.
    if (answer?.status === 404) return undefined;
    if (answer?.status === 303) return /\/(cs_test_\d+)$/.exec(answer.location)?.[1];
    if (!isUnknown(answer) && answer?.status !== 500)
      run.violations.push(`Paying was answered ${answer?.status}.`);
    await pause(50 + run.random.below(100));
  }
  return undefined;
}

/** A refund in Stripe's dashboard. The rest may be refunded already. */
function refundInDashboard({ stripe, random }: Run, id: string, total: number) {
  try {
    stripe.refund(id, random.one([total, Math.ceil(total / 3), 100]));
  } catch {}
}

/** Sends a webhook zero times, once, or twice at once, sometimes late. An unanswered one is sent up to three times. */
async function sendWebhook(run: Run, message: () => { payload: string; signature: string }) {
  const { random, counts, violations } = run;
  const { one, below, chance } = random;
  if (chance(0.5)) await pause(below(400));
  // Signed now, so a delayed webhook describes an older state.
  const { payload, signature } = message();
  if (chance(0.3)) await pause(below(1_000));
  await Promise.all(
    Array.from({ length: one([0, 1, 1, 2]) }, async () => {
      for (let times = 0; times < 3; times++) {
        counts.webhooks++;
        const answer = await ask(run, "/avisos/stripe", payload, { "Stripe-Signature": signature });
        if (answer?.status === 200) return;
        if (!isUnknown(answer)) violations.push(`A webhook was answered ${answer?.status}.`);
        await pause(below(200));
      }
    }),
  );
}

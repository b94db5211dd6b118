import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { day, hour } from "../../app/desk/shop/time.ts";
import { randomFrom } from "../../server/testing/random.ts";
import { isUnavailable } from "../storage/database.ts";
import type { Order } from "../storage/tables.ts";
import { ask } from "../testing/counter.ts";
import {
  databases,
  mailsOf,
  now,
  placed,
  start,
  story,
  type TestDesk,
  testDesk,
} from "../testing/desk.ts";
import { fakeStripe, noBalance, webhookSecret } from "../testing/fake-stripe.ts";
import { unlimited } from "../testing/limits.ts";
import { read, shopOf } from "../testing/shop.ts";
import { expire } from "../upkeep/retention.ts";
import {
  openOrder,
  receive,
  refundByCard as refund,
  settle,
  settleRefunds,
  settleUnpaid,
  startPayment,
} from "./money.ts";
import { cancel } from "./orders.ts";
import { stripePayment } from "./stripe.ts";

const paidStory = ["shopper pending", "provider received 8999", "provider paid"];

describe.each(databases)("cards, on %s", (database) => {
  async function open() {
    const stripe = await fakeStripe();
    const card = stripePayment("sk_test_prueba", webhookSecret, stripe.options);
    const desk = await testDesk(database, { card });
    return { stripe, card, desk };
  }

  /** An order whose payment page at Stripe has been opened. */
  async function begun(desk: TestDesk) {
    const order = await placed(desk);
    const address = (await startPayment(desk, order)) ?? "";
    return { order: await now(desk, order), address, session: address.split("/").at(-1) ?? "" };
  }

  test("places an order without Stripe, and pays it on Stripe's page", async () => {
    const { stripe, desk } = await open();
    const order = await placed(desk, { quantity: 2 });
    expect(order.payment).toBe("card");
    expect(stripe.requests()).toBe(0);
    expect(await startPayment(desk, order)).toBe("https://checkout.stripe.test/cs_test_1");
    expect(stripe.sessions.get("cs_test_1")).toMatchObject({
      amount_total: 17998,
      client_reference_id: order.id,
    });
    await settle(desk, order.id);
    expect((await now(desk, order)).state).toBe("pending");
    stripe.pay("cs_test_1");
    await settle(desk, order.id);
    expect(await now(desk, order)).toMatchObject({ state: "paid", received: 17998 });
  });

  test("reopens an open page, and replaces an expired one", async () => {
    const { stripe, desk } = await open();
    const { order, address } = await begun(desk);
    expect(await startPayment(desk, order)).toBe(address);
    stripe.expire("cs_test_1");
    expect(await startPayment(desk, order)).toBe("https://checkout.stripe.test/cs_test_2");
    expect((await now(desk, order)).providerReference).toBe("cs_test_2");
  });

  test("does not replace a page that was paid on but not reported yet", async () => {
    const { stripe, desk } = await open();
    const { order, session } = await begun(desk);
    stripe.pay(session);
    expect(await startPayment(desk, order)).toBe(`https://aurelia.example/pedido/${order.token}`);
    expect(stripe.sessions.size).toBe(1);
  });

  test.each(["answer lost", "refused", "in use"] as const)(
    "retries at once and opens one page if the first request fails: %s",
    async (fault) => {
      const { stripe, desk } = await open();
      const order = await placed(desk);
      stripe.faults.push(fault);
      expect(await startPayment(desk, order)).toBe("https://checkout.stripe.test/cs_test_1");
      expect(stripe.sessions.size).toBe(1);
    },
  );

  test.each(["failed", "too many"] as const)(
    "opens a page on the next press if the first request fails: %s",
    async (fault) => {
      const { stripe, card, desk } = await open();
      const order = await placed(desk);
      stripe.faults.push(fault);
      const error = await startPayment(desk, order).catch((error) => error);
      expect(card.isUnavailable(error)).toBe(true);
      expect(await startPayment(desk, order)).toBe("https://checkout.stripe.test/cs_test_1");
    },
  );

  test("concurrent presses lead to one page", async () => {
    const { desk } = await open();
    const order = await placed(desk);
    const pressed = await Promise.all(Array.from({ length: 5 }, () => startPayment(desk, order)));
    const { providerReference } = await now(desk, order);
    const kept = `https://checkout.stripe.test/${providerReference}`;
    expect(pressed).toEqual(pressed.map(() => kept));
  });

  test("opens one page for any number of presses, and asks Stripe once", async () => {
    const { stripe, desk } = await open();
    desk.limits = { ...unlimited, believeProviderFor: 60_000 };
    const { ask } = await shopOf(desk);
    const [order, other] = [await placed(desk), await placed(desk)];
    const pay = async ({ token }: Order) =>
      (await ask(`/pedido/${token}/pagar`)).headers.get("Location");
    const pressed = await Promise.all(Array.from({ length: 20 }, () => pay(order)));
    pressed.push(await pay(order));
    expect(new Set(pressed)).toEqual(new Set(["https://checkout.stripe.test/cs_test_1"]));
    expect([stripe.requests(), stripe.sessions.size]).toEqual([1, 1]);
    expect(await pay(other)).toBe("https://checkout.stripe.test/cs_test_2");
    await receive(desk, order.id, 8999, 0);
    expect(await pay(order)).toBe(`/pedido/${order.token}`);
  });

  test("replaces a page that expired unpaid after a day", async () => {
    const { stripe, desk } = await open();
    const { order } = await begun(desk);
    stripe.pass(day);
    expect(await startPayment(desk, order)).toBe("https://checkout.stripe.test/cs_test_2");
  });

  test("waits for a delayed payment, and asks for it only once", async () => {
    const { stripe, desk } = await open();
    const { order, session } = await begun(desk);
    stripe.payLater(session);
    await settle(desk, order.id);
    expect((await now(desk, order)).state).toBe("pending");
    expect(await startPayment(desk, order)).toBe(`https://aurelia.example/pedido/${order.token}`);
    stripe.pay(session);
    await settle(desk, order.id);
    expect(await story(desk, order)).toEqual(paidStory);
  });

  test("says that Stripe is unavailable, and the order waits", async () => {
    const { stripe, card, desk } = await open();
    const order = await placed(desk);
    stripe.faults.push("refused", "refused");
    const error = await startPayment(desk, order).catch((error) => error);
    expect(card.isUnavailable(error)).toBe(true);
    expect(card.isUnavailable(new Error("something else"))).toBe(false);
    expect(await now(desk, order)).toEqual(order);
  });

  test("says that Stripe is unavailable while its key is revoked", async () => {
    const { stripe, card, desk } = await open();
    const order = await placed(desk);
    stripe.faults.push("key revoked");
    const error = await startPayment(desk, order).catch((error) => error);
    expect(card.isUnavailable(error)).toBe(true);
    expect(await startPayment(desk, order)).toBe("https://checkout.stripe.test/cs_test_1");
  });

  test("duplicate concurrent webhooks pay once", async () => {
    const { stripe, desk } = await open();
    const { order, session } = await begun(desk);
    stripe.pay(session);
    // Stripe repeats a webhook that could not be handled.
    const deliver = (): Promise<void> =>
      settle(desk, order.id).catch((error) => {
        if (isUnavailable(error)) return deliver();
        throw error;
      });
    await Promise.all(Array.from({ length: 20 }, deliver));
    expect(await story(desk, order)).toEqual(paidStory);
    expect(await mailsOf(desk, order)).toEqual(["paid", "pending"]);
  });

  test("polling finds a payment whose webhook never arrives", async () => {
    const { stripe, desk } = await open();
    const { order, session } = await begun(desk);
    await placed(desk);
    stripe.pay(session);
    await settleUnpaid(desk, "pending");
    expect(await story(desk, order)).toEqual(paidStory);
    const asked = stripe.requests();
    await settleUnpaid(desk, "pending");
    expect(stripe.requests()).toBe(asked);
  });

  test("a refund can be noted by hand if Stripe does not know the payment, and not if it is silent", async () => {
    const { stripe, desk } = await open();
    const { owner } = await shopOf(desk);
    const { order, session } = await begun(desk);
    stripe.pay(session);
    await settle(desk, order.id);
    const path = `/mostrador/${order.id}`;
    const forms = async () => Object.keys((await read(owner.get(path))).forms);
    expect(await forms()).toContain("Devolver por Stripe");
    const fields = { importe: "89,99", visto: "0" };

    stripe.faults.push("refused", "refused");
    const silent = await read(owner.post(`${path}/devuelto`, fields));
    expect(silent.status).toBe(400);
    expect(silent.text).toContain("Stripe no contesta. Espera a que conteste:");

    stripe.sessions.delete(session);
    expect((await read(owner.get(path))).text).toContain(
      "Stripe no conoce este pago: es de otra cuenta, o de otra clave.",
    );
    expect(await forms()).toContain("Anotar una devolución");
    expect(await forms()).not.toContain("Devolver por Stripe");
    expect((await owner.post(`${path}/stripe`, fields)).status).toBe(400);
    const asked = await ask(owner, order, "devuelto", fields);
    expect(asked.yes).toBe("Sí, anotar");
    expect((await asked.confirm()).status).toBe(303);
    expect(await now(desk, order)).toMatchObject({ state: "refunded", refunded: 8999 });
  });

  test("an order unknown to Stripe delays no other", async () => {
    const { stripe, desk } = await open();
    const lost = await begun(desk);
    const { order, session } = await begun(desk);
    stripe.sessions.delete(lost.session);
    stripe.pay(session);
    await settleUnpaid(desk, "pending");
    expect((await now(desk, order)).state).toBe("paid");
    expect((await now(desk, lost.order)).state).toBe("pending");
  });

  test("records a different amount without marking the order as paid", async () => {
    const { stripe, desk } = await open();
    const { order, session } = await begun(desk);
    stripe.pay(session, 5000);
    await settle(desk, order.id);
    expect(await now(desk, order)).toMatchObject({ state: "pending", received: 5000 });
  });

  test("accepts only webhooks that Stripe signed recently with our secret", async () => {
    const { stripe, card, desk } = await open();
    const { order, session } = await begun(desk);
    const { payload, signature } = stripe.message(session);
    expect(await card.readNotice(payload, signature)).toEqual({ order: order.id });
    const forged = stripe.message(session, "whsec_otro");
    const old = stripe.message(session, webhookSecret, Math.floor(Date.now() / 1000) - 3_600);
    await expect(card.readNotice(forged.payload, forged.signature)).rejects.toThrow();
    await expect(card.readNotice(old.payload, old.signature)).rejects.toThrow();
    await expect(
      card.readNotice(payload.replace(order.id, "OTHER000"), signature),
    ).rejects.toThrow();
    await expect(card.readNotice(payload, "")).rejects.toThrow();
  });

  test("a signed webhook makes the shop ask Stripe; a forged one changes nothing", async () => {
    const { stripe, desk } = await open();
    const { ask } = await shopOf(desk);
    const send = ({ payload, signature }: { payload: string; signature: string }) =>
      ask("/avisos/stripe", {
        method: "POST",
        headers: { "Stripe-Signature": signature, Origin: "https://api.stripe.com" },
        body: payload,
      });
    const { order, session } = await begun(desk);
    const early = await send(stripe.message(session));
    expect(early.status).toBe(200);
    expect((await now(desk, order)).state).toBe("pending");

    stripe.pay(session);
    expect((await send(stripe.message(session, "whsec_otro"))).status).toBe(400);
    expect((await now(desk, order)).state).toBe("pending");
    stripe.faults.push("refused", "refused");
    expect((await send(stripe.message(session))).status).toBe(503);
    expect((await now(desk, order)).state).toBe("pending");

    const message = stripe.message(session);
    for (const _ of [1, 2, 3]) expect((await send(message)).status).toBe(200);
    expect(await story(desk, order)).toEqual(paidStory);
    expect((await send(stripe.message("NOORDER0"))).status).toBe(200);
    const large = { ...message, payload: message.payload.padEnd(300_000, " ") };
    expect((await send(large)).status).toBe(413);
  });

  test("redirects to Stripe's page, and says so when there is none", async () => {
    const { stripe, desk } = await open();
    const { ask } = await shopOf(desk);
    const order = await placed(desk);
    const pay = () => ask(`/pedido/${order.token}/pagar`);
    stripe.faults.push("refused", "refused");
    const away = await pay();
    expect(away.status).toBe(503);
    expect(away.headers.get("Retry-After")).toBe("5");
    expect(await away.text()).toContain("El pedido está guardado");
    expect((await pay()).headers.get("Location")).toBe("https://checkout.stripe.test/cs_test_1");
    stripe.pay("cs_test_1");
    stripe.faults.push("refused", "refused");
    const page = await ask(`/pedido/${order.token}`);
    expect(await page.text()).toContain("Falta el pago");
    expect(await (await ask(`/pedido/${order.token}`)).text()).toContain("Preparamos tu paquete");
    expect((await pay()).headers.get("Location")).toBe(`/pedido/${order.token}`);
    expect((await ask("/pedido/otro/pagar")).status).toBe(404);
    const read = await ask("/avisos/stripe");
    expect([read.status, read.headers.get("Allow")]).toEqual([405, "POST"]);
  });

  test("makes a refund once if its response is lost", async () => {
    const { stripe, desk } = await open();
    const { order, session } = await begun(desk);
    stripe.pay(session);
    await settle(desk, order.id);
    // The first request fetches the session; then the SDK tries the refund twice.
    stripe.faults.push(undefined, "answer lost", "answer lost");
    await expect(refund(desk, order.id, 8999, 0)).rejects.toThrow();
    expect(stripe.refunds).toHaveLength(1);
    expect((await now(desk, order)).refunded).toBe(0);
    expect(await refund(desk, order.id, 8999, 0)).toBe(true);
    expect(stripe.refunds).toMatchObject([{ payment_intent: `pi_${session}`, amount: 8999 }]);
    expect(await now(desk, order)).toMatchObject({ state: "refunded", refunded: 8999 });
  });

  test.each([["too many"], ["in use", "in use"], ["refused", "refused"]] as const)(
    "refunds nothing if the request fails (%s), and refunds on the next press",
    async (...faults) => {
      const { stripe, desk } = await open();
      const { order, session } = await begun(desk);
      stripe.pay(session);
      await settle(desk, order.id);
      stripe.faults.push(undefined, ...faults);
      await expect(refund(desk, order.id, 8999, 0)).rejects.toThrow();
      expect(stripe.refunds).toEqual([]);
      expect(await refund(desk, order.id, 8999, 0)).toBe(true);
      expect(stripe.refunds).toHaveLength(1);
    },
  );

  test("concurrent presses refund once, and the rest later", async () => {
    const { stripe, desk } = await open();
    const { order, session } = await begun(desk);
    stripe.pay(session);
    await settle(desk, order.id);
    await Promise.all(Array.from({ length: 5 }, () => refund(desk, order.id, 1000, 0)));
    expect(stripe.refunds.map(({ amount }) => amount)).toEqual([1000]);
    expect(await refund(desk, order.id, 7999, 1000)).toBe(true);
    expect(stripe.refunds.map(({ amount }) => amount)).toEqual([1000, 7999]);
    expect((await now(desk, order)).state).toBe("refunded");
  });

  test("an order by transfer stays one when cards are accepted later", async () => {
    const { stripe, desk } = await open();
    const order = await placed({ ...desk, card: undefined });
    expect(order.payment).toBe("transfer");
    expect(await startPayment(desk, order)).toBeUndefined();
    await receive(desk, order.id, 8999, 0);
    expect((await now(desk, order)).state).toBe("paid");
    expect(stripe.requests()).toBe(0);
  });

  test("an order by card waits when cards are no longer accepted", async () => {
    const { desk } = await open();
    const { order } = await begun(desk);
    const without = { ...desk, card: undefined };
    expect(await openOrder(without, order.token)).toMatchObject({ state: "pending" });
    expect(await refund(without, order.id, 8999, 0)).toBe(false);
    expect(await startPayment(without, order)).toBeUndefined();
  });

  /** An order that was paid on Stripe's page. */
  async function paid() {
    const { stripe, card, desk } = await open();
    const { order, session } = await begun(desk);
    stripe.pay(session);
    await settle(desk, order.id);
    return { stripe, card, desk, order: await now(desk, order), session };
  }

  test("does not refund again what was refunded in Stripe's dashboard", async () => {
    const { stripe, desk, order, session } = await paid();
    stripe.dashboard.refund(session, 4000);
    expect(await refund(desk, order.id, 4000, 0)).toBe(false);
    expect(stripe.refunds).toHaveLength(1);
    expect(await now(desk, order)).toMatchObject({ state: "paid", refunded: 4000 });
    expect(await refund(desk, order.id, 5000, 4000)).toBe(false);
    expect(await refund(desk, order.id, 4999, 4000)).toBe(true);
    expect((await now(desk, order)).state).toBe("refunded");
  });

  test("finds a refund made in Stripe's dashboard, with or without a webhook", async () => {
    const { stripe, desk, order, session } = await paid();
    stripe.dashboard.refund(session, 1000);
    await settleRefunds(desk);
    expect((await now(desk, order)).refunded).toBe(1000);
    stripe.dashboard.refund(session, 7999);
    const { payload, signature } = stripe.refundMessage(session);
    const { ask } = await shopOf(desk);
    const headers = { "Stripe-Signature": signature };
    const answer = await ask("/avisos/stripe", { method: "POST", headers, body: payload });
    expect(answer.status).toBe(200);
    expect(await now(desk, order)).toMatchObject({ state: "refunded", refunded: 8999 });
  });

  test("reverses a refund that the bank returns", async () => {
    const { stripe, desk, order, session } = await paid();
    expect(await refund(desk, order.id, 8999, 0)).toBe(true);
    stripe.dashboard.takeBack(session);
    await settle(desk, order.id);
    expect(await now(desk, order)).toMatchObject({ state: "paid", refunded: 0 });
    // The same amount again is a new refund, not a replay of the first one.
    expect(await refund(desk, order.id, 8999, 0)).toBe(true);
    expect(stripe.refunds).toHaveLength(1);
  });

  test("does not refund twice when Stripe has forgotten the idempotency key", async () => {
    const { stripe, desk, order } = await paid();
    stripe.faults.push(undefined, "answer lost", "answer lost");
    await expect(refund(desk, order.id, 4000, 0)).rejects.toThrow();
    stripe.pass(2 * day);
    expect(await refund(desk, order.id, 4000, 0)).toBe(true);
    expect(stripe.refunds).toHaveLength(1);
    expect((await now(desk, order)).refunded).toBe(4000);
  });

  test("shows Stripe's reason, and the next press tries again", async () => {
    const { stripe, desk, order } = await paid();
    stripe.faults.push(undefined, "no balance");
    expect(await refund(desk, order.id, 8999, 0)).toBe(noBalance);
    expect(await refund(desk, order.id, 8999, 0)).toBe(true);
    expect(stripe.refunds).toHaveLength(1);
  });

  test("a page expires with the order, or after a day at the latest", async () => {
    const { stripe, desk } = await open();
    const order = await placed(desk);
    await startPayment(desk, order);
    const seconds = (id: string) => (stripe.sessions.get(id)?.expires_at ?? 0) - start / 1000;
    expect(seconds("cs_test_1")).toBe(24 * 60 * 60 - 60);
    stripe.expire("cs_test_1");
    desk.pass(7 * day - hour);
    await startPayment(desk, await now(desk, order));
    expect(seconds("cs_test_2")).toBe((Date.parse("2026-11-29T23:59:59+01:00") - start) / 1000);
  });

  test("replaces the page after a delayed payment fails", async () => {
    const { stripe, desk } = await open();
    const { order, session } = await begun(desk);
    stripe.payLater(session);
    expect(await startPayment(desk, order)).toBe(`https://aurelia.example/pedido/${order.token}`);
    stripe.fail(session);
    expect(await startPayment(desk, order)).toBe("https://checkout.stripe.test/cs_test_2");
  });

  test.each([
    ["expired", (desk: TestDesk) => expire(desk)],
    ["was called off", (desk: TestDesk, id: string) => cancel(desk, id)],
  ])("finds a payment for an order that %s without a webhook", async (_, end) => {
    const { stripe, desk } = await open();
    const { order, session } = await begun(desk);
    desk.pass(8 * day);
    await end(desk, order.id);
    stripe.pay(session);
    await settleUnpaid(desk, "pending");
    expect((await now(desk, order)).received).toBe(0);
    await settleUnpaid(desk, "expired");
    expect((await now(desk, order)).received).toBe(8999);
    expect(await mailsOf(desk, order)).toContain("late");
    const asked = stripe.requests();
    await settleUnpaid(desk, "expired");
    expect(stripe.requests()).toBe(asked);
  });

  test("reports a test key", () => {
    expect(stripePayment("sk_test_1", "").isTest).toBe(true);
    expect(stripePayment("rk_test_1", "").isTest).toBe(true);
    expect(stripePayment("sk_live_1", "").isTest).toBe(false);
  });

  test("books the same amounts as Stripe despite lost, repeated, late and forged messages", async () => {
    const { chance, one, below } = randomFrom(20_261_122);
    const stripe = await fakeStripe();
    // The SDK does not retry here: only another press by the owner recovers from a fault.
    const options = { ...stripe.options, maxNetworkRetries: 0 };
    const card = stripePayment("sk_test_prueba", webhookSecret, options);
    const desk = await testDesk(database, { card });
    const { ask } = await shopOf(desk);
    const sessionOf = (reference: string | null) => stripe.sessions.get(reference ?? "");
    const steps: ((order: Order) => unknown)[] = [
      (order) => startPayment(desk, order),
      (order) => startPayment(desk, order),
      (order) => settle(desk, order.id),
      ({ providerReference }) => {
        if (sessionOf(providerReference)?.status !== "open") return;
        if (chance(0.2)) stripe.expire(providerReference ?? "");
        else stripe.pay(providerReference ?? "");
      },
      ({ id, providerReference }) => {
        const { payload, signature } = stripe.message(
          providerReference ?? id,
          chance(0.2) ? "whsec_otro" : webhookSecret,
        );
        const headers = { "Stripe-Signature": signature };
        return ask("/avisos/stripe", { method: "POST", headers, body: payload });
      },
      ({ id, received, refunded }) => {
        const half = Math.ceil((received - refunded) / 2);
        return half > 0 && refund(desk, id, half, refunded);
      },
      ({ providerReference: id }) => {
        if (sessionOf(id)?.payment_status !== "paid" || !id) return;
        stripe.dashboard.refund(id, 1000);
      },
      () => settleRefunds(desk),
      () => {
        desk.pass(below(12) * hour);
        return expire(desk);
      },
    ];
    const faults = [
      "refused",
      "failed",
      "answer lost",
      "too many",
      "in use",
      "no balance",
    ] as const;
    const orders = [];
    for (let count = 0; count < 15; count++) orders.push(await placed(desk));
    for (let step = 0; step < 150; step++) {
      if (chance(0.1)) stripe.faults.push(one(faults));
      const order = await now(desk, one(orders));
      await Promise.allSettled([one(steps), one(steps)].map(async (step) => step(order)));
    }
    stripe.faults.length = 0;
    for (const { id } of orders) {
      await settle(desk, id);
      // The owner presses again after a lost response. After a failure, Stripe repeats that failure for
      // the rest of the day.
      const { received, refunded } = await now(desk, { id });
      const half = Math.ceil((received - refunded) / 2);
      if (half > 0) await refund(desk, id, half, refunded).catch(() => {});
    }

    for (const { id } of orders) {
      const order = await now(desk, { id });
      const paid = [...stripe.sessions.values()]
        .filter((session) => session.client_reference_id === id)
        .filter((session) => session.payment_status === "paid");
      const events = await story(desk, order);
      expect(paid.length).toBeLessThanOrEqual(1);
      expect(order.received).toBe(paid.length * order.total);
      // A payment for an expired order does not make it paid: the shopper is asked first.
      const bought = order.state === "expired" ? 0 : paid.length;
      expect(events.filter((event) => / paid$/.test(event))).toHaveLength(bought);
      const given = stripe.refunds.filter((made) => made.payment_intent === `pi_${paid[0]?.id}`);
      expect(given.reduce((sum, { amount }) => sum + amount, 0)).toBe(order.refunded);
      expect(order.refunded).toBeLessThanOrEqual(order.received);
    }
  });
});

describe("the fake Stripe", () => {
  const amount = 1000;
  async function open() {
    const stripe = await fakeStripe();
    const client = new Stripe("sk_test_prueba", { ...stripe.options, maxNetworkRetries: 0 });
    const { id } = await client.checkout.sessions.create({
      line_items: [{ price_data: { currency: "eur", unit_amount: 8999 } }],
      expires_at: 1_000_000,
    });
    stripe.pay(id);
    const refund = (idempotencyKey: string, of = amount) =>
      client.refunds.create({ payment_intent: `pi_${id}`, amount: of }, { idempotencyKey }).then(
        () => "made",
        ({ statusCode, rawType, code }) => [statusCode, rawType, code],
      );
    return { stripe, refund };
  }

  test("replays its first response to a key for a day, failures too", async () => {
    const { stripe, refund } = await open();
    stripe.faults.push("failed");
    const failed = [500, "api_error", undefined];
    expect(await refund("1")).toEqual(failed);
    stripe.pass(day - 1);
    expect(await refund("1")).toEqual(failed);
    expect(await refund("2")).toBe("made");
    stripe.pass(1);
    expect(await refund("1")).toBe("made");
    expect(await refund("2")).toBe("made");
    expect(stripe.refunds).toHaveLength(2);
    stripe.pass(day - 1);
    expect(await refund("2")).toBe("made");
    expect(stripe.refunds).toHaveLength(3);
  });

  test("stores no response for a request that it rejected before starting", async () => {
    const { stripe, refund } = await open();
    stripe.faults.push("too many", "in use");
    expect(await refund("1")).toEqual([429, "invalid_request_error", "rate_limit"]);
    expect(await refund("1")).toEqual([409, "idempotency_error", "idempotency_key_in_use"]);
    const malformed = [400, "invalid_request_error", "parameter_invalid_integer"];
    expect(await refund("1", -1)).toEqual(malformed);
    expect(await refund("1")).toBe("made");
  });

  test("refuses a key reused for another request, and a refund of more than was paid", async () => {
    const { stripe, refund } = await open();
    expect(await refund("1")).toBe("made");
    expect(await refund("1", 2000)).toEqual([400, "idempotency_error", undefined]);
    expect(await refund("2", 8000)).toEqual([400, "invalid_request_error", undefined]);
    expect(await refund("3", 7999)).toBe("made");
    expect(await refund("4", 1)).toEqual([400, "invalid_request_error", "charge_already_refunded"]);
    expect(stripe.refunds).toHaveLength(2);
  });
});

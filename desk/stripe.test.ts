import { describe, expect, test } from "vitest";
import { hour } from "./context.ts";
import { expire, receive, refund, settle, settlePending, startPayment } from "./orders.ts";
import type { Order } from "./schema.ts";
import { stripePayment } from "./stripe.ts";
import { databases, mailsOf, now, placed, story, type TestDesk, testDesk } from "./testing/desk.ts";
import { fakeStripe, webhookSecret } from "./testing/fake-stripe.ts";
import { shopOf } from "./testing/shop.ts";
import { randomFrom } from "./torture.ts";

const paidStory = ["shopper pending", "provider received 8999", "provider paid"];

describe.each(databases)("cards, on %s", (database) => {
  async function open() {
    const stripe = await fakeStripe();
    const card = stripePayment("sk_test_prueba", webhookSecret, {
      ...stripe.options,
      timeout: 2_000,
    });
    const desk = await testDesk(database, { card });
    return { stripe, card, desk };
  }

  /** An order whose page of Stripe has been opened. */
  async function begun(desk: TestDesk) {
    const order = await placed(desk);
    const address = (await startPayment(desk, order)) ?? "";
    return { order: await now(desk, order), address, session: address.split("/").at(-1) ?? "" };
  }

  test("an order is placed without a word to Stripe, and then paid on its page", async () => {
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

  test("an open page is opened again, one that has ended gives way to a new one", async () => {
    const { stripe, desk } = await open();
    const { order, address } = await begun(desk);
    expect(await startPayment(desk, order)).toBe(address);
    stripe.expire("cs_test_1");
    expect(await startPayment(desk, order)).toBe("https://checkout.stripe.test/cs_test_2");
    expect((await now(desk, order)).providerReference).toBe("cs_test_2");
  });

  test("a page that was paid on gives way to no other, though nobody has heard of it yet", async () => {
    const { stripe, desk } = await open();
    const { order, session } = await begun(desk);
    stripe.pay(session);
    expect(await startPayment(desk, order)).toBe(`https://aurelia.example/pedido/${order.token}`);
    expect(stripe.sessions.size).toBe(1);
  });

  test.each(["answer lost", "failed", "refused"] as const)(
    "starting twice with a first request that is %s makes one page",
    async (fault) => {
      const { stripe, desk } = await open();
      const order = await placed(desk);
      stripe.faults.push(fault);
      const address = await startPayment(desk, order);
      expect(address).toBe("https://checkout.stripe.test/cs_test_1");
      expect(stripe.sessions.size).toBe(1);
    },
  );

  test("a Stripe that is away is said to be so, and the order waits", async () => {
    const { stripe, card, desk } = await open();
    const order = await placed(desk);
    stripe.faults.push("refused", "refused");
    const error = await startPayment(desk, order).catch((error) => error);
    expect(card.isAway(error)).toBe(true);
    expect(card.isAway(new Error("something else"))).toBe(false);
    expect(await now(desk, order)).toEqual(order);
  });

  test("messages that are doubled and at once pay once", async () => {
    const { stripe, desk } = await open();
    const { order, session } = await begun(desk);
    stripe.pay(session);
    await Promise.all(Array.from({ length: 20 }, () => settle(desk, order.id, "provider")));
    expect(await story(desk, order)).toEqual(paidStory);
    expect(await mailsOf(desk, order)).toEqual(["paid", "pending"]);
  });

  test("a message that never comes is made up for by the poll", async () => {
    const { stripe, desk } = await open();
    const { order, session } = await begun(desk);
    await placed(desk);
    stripe.pay(session);
    await settlePending(desk);
    expect(await story(desk, order)).toEqual(paidStory);
    const asked = stripe.requests();
    await settlePending(desk);
    expect(stripe.requests()).toBe(asked);
  });

  test("an order that Stripe does not know keeps no other waiting", async () => {
    const { stripe, desk } = await open();
    const lost = await begun(desk);
    const { order, session } = await begun(desk);
    stripe.sessions.delete(lost.session);
    stripe.pay(session);
    await settlePending(desk);
    expect((await now(desk, order)).state).toBe("paid");
    expect((await now(desk, lost.order)).state).toBe("pending");
  });

  test("another amount is written down and makes nothing paid", async () => {
    const { stripe, desk } = await open();
    const { order, session } = await begun(desk);
    stripe.pay(session, 5000);
    await settle(desk, order.id, "provider");
    expect(await now(desk, order)).toMatchObject({ state: "pending", received: 5000 });
  });

  test("only what Stripe signed, just now and with our secret, is a message", async () => {
    const { stripe, card, desk } = await open();
    const { order, session } = await begun(desk);
    const { payload, signature } = stripe.message(session);
    expect(await card.orderOf(payload, signature)).toBe(order.id);
    const forged = stripe.message(session, "whsec_otro");
    const old = stripe.message(session, webhookSecret, Math.floor(Date.now() / 1000) - 3_600);
    await expect(card.orderOf(forged.payload, forged.signature)).rejects.toThrow();
    await expect(card.orderOf(old.payload, old.signature)).rejects.toThrow();
    await expect(card.orderOf(payload.replace(order.id, "OTHER000"), signature)).rejects.toThrow();
    await expect(card.orderOf(payload, "")).rejects.toThrow();
  });

  test("a message is a nudge: signed, it has Stripe asked; forged, it changes nothing", async () => {
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

  test("the way to Stripe's page leads on, and says so when there is none", async () => {
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
    expect(await page.text()).toContain("Pendiente de pago");
    expect(await (await ask(`/pedido/${order.token}`)).text()).toContain("Pagado");
    expect((await pay()).headers.get("Location")).toBe(`/pedido/${order.token}`);
    expect((await ask("/pedido/otro/pagar")).status).toBe(404);
  });

  test("a refund whose answer is lost is made once", async () => {
    const { stripe, desk } = await open();
    const { order, session } = await begun(desk);
    stripe.pay(session);
    await settle(desk, order.id);
    stripe.faults.push("answer lost", "answer lost", "answer lost");
    await expect(refund(desk, order.id, 8999, 0)).rejects.toThrow();
    expect((await now(desk, order)).refunded).toBe(0);
    stripe.faults.length = 0;
    expect(await refund(desk, order.id, 8999, 0)).toBe(true);
    expect(stripe.refunds).toEqual([{ payment_intent: `pi_${session}`, amount: 8999 }]);
    expect(await now(desk, order)).toMatchObject({ state: "refunded", refunded: 8999 });
  });

  test("an order of a transfer stays one when cards are taken later", async () => {
    const { stripe, desk } = await open();
    const order = await placed({ ...desk, card: undefined });
    expect(order.payment).toBe("transfer");
    expect(await startPayment(desk, order)).toBeUndefined();
    await receive(desk, order.id, 8999, 0);
    expect((await now(desk, order)).state).toBe("paid");
    expect(stripe.requests()).toBe(0);
  });

  test("an order by card can't be looked after without Stripe's key, and says so", async () => {
    const { desk } = await open();
    const order = await placed(desk);
    await expect(settle({ ...desk, card: undefined }, order.id)).rejects.toThrow(
      `Order ${order.id} is paid by card: set STRIPE_SECRET_KEY to look after it.`,
    );
  });

  test("whatever is lost, doubled, late or forged, the money here is the money there", async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    console.log(`Cards on ${database}, seed ${seed}`);
    const { chance, one, below } = randomFrom(seed);
    const stripe = await fakeStripe();
    // A press of the owner's, and no try of the SDK's own, makes up for a fault.
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
      () => {
        desk.pass(below(12) * hour);
        return expire(desk);
      },
    ];
    const orders = [];
    for (let count = 0; count < 15; count++) orders.push(await placed(desk));
    for (let step = 0; step < 150; step++) {
      if (chance(0.1)) stripe.faults.push(one(["refused", "failed", "answer lost"] as const));
      const order = await now(desk, one(orders));
      await Promise.allSettled([one(steps)(order), one(steps)(order)]);
    }
    stripe.faults.length = 0;
    for (const { id } of orders) await settle(desk, id);

    for (const { id } of orders) {
      const order = await now(desk, { id });
      const paid = [...stripe.sessions.values()]
        .filter((session) => session.client_reference_id === id)
        .filter((session) => session.payment_status === "paid");
      const events = await story(desk, order);
      expect(paid.length).toBeLessThanOrEqual(1);
      expect(order.received).toBe(paid.length * order.total);
      expect(events.filter((event) => / paid$/.test(event))).toHaveLength(paid.length);
      const given = stripe.refunds.filter((made) => made.payment_intent === `pi_${paid[0]?.id}`);
      expect(given.reduce((sum, { amount }) => sum + amount, 0)).toBe(order.refunded);
      expect(order.refunded).toBeLessThanOrEqual(order.received);
    }
  });
});

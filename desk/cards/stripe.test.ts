import Stripe from "stripe";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { randomFrom } from "../../server/testing/random.ts";
import { mailsOf } from "../mail/outbox.ts";
import { ledgerOf } from "../orders/ledger.ts";
import { close } from "../orders/order-steps.ts";
import { owedBack } from "../shop/order-status.ts";
import { day, hour } from "../shop/time.ts";
import { openDatabase } from "../storage/database.ts";
import type { Order } from "../storage/tables.ts";
import {
  change,
  databases,
  enter,
  ledger,
  placed,
  reread,
  start,
  type TestDesk,
  mailsOf as templatesOf,
  testDesk,
  times,
} from "../testing/desk.ts";
import { fakeStripe, noBalance, webhookSecret } from "../testing/fake-stripe.ts";
import { unlimited } from "../testing/limits.ts";
import { openForAdmin, openOrder } from "./open-order.ts";
import { endPages, reconcilePages, startPayment } from "./payment-page.ts";
import { reconcile } from "./reconcile.ts";
import { reconcileRefunds, refundableByCard, refundByCard } from "./refunds.ts";
import { stripePayment } from "./stripe.ts";
import { handleWebhook } from "./webhook.ts";

const paidLedger = ["provider payment 8999"];

describe.each(databases)("cards, on %s", (database) => {
  async function open(changes: Partial<TestDesk> = {}) {
    const stripe = await fakeStripe();
    const card = stripePayment("sk_test_prueba", webhookSecret, stripe.options);
    const desk = await testDesk(database, { card, ...changes });
    return { stripe, card, desk };
  }

  /** An order whose payment page at Stripe has been opened. */
  async function begun(desk: TestDesk) {
    const order = await placed(desk);
    const address = (await startPayment(desk, order)) ?? "";
    return { order: await reread(desk, order), address, session: address.split("/").at(-1) ?? "" };
  }

  /** An order that was paid on Stripe's page. */
  async function paid() {
    const { stripe, card, desk } = await open();
    const { order, session } = await begun(desk);
    stripe.pay(session);
    await reconcile(desk, order.id);
    return { stripe, card, desk, order: await reread(desk, order), session };
  }

  /** The owner refunds on the page as it is now. */
  const refund = async (desk: TestDesk, order: { id: string }, amount: number) =>
    refundByCard(desk, order.id, amount, (await reread(desk, order)).version);

  /** The subjects of the emails that a shopper gets about refunds. */
  const told = async (desk: TestDesk, order: { id: string }) =>
    (await mailsOf(desk, order))
      .filter(({ template }) => template === "refund")
      .map(({ subject }) => subject);

  const silence = () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
  };

  describe("the page to pay on", () => {
    test("is Stripe's, and an order is placed without it", async () => {
      const { stripe, desk } = await open();
      const order = await placed(desk, { quantity: 2 });
      expect(order.method).toBe("card");
      expect(stripe.requests).toEqual([]);
      expect(await startPayment(desk, order)).toBe("https://checkout.stripe.test/cs_test_1");
      expect(stripe.sessions.get("cs_test_1")).toMatchObject({
        amount_total: 17998,
        client_reference_id: order.id,
      });
      expect(await reread(desk, order)).toMatchObject({
        providerPage: "cs_test_1",
        providerPageOpen: 1,
        providerPageAmount: 17998,
      });
      await reconcile(desk, order.id);
      expect(await reread(desk, order)).toMatchObject({ status: "unpaid", providerPageOpen: 1 });
      stripe.pay("cs_test_1");
      await reconcile(desk, order.id);
      expect(await reread(desk, order)).toMatchObject({
        status: "paid",
        paid: 17998,
        providerPayment: "pi_cs_test_1",
        providerPageOpen: 0,
      });
    });

    test("is reopened while it is open, and replaced once it has expired", async () => {
      const { stripe, desk } = await open();
      const { order, address } = await begun(desk);
      expect(await startPayment(desk, order)).toBe(address);
      stripe.expire("cs_test_1");
      expect(await startPayment(desk, order)).toBe("https://checkout.stripe.test/cs_test_2");
      expect(await reread(desk, order)).toMatchObject({ providerPage: "cs_test_2" });
    });

    test("is not replaced if it was paid on but not reported yet", async () => {
      const { stripe, desk } = await open();
      const { order, session } = await begun(desk);
      stripe.pay(session);
      expect(await startPayment(desk, order)).toBe(`https://aurelia.example/pedido/${order.token}`);
      expect(stripe.sessions.size).toBe(1);
    });

    test("asks for the rest of an order that is partly paid by transfer, and ends the other one", async () => {
      const { stripe, desk } = await open();
      const { order } = await begun(desk);
      await enter(desk, order, 4000, { method: "transfer" });
      const after = await reread(desk, order);
      expect(await startPayment(desk, after)).toBe("https://checkout.stripe.test/cs_test_2");
      expect(stripe.sessions.get("cs_test_1")?.status).toBe("expired");
      expect(stripe.sessions.get("cs_test_2")?.amount_total).toBe(4999);
      stripe.pay("cs_test_2");
      await reconcile(desk, order.id);
      expect(await reread(desk, order)).toMatchObject({ status: "paid", owedBack: 0 });
    });

    test("that is paid while it is being replaced is the order's payment, and no error", async () => {
      const { stripe, desk } = await open();
      const { order, session } = await begun(desk);
      await enter(desk, order, 4000, { method: "transfer" });
      const after = await reread(desk, order);
      stripe.faults.push(undefined, "paid first");
      expect(await startPayment(desk, after)).toBe(`https://aurelia.example/pedido/${order.token}`);
      expect(stripe.requests.slice(-2)).toEqual([
        `POST /v1/checkout/sessions/${session}/expire`,
        `GET /v1/checkout/sessions/${session}`,
      ]);
      await reconcile(desk, order.id);
      expect(await reread(desk, order)).toMatchObject({ status: "paid", owedBack: 4000 });
      expect(stripe.sessions.size).toBe(1);
    });

    test("that is paid while it is being ended is recorded at once", async () => {
      const { stripe, desk } = await open();
      const { order } = await begun(desk);
      await enter(desk, order, 8999, { method: "transfer" });
      stripe.faults.push(undefined, "paid first");
      await endPages(desk);
      expect(await reread(desk, order)).toMatchObject({ status: "paid", owedBack: 8999 });
    });

    test.each(["answer lost", "refused", "in use"] as const)(
      "is opened once by a retry if the first request fails: %s",
      async (fault) => {
        const { stripe, desk } = await open();
        const order = await placed(desk);
        stripe.faults.push(fault);
        expect(await startPayment(desk, order)).toBe("https://checkout.stripe.test/cs_test_1");
        expect(stripe.sessions.size).toBe(1);
      },
    );

    test.each([["failed"], ["too many"], ["key revoked"], ["refused", "refused"]] as const)(
      "is opened on the next press after a failure: %s",
      async (...faults) => {
        const { stripe, card, desk } = await open();
        const order = await placed(desk);
        stripe.faults.push(...faults);
        const error = await startPayment(desk, order).catch((error) => error);
        expect(card.isUnavailable(error)).toBe(true);
        expect(await reread(desk, order)).toEqual(order);
        expect(await startPayment(desk, order)).toBe("https://checkout.stripe.test/cs_test_1");
      },
    );

    test("is one for concurrent presses on two servers, and the other one is ended", async () => {
      const { stripe, desk } = await open();
      const db = await openDatabase(desk.url);
      onTestFinished(() => db.destroy());
      const order = await placed(desk);
      const pressed = await Promise.all(
        [desk, { ...desk, db }].map((server) => startPayment(server, order)),
      );
      expect(stripe.sessions.size).toBe(2);
      const { providerPage } = await reread(desk, order);
      const stored = `https://checkout.stripe.test/${providerPage}`;
      expect(pressed).toEqual(pressed.map(() => stored));
      const isOpen = [...stripe.sessions.values()].filter(({ status }) => status === "open");
      expect(isOpen.map(({ id }) => id)).toEqual([providerPage]);
    });

    test("is asked for once by many presses", async () => {
      const { stripe, desk } = await open({ limits: { ...unlimited, providerCacheMs: 60_000 } });
      const [order, other] = [await placed(desk), await placed(desk)];
      const pressed = await Promise.all(
        Array.from({ length: 20 }, () => startPayment(desk, order)),
      );
      pressed.push(await startPayment(desk, order));
      expect(new Set(pressed)).toEqual(new Set(["https://checkout.stripe.test/cs_test_1"]));
      expect([stripe.requests.length, stripe.sessions.size]).toEqual([1, 1]);
      expect(await startPayment(desk, other)).toBe("https://checkout.stripe.test/cs_test_2");
    });

    test("waits for a delayed payment, and is replaced if that fails", async () => {
      const { stripe, desk } = await open();
      const { order, session } = await begun(desk);
      stripe.payLater(session);
      await reconcile(desk, order.id);
      expect(await reread(desk, order)).toMatchObject({ status: "unpaid", providerPageOpen: 1 });
      expect(await startPayment(desk, order)).toBe(`https://aurelia.example/pedido/${order.token}`);
      stripe.fail(session);
      await reconcile(desk, order.id);
      expect(await reread(desk, order)).toMatchObject({ status: "unpaid", providerPageOpen: 0 });
      expect(await startPayment(desk, order)).toBe("https://checkout.stripe.test/cs_test_2");
    });

    test("takes a delayed payment when it arrives", async () => {
      const { stripe, desk } = await open();
      const { order, session } = await begun(desk);
      stripe.payLater(session);
      stripe.pay(session);
      await reconcile(desk, order.id);
      expect(await ledger(desk, order)).toEqual(paidLedger);
    });

    test("expires with the order, or after a day at the latest", async () => {
      const { stripe, desk } = await open();
      const order = await placed(desk);
      await startPayment(desk, order);
      const seconds = (id: string) => (stripe.sessions.get(id)?.expires_at ?? 0) - start / 1000;
      expect(seconds("cs_test_1")).toBe(24 * 60 * 60 - 60);
      stripe.expire("cs_test_1");
      desk.pass(7 * day - hour);
      await startPayment(desk, await reread(desk, order));
      expect(seconds("cs_test_2")).toBe((Date.parse("2026-11-29T23:59:59+01:00") - start) / 1000);
    });

    test("has ended a day later, and Stripe is not asked again", async () => {
      const { stripe, desk } = await open();
      const { order } = await begun(desk);
      stripe.pass(day);
      desk.pass(day);
      await reconcilePages(desk);
      expect(await reread(desk, order)).toMatchObject({ status: "unpaid", providerPageOpen: 0 });
      const asked = stripe.requests.length;
      desk.pass(day);
      await reconcilePages(desk);
      expect(stripe.requests).toHaveLength(asked);
    });

    test("is ended when the order was paid by transfer", async () => {
      const { stripe, desk } = await open();
      const { order, session } = await begun(desk);
      await enter(desk, order, 8999, { method: "transfer" });
      await endPages(desk);
      expect(stripe.sessions.get(session)?.status).toBe("expired");
      expect(await reread(desk, order)).toMatchObject({ status: "paid", providerPageOpen: 0 });
    });

    test("that was paid while the order was cancelled is a late payment", async () => {
      const { stripe, desk } = await open();
      const { order, session } = await begun(desk);
      stripe.pay(session);
      await change(desk, order, (trx, before) =>
        close(desk, trx, before, "cancelled", { who: "owner" }),
      );
      await endPages(desk);
      expect(await reread(desk, order)).toMatchObject({ status: "cancelled", owedBack: 8999 });
      expect(await templatesOf(desk, order)).toContain("money");
    });

    test("is none for an order by transfer, or without cards", async () => {
      const { stripe, desk } = await open();
      const byTransfer = await placed({ ...desk, card: undefined });
      expect(byTransfer.method).toBe("transfer");
      expect(await startPayment(desk, byTransfer)).toBeUndefined();
      expect(stripe.requests).toEqual([]);
      const { order } = await begun(desk);
      const without = { ...desk, card: undefined };
      expect(await startPayment(without, order)).toBeUndefined();
      expect(await openOrder(without, order.token)).toMatchObject({ order: { status: "unpaid" } });
      expect(await refundByCard(without, order.id, 8999, order.version)).toBe("changed");
    });
  });

  describe("payments", () => {
    test("are stored once for twenty concurrent webhooks", async () => {
      const { stripe, desk } = await open();
      const { order, session } = await begun(desk);
      stripe.pay(session);
      await times(20, () => reconcile(desk, order.id));
      expect(await ledger(desk, order)).toEqual(paidLedger);
      expect(await templatesOf(desk, order)).toEqual(["money", "placed"]);
    });

    test("are found without a webhook", async () => {
      const { stripe, desk } = await open();
      const { order, session } = await begun(desk);
      await placed(desk);
      stripe.pay(session);
      await reconcilePages(desk);
      expect(await ledger(desk, order)).toEqual(paidLedger);
      const asked = stripe.requests.length;
      desk.pass(hour);
      await reconcilePages(desk);
      expect(stripe.requests).toHaveLength(asked);
    });

    test("that Stripe does not know delay no other", async () => {
      silence();
      const { stripe, desk } = await open();
      const lost = await begun(desk);
      const { order, session } = await begun(desk);
      stripe.sessions.delete(lost.session);
      stripe.pay(session);
      await reconcilePages(desk);
      expect(await reread(desk, order)).toMatchObject({ status: "paid" });
      expect(await reread(desk, lost.order)).toMatchObject({ status: "unpaid" });
      expect(await openForAdmin(desk, lost.order.id)).toMatchObject({ isUnknown: true });
    });

    test("of another amount are stored as they are", async () => {
      const { stripe, desk } = await open();
      const { order, session } = await begun(desk);
      stripe.pay(session, 5000);
      await reconcile(desk, order.id);
      expect(await reread(desk, order)).toMatchObject({ status: "partially paid", paid: 5000 });
    });
  });

  test("accepts only webhooks that Stripe signed recently with our secret", async () => {
    silence();
    const { stripe, card, desk } = await open();
    const { order, session } = await begun(desk);
    const { payload, signature } = stripe.message(session);
    expect(await card.readWebhook(payload, signature)).toEqual({ order: order.id });
    const forged = stripe.message(session, "whsec_otro");
    const old = stripe.message(session, webhookSecret, Math.floor(Date.now() / 1000) - 3_600);
    stripe.pay(session);
    for (const [message, sign] of [
      [forged.payload, forged.signature],
      [old.payload, old.signature],
      [payload.replace(order.id, "OTHER000"), signature],
      [payload, ""],
    ] as const) {
      expect(await handleWebhook(desk, message, sign)).toBe("forged");
    }
    expect(await reread(desk, order)).toMatchObject({ status: "unpaid" });
    stripe.faults.push("refused", "refused");
    expect(await handleWebhook(desk, payload, signature)).toBe("failed");
    for (const _ of [1, 2, 3]) expect(await handleWebhook(desk, payload, signature)).toBe("taken");
    expect(await ledger(desk, order)).toEqual(paidLedger);
    const other = stripe.message("NOORDER0");
    expect(await handleWebhook(desk, other.payload, other.signature)).toBe("taken");
  });

  describe("refunds", () => {
    test("are made once if the answer is lost", async () => {
      const { stripe, desk, order, session } = await paid();
      // The first request fetches the session; then the SDK tries the refund twice.
      stripe.faults.push(undefined, "answer lost", "answer lost");
      await expect(refund(desk, order, 8999)).rejects.toThrow();
      expect(stripe.refunds).toHaveLength(1);
      const { refunded, refundKey } = await reread(desk, order);
      expect([refunded, refundKey]).toEqual([0, stripe.refunds[0]?.metadata.key]);
      expect(await refund(desk, order, 8999)).toBe("done");
      expect(stripe.refunds).toMatchObject([{ payment_intent: `pi_${session}`, amount: 8999 }]);
      expect(await reread(desk, order)).toMatchObject({ status: "refunded", refundKey: null });
    });

    test("by us with a lost response, and in the dashboard, are both stored", async () => {
      const { stripe, desk, order, session } = await paid();
      stripe.faults.push(undefined, "answer lost", "answer lost");
      await expect(refund(desk, order, 4000)).rejects.toThrow();
      stripe.refund(session, 4000);
      expect(stripe.refunds).toHaveLength(2);
      await reconcileRefunds(desk);
      expect(await reread(desk, order)).toMatchObject({ refunded: 8000, refundKey: null });
      expect(await refund(desk, order, 1000)).toBe("changed");
      expect(await refund(desk, order, 999)).toBe("done");
      expect(stripe.refunds).toHaveLength(3);
    });

    test.each([["too many"], ["in use", "in use"], ["refused", "refused"]] as const)(
      "that fail (%s) are made on the next press",
      async (...faults) => {
        const { stripe, card, desk, order } = await paid();
        stripe.faults.push(undefined, ...faults);
        const error = await refund(desk, order, 8999).catch((error) => error);
        expect(card.isUnavailable(error)).toBe(true);
        expect(stripe.refunds).toEqual([]);
        expect(await refund(desk, order, 8999)).toBe("done");
        expect(stripe.refunds).toHaveLength(1);
      },
    );

    test("are made once for concurrent presses, and the rest later", async () => {
      const { stripe, desk, order } = await paid();
      // The owner has seen the order once: a press on a newer page would be another refund.
      const { version } = await reread(desk, order);
      const presses = Array.from({ length: 5 }, () => refundByCard(desk, order.id, 1000, version));
      await Promise.allSettled(presses);
      expect(stripe.refunds.map(({ amount }) => amount)).toEqual([1000]);
      expect(await refund(desk, order, 7999)).toBe("done");
      expect(stripe.refunds.map(({ amount }) => amount)).toEqual([1000, 7999]);
      expect(await reread(desk, order)).toMatchObject({ status: "refunded" });
    });

    test("are found without a webhook, and by one", async () => {
      const { stripe, desk, order, session } = await paid();
      stripe.refund(session, 1000);
      await reconcileRefunds(desk);
      expect(await reread(desk, order)).toMatchObject({ refunded: 1000 });
      stripe.refund(session, 7999);
      const { payload, signature } = stripe.refundMessage(session);
      expect(await handleWebhook(desk, payload, signature)).toBe("taken");
      expect(await reread(desk, order)).toMatchObject({ status: "refunded", refunded: 8999 });
    });

    test("are found after a server whose clock was ahead has looked for them", async () => {
      const { stripe, desk, order, session } = await paid();
      desk.pass(20 * day);
      await reconcileRefunds(desk);
      desk.pass(-20 * day);
      stripe.refund(session, 1000);
      await reconcileRefunds(desk);
      expect(await reread(desk, order)).toMatchObject({ refunded: 1000 });
    });

    test("that the bank refuses weeks later are found, and can be made again", async () => {
      const { stripe, desk, order, session } = await paid();
      expect(await refund(desk, order, 8999)).toBe("done");
      await reconcileRefunds(desk);
      for (const clock of [stripe, desk]) clock.pass(20 * day);
      await reconcileRefunds(desk);
      stripe.failRefunds(session);
      await reconcileRefunds(desk);
      expect(await reread(desk, order)).toMatchObject({ refunded: 0, owedBack: 8999 });
      expect(await refund(desk, order, 8999)).toBe("done");
      expect(await reread(desk, order)).toMatchObject({ refunded: 8999, owedBack: 0 });
      expect(await ledger(desk, order)).toEqual([
        "provider payment 8999",
        "provider refund 8999",
        "provider refund 8999 back",
        "provider refund 8999",
      ]);
    });

    test("that are pending are told as asked for, and as made once they are", async () => {
      const { stripe, desk, order, session } = await paid();
      stripe.delayRefunds();
      expect(await refund(desk, order, 8999)).toBe("done");
      expect(await reread(desk, order)).toMatchObject({ refundPending: 8999, owedBack: 0 });
      expect(await told(desk, order)).toEqual([`Pedido ${order.id}: te reembolsamos 89,99\u00a0€`]);
      const asSent = { subject: "Pedido a Stripe" };
      await desk.db.updateTable("mails").set(asSent).where("template", "=", "refund").execute();
      for (const clock of [stripe, desk]) clock.pass(10 * day);
      await reconcileRefunds(desk);
      expect(await told(desk, order)).toHaveLength(1);
      stripe.makeRefunds(session);
      await reconcileRefunds(desk);
      expect(await reread(desk, order)).toMatchObject({ refundPending: 0, refunded: 8999 });
      expect(await told(desk, order)).toEqual([
        "Pedido a Stripe",
        `Pedido ${order.id}: te hemos reembolsado 89,99\u00a0€`,
      ]);
    });

    test.each(["failed", "canceled"] as const)(
      "that are pending and then %s are owed back, and nobody is told that they are made",
      async (status) => {
        const { stripe, desk, order, session } = await paid();
        stripe.delayRefunds();
        await refund(desk, order, 5000);
        await refund(desk, order, 1000);
        for (const clock of [stripe, desk]) clock.pass(10 * day);
        stripe.failRefunds(session, status);
        await reconcileRefunds(desk);
        expect(await reread(desk, order)).toMatchObject({ refundPending: 0, refunded: 0 });
        const mails = await desk.db.selectFrom("mails").select("template").execute();
        const templates = mails.map(({ template }) => template);
        expect(templates).not.toContain("refund");
        expect(templates.filter((name) => name === "owner refund failed")).toHaveLength(2);
      },
    );

    test("of which one is pending and another is made are told as each is", async () => {
      const { stripe, desk, order, session } = await paid();
      stripe.refund(session, 1000);
      stripe.delayRefunds();
      stripe.refund(session, 2000);
      await reconcile(desk, order.id);
      expect(await reread(desk, order)).toMatchObject({ refundPending: 2000, refunded: 3000 });
      expect((await told(desk, order)).sort()).toEqual([
        `Pedido ${order.id}: te hemos reembolsado 10,00\u00a0€`,
        `Pedido ${order.id}: te reembolsamos 20,00\u00a0€`,
      ]);
      // The email about the request has not left: it would be outdated.
      stripe.makeRefunds(session);
      await reconcile(desk, order.id);
      expect((await told(desk, order)).sort()).toEqual([
        `Pedido ${order.id}: te hemos reembolsado 10,00\u00a0€`,
        `Pedido ${order.id}: te hemos reembolsado 20,00\u00a0€`,
      ]);
    });

    test("that were cancelled are taken back too", async () => {
      const { stripe, desk, order, session } = await paid();
      expect(await refund(desk, order, 1000)).toBe("done");
      stripe.failRefunds(session, "canceled");
      await reconcile(desk, order.id);
      expect(await reread(desk, order)).toMatchObject({ refunded: 0 });
    });

    test("are made once even if Stripe has forgotten the idempotency key", async () => {
      const { stripe, desk, order } = await paid();
      stripe.faults.push(undefined, "answer lost", "answer lost");
      await expect(refund(desk, order, 4000)).rejects.toThrow();
      for (const clock of [stripe, desk]) clock.pass(2 * day);
      expect(await refund(desk, order, 4000)).toBe("done");
      expect(stripe.refunds).toHaveLength(1);
      expect(await reread(desk, order)).toMatchObject({ refunded: 4000 });
    });

    test("that Stripe refuses give its reason, and the next press tries again", async () => {
      const { stripe, desk, order } = await paid();
      stripe.faults.push(undefined, "no balance");
      expect(await refund(desk, order, 8999)).toEqual({ refused: noBalance });
      expect(await refund(desk, order, 8999)).toBe("done");
      expect(stripe.refunds).toHaveLength(1);
    });
  });

  describe("disputes", () => {
    test("are found without a webhook while they are open, and when they end", async () => {
      const { stripe, desk, order, session } = await paid();
      stripe.dispute(session, "needs_response", 8999);
      await reconcileRefunds(desk);
      expect(await reread(desk, order)).toMatchObject({ status: "refunded", disputed: 8999 });
      stripe.dispute(session, "under_review");
      await reconcileRefunds(desk);
      expect(await reread(desk, order)).toMatchObject({ disputed: 8999 });
      stripe.dispute(session, "won");
      for (const clock of [stripe, desk]) clock.pass(60 * day);
      await reconcileRefunds(desk);
      expect(await reread(desk, order)).toMatchObject({ status: "paid", disputed: 0 });
      expect(await ledger(desk, order)).toEqual([
        "provider payment 8999",
        "provider chargeback 8999",
        "provider chargeback 8999 back",
      ]);
    });

    test("that are lost stay", async () => {
      const { stripe, desk, order, session } = await paid();
      stripe.dispute(session, "lost", 5000);
      const { payload, signature } = stripe.disputeMessage(session);
      expect(await handleWebhook(desk, payload, signature)).toBe("taken");
      const after = await reread(desk, order);
      expect(after).toMatchObject({ paymentStatus: "partially refunded", disputed: 0 });
      expect(refundableByCard(after, await ledgerOf(desk.db, order.id))).toBe(3999);
    });

    test("begin with an inquiry, which takes no money", async () => {
      const { stripe, desk, order, session } = await paid();
      stripe.dispute(session, "warning_needs_response", 8999);
      await reconcileRefunds(desk);
      expect(await reread(desk, order)).toMatchObject({ status: "paid", disputed: 8999 });
      stripe.dispute(session, "needs_response");
      await reconcileRefunds(desk);
      expect(await reread(desk, order)).toMatchObject({ chargedBack: 8999, disputed: 8999 });
    });

    test.each(["warning_closed", "prevented"] as const)(
      "that are %s cost nothing",
      async (status) => {
        const { stripe, desk, order, session } = await paid();
        stripe.dispute(session, status, 8999);
        await reconcile(desk, order.id);
        expect(await reread(desk, order)).toMatchObject({ status: "paid", disputed: 0 });
        expect(await ledger(desk, order)).toEqual(paidLedger);
      },
    );
  });

  test("books the same as Stripe despite lost, repeated, late and forged messages", async () => {
    silence();
    const { chance, one, below } = randomFrom(20_261_122);
    const stripe = await fakeStripe();
    // The SDK does not retry here: only another press by the owner recovers from a fault.
    const options = { ...stripe.options, maxNetworkRetries: 0 };
    const card = stripePayment("sk_test_prueba", webhookSecret, options);
    const desk = await testDesk(database, { card });
    const sessionOf = (page: string | null) => stripe.sessions.get(page ?? "");
    const steps: ((order: Order) => unknown)[] = [
      (order) => startPayment(desk, order),
      (order) => startPayment(desk, order),
      (order) => reconcile(desk, order.id),
      ({ providerPage }) => {
        if (sessionOf(providerPage)?.status !== "open") return;
        if (chance(0.2)) stripe.expire(providerPage ?? "");
        else stripe.pay(providerPage ?? "");
      },
      ({ id, providerPage }) => {
        const secret = chance(0.2) ? "whsec_otro" : webhookSecret;
        const { payload, signature } = stripe.message(providerPage ?? id, secret);
        return handleWebhook(desk, payload, signature);
      },
      (order) => refundByCard(desk, order.id, Math.ceil(order.paid / 2), order.version),
      ({ providerPage }) =>
        sessionOf(providerPage)?.payment_status === "paid" &&
        stripe.refund(providerPage ?? "", 1000),
      ({ providerPage }) => chance(0.3) && stripe.failRefunds(providerPage ?? ""),
      ({ providerPage }) =>
        chance(0.3) &&
        sessionOf(providerPage)?.payment_status === "paid" &&
        stripe.dispute(providerPage ?? "", one(["needs_response", "won", "lost"]), 1 + below(4000)),
      () => reconcileRefunds(desk),
      () => reconcilePages(desk),
      () => endPages(desk),
      async (order) => chance(0.3) && enter(desk, order, 1000, { method: "transfer" }),
      (order) =>
        chance(0.2) &&
        order.closed === null &&
        change(desk, order, (trx, before) => close(desk, trx, before, "expired", { who: "shop" })),
      () => {
        for (const clock of [stripe, desk]) clock.pass(below(12) * hour);
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
    const orders: Order[] = [];
    for (let count = 0; count < 15; count++) orders.push(await placed(desk));
    for (let step = 0; step < 300; step++) {
      if (chance(0.1)) stripe.faults.push(one(faults));
      const order = await reread(desk, one(orders));
      await Promise.allSettled([one(steps), one(steps)].map(async (step) => step(order)));
    }
    stripe.faults.length = 0;
    for (const { id } of orders) await reconcile(desk, id);
    await endPages(desk);

    for (const { id } of orders) {
      const order = await reread(desk, { id });
      const sessions = [...stripe.sessions.values()].filter(
        ({ client_reference_id }) => client_reference_id === id,
      );
      const paid = sessions.filter(({ payment_status }) => payment_status === "paid");
      expect(paid.length).toBeLessThanOrEqual(1);
      const ofProvider = (await ledgerOf(desk.db, id)).filter(({ who }) => who === "provider");
      const sum = (kind: string) =>
        ofProvider
          .filter((entry) => entry.kind === kind)
          .reduce((total, { amount, reverses }) => total + (reverses ? -amount : amount), 0);
      const total = (of: { amount: number }[]) => of.reduce((all, { amount }) => all + amount, 0);
      expect(sum("payment")).toBe(paid[0]?.amount_total ?? 0);
      const intent = paid[0]?.payment_intent;
      expect(sum("refund")).toBe(
        total(
          stripe.refunds.filter(
            (made) => made.payment_intent === intent && made.status === "succeeded",
          ),
        ),
      );
      expect(sum("chargeback")).toBe(
        total(
          stripe.disputes.filter(
            (dispute) => dispute.payment_intent === intent && dispute.status !== "won",
          ),
        ),
      );
      expect(order.refundKey).toBeNull();
      if (order.closed) expect(order.owedBack).toBe(owedBack(order));
      const open = sessions.filter(({ status }) => status === "open");
      expect(open.map(({ id }) => id)).toEqual(order.providerPageOpen ? [order.providerPage] : []);
    }
  });
});

test("a test key is recognised", () => {
  expect(stripePayment("sk_test_1", "").isTest).toBe(true);
  expect(stripePayment("rk_test_1", "").isTest).toBe(true);
  expect(stripePayment("sk_live_1", "").isTest).toBe(false);
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

import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ledgerOf, reverse } from "../orders/ledger.ts";
import { ordersToDecide, ordersToPack } from "../orders/order-list.ts";
import { close, reopen, ship, unship } from "../orders/order-steps.ts";
import { stockOf } from "../orders/stock.ts";
import { withdraw } from "../orders/withdrawals.ts";
import { day, hour, minute } from "../shop/time.ts";
import type { CardPayment, ProviderEntry } from "../storage/card-payment.ts";
import { openDatabase } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import {
  card,
  change,
  databases,
  enter,
  ledger,
  mailsOf,
  newKey,
  paid,
  placed,
  reread,
  setStock,
  start,
  story,
  type TestDesk,
  testDesk,
  times,
} from "../testing/desk.ts";
import { unlimited } from "../testing/limits.ts";
import { openForAdmin, openOrder } from "./open-order.ts";
import { endPages, reconcilePages, startPayment } from "./payment-page.ts";
import { reconcile, reconcileBeforeErasing, tryReconciling } from "./reconcile.ts";
import { reconcileRefunds, refundableByCard, refundByCard } from "./refunds.ts";
import { handleWebhook } from "./webhook.ts";

const owner = { who: "owner" } as const;

const entry = (
  kind: ProviderEntry["kind"],
  id: string,
  amount: number,
  changes: Partial<ProviderEntry> = {},
): ProviderEntry => ({ kind, id, amount, at: start, isReversed: false, ...changes });

const payment = (amount = 8999) => entry("payment", "pi_1", amount);

/** Errors of a provider that is unavailable, or that does not know the payment. */
const silent = new Error("No connection");
const unknown = new Error("No such session");
const failures: Partial<CardPayment> = {
  isUnavailable: (error) => error === silent,
  isUnknown: (error) => error === unknown,
};

const templatesTo = async ({ db }: Desk, audience: "owner" | "shopper") => {
  const mails = db.selectFrom("mails").select("template").where("audience", "=", audience);
  return (await mails.execute()).map(({ template }) => template).sort();
};

describe.each(databases)("%s", (database) => {
  /** A desk with a provider whose report the test changes, and an order with an open page there. */
  async function open(changes: Partial<CardPayment> = {}, deskChanges: Partial<Desk> = {}) {
    const report = {
      isPageOpen: true,
      payment: null as string | null,
      entries: [] as ProviderEntry[],
    };
    /** The orders that the provider was asked about. */
    const asked: string[] = [];
    const check: CardPayment["check"] = async ({ id }) => {
      asked.push(id);
      return structuredClone(report);
    };
    const desk = await testDesk(database, {
      card: card({ check, ...failures, ...changes }),
      ...deskChanges,
    });
    const order = await withPage(desk, "cs_1");
    /** The provider reports these entries. */
    const reports = (...entries: ProviderEntry[]) =>
      Object.assign(report, { isPageOpen: false, payment: "pi_1", entries });
    return { desk, order, reports, asked };
  }

  async function withPage(desk: Desk, providerPage: string) {
    const { id, total } = await placed(desk);
    const page = { providerPage, providerPageOpen: 1, providerPageAmount: total };
    await desk.db.updateTable("orders").set(page).where("id", "=", id).execute();
    return reread(desk, { id });
  }

  /** A second server on the same database. */
  async function secondServer(desk: TestDesk): Promise<Desk> {
    const db = await openDatabase(desk.url);
    onTestFinished(() => db.destroy());
    return { ...desk, db };
  }

  const reconciledWith = async (...entries: ProviderEntry[]) => {
    const shop = await open();
    shop.reports(...entries);
    await reconcile(shop.desk, shop.order.id);
    return shop;
  };

  describe("reconciling", () => {
    test("stores a payment once, however often it is reported", async () => {
      const { desk, order } = await reconciledWith(payment());
      const reconciled = await reread(desk, order);
      expect(reconciled).toMatchObject({
        status: "paid",
        paid: 8999,
        providerPayment: "pi_1",
        providerPageOpen: 0,
        version: order.version + 1,
      });
      await reconcile(desk, order.id);
      expect(await reread(desk, order)).toEqual(reconciled);
      expect(await ledgerOf(desk.db, order.id)).toMatchObject([
        { providerId: "pi_1", method: "card", day: "2026-11-22", who: "provider" },
      ]);
      expect(await mailsOf(desk, order)).toEqual(["money", "placed"]);
      expect(await templatesTo(desk, "owner")).toEqual(["owner order placed", "owner payment"]);
    });

    test("stores a payment once in twenty concurrent calls on two servers", async () => {
      const { desk, order, reports } = await open();
      const other = await secondServer(desk);
      reports(payment(), entry("refund", "re_1", 1000), entry("chargeback", "dp_1", 500));
      await times(20, (index) => tryReconciling(index % 2 ? desk : other, order.id));
      await reconcile(desk, order.id);
      expect(await ledger(desk, order)).toEqual([
        "provider payment 8999",
        "provider refund 1000",
        "provider chargeback 500",
      ]);
      expect(await mailsOf(desk, order)).toEqual(["money", "placed", "refund"]);
    });

    test("an answer from before a change does not overwrite a newer one", async () => {
      const reports = [
        entry("chargeback", "dp_1", 8999, { isOpen: true }),
        entry("chargeback", "dp_1", 8999, { isReversed: true }),
      ];
      let answerFirst = () => {};
      const first = new Promise<void>((resolve) => {
        answerFirst = resolve;
      });
      let count = 0;
      const check: CardPayment["check"] = async () => {
        const report = reports[count++] ?? reports[1];
        if (count === 1) await first;
        return { isPageOpen: false, payment: "pi_1", entries: report ? [payment(), report] : [] };
      };
      const { desk, order } = await open({ check });
      const slow = reconcile(desk, order.id);
      await expect.poll(() => count).toBe(1);
      await reconcile(desk, order.id);
      answerFirst();
      await slow;
      expect(await reread(desk, order)).toMatchObject({
        status: "paid",
        disputed: 0,
        chargedBack: 0,
      });
      expect(await ledger(desk, order)).toEqual(["provider payment 8999"]);
    });

    test.each([
      ["in the order of time", [0, 1, 2, 3]],
      ["in the reverse order", [3, 2, 1, 0]],
      ["in another order", [2, 0, 3, 1]],
    ])("the same entries %s make the same books", async (_, sequence) => {
      const all = [
        payment(),
        entry("refund", "re_1", 2000, { at: start + hour }),
        entry("refund", "re_2", 3000, { at: start + 2 * hour }),
        entry("chargeback", "dp_1", 1000, { at: start + 3 * hour, isOpen: true }),
      ];
      const { desk, order, reports } = await open();
      const reported: ProviderEntry[] = [];
      for (const index of [...sequence, ...sequence]) {
        const next = all[index];
        if (next && !reported.includes(next)) reported.push(next);
        reports(...reported);
        await reconcile(desk, order.id);
      }
      expect(await reread(desk, order)).toMatchObject({
        paid: 8999,
        refunded: 5000,
        chargedBack: 1000,
        disputed: 1000,
        paymentStatus: "partially refunded",
      });
      expect(await ledgerOf(desk.db, order.id)).toHaveLength(4);
    });

    test("asks nobody about an order without a page, or without a provider", async () => {
      const { desk, order, asked } = await open();
      await reconcile(desk, (await placed(desk)).id);
      await reconcile(desk, "NOORDER0");
      await reconcile({ ...desk, card: undefined }, order.id);
      expect(asked).toEqual([]);
    });

    test("another amount than the order's is stored as it is", async () => {
      const { desk, order } = await reconciledWith(payment(5000));
      expect(await reread(desk, order)).toMatchObject({ status: "partially paid", paid: 5000 });
      expect(await mailsOf(desk, order)).toEqual(["money", "placed"]);
    });

    test("a payment by card beside one by transfer is owed back, and does not delay the parcel", async () => {
      const { desk, order, reports } = await open();
      await enter(desk, order, 8999, { method: "transfer" });
      reports(payment());
      await reconcile(desk, order.id);
      expect(await reread(desk, order)).toMatchObject({
        status: "paid",
        paid: 17_998,
        owedBack: 8999,
      });
      const shipped = await change(desk, order, (trx, before) => ship(desk, trx, before, ""));
      expect(shipped).toMatchObject({ status: "shipped", owedBack: 8999 });
      expect(await mailsOf(desk, order)).toContain("money");
    });

    test.each(["expired", "cancelled"] as const)(
      "a payment for an order that is %s is kept, and reopening makes it paid",
      async (closed) => {
        const { desk, order, reports } = await open();
        await setStock(desk, 0);
        await change(desk, order, (trx, before) => close(desk, trx, before, closed, owner));
        reports(payment());
        await reconcile(desk, order.id);
        expect(await reread(desk, order)).toMatchObject({ status: closed, owedBack: 8999 });
        expect(await mailsOf(desk, order)).toContain("money");
        expect(await templatesTo(desk, "owner")).toContain("owner payment");
        const reopened = await change(desk, order, (trx, before) => reopen(desk, trx, before));
        expect(reopened).toMatchObject({ status: "paid", owedBack: 0 });
        expect(await stockOf(desk.db)).toBe(0);
      },
    );

    test("an order that can't be delivered is owed back until the money is refunded", async () => {
      const { desk, order, reports } = await reconciledWith(payment());
      await change(desk, order, (trx, before) => close(desk, trx, before, "cancelled", owner));
      expect(await reread(desk, order)).toMatchObject({ status: "cancelled", owedBack: 8999 });
      reports(payment(), entry("refund", "re_1", 8998));
      await reconcile(desk, order.id);
      expect(await reread(desk, order)).toMatchObject({ status: "cancelled", owedBack: 1 });
      reports(payment(), entry("refund", "re_1", 8998), entry("refund", "re_2", 1));
      await reconcile(desk, order.id);
      expect(await reread(desk, order)).toMatchObject({ status: "refunded", owedBack: 0 });
    });

    test("a payment that was entered at the wrong order moves to the right one", async () => {
      const { desk, order: wrong } = await open();
      const right = await placed(desk);
      await enter(desk, wrong, 8999, { method: "transfer" });
      const [booked] = await ledgerOf(desk.db, wrong.id);
      if (!booked) throw new Error("There is no payment.");
      await change(desk, wrong, (trx, before) => reverse(desk, trx, before, booked, owner));
      await enter(desk, right, 8999, { method: "transfer" });
      expect(await reread(desk, wrong)).toMatchObject({ status: "unpaid", paid: 0 });
      expect(await reread(desk, right)).toMatchObject({ status: "paid", paid: 8999 });
      expect(await mailsOf(desk, wrong)).toEqual(["placed"]);
    });

    test("a refund in the dashboard before shipping ends the order and returns its bottle", async () => {
      const { desk, order, reports } = await open();
      await setStock(desk, 4);
      reports(payment(), entry("refund", "re_1", 8999));
      await reconcile(desk, order.id);
      expect(await reread(desk, order)).toMatchObject({ status: "refunded", closed: "cancelled" });
      expect(await stockOf(desk.db)).toBe(5);
    });

    test("a refund that fails days later is owed back again, and the owner is told once", async () => {
      const { desk, order, reports } = await reconciledWith(
        payment(),
        entry("refund", "re_1", 8999),
      );
      desk.pass(9 * day);
      reports(payment(), entry("refund", "re_1", 8999, { isReversed: true }));
      for (const _ of [1, 2]) await reconcile(desk, order.id);
      expect(await reread(desk, order)).toMatchObject({
        status: "cancelled",
        refunded: 0,
        owedBack: 8999,
      });
      expect(await ledger(desk, order)).toEqual([
        "provider payment 8999",
        "provider refund 8999",
        "provider refund 8999 back",
      ]);
      // The accounts of the first day may be closed.
      expect((await ledgerOf(desk.db, order.id)).map(({ day }) => day)).toEqual([
        "2026-11-22",
        "2026-11-22",
        "2026-12-01",
      ]);
      const templates = await templatesTo(desk, "owner");
      expect(templates.filter((template) => template === "owner refund failed")).toHaveLength(1);
    });

    test("ignores a refund that failed before the shop saw it", async () => {
      const { desk, order } = await reconciledWith(
        payment(),
        entry("refund", "re_1", 8999, { isReversed: true }),
      );
      expect(await ledger(desk, order)).toEqual(["provider payment 8999"]);
      expect(await reread(desk, order)).toMatchObject({ status: "paid" });
    });

    test("part of an order comes back", async () => {
      const { desk, order } = await reconciledWith(payment(), entry("refund", "re_1", 3000));
      expect(await reread(desk, order)).toMatchObject({
        status: "partially refunded",
        owedBack: 0,
      });
    });
  });

  describe("disputes", () => {
    const dispute = (changes: Partial<ProviderEntry>) => entry("chargeback", "dp_1", 8999, changes);

    test("an open one takes the money, and a won one returns it", async () => {
      const { desk, order, reports } = await reconciledWith(payment(), dispute({ isOpen: true }));
      expect(await reread(desk, order)).toMatchObject({
        status: "refunded",
        closed: null,
        chargedBack: 8999,
        disputed: 8999,
      });
      reports(payment(), dispute({ isOpen: false, isReversed: true }));
      for (const _ of [1, 2]) await reconcile(desk, order.id);
      expect(await reread(desk, order)).toMatchObject({
        status: "paid",
        chargedBack: 0,
        disputed: 0,
      });
      expect(await story(desk, order)).toEqual(["shopper placed"]);
      expect(await mailsOf(desk, order)).toEqual(["money", "placed"]);
      expect(await templatesTo(desk, "owner")).toEqual([
        "owner dispute",
        "owner dispute",
        "owner order placed",
        "owner payment",
      ]);
    });

    test("a lost one stays, is reported once, and its bottle returns to the stock", async () => {
      const { desk, order, reports } = await reconciledWith(payment(), dispute({ isOpen: true }));
      await setStock(desk, 4);
      reports(payment(), dispute({ isOpen: false }));
      for (const _ of [1, 2]) await reconcile(desk, order.id);
      expect(await reread(desk, order)).toMatchObject({
        status: "refunded",
        closed: "cancelled",
        chargedBack: 8999,
        disputed: 0,
      });
      expect(await story(desk, order)).toEqual([
        "shopper placed",
        "provider dispute lost",
        "shop cancelled",
      ]);
      expect(await stockOf(desk.db)).toBe(5);
      expect(await mailsOf(desk, order)).toEqual(["money", "placed"]);
      const templates = await templatesTo(desk, "owner");
      expect(templates.filter((template) => template === "owner dispute")).toHaveLength(2);
    });

    test("a shipped order stays shipped when its dispute is lost", async () => {
      const { desk, order, reports } = await reconciledWith(payment());
      await change(desk, order, (trx, before) => ship(desk, trx, before, ""));
      reports(payment(), dispute({ isOpen: false }));
      await reconcile(desk, order.id);
      expect(await reread(desk, order)).toMatchObject({
        status: "refunded",
        fulfilment: "shipped",
        closed: null,
      });
    });

    test("two disputes of one payment are told apart", async () => {
      const both = [
        entry("chargeback", "dp_1", 4000, { isOpen: false }),
        entry("chargeback", "dp_2", 4000, { isOpen: true }),
      ];
      const { desk, order, reports } = await reconciledWith(payment(), ...both);
      expect(await reread(desk, order)).toMatchObject({ chargedBack: 8000, disputed: 4000 });
      reports(payment(), ...both.map((dispute) => ({ ...dispute, isOpen: false })));
      await reconcile(desk, order.id);
      expect((await story(desk, order)).slice(1)).toEqual([
        "provider dispute lost",
        "provider dispute lost",
      ]);
    });

    test("an order is cancelled once the bank has taken a part for good and the rest is refunded", async () => {
      const part = (isOpen: boolean) => entry("chargeback", "dp_1", 4000, { isOpen });
      const lost = await reconciledWith(payment(), part(false));
      expect(await reread(lost.desk, lost.order)).toMatchObject({ closed: null });
      await enter(lost.desk, lost.order, 4999, { kind: "refund" });
      expect(await reread(lost.desk, lost.order)).toMatchObject({ closed: "cancelled" });

      const { desk, order, reports } = await reconciledWith(payment(), part(true));
      await enter(desk, order, 4999, { kind: "refund" });
      expect(await reread(desk, order)).toMatchObject({ status: "refunded", closed: null });
      reports(payment(), part(false));
      await reconcile(desk, order.id);
      expect(await reread(desk, order)).toMatchObject({ closed: "cancelled" });
    });

    test("an order of which the bank has taken everything is cancelled if it was not sent after all", async () => {
      const { desk, order, reports } = await reconciledWith(payment());
      await change(desk, order, (trx, current) => ship(desk, trx, current, ""));
      reports(payment(), dispute({ isOpen: false }));
      await reconcile(desk, order.id);
      expect(await reread(desk, order)).toMatchObject({ status: "refunded", closed: null });
      await change(desk, order, (trx, current) => unship(desk, trx, current));
      expect(await reread(desk, order)).toMatchObject({ closed: "cancelled" });
    });

    test("an order of which the bank has taken everything is cancelled once the last inquiry ends", async () => {
      const inquiry = (isOpen: boolean) =>
        entry("chargeback", "dp_2", 1000, { isOpen, isReversed: true });
      const { desk, order, reports } = await reconciledWith(
        payment(),
        dispute({ isOpen: false }),
        inquiry(true),
      );
      expect(await reread(desk, order)).toMatchObject({ status: "refunded", closed: null });
      reports(payment(), dispute({ isOpen: false }), inquiry(false));
      await reconcile(desk, order.id);
      expect(await reread(desk, order)).toMatchObject({ closed: "cancelled", disputed: 0 });
    });

    test("an inquiry is open, but takes no money", async () => {
      const { desk, order } = await reconciledWith(
        payment(),
        dispute({ isOpen: true, isReversed: true }),
      );
      expect(await reread(desk, order)).toMatchObject({
        status: "paid",
        chargedBack: 0,
        disputed: 8999,
      });
      await reconcile(desk, order.id);
      const disputeMails = () =>
        desk.db.selectFrom("mails").select("id").where("template", "=", "owner dispute").execute();
      expect(await disputeMails()).toHaveLength(1);
      expect((await ordersToPack(desk, 1)).count).toBe(0);
      expect((await ordersToDecide(desk, 1)).orders).toMatchObject([{ id: order.id }]);
    });
  });

  describe("pages", () => {
    test("show what is known if the provider fails, hangs or does not know the payment", async () => {
      const log = vi.spyOn(console, "error").mockImplementation(() => {});
      onTestFinished(() => log.mockRestore());
      const stateWith = async (check: CardPayment["check"], limits = unlimited) => {
        const { desk, order } = await open({ check }, { limits });
        const shopper = await openOrder(desk, order.token);
        const atAdmin = await openForAdmin(desk, order.id);
        expect(shopper?.order.status).toBe("unpaid");
        return [shopper, atAdmin].map((page) => [page?.isCurrent, page?.isUnknown]);
      };
      const notCurrent = [
        [false, false],
        [false, false],
      ];
      expect(await stateWith(() => Promise.reject(silent))).toEqual(notCurrent);
      expect(await stateWith(() => Promise.reject(new Error("Our error")))).toEqual(notCurrent);
      expect(await stateWith(() => Promise.reject(unknown))).toEqual([
        [true, true],
        [true, true],
      ]);
      const impatient = { ...unlimited, providerWaitMs: 50 };
      expect(await stateWith(() => new Promise(() => {}), impatient)).toEqual(notCurrent);
    });

    test("show a payment as soon as the provider knows it", async () => {
      const { desk, order, reports, asked } = await open();
      reports(payment());
      for (const _ of [1, 2, 3]) {
        const page = await openOrder(desk, order.token);
        expect(page).toMatchObject({ order: { status: "paid" }, isCurrent: true });
      }
      expect(asked).toHaveLength(1);
      reports(payment(), entry("refund", "re_1", 1000));
      expect(await openForAdmin(desk, order.id)).toMatchObject({ order: { refunded: 1000 } });
      expect(await openOrder(desk, "no-token")).toBeUndefined();
      expect(await openForAdmin(desk, "NOORDER0")).toBeUndefined();
    });

    test("ask once for any number of reloads", async () => {
      const limits = { ...unlimited, providerCacheMs: 60_000 };
      const { desk, order, asked } = await open({}, { limits });
      await times(20, () => openOrder(desk, order.token));
      await openForAdmin(desk, order.id);
      expect(asked).toHaveLength(1);
      await reconcile(desk, order.id);
      expect(asked).toHaveLength(2);
    });
  });

  test("logs an outage once per order, and a second outage again", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    let isAway = true;
    const check: CardPayment["check"] = async () => {
      if (isAway) throw silent;
      return { isPageOpen: true, payment: null, entries: [] };
    };
    const { desk, order } = await open({ check });
    for (const _ of [1, 2, 3]) await tryReconciling(desk, order.id);
    expect(log.mock.calls).toEqual([
      [`Pedido ${order.id}: no se ha podido comprobar su pago en la pasarela: No connection`],
    ]);
    isAway = false;
    await tryReconciling(desk, order.id);
    isAway = true;
    for (const _ of [1, 2]) await tryReconciling(desk, order.id);
    expect(log).toHaveBeenCalledTimes(2);
  });

  describe("webhooks", () => {
    test("are forged, taken or have failed", async () => {
      const log = vi.spyOn(console, "error").mockImplementation(() => {});
      onTestFinished(() => log.mockRestore());
      let webhook: () => ReturnType<CardPayment["readWebhook"]> = async () => undefined;
      let check: () => ReturnType<CardPayment["check"]> = () => Promise.reject(silent);
      const { desk, order } = await open({ readWebhook: () => webhook(), check: () => check() });
      const send = () => handleWebhook(desk, "{}", "");
      expect(await send()).toBe("forged");
      webhook = async () => ({ order: order.id });
      expect(await send()).toBe("failed");
      check = () => Promise.reject(unknown);
      expect(await send()).toBe("taken");
      check = async () => ({ isPageOpen: false, payment: "pi_1", entries: [payment()] });
      expect(await send()).toBe("taken");
      expect(await reread(desk, order)).toMatchObject({ status: "paid" });
      webhook = async () => ({ payment: "pi_1" });
      check = () => Promise.reject(new Error("Our error"));
      expect(await send()).toBe("failed");
      webhook = async () => ({ payment: "pi_2" });
      expect(await send()).toBe("taken");
      webhook = () => Promise.reject(new Error("Not JSON"));
      expect(await send()).toBe("failed");
      expect(log).toHaveBeenLastCalledWith("Aviso de la pasarela: Not JSON");
      expect(await handleWebhook({ ...desk, card: undefined }, "{}", "")).toBe("no cards");
    });
  });

  describe("the job that reconciles open pages", () => {
    test("asks about open pages only, of the last hour or of all orders", async () => {
      const { desk, order, reports, asked } = await open();
      await placed(desk);
      desk.pass(hour);
      const newer = await withPage(desk, "cs_2");
      await reconcilePages(desk, desk.now() - minute);
      expect(asked).toEqual([newer.id]);
      await reconcilePages(desk);
      expect(asked).toEqual([newer.id, order.id, newer.id]);
      reports();
      await reconcilePages(desk);
      expect(await reread(desk, order)).toMatchObject({ providerPageOpen: 0 });
      const before = asked.length;
      await reconcilePages(desk);
      expect(asked).toHaveLength(before);
    });

    test("goes on after an unknown order, and stops when the provider is unavailable", async () => {
      const log = vi.spyOn(console, "error").mockImplementation(() => {});
      onTestFinished(() => log.mockRestore());
      const failing = new Map<string, Error>();
      const asked: string[] = [];
      const check: CardPayment["check"] = async ({ id }) => {
        asked.push(id);
        const error = failing.get(id);
        if (error) throw error;
        return { isPageOpen: true, payment: null, entries: [] };
      };
      const { desk, order } = await open({ check });
      desk.pass(1);
      const second = await withPage(desk, "cs_2");
      failing.set(order.id, unknown);
      await reconcilePages(desk);
      expect(asked).toEqual([order.id, second.id]);
      failing.set(order.id, silent);
      await reconcilePages(desk);
      expect(asked.slice(2)).toEqual([order.id]);
    });
  });

  describe("the job that ends pages", () => {
    async function openPages() {
      const ended: string[] = [];
      const end: CardPayment["end"] = async ({ id }) => void ended.push(id);
      const check: CardPayment["check"] = async ({ id }) => ({
        isPageOpen: !ended.includes(id),
        payment: null,
        entries: [],
      });
      return { ...(await open({ end, check })), ended };
    }

    test.each<[string, (desk: TestDesk, order: { id: string }) => Promise<unknown>]>([
      ["paid by transfer", (desk, order) => enter(desk, order, 8999)],
      ["partly paid", (desk, order) => enter(desk, order, 1)],
      ["discounted", (desk, order) => enter(desk, order, 1, { kind: "discount" })],
      [
        "paid, sent and refunded",
        async (desk, order) => {
          await enter(desk, order, 8999);
          await change(desk, order, (trx, before) => ship(desk, trx, before, ""));
          await enter(desk, order, 8999, { kind: "refund" });
        },
      ],
      ["given away", (desk, order) => enter(desk, order, 8999, { kind: "discount" })],
      [
        "cancelled",
        (desk, order) =>
          change(desk, order, (trx, before) => close(desk, trx, before, "cancelled", owner)),
      ],
      [
        "expired",
        (desk, order) =>
          change(desk, order, (trx, before) =>
            close(desk, trx, before, "expired", { who: "shop" }),
          ),
      ],
      [
        "withdrawn",
        (desk, { id: contract }) =>
          withdraw(desk, newKey(), { name: "Lucía", contract, email: "lucia@correo.example" }),
      ],
    ])("ends the page of an order that was %s, once", async (_, step) => {
      const { desk, order, ended } = await openPages();
      await endPages(desk);
      expect(ended).toEqual([]);
      await step(desk, order);
      await endPages(desk);
      await endPages(desk);
      expect(ended).toEqual([order.id]);
      expect(await reread(desk, order)).toMatchObject({ providerPageOpen: 0 });
    });

    test("leaves a page for the rest of a partly paid order", async () => {
      const { desk, order, ended } = await openPages();
      await enter(desk, order, 4000);
      await endPages(desk);
      await startPayment(desk, await reread(desk, order));
      expect(await reread(desk, order)).toMatchObject({
        providerPage: "1",
        providerPageOpen: 1,
        providerPageAmount: 4999,
      });
      await endPages(desk);
      expect(ended).toEqual([order.id]);
    });

    test("does not ask again about a page that the provider does not know", async () => {
      const log = vi.spyOn(console, "error").mockImplementation(() => {});
      onTestFinished(() => log.mockRestore());
      const end = vi.fn<CardPayment["end"]>(() => Promise.reject(unknown));
      const { desk, order } = await open({ end });
      await enter(desk, order, 8999);
      await endPages(desk);
      await endPages(desk);
      expect(end).toHaveBeenCalledTimes(1);
      expect(await reread(desk, order)).toMatchObject({ providerPageOpen: 0 });
    });

    test("tries again after an outage", async () => {
      const log = vi.spyOn(console, "error").mockImplementation(() => {});
      onTestFinished(() => log.mockRestore());
      let isAway = true;
      let isOpen = true;
      const { desk, order } = await open({
        end: async () => {
          if (isAway) throw silent;
          isOpen = false;
        },
        check: async () => ({ isPageOpen: isOpen, payment: null, entries: [] }),
      });
      await enter(desk, order, 8999);
      await endPages(desk);
      expect(await reread(desk, order)).toMatchObject({ providerPageOpen: 1 });
      isAway = false;
      await endPages(desk);
      expect(await reread(desk, order)).toMatchObject({ providerPageOpen: 0 });
    });
  });

  describe("the job that finds refunds and disputes", () => {
    test("asks for changes since the last complete run, at first for three days", async () => {
      const log = vi.spyOn(console, "error").mockImplementation(() => {});
      onTestFinished(() => log.mockRestore());
      const looks: number[] = [];
      let isAway = false;
      const changedSince = async (time: number) => {
        looks.push(time);
        if (isAway) throw silent;
        return ["pi_1"];
      };
      const { desk, order, reports, asked } = await open({ changedSince });
      reports(payment());
      await reconcile(desk, order.id);
      await reconcileRefunds(desk);
      desk.pass(hour);
      await reconcileRefunds(desk);
      isAway = true;
      desk.pass(20 * day);
      await expect(reconcileRefunds(desk)).rejects.toThrow("No connection");
      isAway = false;
      reports(payment(), entry("refund", "re_1", 1000));
      await reconcileRefunds(desk);
      await reconcileRefunds(desk);
      expect(looks.map((time) => time - start)).toEqual([-3 * day, -hour, 0, 0, 20 * day]);
      expect(await reread(desk, order)).toMatchObject({ refunded: 1000 });
      expect(asked).toHaveLength(5);
    });

    test("looks again from the same time if an order could not be reconciled", async () => {
      const log = vi.spyOn(console, "error").mockImplementation(() => {});
      onTestFinished(() => log.mockRestore());
      const looks: number[] = [];
      const check = () => Promise.reject(silent);
      const changedSince = async (time: number) => {
        looks.push(time);
        return ["pi_1"];
      };
      const { desk } = await open({ check, changedSince });
      await desk.db.updateTable("orders").set({ providerPayment: "pi_1" }).execute();
      await reconcileRefunds(desk);
      await reconcileRefunds(desk);
      expect(looks).toEqual([start - 3 * day, start - 3 * day]);
    });

    test("reconciles orders with an open dispute, and on two servers at once", async () => {
      const { desk, order, reports } = await reconciledWith(
        payment(),
        entry("chargeback", "dp_1", 8999, { isOpen: true }),
      );
      const other = await secondServer(desk);
      reports(payment(), entry("chargeback", "dp_1", 8999, { isOpen: false }));
      await Promise.all([reconcileRefunds(desk), reconcileRefunds(other)]);
      expect(await reread(desk, order)).toMatchObject({ disputed: 0 });
      expect(await story(desk, order)).toContain("provider dispute lost");
      const rows = desk.db.selectFrom("settings").select("value");
      expect(await rows.where("name", "=", "stripe checked at").execute()).toEqual([
        { value: String(start) },
      ]);
    });
  });

  describe("refunds by card", () => {
    const refundedBy = async (
      refund: CardPayment["refund"],
      { isAway = () => false }: { isAway?: () => boolean } = {},
    ) => {
      const made: ProviderEntry[] = [];
      const shop = await open({
        refund,
        check: async () => {
          if (isAway()) throw silent;
          return { isPageOpen: false, payment: "pi_1", entries: [payment(), ...made] };
        },
      });
      await reconcile(shop.desk, shop.order.id);
      return { ...shop, order: await reread(shop.desk, shop.order), made };
    };

    test("are limited to the card's unreturned payments, and to what the shop holds", async () => {
      const { desk, order, reports } = await open();
      const refundable = async () =>
        refundableByCard(await reread(desk, order), await ledgerOf(desk.db, order.id));
      expect(await refundable()).toBe(0);
      reports(payment());
      await reconcile(desk, order.id);
      expect(await refundable()).toBe(8999);
      await enter(desk, order, 5000, { method: "transfer" });
      expect(await refundable()).toBe(8999);
      reports(payment(), entry("refund", "re_1", 2000), entry("chargeback", "dp_1", 1000));
      await reconcile(desk, order.id);
      expect(await refundable()).toBe(5999);
      await enter(desk, order, 8000, { kind: "refund", method: "transfer" });
      expect(await refundable()).toBe(2999);
      reports(payment(), entry("refund", "re_1", 2000, { isReversed: true }));
      await reconcile(desk, order.id);
      expect(await refundable()).toBe(4999);
    });

    test("are pending from the request to the answer, and end with the entry that has their key", async () => {
      const seen: (string | null)[] = [];
      const { desk, order, made } = await refundedBy(async ({ id }, amount, key) => {
        seen.push((await reread(desk, { id })).refundKey);
        made.push(entry("refund", "re_1", amount, { key }));
        return "done";
      });
      expect(order.refundKey).toBeNull();
      expect(await refundByCard(desk, order.id, 8999, order.version)).toBe("done");
      expect(seen).toEqual([expect.stringMatching(/^8999-\d+-[\da-f]{32}$/)]);
      expect(await reread(desk, order)).toMatchObject({ status: "refunded", refundKey: null });
      expect(await refundByCard(desk, order.id, 8999, order.version)).toBe("changed");
    });

    test.each([0, -1, 9000])("refuse %i of 8999 cents", async (amount) => {
      const { desk, order } = await refundedBy(async () => "done");
      expect(await refundByCard(desk, order.id, amount, order.version)).toBe("changed");
      expect(await reread(desk, order)).toMatchObject({ refundKey: null });
    });

    test("refuse a version that the order no longer has", async () => {
      const { desk, order, made } = await refundedBy(async () => "done");
      made.push(entry("refund", "re_1", 1000));
      expect(await refundByCard(desk, order.id, 1000, order.version)).toBe("changed");
      expect(await reread(desk, order)).toMatchObject({ refunded: 1000, refundKey: null });
    });

    test("with a lost answer are made once: the next press finds them, or repeats their key", async () => {
      const keys: string[] = [];
      let arrives = false;
      const { desk, order, made } = await refundedBy(async (_, amount, key) => {
        keys.push(key);
        if (arrives) made.push(entry("refund", "re_1", amount, { key }));
        throw silent;
      });
      const press = (amount = 4000) => refundByCard(desk, order.id, amount, order.version);
      await expect(press()).rejects.toThrow("No connection");
      expect((await reread(desk, order)).refundKey).not.toBeNull();
      expect(await press(4001)).toBe("under way");
      arrives = true;
      await expect(press()).rejects.toThrow("No connection");
      expect(await press()).toBe("done");
      expect(new Set(keys).size).toBe(1);
      expect(await ledger(desk, order)).toEqual(["provider payment 8999", "provider refund 4000"]);
    });

    test("that never arrived are given up after an hour", async () => {
      const { desk, order } = await refundedBy(() => Promise.reject(silent));
      await refundByCard(desk, order.id, 4000, order.version).catch(() => {});
      desk.pass(hour);
      await reconcile(desk, order.id);
      expect((await reread(desk, order)).refundKey).not.toBeNull();
      desk.pass(1);
      await reconcile(desk, order.id);
      expect((await reread(desk, order)).refundKey).toBeNull();
    });

    test("give the provider's reason when it refuses, and are over", async () => {
      const { desk, order } = await refundedBy(async () => ({ refused: "No balance" }));
      const answer = await refundByCard(desk, order.id, 4000, order.version);
      expect(answer).toEqual({ refused: "No balance" });
      expect((await reread(desk, order)).refundKey).toBeNull();
    });

    test("that were made although the provider reports a failure are done", async () => {
      const { desk, order, made } = await refundedBy(async (_, amount, key) => {
        made.push(entry("refund", "re_1", amount, { key }));
        return { refused: "An unknown error occurred." };
      });
      expect(await refundByCard(desk, order.id, 4000, order.version)).toBe("done");
      expect(await reread(desk, order)).toMatchObject({ refunded: 4000, refundKey: null });
    });

    test("of ten presses at once on two servers are made once", async () => {
      const { desk, order, made } = await refundedBy(async (_, amount, key) => {
        if (made.every((refund) => refund.key !== key))
          made.push(entry("refund", `re_${made.length + 1}`, amount, { key }));
        return "done";
      });
      const other = await secondServer(desk);
      const answers = await times(10, (index) =>
        refundByCard(index % 2 ? desk : other, order.id, 1000, order.version).catch(() => "busy"),
      );
      await reconcile(desk, order.id);
      expect(answers).toContain("done");
      expect(made).toHaveLength(1);
      expect(await reread(desk, order)).toMatchObject({ refunded: 1000, refundKey: null });
    });
  });

  test("asks the provider before erasing data, and needs an answer", async () => {
    let error = silent;
    const { desk, order } = await open({ check: () => Promise.reject(error) });
    await expect(reconcileBeforeErasing(desk, order.id)).rejects.toThrow("No connection");
    error = unknown;
    await reconcileBeforeErasing(desk, order.id);
    await reconcileBeforeErasing(desk, (await paid(desk)).id);
  });
});

import { describe, expect, test } from "vitest";
import type { Actor } from "../shop/order-status.ts";
import { day, minute } from "../shop/time.ts";
import type { Desk } from "../storage/desk.ts";
import type { Order } from "../storage/tables.ts";
import {
  change,
  databases,
  enter,
  enterRequest,
  ledger,
  lucia,
  mailsOf,
  newKey,
  paid,
  pause,
  placed,
  placeRequest,
  reread,
  setFact,
  setStock,
  start,
  story,
  testDesk,
  times,
} from "../testing/desk.ts";
import { unlimited } from "../testing/limits.ts";
import { enterOrder } from "./enter-order.ts";
import { ledgerOf, reverse } from "./ledger.ts";
import {
  amend,
  annotate,
  close,
  deliver,
  extend,
  reopen,
  restock,
  ship,
  shipAgain,
  track,
  undeliver,
  unship,
} from "./order-steps.ts";
import { changeOrder } from "./orders.ts";
import { place } from "./place.ts";
import { stockOf } from "./stock.ts";

const { quantity: _, ...recipient } = lucia;
const owner = { who: "owner" } as const;

describe.each(databases)("%s", (database) => {
  const open = (changes: Partial<Desk> = {}) => testDesk(database, changes);
  const limited = (limits: Partial<Desk["limits"]>) =>
    open({ limits: { ...unlimited, ...limits } });

  describe("placing an order", () => {
    test("stores what was ordered, at the current price", async () => {
      const desk = await open();
      const order = await placed(desk, { quantity: 3 });
      expect(await reread(desk, order)).toEqual({
        ...recipient,
        id: expect.stringMatching(/^[\dA-HJKMNP-TV-Z]{8}$/),
        token: expect.stringMatching(/^[\w-]{22}$/),
        requestKey: expect.stringMatching(/^[\da-f]{32}$/),
        mailbox: "lucia@correo.example",
        fingerprint: expect.stringMatching(/^[\da-f]{64}$/),
        version: 0,
        placedAt: start,
        // The end of 29 November in Madrid: the day of the order and seven more.
        payUntil: Date.UTC(2026, 10, 29, 23) - 1,
        quantity: 3,
        unitPrice: 8999,
        shipping: 0,
        adjustment: 0,
        total: 26_997,
        vatPercent: 21,
        terms: "2026-11-22",
        method: "transfer",
        fulfilment: "unfulfilled",
        closed: null,
        paid: 0,
        refunded: 0,
        chargedBack: 0,
        discount: 0,
        tracking: null,
        deliveredAt: null,
        providerPage: null,
        providerPageOpen: 0,
        providerPageAmount: null,
        providerPayment: null,
        refundKey: null,
        refundPending: 0,
        disputed: 0,
        search: `${order.id.toLowerCase()} lucia gomez lucia@correo.example 34600000000 calle mayor, 1 28013 madrid`,
        erasedAt: null,
        removed: 0,
        toDecide: null,
        returnFrom: null,
        owedSince: null,
        paidOn: null,
        paymentStatus: "unpaid",
        status: "unpaid",
        owedBack: 0,
        withdrawnAt: null,
      });
      expect(await story(desk, order)).toEqual(["shopper placed"]);
      expect(await mailsOf(desk, order)).toEqual(["placed"]);
    });

    test("the same request again is the same order, also concurrently and days later", async () => {
      const desk = await open();
      const asked = placeRequest();
      const answers = await times(10, () => place(desk, asked));
      desk.pass(2 * day);
      answers.push(await place(desk, asked));
      const ids = answers.map((answer) => (answer.outcome === "placed" ? answer.order.id : answer));
      expect(new Set(ids).size).toBe(1);
      expect(await desk.db.selectFrom("orders").select("id").execute()).toHaveLength(1);
      expect(await desk.db.selectFrom("events").select("id").execute()).toHaveLength(1);
      expect(await mailsOf(desk, { id: ids[0] as string })).toEqual(["placed"]);
    });

    test.each([
      ["another address", { order: { ...lucia, address: "Calle Menor, 2" } }],
      ["another quantity", { order: { ...lucia, quantity: 2 }, total: 17_998 }],
      ["another total", { total: 1 }],
    ])("refuses the same key with %s, and names its order", async (_, difference) => {
      const desk = await open();
      const asked = placeRequest();
      const first = await place(desk, asked);
      expect(first.outcome).toBe("placed");
      expect(await place(desk, { ...asked, ...difference })).toEqual({
        ...first,
        outcome: "other body",
      });
    });

    test("asks about an order for the same person within half an hour, whatever its quantity", async () => {
      const desk = await limited({ duplicateWindow: 30 * minute });
      const first = await placed(desk);
      const repeated = { outcome: "repeated", order: first };
      expect(await place(desk, placeRequest())).toEqual(repeated);
      expect(await place(desk, placeRequest({ quantity: 2 }))).toEqual(repeated);
      expect(await place(desk, { ...placeRequest(), acknowledgedOrder: "00000000" })).toEqual(
        repeated,
      );
      desk.pass(30 * minute - 1);
      expect(await place(desk, placeRequest())).toEqual(repeated);
      const second = { ...placeRequest(), acknowledgedOrder: first.id };
      expect(await place(desk, second)).toMatchObject({ outcome: "placed" });
      expect(await place(desk, { ...second, key: newKey() })).toMatchObject({
        outcome: "repeated",
      });
    });

    test("does not ask about another person or address, a cancelled order, or after half an hour", async () => {
      const desk = await limited({ duplicateWindow: 30 * minute });
      const first = await placed(desk);
      await placed(desk, { email: "otra@correo.example" });
      await placed(desk, { address: "Calle Menor, 2" });
      await placed(desk, { phone: "+34 600000001" });
      await change(desk, first, (trx, order) => close(desk, trx, order, "cancelled", owner));
      await placed(desk);
      desk.pass(30 * minute);
      await placed(desk);
    });

    test("places one of ten concurrent orders of one person, and asks about the others", async () => {
      const desk = await limited({ duplicateWindow: 30 * minute });
      const answers = await times(10, () => place(desk, placeRequest()));
      expect(answers.map(({ outcome }) => outcome).sort()).toEqual([
        "placed",
        ...Array<string>(9).fill("repeated"),
      ]);
    });

    test.each([8998, 9000, 0, -8999, 17_998])("refuses a total of %i", async (total) => {
      const desk = await open();
      const answer = { outcome: "other total", total: 8999 };
      expect(await place(desk, { ...placeRequest(), total })).toEqual(answer);
      expect(await desk.db.selectFrom("orders").select("id").execute()).toEqual([]);
    });

    test("follows a price that the owner has changed", async () => {
      const desk = await open();
      await setFact(desk, "PRODUCT_PRICE", "95,00");
      expect(await place(desk, placeRequest())).toEqual({ outcome: "other total", total: 9500 });
      const order = await place(desk, { ...placeRequest(), total: 9500 });
      expect(order).toMatchObject({ order: { unitPrice: 9500, total: 9500 } });
    });

    test("allows three unpaid orders per person and day, and another once one is paid", async () => {
      const desk = await limited({ unpaidPerEmail: 3 });
      const first = await placed(desk);
      await placed(desk);
      await placed(desk, { email: "Lucia@Correo.example" });
      expect(await place(desk, placeRequest())).toEqual({ outcome: "too many" });
      await placed(desk, { email: "otra@correo.example" });
      await enter(desk, first, 8999);
      await placed(desk);
      expect(await place(desk, placeRequest())).toEqual({ outcome: "too many" });
      desk.pass(day - 1);
      expect(await place(desk, placeRequest())).toEqual({ outcome: "too many" });
      desk.pass(1);
      await placed(desk);
    });

    test("accepts three of 20 concurrent orders of one person", async () => {
      const desk = await limited({ unpaidPerEmail: 3 });
      const answers = await times(20, () => place(desk, placeRequest()));
      const count = (wanted: string) => answers.filter(({ outcome }) => outcome === wanted).length;
      expect([count("placed"), count("too many")]).toEqual([3, 17]);
    });

    test("a paused shop refuses new orders, and answers repeated requests", async () => {
      const desk = await open();
      const asked = placeRequest();
      const first = await place(desk, asked);
      await pause(desk, "el 7 de enero");
      expect(await place(desk, placeRequest())).toEqual({
        outcome: "paused",
        until: "el 7 de enero",
      });
      expect(await place(desk, asked)).toEqual(first);
      await pause(desk, "");
      await placed(desk);
    });
  });

  describe("an order that the owner enters", () => {
    test("by telephone is an order like any", async () => {
      const desk = await open();
      const abroad = { ...recipient, phone: "+49 30 901820", country: "DE", postalCode: "10115" };
      const { order } = await enterOrder(desk, enterRequest({ recipient: abroad }));
      expect(order).toMatchObject({ ...abroad, status: "unpaid", total: 8999, adjustment: 0 });
      expect(await story(desk, order)).toEqual(["owner placed"]);
      expect(await mailsOf(desk, order)).toEqual(["placed"]);
    });

    test("in person is paid and delivered at once, at any price, and sends no email", async () => {
      const desk = await open();
      await setStock(desk, 1);
      const sale = { recipient: null, quantity: 2, method: "cash", isPaid: true } as const;
      const asked = enterRequest({ ...sale, total: 20_000, isDelivered: true, day: "2026-11-20" });
      const { order } = await enterOrder(desk, asked);
      expect(order).toMatchObject({
        status: "delivered",
        paymentStatus: "paid",
        total: 20_000,
        adjustment: 2002,
        firstName: null,
        payUntil: null,
        placedAt: Date.UTC(2026, 10, 19, 23),
        deliveredAt: Date.UTC(2026, 10, 19, 23),
      });
      const [entry] = await ledgerOf(desk.db, order.id);
      expect(entry).toMatchObject({ amount: 20_000, day: "2026-11-20", method: "cash" });
      expect(await desk.db.selectFrom("mails").select("id").execute()).toEqual([]);
      expect(await stockOf(desk.db)).toBe(-1);
    });

    test("and hands over at once sends no email about the delivery", async () => {
      const desk = await open();
      const { order } = await enterOrder(desk, enterRequest({ isPaid: true, isDelivered: true }));
      expect(await mailsOf(desk, order)).toEqual(["money", "placed"]);
      expect((await story(desk, order)).at(-1)).toBe("owner delivered");
    });

    test("for nothing is a gift", async () => {
      const desk = await open();
      const gift = enterRequest({ recipient: null, total: 0, isPaid: true, isDelivered: true });
      const { order } = await enterOrder(desk, gift);
      expect(order).toMatchObject({ status: "delivered", total: 0, paymentStatus: "paid" });
      expect(await ledger(desk, order)).toEqual([]);
    });

    test("twice by one form is one order; a different one with the same key is refused", async () => {
      const desk = await open();
      const asked = enterRequest();
      const answers = await times(5, () => enterOrder(desk, asked));
      expect(new Set(answers.map(({ order }) => order.id)).size).toBe(1);
      expect(await enterOrder(desk, { ...asked, quantity: 2 })).toMatchObject({
        outcome: "other body",
      });
    });
  });

  describe("steps and their inverses", () => {
    test("takes one of ten concurrent steps on the same version", async () => {
      const desk = await open();
      const order = await paid(desk);
      const done = await times(10, (index) =>
        changeOrder(desk, order.id, order.version, (trx, before) =>
          ship(desk, trx, before, `ES${index}`),
        ),
      );
      expect(done.filter(Boolean)).toHaveLength(1);
      expect((await reread(desk, order)).tracking).toBe(`ES${done.findIndex(Boolean)}`);
      expect(await changeOrder(desk, "NOORDER0", undefined, async () => true)).toBeUndefined();
    });

    test("does not announce a shipment that is undone in time", async () => {
      const desk = await open();
      const order = await paid(desk);
      await change(desk, order, (trx, before) => ship(desk, trx, before, "MRW 1"));
      expect(await mailsOf(desk, order)).toEqual(["money", "placed", "shipped"]);
      const after = await change(desk, order, (trx, before) => unship(desk, trx, before));
      expect(after).toMatchObject({ status: "paid", tracking: null });
      expect(await mailsOf(desk, order)).toEqual(["money", "placed"]);
      expect(await story(desk, order)).toEqual([
        "shopper placed",
        "owner shipped",
        "owner unshipped",
      ]);
      await change(desk, order, (trx, before) => ship(desk, trx, before, "MRW 2"));
      expect(await mailsOf(desk, order)).toEqual(["money", "placed", "shipped"]);
    });

    test("does not announce a delivery that is undone in time", async () => {
      const desk = await open();
      const order = await paid(desk);
      await change(desk, order, (trx, before) => ship(desk, trx, before, ""));
      desk.pass(3 * day);
      await change(desk, order, (trx, before) => deliver(desk, trx, before, { day: "2026-11-24" }));
      const events = await desk.db.selectFrom("events").select(["kind", "day"]).execute();
      expect(events.at(-1)).toEqual({ kind: "delivered", day: "2026-11-24" });
      await change(desk, order, (trx, before) => annotate(desk, trx, before, "Llama tarde"));
      await change(desk, order, (trx, before) => undeliver(desk, trx, before));
      expect(await mailsOf(desk, order)).toEqual(["money", "placed", "shipped"]);
      expect((await story(desk, order)).at(-1)).toBe("owner undelivered");
    });

    test("corrects a delivery and a shipment that were announced", async () => {
      const desk = await open();
      const order = await paid(desk);
      await change(desk, order, (trx, before) => ship(desk, trx, before, ""));
      await change(desk, order, (trx, before) => deliver(desk, trx, before, { day: "2026-11-22" }));
      expect(await reread(desk, order)).toMatchObject({ status: "delivered", deliveredAt: start });
      await desk.db.updateTable("mails").set({ attempts: 1, sentAt: desk.now() }).execute();
      await change(desk, order, (trx, before) => undeliver(desk, trx, before));
      expect(await reread(desk, order)).toMatchObject({ status: "shipped", deliveredAt: null });
      await change(desk, order, (trx, before) => unship(desk, trx, before));
      expect(await mailsOf(desk, order)).toEqual([
        "correction",
        "correction",
        "delivered",
        "money",
        "placed",
        "shipped",
      ]);
    });

    test("emails about an owner's step after two minutes", async () => {
      const desk = await limited({ undoWithin: 2 * minute });
      const order = await paid(desk);
      await change(desk, order, (trx, before) => ship(desk, trx, before, ""));
      const due = await desk.db.selectFrom("mails").select(["template", "dueAt"]).execute();
      expect(
        Object.fromEntries(due.map(({ template, dueAt }) => [template, dueAt - start])),
      ).toEqual({ placed: 0, "owner order placed": 0, money: 120_000, shipped: 120_000 });
    });

    test("emails about automatic changes at once", async () => {
      const desk = await limited({ undoWithin: 2 * minute });
      const byCard = await placed(desk);
      await enter(desk, byCard, 8999, { who: "provider", providerId: "pi_1" });
      for (const [index, who] of (["shop", "owner"] as const).entries()) {
        const order = await placed(desk, { email: `a${index}@correo.example` });
        const as = who === "shop" ? "expired" : "cancelled";
        await change(desk, order, (trx, before) => close(desk, trx, before, as, { who }));
      }
      const due = await desk.db.selectFrom("mails").select(["template", "dueAt"]).execute();
      expect(
        Object.fromEntries(due.map(({ template, dueAt }) => [template, dueAt - start])),
      ).toMatchObject({ money: 0, "owner payment": 0, expired: 0, cancelled: 120_000 });
    });

    test("a lost parcel is sent again, from the stock", async () => {
      const desk = await open();
      await setStock(desk, 5);
      const order = await paid(desk);
      await change(desk, order, (trx, before) => ship(desk, trx, before, "MRW 1"));
      const again = await change(desk, order, (trx, o) => shipAgain(desk, trx, o, "MRW 2"));
      expect(again).toMatchObject({ status: "shipped", tracking: "MRW 2" });
      expect(again.search).toContain("mrw 2");
      expect(await stockOf(desk.db)).toBe(3);
      await change(desk, order, (trx, before) => track(desk, trx, before, "MRW 3"));
      expect(await story(desk, order)).toEqual([
        "shopper placed",
        "owner shipped",
        "owner shipped again",
        "owner tracking",
      ]);
    });

    test("restarts the withdrawal period when a lost parcel is sent again", async () => {
      const desk = await open();
      const order = await paid(desk);
      await change(desk, order, (trx, before) => ship(desk, trx, before, ""));
      await change(desk, order, (trx, before) => deliver(desk, trx, before));
      const again = await change(desk, order, (trx, o) => shipAgain(desk, trx, o, ""));
      expect(again).toMatchObject({ status: "shipped", deliveredAt: null });
    });

    test("closing returns the bottles, and reopening takes them and sets a new deadline", async () => {
      const desk = await open();
      await setStock(desk, 10);
      const order = await placed(desk, { quantity: 2 });
      desk.pass(3 * day);
      const closing = { ...owner, note: "lo pide por teléfono" };
      await change(desk, order, (trx, o) => close(desk, trx, o, "cancelled", closing));
      expect(await stockOf(desk.db)).toBe(10);
      expect(await mailsOf(desk, order)).toEqual(["cancelled", "placed"]);
      const again = await change(desk, order, (trx, before) => reopen(desk, trx, before));
      expect(again).toMatchObject({ status: "unpaid", payUntil: Date.UTC(2026, 11, 2, 23) - 1 });
      expect(await stockOf(desk.db)).toBe(8);
      // Neither was announced.
      expect(await mailsOf(desk, order)).toEqual(["placed"]);
      expect(await story(desk, order)).toEqual([
        "shopper placed",
        "owner cancelled lo pide por teléfono",
        "owner reopened",
      ]);
    });

    test("takes bottles that are not there for an order that is sent again or reopened", async () => {
      const desk = await open();
      await setStock(desk, 3);
      const lost = await paid(desk);
      await change(desk, lost, (trx, before) => ship(desk, trx, before, ""));
      const order = await placed(desk, { quantity: 2 });
      await change(desk, lost, (trx, before) => shipAgain(desk, trx, before, ""));
      expect(await stockOf(desk.db)).toBe(-1);
      await change(desk, order, (trx, o) => close(desk, trx, o, "expired", { who: "shop" }));
      await change(desk, order, (trx, before) => reopen(desk, trx, before));
      expect(await stockOf(desk.db)).toBe(-1);
    });

    test("sends an email each time an order is reopened", async () => {
      const desk = await open();
      const order = await placed(desk);
      for (const _ of [1, 2]) {
        await change(desk, order, (trx, o) => close(desk, trx, o, "cancelled", owner));
        await desk.db.updateTable("mails").set({ attempts: 1, sentAt: desk.now() }).execute();
        await change(desk, order, (trx, before) => reopen(desk, trx, before));
      }
      expect(await mailsOf(desk, order)).toEqual([
        "cancelled",
        "cancelled",
        "placed",
        "reopened",
        "reopened",
      ]);
    });

    test("bottles return while the stock is negative", async () => {
      const desk = await open();
      await setStock(desk, 3);
      const orders = [await placed(desk), await placed(desk, { quantity: 2 })];
      await desk.db.updateTable("stock").set({ bottles: -5 }).execute();
      for (const order of orders) {
        await change(desk, order, (trx, o) => close(desk, trx, o, "expired", { who: "shop" }));
      }
      expect(await stockOf(desk.db)).toBe(-2);
    });

    test("what was sent returns to the stock only if the owner says so", async () => {
      const desk = await open();
      await setStock(desk, 10);
      const order = await paid(desk, { quantity: 2 });
      await change(desk, order, (trx, before) => ship(desk, trx, before, ""));
      await change(desk, order, (trx, o) => close(desk, trx, o, "cancelled", owner));
      expect(await stockOf(desk.db)).toBe(8);
      expect(await reread(desk, order)).toMatchObject({ status: "cancelled", owedBack: 17_998 });
      await change(desk, order, (trx, before) => restock(desk, trx, before, 1));
      expect(await stockOf(desk.db)).toBe(9);
      await change(desk, order, (trx, before) => reopen(desk, trx, before));
      expect(await stockOf(desk.db)).toBe(9);
      expect((await story(desk, order)).slice(-2)).toEqual(["owner restocked", "owner reopened"]);
    });

    test("gives more time to pay", async () => {
      const desk = await open();
      const order = await placed(desk);
      desk.pass(6 * day);
      const after = await change(desk, order, (trx, before) => extend(desk, trx, before, 5));
      expect(after.payUntil).toBe(Date.UTC(2026, 11, 3, 23) - 1);
      expect(await mailsOf(desk, order)).toEqual(["extended", "placed"]);
    });

    test("confirms an order once its email is known", async () => {
      const desk = await open();
      const { order } = await enterOrder(
        desk,
        enterRequest({ recipient: { ...recipient, email: "" } }),
      );
      expect(await mailsOf(desk, order)).toEqual([]);
      for (const email of ["lucia@correo.es", "", "lucia@correo.es"])
        await change(desk, order, (trx, before) =>
          amend(desk, trx, before, { ...recipient, email }),
        );
      expect(await mailsOf(desk, order)).toEqual(["placed"]);
    });

    test("corrects an address, and the history keeps the earlier values", async () => {
      const desk = await open();
      const order = await placed(desk);
      const right = { ...recipient, address: "Calle Menor, 2", email: "lucia@correo.es" };
      const amended = await change(desk, order, (trx, before) => amend(desk, trx, before, right));
      expect(amended).toMatchObject(right);
      expect(amended.search).toContain("calle menor");
      await change(desk, order, (trx, before) => amend(desk, trx, before, right));
      const events = await desk.db.selectFrom("events").select(["kind", "data"]).execute();
      expect(events.slice(1)).toEqual([
        {
          kind: "amended",
          data: '{"before":{"email":"lucia@correo.example","address":"Calle Mayor, 1"}}',
        },
      ]);
    });

    test("stores a note, and tells nobody", async () => {
      const desk = await open();
      const order = await placed(desk);
      await change(desk, order, (trx, before) => annotate(desk, trx, before, "Llama tarde"));
      expect(await story(desk, order)).toEqual(["shopper placed", "owner note Llama tarde"]);
      expect(await mailsOf(desk, order)).toEqual(["placed"]);
    });
  });

  describe("the ledger", () => {
    /** Reverses the entry with this index in the order's ledger. */
    const takeBack = async (
      desk: Desk,
      order: Order,
      index: number,
      by: { who: Actor } = owner,
    ) => {
      const entry = (await ledgerOf(desk.db, order.id))[index];
      if (!entry) throw new Error("The entry is missing.");
      return change(desk, order, (trx, before) => reverse(desk, trx, before, entry, by));
    };

    test("sends no email about a payment reversed in time", async () => {
      const desk = await open();
      const order = await placed(desk);
      await enter(desk, order, 8999, { day: "2026-11-20" });
      const [entry] = await ledgerOf(desk.db, order.id);
      if (!entry) throw new Error("The payment is missing.");
      const take = () =>
        change(desk, order, async (trx, before) =>
          Boolean(await reverse(desk, trx, before, entry, owner)),
        );
      expect([await take(), await take()]).toEqual([true, false]);
      expect(await reread(desk, order)).toMatchObject({ status: "unpaid", paid: 0 });
      expect(await ledger(desk, order)).toEqual(["owner payment 8999", "owner payment 8999 back"]);
      expect((await ledgerOf(desk.db, order.id)).map(({ day }) => day)).toEqual([
        "2026-11-20",
        "2026-11-20",
      ]);
      expect(await mailsOf(desk, order)).toEqual(["placed"]);
    });

    test("corrects a payment that was announced", async () => {
      const desk = await open();
      const order = await paid(desk);
      await desk.db.updateTable("mails").set({ attempts: 1 }).execute();
      await takeBack(desk, order, 0);
      expect(await mailsOf(desk, order)).toEqual(["correction", "money", "placed"]);
    });

    test("tells the owner of payments and failed refunds that she has not entered", async () => {
      const desk = await open();
      const order = await placed(desk);
      const provider = { who: "provider" } as const;
      const mailsToOwner = async () => {
        const mails = desk.db.selectFrom("mails").select(["template", "data"]).orderBy("createdAt");
        const rows = await mails.where("audience", "=", "owner").execute();
        return rows.map(({ template, data }) => `${template} ${data}`).slice(1);
      };
      await enter(desk, order, 9999, { ...provider, providerId: "pi_1" });
      expect(await mailsToOwner()).toEqual(['owner payment {"amount":9999}']);
      await enter(desk, order, 1000, { kind: "refund", ...provider, providerId: "re_1" });
      await enter(desk, order, 500, { kind: "refund" });
      await takeBack(desk, order, 2);
      expect(await mailsToOwner()).toHaveLength(1);
      await takeBack(desk, order, 1, provider);
      expect((await mailsToOwner()).slice(1)).toEqual(['owner refund failed {"amount":1000}']);
    });

    test("an order that is unpaid again has a week at least, and one that is paid keeps its deadline", async () => {
      const desk = await open();
      /** Reverses an entry. @returns the last moment to pay */
      const payUntilWithout = async (order: Order, index: number) => {
        const after = await takeBack(desk, order, index);
        expect(after).toEqual(await reread(desk, order));
        return after?.payUntil;
      };
      const order = await paid(desk);
      await enter(desk, order, 100);
      desk.pass(6 * day);
      expect(await payUntilWithout(order, 1)).toBe(order.payUntil);
      expect(await payUntilWithout(order, 0)).toBe(Date.UTC(2026, 11, 5, 23) - 1);
      const other = await paid(desk);
      await change(desk, other, (trx, before) => extend(desk, trx, before, 20));
      expect(await payUntilWithout(other, 0)).toBe(Date.UTC(2026, 11, 18, 23) - 1);
    });

    test("a discount for what is missing makes the order paid", async () => {
      const desk = await open();
      const order = await placed(desk);
      await enter(desk, order, 8000);
      expect(await enter(desk, order, 999, { kind: "discount" })).toMatchObject({ status: "paid" });
      expect(await ledger(desk, order)).toEqual(["owner payment 8000", "owner discount 999"]);
      const methods = (await ledgerOf(desk.db, order.id)).map(({ method }) => method);
      expect(methods).toEqual(["transfer", null]);
    });

    test("what the provider reports is stored once by its id", async () => {
      const desk = await open();
      const order = await placed(desk);
      const report = { who: "provider", providerId: "pi_1" } as const;
      await times(5, () => enter(desk, order, 8999, report));
      expect(await ledger(desk, order)).toEqual(["provider payment 8999"]);
      expect(await reread(desk, order)).toMatchObject({ paid: 8999, status: "paid" });
    });

    test("a full refund before shipping ends the order and returns its bottles", async () => {
      const desk = await open();
      await setStock(desk, 10);
      const order = await paid(desk);
      const after = await enter(desk, order, 8999, { kind: "refund" });
      expect(after).toMatchObject({ status: "refunded", closed: "cancelled", owedBack: 0 });
      expect(await stockOf(desk.db)).toBe(10);
      expect(await mailsOf(desk, order)).toEqual(["money", "placed", "refund"]);
      expect(await story(desk, order)).toEqual(["shopper placed", "shop cancelled"]);
    });

    test("a full refund of what was sent does not end the order", async () => {
      const desk = await open();
      const order = await paid(desk);
      await change(desk, order, (trx, before) => ship(desk, trx, before, ""));
      const after = await enter(desk, order, 8999, { kind: "refund" });
      expect(after).toMatchObject({ status: "refunded", closed: null });
    });

    test("a chargeback ends the order once no dispute is open", async () => {
      const desk = await open();
      const order = await paid(desk);
      const dispute = { kind: "chargeback", who: "provider", providerId: "dp_1" } as const;
      const disputed = (cents: number) =>
        desk.db.updateTable("orders").set({ disputed: cents }).where("id", "=", order.id).execute();
      await disputed(8999);
      expect(await enter(desk, order, 8999, dispute)).toMatchObject({
        status: "refunded",
        closed: null,
      });
      await disputed(0);
      await change(desk, order, (trx, before) => annotate(desk, trx, before, "Perdida"));
      expect(await reread(desk, order)).toMatchObject({ closed: "cancelled" });
    });

    test("keeps a late payment and announces it", async () => {
      const desk = await open();
      const order = await placed(desk);
      await change(desk, order, (trx, o) => close(desk, trx, o, "expired", { who: "shop" }));
      expect(await enter(desk, order, 8999)).toMatchObject({ status: "expired", owedBack: 8999 });
      expect(await mailsOf(desk, order)).toEqual(["expired", "money", "placed"]);
      const revived = await change(desk, order, (trx, before) => reopen(desk, trx, before));
      expect(revived).toMatchObject({ status: "paid", owedBack: 0 });
    });
  });

  test("the database's constraints refuse impossible orders", async () => {
    const desk = await open();
    const order = await placed(desk);
    const set = (values: object) =>
      desk.db.updateTable("orders").set(values).where("id", "=", order.id).execute();
    await expect(set({ total: 1 })).rejects.toThrow("total_adds_up");
    await expect(set({ refunded: -1 })).rejects.toThrow(/refunded/);
    await expect(set({ fulfilment: "lost" })).rejects.toThrow(/fulfilment/);
    await expect(set({ status: "paid" })).rejects.toThrow(/status/);
    const other = await placed(desk);
    await expect(set({ requestKey: other.requestKey })).rejects.toThrow(/request_key/);
  });
});

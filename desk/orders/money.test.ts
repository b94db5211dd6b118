import { describe, expect, test, vi } from "vitest";
import { amountMismatch } from "../../app/desk/shop/order-format.ts";
import { day } from "../../app/desk/shop/time.ts";
import type { Desk } from "../context.ts";
import type { Order } from "../storage/tables.ts";
import {
  card,
  databases,
  mailsOf,
  now,
  placed,
  story,
  testDesk,
  undisputed,
} from "../testing/desk.ts";
import { unlimited } from "../testing/limits.ts";
import { expire } from "../upkeep/retention.ts";
import { preview, waitingOrders } from "./counter.ts";
import {
  correct,
  openAtCounter,
  openOrder,
  receive,
  refund,
  refundByCard,
  settle,
} from "./money.ts";
import { accept, cancel, deliver, ship, undo } from "./orders.ts";

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** A card provider that reports these amounts. */
const knows = (received: number, refunded = 0) =>
  card({ check: async () => ({ received, refunded, ...undisputed }) });

describe.each(databases)("%s", (database) => {
  const open = (changes: Partial<Desk> = {}) => testDesk(database, changes);
  const openPaid = async (amount = 8999) => {
    const desk = await open();
    const order = await placed(desk);
    await receive(desk, order.id, amount, 0);
    return { desk, order };
  };
  /** An order that is waiting for payment on the provider's page. */
  const openByCard = async (card: Desk["card"], changes: Partial<Desk> = {}) => {
    const desk = await open({ card, ...changes });
    const order = await placed(desk);
    await desk.db.updateTable("orders").set({ providerReference: "1" }).execute();
    return { desk, order };
  };

  describe("payments", () => {
    test("a payment recorded by the owner pays the order at once", async () => {
      const { desk, order } = await openPaid();
      expect(await now(desk, order)).toMatchObject({ state: "paid", received: 8999 });
      expect(await mailsOf(desk, order)).toEqual(["paid", "pending"]);
    });

    test("counts a form that is sent twice once", async () => {
      const desk = await open();
      const order = await placed(desk);
      const counted = await times(5, () => receive(desk, order.id, 8999, 0));
      expect(counted.filter(Boolean)).toHaveLength(1);
      expect(await story(desk, order)).toEqual([
        "shopper pending",
        "owner received 8999",
        "owner paid",
      ]);
    });

    test("is not paid while a cent is missing, and is paid with it", async () => {
      const { desk, order } = await openPaid(8998);
      expect(await now(desk, order)).toMatchObject({ state: "pending", received: 8998 });
      expect(await receive(desk, order.id, 1, 8998)).toBe(true);
      expect(await now(desk, order)).toMatchObject({ state: "paid", received: 8999 });
    });

    test("records a second transfer, and refunds it without cancelling the order", async () => {
      const { desk, order } = await openPaid();
      expect(await receive(desk, order.id, 8999, 8999)).toBe(true);
      expect(await refund(desk, order.id, 8999, 0)).toBe(true);
      expect(await now(desk, order)).toMatchObject({
        state: "paid",
        received: 17_998,
        refunded: 8999,
      });
      expect(await ship(desk, order.id, "")).toBe(true);
    });

    test("does not count a refunded part as paid", async () => {
      const { desk, order } = await openPaid(4000);
      expect(await refund(desk, order.id, 4000, 0)).toBe(true);
      await receive(desk, order.id, 4999, 4000);
      expect((await now(desk, order)).state).toBe("pending");
      await receive(desk, order.id, 4000, 8999);
      expect(await now(desk, order)).toMatchObject({ state: "paid", received: 12_999 });
      // The whole balance can be refunded: 129,99 came, 40 went.
      expect(await refund(desk, order.id, 8999, 4000)).toBe(true);
      expect((await now(desk, order)).state).toBe("refunded");
    });

    test.each([
      ["expired", (desk: Desk) => expire(desk)],
      ["cancelled", (desk: Desk, id: string) => cancel(desk, id)],
    ])("a payment for an order that is %s waits for an answer", async (state, end) => {
      const desk = await open();
      const order = await placed(desk);
      desk.pass(8 * day);
      await end(desk, order.id);
      expect(await accept(desk, order.id)).toBe(false);
      await receive(desk, order.id, 8998, 0);
      expect(await accept(desk, order.id)).toBe(false);
      await receive(desk, order.id, 1, 8998);
      expect(await now(desk, order)).toMatchObject({ state, received: 8999 });
      expect(await mailsOf(desk, order)).toEqual([state, "late", "late", "pending"].sort());
      expect(await accept(desk, order.id)).toBe(true);
      expect((await now(desk, order)).state).toBe("paid");
    });

    test("records a payment for a refunded order, and waits", async () => {
      const { desk, order } = await openPaid();
      await refund(desk, order.id, 8999, 0);
      await receive(desk, order.id, 8999, 8999);
      expect(await now(desk, order)).toMatchObject({ state: "refunded", received: 17_998 });
      expect(await refund(desk, order.id, 8999, 8999)).toBe(true);
    });
  });

  describe("refunds", () => {
    test.each([
      [0, 1],
      [4000, 4001],
      [8999, 9000],
      [20_000, 20_001],
      [8999, 0],
      [8999, -1],
    ])("of %i cents received, %i can't be refunded", async (received, amount) => {
      const { desk, order } = await openPaid(received);
      const before = await now(desk, order);
      expect(await refund(desk, order.id, amount, 0)).toBe(false);
      expect(await now(desk, order)).toEqual(before);
    });

    test("partial refunds add up to the balance", async () => {
      const { desk, order } = await openPaid();
      expect(await refund(desk, order.id, 3000, 0)).toBe(true);
      expect(await refund(desk, order.id, 3000, 0)).toBe(false);
      expect(await now(desk, order)).toMatchObject({ state: "paid", refunded: 3000 });
      expect(await refund(desk, order.id, 6000, 3000)).toBe(false);
      expect(await refund(desk, order.id, 5999, 3000)).toBe(true);
      expect(await story(desk, order)).toEqual([
        "shopper pending",
        "owner received 8999",
        "owner paid",
        "owner refund 3000",
        "owner refund 5999",
        "owner refunded",
      ]);
      expect(await mailsOf(desk, order)).toEqual(["paid", "pending", "refund", "refund"]);
    });

    test("an order may expire again once a partial payment is refunded", async () => {
      const { desk, order } = await openPaid(5000);
      await refund(desk, order.id, 5000, 0);
      desk.pass(8 * day);
      await expire(desk);
      expect((await now(desk, order)).state).toBe("expired");
    });
  });

  describe("corrections", () => {
    const really = (desk: Desk, id: string, amount: number, seen: number) =>
      correct(desk, id, { side: "received", really: amount, seen, note: "una coma de más" });

    test("corrects «8.999» to «89,99», and the order stays paid", async () => {
      const { desk, order } = await openPaid(899_900);
      expect(await really(desk, order.id, 8999, 899_900)).toBe(true);
      expect(await now(desk, order)).toMatchObject({ state: "paid", received: 8999 });
      expect((await story(desk, order)).at(-1)).toBe("owner received -890901 una coma de más");
      expect(await mailsOf(desk, order)).toEqual(["correction", "paid", "pending"]);
    });

    test("removing a payment leaves the order unpaid, and a real payment pays it again", async () => {
      const { desk, order } = await openPaid();
      expect(await really(desk, order.id, 0, 8999)).toBe(true);
      expect(await now(desk, order)).toMatchObject({ state: "pending", received: 0 });
      expect(await receive(desk, order.id, 8999, 0)).toBe(true);
      expect(await story(desk, order)).toEqual([
        "shopper pending",
        "owner received 8999",
        "owner paid",
        "owner received -8999 una coma de más",
        "owner pending",
        "owner received 8999",
        "owner paid",
      ]);
      expect(await mailsOf(desk, order)).toEqual(["correction", "paid", "paid", "pending"]);
    });

    test("corrects what the shopper was told about a partial payment", async () => {
      const { desk, order } = await openPaid(1000);
      expect(await really(desk, order.id, 100, 1000)).toBe(true);
      expect(await mailsOf(desk, order)).toEqual(["correction", "pending", "received"]);
    });

    test.each([
      ["paid", []],
      ["shipped", [ship]],
      ["delivered", [ship, deliver]],
    ] as const)("makes an order %s again if its refund is corrected to 0", async (state, steps) => {
      const { desk, order } = await openPaid();
      for (const step of steps) await step(desk, order.id, "");
      await refund(desk, order.id, 8999, 0);
      expect((await now(desk, order)).state).toBe("refunded");
      const wrong = { side: "refund", really: 0, seen: 8999, note: "no salió" } as const;
      expect(await correct(desk, order.id, wrong)).toBe(true);
      expect(await correct(desk, order.id, wrong)).toBe(false);
      expect(await now(desk, order)).toMatchObject({ state, refunded: 0 });
      expect((await mailsOf(desk, order)).filter((kind) => kind === state)).toHaveLength(1);
    });

    test.each([
      [-1, "less than nothing"],
      [8999, "the same"],
      [9000, "more"],
      [2999, "less than went back"],
    ])("refuses a correction to %i: %s", async (amount) => {
      const { desk, order } = await openPaid();
      await refund(desk, order.id, 3000, 0);
      const before = await now(desk, order);
      expect(await really(desk, order.id, amount, 8999)).toBe(false);
      expect(await now(desk, order)).toEqual(before);
    });

    test.each([
      ["received", 13_999],
      ["refund", 12_000],
    ] as const)(
      "keeps a refunded order refunded if %s is corrected after a late payment",
      async (side, to) => {
        const { desk, order } = await openPaid();
        await refund(desk, order.id, 8999, 0);
        await receive(desk, order.id, 8999, 8999);
        if (side === "refund") await refund(desk, order.id, 8999, 8999);
        const seen = 17_998;
        expect(await correct(desk, order.id, { side, really: to, seen, note: "mal" })).toBe(true);
        expect((await now(desk, order)).state).toBe("refunded");
      },
    );

    test("a shipment that is undone after its payment was corrected leaves an unpaid order", async () => {
      const desk = await testDesk(database);
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      await ship(desk, order.id, "");
      await correct(desk, order.id, { side: "received", really: 8998, seen: 8999, note: "mal" });
      expect((await now(desk, order)).state).toBe("shipped");
      expect(await undo(desk, order.id, "shipped")).toBe(true);
      expect((await now(desk, order)).state).toBe("pending");
      await receive(desk, order.id, 1, 8998);
      expect((await now(desk, order)).state).toBe("paid");
    });

    test("the provider's payments can't be corrected by hand", async () => {
      const { desk, order } = await openByCard(knows(8999));
      await settle(desk, order.id);
      expect(await really(desk, order.id, 8998, 8999)).toBe(false);
      await receive(desk, order.id, 100, 8999);
      expect(await really(desk, order.id, 8999, 9099)).toBe(true);
    });
  });

  describe("the provider's payments", () => {
    test("one of 20 concurrent settlements makes the order paid", async () => {
      const { desk, order } = await openByCard(knows(8999));
      await times(20, () => settle(desk, order.id));
      expect(await story(desk, order)).toEqual([
        "shopper pending",
        "provider received 8999",
        "provider paid",
      ]);
      expect(await mailsOf(desk, order)).toEqual(["paid", "pending"]);
    });

    test("records a refund made at the provider", async () => {
      const { desk, order } = await openByCard(knows(8999, 8999));
      await settle(desk, order.id);
      expect(await now(desk, order)).toMatchObject({
        state: "refunded",
        received: 8999,
        refunded: 8999,
      });
      expect(await story(desk, order)).toEqual([
        "shopper pending",
        "provider received 8999",
        "provider paid",
        "provider refund 8999",
        "provider refunded",
      ]);
    });

    test("reverses a refund that failed at the provider", async () => {
      let refunded = 4000;
      const { desk, order } = await openByCard(
        card({ check: async () => ({ received: 8999, refunded, ...undisputed }) }),
      );
      await settle(desk, order.id);
      refunded = 0;
      await settle(desk, order.id);
      expect(await now(desk, order)).toMatchObject({ refunded: 0, providerRefunded: 0 });
      expect(await mailsOf(desk, order)).toEqual(["correction", "paid", "pending", "refund"]);
    });

    test("keeps the owner's bookings beside the provider's", async () => {
      const { desk, order } = await openByCard(knows(8999));
      await receive(desk, order.id, 8999, 0);
      await settle(desk, order.id);
      expect(await now(desk, order)).toMatchObject({ received: 17_998, providerReceived: 8999 });
      expect(await refundByCard(desk, order.id, 9000, 0)).toBe(false);
      expect(await refund(desk, order.id, 8999, 0)).toBe(true);
    });

    test("does not ask the provider about an order without a card payment", async () => {
      const desk = await open({ card: card({ check: () => Promise.reject(new Error("asked")) }) });
      const order = await placed(desk);
      await settle(desk, order.id);
      await settle(desk, "NOORDER0");
      expect(await now(desk, order)).toEqual(order);
    });

    test("pages show what is known if the provider fails or its key is removed", async () => {
      const lost = card({ check: () => Promise.reject(new Error("No such key")) });
      const { desk, order } = await openByCard(lost);
      expect(await openOrder(desk, order.token)).toMatchObject({ state: "pending" });
      const atCounter = { order: { state: "pending" }, isCurrent: false };
      expect(await openAtCounter(desk, order.id)).toMatchObject(atCounter);
      await expect(settle(desk, order.id)).rejects.toThrow("No such key");
      const withoutCards = { ...desk, card: undefined };
      expect(await openOrder(withoutCards, order.token)).toMatchObject({ state: "pending" });
    });

    test("a payment that the provider does not know is an answer", async () => {
      const check = () => Promise.reject(new Error("No such session"));
      const { desk, order } = await openByCard(card({ check, isUnknown: () => true }));
      expect(await openAtCounter(desk, order.id)).toMatchObject({
        isCurrent: true,
        isUnknown: true,
      });
    });

    test("a page does not wait for a provider that hangs", async () => {
      const { desk, order } = await openByCard(card({ check: () => new Promise(() => {}) }));
      expect(await openOrder(desk, order.token)).toMatchObject({ state: "pending" });
      const atCounter = { order: { state: "pending" }, isCurrent: false };
      expect(await openAtCounter(desk, order.id)).toMatchObject(atCounter);
    });

    test("books what the provider says, even if more was refunded than received", async () => {
      const { desk, order } = await openByCard(knows(8999, 8999));
      await receive(desk, order.id, 8999, 0);
      await desk.db.updateTable("orders").set({ providerReceived: 8999 }).execute();
      await refund(desk, order.id, 4000, 0);
      await settle(desk, order.id);
      const settled = await now(desk, order);
      expect(settled).toMatchObject({ state: "refunded", received: 8999, refunded: 12_999 });
      expect(amountMismatch(settled)).toBe("Se han devuelto 40,00\u00a0€ más de lo cobrado.");
      expect((await waitingOrders(desk)).unreconciled).toMatchObject([{ id: order.id }]);
      expect(await ship(desk, order.id, "", true)).toBe(false);

      const really = { side: "refund", really: 8999, seen: 12_999, note: "Era la misma" } as const;
      expect(await correct(desk, order.id, really)).toBe(true);
      expect((await waitingOrders(desk)).unreconciled).toEqual([]);
    });

    test("an open dispute blocks shipping until it ends", async () => {
      const account = { received: 8999, refunded: 0, ...undisputed };
      const { desk, order } = await openByCard(card({ check: async () => ({ ...account }) }));
      await settle(desk, order.id);
      account.disputed = 8999;
      await settle(desk, order.id);
      await settle(desk, order.id);
      expect(await now(desk, order)).toMatchObject({ state: "paid", disputed: 8999 });
      expect((await waitingOrders(desk)).unreconciled).toMatchObject([{ id: order.id }]);
      expect(await ship(desk, order.id, "", true)).toBe(false);

      account.disputed = 0;
      await settle(desk, order.id);
      expect(await ship(desk, order.id, "")).toBe(true);
      expect((await story(desk, order)).slice(-3)).toEqual([
        "provider disputed 8999",
        "provider disputed 0 Cerrada a favor de la tienda",
        "owner shipped",
      ]);
      const subjects = await desk.db.selectFrom("mails").select(["kind", "subject"]).execute();
      expect(subjects.filter(({ kind }) => kind.startsWith("owner disputed"))).toMatchObject([
        { subject: `Disputa: 89,99\u00a0€, pedido ${order.id}` },
        { subject: `Disputa cerrada, pedido ${order.id}` },
      ]);
    });

    test("a lost dispute is booked as refunded, and the shopper gets no email about it", async () => {
      const account = { received: 8999, refunded: 0, ...undisputed };
      const { desk, order } = await openByCard(card({ check: async () => ({ ...account }) }));
      await settle(desk, order.id);
      account.disputed = 8999;
      await settle(desk, order.id);
      Object.assign(account, { disputed: 0, lost: 8999, refunded: 8999 });
      await settle(desk, order.id);
      expect(await now(desk, order)).toMatchObject({ state: "refunded", refunded: 8999 });
      expect(await mailsOf(desk, order)).toEqual(["paid", "pending"]);
    });

    test("tells the owner, and not the shopper, of a dispute that was lost while the shop was down", async () => {
      const account = { received: 8999, refunded: 0, ...undisputed };
      const { desk, order } = await openByCard(card({ check: async () => ({ ...account }) }));
      await settle(desk, order.id);
      // Part of it was refunded in the dashboard before the bank took the rest.
      Object.assign(account, { lost: 7999, refunded: 8999 });
      await settle(desk, order.id);
      expect((await story(desk, order)).slice(3)).toEqual([
        "provider disputed 0 Perdida",
        "provider refund 1000",
        "provider refund 7999 Disputa perdida",
        "provider refunded",
      ]);
      const mails = await desk.db.selectFrom("mails").select(["kind", "subject"]).execute();
      const told = mails.filter(({ kind }) => /^(owner disputed|refund|lost)/.test(kind));
      expect(told.map(({ subject }) => subject)).toEqual([
        `Disputa cerrada, pedido ${order.id}`,
        `Pedido ${order.id}: te hemos devuelto 10,00\u00a0€`,
      ]);
    });

    test("a refund after a lost dispute is one of the shop's", async () => {
      const account = { received: 8999, refunded: 1000, ...undisputed, lost: 1000 };
      const { desk, order } = await openByCard(card({ check: async () => ({ ...account }) }));
      await settle(desk, order.id);
      account.refunded = 3000;
      await settle(desk, order.id);
      expect((await story(desk, order)).slice(-2)).toEqual([
        "provider refund 1000 Disputa perdida",
        "provider refund 2000",
      ]);
      expect(await mailsOf(desk, order)).toEqual(["paid", "pending", "refund"]);
    });

    test("asks once at a time for pages, and believes the answer for some seconds", async () => {
      let asked = 0;
      const check = async () => {
        asked++;
        return { received: 0, refunded: 0, ...undisputed };
      };
      const limits = { ...unlimited, believeProviderFor: 60_000 };
      const { desk, order } = await openByCard(card({ check }), { limits });
      await Promise.all(Array.from({ length: 20 }, () => openOrder(desk, order.token)));
      await openAtCounter(desk, order.id);
      expect(asked).toBe(1);
      await settle(desk, order.id);
      expect(asked).toBe(2);
    });

    test("cancelling ends the provider's page, and a preview does not", async () => {
      const ended: string[] = [];
      const end = async ({ id }: Order) => void ended.push(id);
      const { desk, order } = await openByCard(card({ end }));
      await preview(desk, order.id, (trial) => cancel(trial, order.id));
      expect(ended).toEqual([]);
      await cancel(desk, order.id);
      await vi.waitFor(() => expect(ended).toEqual([order.id]));
    });

    test("does not ask about a paid order when the shopper opens its page", async () => {
      let asked = 0;
      const { desk, order } = await openByCard(
        card({
          check: async () => {
            asked++;
            return { received: 8999, refunded: 0, ...undisputed };
          },
        }),
      );
      for (let look = 0; look < 5; look++) await openOrder(desk, order.token);
      expect(asked).toBe(1);
      expect((await now(desk, order)).state).toBe("paid");
    });
  });
});

import { describe, expect, test } from "vitest";
import { allowedFrom, type OrderState, refundable, states } from "../app/shop/order-rules.ts";
import { type Desk, day, minute } from "./context.ts";
import {
  deliver,
  expire,
  findByToken,
  forget,
  forgetOrder,
  historyOf,
  place,
  receive,
  refund,
  settle,
  ship,
} from "./orders.ts";
import type { Order } from "./schema.ts";
import {
  attempt,
  card,
  databases,
  lucia,
  mailsOf,
  newKey,
  now,
  placed,
  start,
  story,
  type TestDesk,
  testDesk,
} from "./testing/desk.ts";

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Puts an order straight into a state, with the money that belongs there. */
async function inState({ db }: TestDesk, { id }: Order, state: OrderState) {
  const received = state === "pending" || state === "expired" ? 0 : 8999;
  const refunded = state === "refunded" ? 8999 : 0;
  await db.updateTable("orders").set({ state, received, refunded }).where("id", "=", id).execute();
}

describe.each(databases)("%s", (database) => {
  const open = (changes: Partial<Desk> = {}) => testDesk(database, changes);

  describe("placing", () => {
    test("an order keeps what was asked for, at the price of its day", async () => {
      const desk = await open();
      const order = await placed(desk, { quantity: 3 });
      expect(await now(desk, order)).toEqual({
        ...lucia,
        id: expect.stringMatching(/^[\dA-HJKMNP-TV-Z]{8}$/),
        token: expect.stringMatching(/^[\w-]{22}$/),
        requestKey: expect.stringMatching(/^[\da-f]{32}$/),
        fingerprint: expect.stringMatching(/^[\da-f]{64}$/),
        state: "pending",
        quantity: 3,
        unitPrice: 8999,
        shipping: 0,
        total: 26997,
        received: 0,
        refunded: 0,
        terms: "2026-11-22",
        payment: "transfer",
        providerReference: null,
        placedAt: start,
        forgottenAt: null,
      });
      expect(await story(desk, order)).toEqual(["shopper pending"]);
      expect(await mailsOf(desk, order)).toEqual(["pending"]);
    });

    test("the same attempt again is the same order, also at once and at another day's price", async () => {
      const desk = await open();
      const asked = attempt();
      const answers = await times(10, () => place(desk, asked));
      desk.pass(2 * day);
      answers.push(await place(desk, asked));
      const ids = answers.map((answer) => (answer.outcome === "placed" ? answer.order.id : answer));
      expect(new Set(ids).size).toBe(1);
      expect(await desk.db.selectFrom("orders").select("id").execute()).toHaveLength(1);
      expect(await desk.db.selectFrom("events").select("id").execute()).toHaveLength(1);
      expect(await desk.db.selectFrom("mails").select("id").execute()).toHaveLength(1);
    });

    test.each([
      ["another address", { order: { ...lucia, address: "Calle Menor, 2" } }],
      ["another quantity", { order: { ...lucia, quantity: 2 }, total: 17998 }],
      ["another total", { total: 1 }],
    ])("the same key with %s is refused, and says which order it has", async (_, change) => {
      const desk = await open();
      const asked = attempt();
      const first = await place(desk, asked);
      expect(first.outcome).toBe("placed");
      expect(await place(desk, { ...asked, ...change })).toEqual({
        ...first,
        outcome: "other body",
      });
    });

    test.each([8998, 9000, 0, -8999, 17998])("a total of %i is not ours", async (total) => {
      const desk = await open();
      expect(await place(desk, { ...attempt(), total })).toEqual({
        outcome: "other total",
        total: 8999,
      });
      expect(await desk.db.selectFrom("orders").select("id").execute()).toEqual([]);
    });

    test("a person has three unpaid orders a day, and pays one to place another", async () => {
      const desk = await testDesk(database, { limits: { unpaidPerEmail: 3, ordersPerHour: 9 } });
      const first = await placed(desk);
      await placed(desk);
      await placed(desk);
      expect(await place(desk, attempt())).toEqual({ outcome: "too many", whose: "email" });
      await placed(desk, { email: "otra@correo.example" });
      await receive(desk, first.id, 8999, 0);
      await placed(desk);
      expect(await place(desk, attempt())).toEqual({ outcome: "too many", whose: "email" });
      desk.pass(day - 1);
      expect(await place(desk, attempt())).toEqual({ outcome: "too many", whose: "email" });
      desk.pass(1);
      await placed(desk);
    });

    test("an order is still known when its person may have no more", async () => {
      const desk = await testDesk(database, { limits: { unpaidPerEmail: 1, ordersPerHour: 1 } });
      const asked = attempt();
      const first = await place(desk, asked);
      expect(await place(desk, asked)).toEqual(first);
    });

    test("the shop takes so many orders an hour, whoever places them", async () => {
      const desk = await testDesk(database, { limits: { unpaidPerEmail: 9, ordersPerHour: 2 } });
      await placed(desk, { email: "a@correo.example" });
      desk.pass(30 * minute);
      await placed(desk, { email: "b@correo.example" });
      expect(await place(desk, attempt())).toEqual({ outcome: "too many", whose: "shop" });
      desk.pass(30 * minute);
      await placed(desk);
    });
  });

  describe("money", () => {
    test("of 20 settles at once one makes the order paid", async () => {
      const desk = await open({ card: card({ check: async () => 8999 }) });
      const order = await placed(desk);
      await times(20, () => settle(desk, order.id, "provider"));
      expect(await now(desk, order)).toMatchObject({ state: "paid", received: 8999 });
      expect(await story(desk, order)).toEqual([
        "shopper pending",
        "provider received 8999",
        "provider paid",
      ]);
      expect(await mailsOf(desk, order)).toEqual(["paid", "pending"]);
    });

    test("settling what nobody has paid changes nothing, nor does an order that is none", async () => {
      const desk = await open();
      const order = await placed(desk);
      await settle(desk, order.id);
      await settle(desk, "NOORDER0");
      expect(await now(desk, order)).toEqual(order);
      expect(await story(desk, order)).toEqual(["shopper pending"]);
    });

    test("a provider that knows of less than before takes nothing back", async () => {
      const desk = await open({ card: card({ check: async () => 0 }) });
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      await settle(desk, order.id);
      expect(await now(desk, order)).toMatchObject({ state: "paid", received: 8999 });
    });

    test("what the owner has counted pays the order at once, with no second step to be lost", async () => {
      const lost = async () => Promise.reject(new Error("killed"));
      const desk = await open({ card: card({ check: lost }) });
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      expect(await now(desk, order)).toMatchObject({ state: "paid", received: 8999 });
    });

    test("a form that is sent twice counts once", async () => {
      const desk = await open();
      const order = await placed(desk);
      const counted = await times(5, () => receive(desk, order.id, 8999, 0));
      expect(counted.filter(Boolean)).toHaveLength(1);
      expect(await now(desk, order)).toMatchObject({ state: "paid", received: 8999 });
      expect(await story(desk, order)).toEqual([
        "shopper pending",
        "owner received 8999",
        "owner paid",
      ]);
    });

    test("what is missing by a cent is not paid, and the cent makes it so", async () => {
      const desk = await open();
      const order = await placed(desk);
      expect(await receive(desk, order.id, 8998, 0)).toBe(true);
      expect(await now(desk, order)).toMatchObject({ state: "pending", received: 8998 });
      expect(await receive(desk, order.id, 1, 8998)).toBe(true);
      expect(await now(desk, order)).toMatchObject({ state: "paid", received: 8999 });
    });

    test("more than the total is written down whole", async () => {
      const desk = await open();
      const order = await placed(desk);
      await receive(desk, order.id, 10_000, 0);
      expect(await now(desk, order)).toMatchObject({ state: "paid", received: 10_000 });
      expect(refundable(await now(desk, order))).toBe(8999);
    });

    test("money that was given back before does not count twice", async () => {
      const desk = await open();
      const order = await placed(desk);
      await receive(desk, order.id, 4000, 0);
      expect(await refund(desk, order.id, 4000, 0)).toBe(true);
      await receive(desk, order.id, 4999, 4000);
      expect(await now(desk, order)).toMatchObject({ state: "pending", received: 8999 });
      await receive(desk, order.id, 4000, 8999);
      expect(await now(desk, order)).toMatchObject({ state: "paid", received: 12_999 });
    });

    test("a payment after expiry is still one", async () => {
      const desk = await open();
      const order = await placed(desk);
      desk.pass(8 * day);
      await expire(desk);
      expect((await now(desk, order)).state).toBe("expired");
      await receive(desk, order.id, 8999, 0);
      expect(await now(desk, order)).toMatchObject({ state: "paid", received: 8999 });
      expect(await mailsOf(desk, order)).toEqual(["expired", "paid", "pending"]);
    });

    test("money for an order that is closed is written down, and changes nothing else", async () => {
      const desk = await open();
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      await refund(desk, order.id, 8999, 0);
      await receive(desk, order.id, 8999, 8999);
      expect(await now(desk, order)).toMatchObject({ state: "refunded", received: 17_998 });
      expect((await story(desk, order)).at(-1)).toBe("owner received 8999");
    });

    test.each([
      [0, 1],
      [4000, 4001],
      [8999, 9000],
      [20_000, 9000],
    ])("of %i that came in, %i can't go back", async (received, amount) => {
      const desk = await open();
      const order = await placed(desk);
      if (received > 0) await receive(desk, order.id, received, 0);
      const before = await now(desk, order);
      expect(await refund(desk, order.id, amount, 0)).toBe(false);
      expect(await now(desk, order)).toEqual(before);
    });

    test("refunds in parts add up to the total and no further", async () => {
      const desk = await open();
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      expect(await refund(desk, order.id, 3000, 0)).toBe(true);
      expect(await refund(desk, order.id, 3000, 0)).toBe(false);
      expect(await now(desk, order)).toMatchObject({ state: "paid", refunded: 3000 });
      expect(await refund(desk, order.id, 6000, 3000)).toBe(false);
      expect(await refund(desk, order.id, 5999, 3000)).toBe(true);
      expect(await now(desk, order)).toMatchObject({ state: "refunded", refunded: 8999 });
      expect(await story(desk, order)).toEqual([
        "shopper pending",
        "owner received 8999",
        "owner paid",
        "owner partly refunded 3000",
        "owner refunded 5999",
      ]);
      expect(await mailsOf(desk, order)).toEqual([
        "paid",
        "partly refunded 3000",
        "pending",
        "refunded",
      ]);
    });

    test("of 10 refunds at once one is made, and the provider hears of one key", async () => {
      const keys = new Set<string>();
      const refundAtProvider = async (_order: Order, _amount: number, key: string) => {
        keys.add(key);
      };
      const desk = await open({ card: card({ refund: refundAtProvider }) });
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      const done = await times(10, () => refund(desk, order.id, 5000, 0));
      expect(done.filter(Boolean)).toHaveLength(1);
      expect(keys.size).toBe(1);
      expect(await now(desk, order)).toMatchObject({ state: "paid", refunded: 5000 });
    });
  });

  describe("states", () => {
    const moves: Partial<Record<OrderState, (desk: TestDesk, id: string) => Promise<unknown>>> = {
      paid: (desk, id) => settle(desk, id),
      shipped: (desk, id) => ship(desk, id, "ES123"),
      delivered: (desk, id) => deliver(desk, id),
      expired: (desk) => expire(desk),
      refunded: (desk, id) => refund(desk, id, 8999, 0),
    };

    test.each(Object.keys(moves) as OrderState[])(
      "an order becomes %s only from where it may",
      async (to) => {
        const desk = await open({ card: card({ check: async () => 8999 }) });
        const orders = new Map<OrderState, Order>();
        for (const from of states) {
          const order = await placed(desk);
          await inState(desk, order, from);
          orders.set(from, order);
        }
        desk.pass(7 * day + 1);
        const moved: OrderState[] = [];
        for (const [from, order] of orders) {
          await moves[to]?.(desk, order.id);
          const { state } = await now(desk, order);
          const events = await story(desk, order);
          if (state === from)
            expect(events.filter((event) => event.includes(` ${to}`))).toEqual(
              to === "pending" ? ["shopper pending"] : [],
            );
          else {
            expect(state).toBe(to);
            expect(events.at(-1)).toMatch(` ${to}`);
            moved.push(from);
          }
        }
        expect(moved).toEqual(allowedFrom[to]);
      },
    );

    test("the table is the one that was agreed on", () => {
      expect(allowedFrom).toEqual({
        pending: [],
        paid: ["pending", "expired"],
        shipped: ["paid"],
        delivered: ["shipped"],
        expired: ["pending"],
        refunded: ["paid", "shipped", "delivered"],
      });
    });

    test("of 10 shipments at once one holds, with its note", async () => {
      const desk = await open();
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      const done = await times(10, (index) => ship(desk, order.id, `ES${index}`));
      expect(done.filter(Boolean)).toHaveLength(1);
      expect((await story(desk, order)).at(-1)).toBe(`owner shipped ES${done.indexOf(true)}`);
    });
  });

  describe("time", () => {
    test("an order may be paid until seven days are over", async () => {
      const desk = await open();
      const order = await placed(desk);
      const begun = await placed(desk);
      await receive(desk, begun.id, 1, 0);
      desk.pass(7 * day);
      await expire(desk);
      expect((await now(desk, order)).state).toBe("pending");
      desk.pass(1);
      await expire(desk);
      expect(await story(desk, order)).toEqual(["shopper pending", "desk expired"]);
      expect((await now(desk, begun)).state).toBe("pending");
    });

    test("more than a hundred late orders are all found", async () => {
      const desk = await open();
      for (let count = 0; count < 101; count++) await placed(desk);
      desk.pass(8 * day);
      await expire(desk);
      await expire(desk);
      const left = desk.db.selectFrom("orders").select("id").where("state", "=", "pending");
      expect(await left.execute()).toEqual([]);
    });

    test("what nobody paid is forgotten after 30 days, the rest after six years", async () => {
      const desk = await open();
      const unpaid = await placed(desk);
      const begun = await placed(desk);
      await receive(desk, begun.id, 1, 0);
      const paid = await placed(desk);
      await receive(desk, paid.id, 8999, 0);
      const forgotten = async () => {
        await forget(desk);
        const orders = await Promise.all([unpaid, begun, paid].map((order) => now(desk, order)));
        return orders.map(({ forgottenAt }) => forgottenAt !== null);
      };
      desk.pass(8 * day);
      await expire(desk);
      desk.pass(22 * day);
      expect(await forgotten()).toEqual([false, false, false]);
      desk.pass(1);
      expect(await forgotten()).toEqual([true, false, false]);
      // Six years of 365.25 days.
      desk.pass(189_345_600_000 - 30 * day - 1);
      expect(await forgotten()).toEqual([true, false, false]);
      desk.pass(1);
      expect(await forgotten()).toEqual([true, true, true]);
    });

    test("what is left of a forgotten order leads to nobody", async () => {
      const desk = await open();
      const order = await placed(desk, { quantity: 2 });
      await receive(desk, order.id, 17_998, 0);
      desk.pass(day);
      expect(await forgetOrder(desk, order.id, "owner")).toBe(true);
      const left = await now(desk, order);
      expect(left).toEqual({
        ...order,
        state: "paid",
        received: 17_998,
        firstName: null,
        lastName: null,
        email: null,
        phone: null,
        address: null,
        city: null,
        postalCode: null,
        token: expect.stringMatching(/^[\w-]{22}$/),
        fingerprint: "",
        forgottenAt: start + day,
      });
      expect(left.token).not.toBe(order.token);
      expect(await mailsOf(desk, order)).toEqual([]);
      expect((await story(desk, order)).at(-1)).toBe("owner forgotten");
      expect(await forgetOrder(desk, order.id, "owner")).toBe(false);
      expect(await historyOf(desk, order)).toHaveLength(4);
    });

    test("no address opens a forgotten order, and a late retry of it neither", async () => {
      const desk = await open();
      const asked = attempt();
      const first = await place(desk, asked);
      if (first.outcome !== "placed") throw new Error(first.outcome);
      await forgetOrder(desk, first.order.id, "owner");
      expect(await findByToken(desk, first.order.token)).toBeUndefined();
      expect((await place(desk, asked)).outcome).toBe("other body");
      expect(await findByToken(desk, (await now(desk, first.order)).token)).toBeUndefined();
    });

    test("a forgotten order still moves, and nobody is written to", async () => {
      const desk = await open();
      const order = await placed(desk);
      await forgetOrder(desk, order.id, "owner");
      await receive(desk, order.id, 8999, 0);
      expect((await now(desk, order)).state).toBe("paid");
      expect(await mailsOf(desk, order)).toEqual([]);
    });

    test("a clock that is put back an hour loses no order", async () => {
      const desk = await open();
      const order = await placed(desk);
      desk.pass(-60 * minute);
      const later = await placed(desk, { email: "otra@correo.example" });
      await receive(desk, order.id, 8999, 0);
      await expire(desk);
      await forget(desk);
      expect(await now(desk, order)).toMatchObject({ state: "paid", forgottenAt: null });
      expect(await now(desk, later)).toMatchObject({ state: "pending", forgottenAt: null });
    });
  });

  test("the database itself refuses what no order may be", async () => {
    const desk = await open();
    const order = await placed(desk);
    const set = (values: object) =>
      desk.db.updateTable("orders").set(values).where("id", "=", order.id).execute();
    await expect(set({ total: 1 })).rejects.toThrow("total_adds_up");
    await expect(set({ refunded: 1 })).rejects.toThrow("refunds_fit");
    await expect(set({ received: 9999, refunded: 9000 })).rejects.toThrow("refunds_fit");
    await expect(set({ state: "lost" })).rejects.toThrow(/state/);
    const other = await placed(desk);
    await expect(set({ requestKey: other.requestKey })).rejects.toThrow(/request_key/);
    expect(newKey()).not.toBe(newKey());
  });
});

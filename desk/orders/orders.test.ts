import { describe, expect, test } from "vitest";
import { allowedFrom, type OrderState, states } from "../../app/desk/shop/order-rules.ts";
import { day, hour, minute } from "../../app/desk/shop/time.ts";
import type { Desk } from "../context.ts";
import { sendDue } from "../mail/outbox.ts";
import { isUnavailable } from "../storage/database.ts";
import type { Order } from "../storage/tables.ts";
import {
  attempt,
  databases,
  lucia,
  mailsOf,
  newKey,
  now,
  pause,
  placed,
  start,
  story,
  type TestDesk,
  testDesk,
} from "../testing/desk.ts";
import { unlimited } from "../testing/limits.ts";
import { expire } from "../upkeep/retention.ts";
import { correct, receive, refund } from "./money.ts";
import { accept, amend, annotate, cancel, deliver, place, ship, track, undo } from "./orders.ts";
import { noteWithdrawal } from "./withdrawals.ts";

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Puts an order straight into a state, with the matching amounts. */
async function inState({ db }: TestDesk, { id }: Order, state: OrderState) {
  const unpaid: OrderState[] = ["pending", "expired", "cancelled"];
  const received = unpaid.includes(state) ? 0 : 8999;
  const refunded = state === "refunded" ? 8999 : 0;
  await db.updateTable("orders").set({ state, received, refunded }).where("id", "=", id).execute();
}

describe.each(databases)("%s", (database) => {
  const open = (changes: Partial<Desk> = {}) => testDesk(database, changes);

  describe("placing an order", () => {
    test("stores what was ordered, at the current price", async () => {
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
        providerReceived: 0,
        providerRefunded: 0,
        providerReference: null,
        providerPayment: null,
        disputed: 0,
        discount: 0,
        refundKey: null,
        placedAt: start,
        deliveredAt: null,
        withdrawnAt: null,
        forgottenAt: null,
      });
      expect(await story(desk, order)).toEqual(["shopper pending"]);
      expect(await mailsOf(desk, order)).toEqual(["pending"]);
    });

    test("the same request again is the same order, also concurrently and days later", async () => {
      const desk = await open();
      const asked = attempt();
      const answers = await times(10, () => place(desk, asked));
      desk.pass(2 * day);
      answers.push(await place(desk, asked));
      const ids = answers.map((answer) => (answer.outcome === "placed" ? answer.order.id : answer));
      expect(new Set(ids).size).toBe(1);
      expect(await desk.db.selectFrom("orders").select("id").execute()).toHaveLength(1);
      expect(await desk.db.selectFrom("events").select("id").execute()).toHaveLength(1);
      expect(await mailsOf(desk, { id: ids[0] as string })).toEqual(["pending"]);
    });

    test.each([
      ["another address", { order: { ...lucia, address: "Calle Menor, 2" } }],
      ["another quantity", { order: { ...lucia, quantity: 2 }, total: 17998 }],
      ["another total", { total: 1 }],
    ])("refuses the same key with %s, and names its order", async (_, change) => {
      const desk = await open();
      const asked = attempt();
      const first = await place(desk, asked);
      expect(first.outcome).toBe("placed");
      expect(await place(desk, { ...asked, ...change })).toEqual({
        ...first,
        outcome: "other body",
      });
    });

    describe("an order for the same person and address within half an hour", () => {
      const shop = () => open({ limits: { ...unlimited, askAgainWithin: 30 * minute } });

      test("is asked about whatever its quantity, and placed once the shopper knows of the first", async () => {
        const desk = await shop();
        const first = await placed(desk);
        const repeated = { outcome: "repeated", order: first };
        expect(await place(desk, attempt())).toEqual(repeated);
        expect(await place(desk, attempt({ quantity: 2 }))).toEqual(repeated);
        expect(await place(desk, { ...attempt(), knownOrder: "00000000" })).toEqual(repeated);
        desk.pass(30 * minute - 1);
        expect(await place(desk, attempt())).toEqual(repeated);
        const second = await place(desk, { ...attempt(), knownOrder: first.id });
        expect(second.outcome).toBe("placed");
        expect(await place(desk, { ...attempt(), knownOrder: first.id })).toMatchObject({
          outcome: "repeated",
        });
      });

      test("is placed at once for another person or address, after the half hour, or once the first is cancelled", async () => {
        const desk = await shop();
        const first = await placed(desk);
        await placed(desk, { email: "otra@correo.example" });
        await placed(desk, { address: "Calle Menor, 2" });
        await placed(desk, { phone: "+34 600000001" });
        await cancel(desk, first.id);
        await placed(desk);
        desk.pass(30 * minute);
        await placed(desk);
      });

      test("is not asked about when it is the same request, sent several times at once", async () => {
        const desk = await shop();
        const asked = attempt();
        const answers = await times(10, () => place(desk, asked));
        expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(["placed"]));
      });

      test("is asked about also when both arrive at once", async () => {
        const desk = await shop();
        const answers = await times(10, () => place(desk, attempt()));
        expect(answers.filter(({ outcome }) => outcome === "placed")).toHaveLength(1);
        expect(answers.filter(({ outcome }) => outcome === "repeated")).toHaveLength(9);
      });
    });

    test.each([8998, 9000, 0, -8999, 17998])("refuses a total of %i", async (total) => {
      const desk = await open();
      expect(await place(desk, { ...attempt(), total })).toEqual({
        outcome: "other total",
        total: 8999,
      });
      expect(await desk.db.selectFrom("orders").select("id").execute()).toEqual([]);
    });

    test("allows three unpaid orders per person and day, and another once one is paid", async () => {
      const desk = await open({ limits: { ...unlimited, unpaidPerEmail: 3 } });
      const first = await placed(desk);
      await placed(desk);
      await placed(desk, { email: "Lucia@Correo.example" });
      expect(await place(desk, attempt())).toEqual({ outcome: "too many" });
      await placed(desk, { email: "otra@correo.example" });
      await receive(desk, first.id, 8999, 0);
      await placed(desk);
      expect(await place(desk, attempt())).toEqual({ outcome: "too many" });
      desk.pass(day - 1);
      expect(await place(desk, attempt())).toEqual({ outcome: "too many" });
      desk.pass(1);
      await placed(desk);
    });

    test("accepts three of 20 concurrent orders of one person", async () => {
      const desk = await open({ limits: { ...unlimited, unpaidPerEmail: 3 } });
      const again = async (): Promise<string> =>
        place(desk, attempt()).then(
          ({ outcome }) => outcome,
          (error) => {
            if (isUnavailable(error)) return again();
            throw error;
          },
        );
      const outcomes = await times(20, again);
      expect(outcomes.filter((outcome) => outcome === "placed")).toHaveLength(3);
      expect(outcomes.filter((outcome) => outcome === "too many")).toHaveLength(17);
    });

    test("a repeated request is answered beyond the limit too", async () => {
      const desk = await open({ limits: { ...unlimited, unpaidPerEmail: 1 } });
      const asked = attempt();
      const first = await place(desk, asked);
      expect(await place(desk, asked)).toEqual(first);
    });

    test("tells the owner of a rush once an hour, and keeps selling", async () => {
      const desk = await open({ limits: { ...unlimited, ordersPerHour: 2 } });
      const warnings = async () => {
        const mails = desk.db
          .selectFrom("mails")
          .select("recipient")
          .where("kind", "=", "owner rush");
        return (await mails.execute()).map(({ recipient }) => recipient);
      };
      await placed(desk);
      expect(await warnings()).toEqual([]);
      for (let count = 0; count < 3; count++) await placed(desk);
      expect(await warnings()).toEqual(["hola@aurelia.example"]);
      desk.pass(hour);
      await placed(desk);
      await placed(desk);
      expect(await warnings()).toHaveLength(2);
    });

    test("a paused shop refuses new orders, and answers repeated requests", async () => {
      const desk = await open();
      const asked = attempt();
      const first = await place(desk, asked);
      await pause(desk, "el 7 de enero");
      await pause(desk, "el 8 de enero");
      expect(await place(desk, attempt())).toEqual({ outcome: "paused", until: "el 8 de enero" });
      expect(await place(desk, asked)).toEqual(first);
      await pause(desk, "");
      await placed(desk);
    });
  });

  describe("states", () => {
    const moves: Partial<Record<OrderState, (desk: TestDesk, id: string) => Promise<unknown>>> = {
      paid: (desk, id) => accept(desk, id),
      shipped: (desk, id) => ship(desk, id, "ES123"),
      delivered: (desk, id) => deliver(desk, id),
      expired: (desk) => expire(desk),
      cancelled: (desk, id) => cancel(desk, id),
      refunded: (desk, id) => refund(desk, id, 8999, 0),
    };
    const from: Partial<Record<OrderState, OrderState[]>> = {
      paid: [],
      shipped: ["paid"],
      delivered: ["shipped"],
      expired: ["pending"],
      cancelled: ["pending"],
      refunded: ["paid", "shipped", "delivered"],
    };

    test.each(Object.keys(moves) as OrderState[])(
      "makes an order %s only from an allowed state",
      async (to) => {
        const desk = await open();
        const orders = new Map<OrderState, Order>();
        for (const from of states) {
          const order = await placed(desk);
          await inState(desk, order, from);
          orders.set(from, order);
        }
        desk.pass(8 * day);
        const moved: OrderState[] = [];
        for (const [from, order] of orders) {
          await moves[to]?.(desk, order.id);
          const { state } = await now(desk, order);
          const events = await story(desk, order);
          if (state === from) {
            expect(events.filter((event) => event.includes(` ${to}`))).toEqual([]);
          } else {
            expect(state).toBe(to);
            expect(events.at(-1)).toMatch(` ${to}`);
            moved.push(from);
          }
        }
        expect(moved).toEqual(from[to]);
        for (const state of moved) expect(allowedFrom[to]).toContain(state);
      },
    );

    test("the transitions are the agreed ones", () => {
      expect(allowedFrom).toEqual({
        pending: ["paid"],
        paid: ["pending", "expired", "cancelled", "refunded", "shipped"],
        shipped: ["paid", "refunded", "delivered"],
        delivered: ["shipped", "refunded"],
        expired: ["pending", "paid"],
        cancelled: ["pending", "paid", "delivered"],
        refunded: ["paid", "shipped", "delivered"],
      });
    });

    test("one of 10 concurrent shipments succeeds, with its note", async () => {
      const desk = await open();
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      const done = await times(10, (index) => ship(desk, order.id, `ES${index}`));
      expect(done.filter(Boolean)).toHaveLength(1);
      expect((await story(desk, order)).at(-1)).toBe(`owner shipped ES${done.indexOf(true)}`);
    });

    test("ships after a withdrawal only if the owner confirms", async () => {
      const desk = await open();
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      await noteWithdrawal(desk, order.id);
      expect(await ship(desk, order.id, "ES1")).toBe(false);
      expect(await ship(desk, order.id, "ES1", true)).toBe(true);
      expect((await now(desk, order)).state).toBe("shipped");
    });

    test("a cancelled order has its reason, and the shopper is told", async () => {
      const desk = await open();
      const order = await placed(desk);
      expect(await cancel(desk, order.id, "lo pide por teléfono")).toBe(true);
      expect(await cancel(desk, order.id)).toBe(false);
      expect(await story(desk, order)).toEqual([
        "shopper pending",
        "owner cancelled lo pide por teléfono",
      ]);
      expect(await mailsOf(desk, order)).toEqual(["cancelled", "pending"]);
    });
  });

  describe("corrections", () => {
    test("corrects an address, and the history names the changed fields", async () => {
      const desk = await open();
      const { quantity: _, ...details } = lucia;
      const order = await placed(desk);
      const right = { ...details, address: "Calle Menor, 2", email: "lucia@correo.es" };
      expect(await amend(desk, order.id, right)).toBe(true);
      expect(await amend(desk, order.id, right)).toBe(true);
      expect(await now(desk, order)).toEqual({ ...order, ...right });
      expect(await story(desk, order)).toEqual([
        "shopper pending",
        'owner amended {"email":"lucia@correo.example","address":"Calle Mayor, 1"}',
      ]);
      expect(await amend(desk, "NOORDER0", right)).toBe(false);
    });

    test("sends new tracking once", async () => {
      const desk = await open();
      const order = await placed(desk);
      expect(await track(desk, order.id, "MRW 0043")).toBe(false);
      await receive(desk, order.id, 8999, 0);
      await ship(desk, order.id, "MRW 0042");
      const presses = await times(3, () => track(desk, order.id, "MRW 0043"));
      expect(presses).toEqual([true, true, true]);
      expect((await story(desk, order)).slice(-2)).toEqual([
        "owner shipped MRW 0042",
        "owner tracking MRW 0043",
      ]);
      const letter = (await mailsOf(desk, order)).filter((kind) => kind.startsWith("tracking"));
      expect(letter).toHaveLength(1);
      await deliver(desk, order.id);
      expect(await track(desk, order.id, "MRW 0044")).toBe(false);
    });

    test("stores a note, and tells nobody", async () => {
      const desk = await open();
      const order = await placed(desk);
      expect(await annotate(desk, order.id, "Llama por la tarde")).toBe(true);
      expect(await annotate(desk, "NOORDER0", "Llama por la tarde")).toBe(false);
      expect((await story(desk, order)).at(-1)).toBe("owner note Llama por la tarde");
      expect(await mailsOf(desk, order)).toEqual(["pending"]);
    });
  });

  describe("undo", () => {
    const shipped = async (undoWithin: number) => {
      const desk = await testDesk(database, { limits: { ...unlimited, undoWithin } });
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      await sendDue(desk, async () => {});
      await ship(desk, order.id, "MRW 1");
      return { desk, order };
    };
    const sent = async (desk: Desk) => {
      const subjects: string[] = [];
      await sendDue(desk, async ({ subject }) => void subjects.push(subject));
      return subjects;
    };

    test("in time, the shopper hears nothing", async () => {
      const { desk, order } = await shipped(2 * minute);
      expect(await sent(desk)).toEqual([]);
      const undone = await times(5, () => undo(desk, order.id, "shipped"));
      expect(undone.filter(Boolean)).toHaveLength(1);
      expect(await now(desk, order)).toMatchObject({ state: "paid" });
      desk.pass(hour);
      expect(await sent(desk)).toEqual([]);
      expect((await story(desk, order)).slice(-3)).toEqual([
        "owner shipped MRW 1",
        "owner undone shipped",
        "owner paid",
      ]);
      expect(await ship(desk, order.id, "MRW 2")).toBe(true);
      desk.pass(2 * minute);
      expect(await sent(desk)).toEqual([`Pedido ${order.id}: va de camino`]);
    });

    test("later, the shopper gets a correction", async () => {
      const { desk, order } = await shipped(2 * minute);
      desk.pass(2 * minute);
      expect(await sent(desk)).toEqual([`Pedido ${order.id}: va de camino`]);
      expect(await undo(desk, order.id, "shipped")).toBe(true);
      expect(await sent(desk)).toEqual([`Pedido ${order.id}: corregimos un dato`]);
    });

    test("a delivery that is undone has no day", async () => {
      const { desk, order } = await shipped(0);
      await deliver(desk, order.id, "2026-11-22");
      expect((await now(desk, order)).deliveredAt).toBe(start);
      expect(await undo(desk, order.id, "delivered")).toBe(true);
      expect(await now(desk, order)).toMatchObject({ state: "shipped", deliveredAt: null });
      expect(await undo(desk, order.id, "shipped")).toBe(false);
    });

    test("an accepted late payment is asked about again, and other steps stay", async () => {
      const { desk, order } = await shipped(0);
      const late = await placed(desk);
      await cancel(desk, late.id);
      await receive(desk, late.id, 8999, 0);
      await accept(desk, late.id);
      expect(await undo(desk, late.id, "paid")).toBe(true);
      expect(await now(desk, late)).toMatchObject({ state: "cancelled", received: 8999 });
      // A payment is corrected, not undone.
      const paid = await placed(desk);
      await receive(desk, paid.id, 8999, 0);
      expect(await undo(desk, paid.id, "paid")).toBe(false);
      await refund(desk, order.id, 8999, 0);
      expect(await undo(desk, order.id, "shipped")).toBe(false);
      // Nor is the state that a corrected refund restores.
      const wrong = { side: "refund", really: 0, seen: 8999, note: "No era" } as const;
      expect(await correct(desk, order.id, wrong)).toBe(true);
      expect(await now(desk, order)).toMatchObject({ state: "shipped" });
      expect(await undo(desk, order.id, "shipped")).toBe(false);
      expect(await undo(desk, "NOORDER0", "shipped")).toBe(false);
    });
  });

  test("the database's constraints refuse impossible orders", async () => {
    const desk = await open();
    const order = await placed(desk);
    const set = (values: object) =>
      desk.db.updateTable("orders").set(values).where("id", "=", order.id).execute();
    await expect(set({ total: 1 })).rejects.toThrow("total_adds_up");
    await expect(set({ refunded: -1 })).rejects.toThrow("refunds_fit");
    await expect(set({ state: "lost" })).rejects.toThrow(/state/);
    const other = await placed(desk);
    await expect(set({ requestKey: other.requestKey })).rejects.toThrow(/request_key/);
    expect(newKey()).not.toBe(newKey());
  });
});

import { expect, test } from "vitest";
import { randomFrom } from "../../server/testing/random.ts";
import { reconcile } from "../cards/reconcile.ts";
import { refundableByCard, refundByCard } from "../cards/refunds.ts";
import { dataOf } from "../shop/bottles.ts";
import {
  isPaid,
  net,
  orderStatus,
  outstanding,
  owedBack,
  paymentStatus,
  sumsOf,
} from "../shop/order-status.ts";
import { day } from "../shop/time.ts";
import type { ProviderEntry } from "../storage/card-payment.ts";
import type { Desk } from "../storage/desk.ts";
import type { Order, Payment } from "../storage/tables.ts";
import {
  card,
  change,
  databases,
  enter,
  placed,
  reread,
  setStock,
  testDesk,
} from "../testing/desk.ts";
import { ledgerOf, reverse, unreversed } from "./ledger.ts";
import {
  close,
  deliver,
  reopen,
  restock,
  ship,
  shipAgain,
  undeliver,
  unship,
} from "./order-steps.ts";
import { changeOrder, eventsOf } from "./orders.ts";
import { stockOf } from "./stock.ts";

/** The number of steps. The rules are the same on both databases, so PostgreSQL needs fewer. */
const steps = { SQLite: 3_000, PostgreSQL: 300 };

const bottles = 1_000;
const owner = { who: "owner" } as const;

/**
 * Takes thousands of steps in random order. After each, the order's columns must equal the sums of its
 * ledger, its emails must match its unreversed entries, and the stock must be the initial bottles minus those
 * that orders took.
 */
test.each(databases)(
  "keeps books, statuses, emails and stock in agreement: %s",
  async (name) => {
    const { below, chance, one } = randomFrom(18_112_026);
    /** What the provider has booked, by its page. */
    const booked = new Map<string, ProviderEntry[]>();
    let count = 0;
    const book = (order: Order, kind: ProviderEntry["kind"], amount: number, key?: string) => {
      const id = `${kind} ${++count}`;
      const isOpen = kind === "chargeback" && chance(0.7);
      const entry = { kind, id, amount, at: desk.now(), isReversed: false, isOpen, key };
      const entries = booked.get(order.providerPage ?? "");
      if (amount > 0) entries?.push(entry);
    };
    const bookedFor = ({ providerPage }: Order) => booked.get(providerPage ?? "") ?? [];
    /** The money that the provider holds of an order. */
    const held = (order: Order) =>
      bookedFor(order)
        .filter(({ isReversed }) => !isReversed)
        .reduce((sum, { kind, amount }) => sum + (kind === "payment" ? amount : -amount), 0);
    const desk = await testDesk(name, {
      card: card({
        check: async (order) => {
          const entries = structuredClone(bookedFor(order));
          const payment = entries.find(({ kind }) => kind === "payment")?.id ?? null;
          return { isPageOpen: payment === null, payment, entries };
        },
        refund: async (order, amount, key) => {
          if (chance(0.2)) return { refused: "No balance" };
          if (bookedFor(order).every((entry) => entry.key !== key))
            book(order, "refund", amount, key);
          if (chance(0.2)) throw new Error("The answer is lost.");
          return "done";
        },
      }),
    });
    await setStock(desk, bottles);

    const amounts = (order: Order) =>
      [
        outstanding(order),
        outstanding(order) - 100,
        net(order),
        owedBack(order),
        1,
        order.total,
      ].filter((amount) => amount > 0);
    const step = (order: Order, work: Parameters<typeof change>[2]) => change(desk, order, work);
    const isSent = ({ fulfilment }: Order) => fulfilment !== "unfulfilled";
    const actions: ((order: Order) => unknown)[] = [
      (order) => enter(desk, order, one(amounts(order))),
      (order) => enter(desk, order, outstanding(order) || 1),
      (order) => net(order) > 0 && enter(desk, order, 1 + below(net(order)), { kind: "refund" }),
      (order) => net(order) > 0 && enter(desk, order, net(order), { kind: "refund" }),
      (order) =>
        outstanding(order) > 0 &&
        chance(0.5) &&
        enter(desk, order, 1 + below(outstanding(order)), { kind: "discount" }),
      async (order) => {
        const own = unreversed(await ledgerOf(desk.db, order.id)).filter(
          ({ who }) => who === "owner",
        );
        const wrong = own.length > 0 && one(own);
        return wrong && step(order, (trx, before) => reverse(desk, trx, before, wrong, owner));
      },
      // The queued emails have been tried, so from now on a reversal sends a correction.
      ({ id }) =>
        desk.db.updateTable("mails").set({ attempts: 1 }).where("orderId", "=", id).execute(),
      (order) => bookedFor(order).length === 0 && book(order, "payment", order.total),
      (order) => held(order) > 0 && book(order, "refund", 1 + below(held(order))),
      (order) => held(order) > 0 && book(order, "chargeback", one([held(order), 1])),
      (order) => {
        const open = bookedFor(order).find(({ isOpen }) => isOpen);
        if (open) Object.assign(open, { isOpen: false, isReversed: chance(0.5) });
      },
      (order) => {
        const refund = bookedFor(order).find(
          ({ kind, isReversed }) => kind === "refund" && !isReversed,
        );
        if (refund && chance(0.3)) refund.isReversed = true;
      },
      (order) => reconcile(desk, order.id),
      (order) => reconcile(desk, order.id),
      async (order) => {
        const refundable = refundableByCard(order, await ledgerOf(desk.db, order.id));
        if (refundable > 0)
          await refundByCard(desk, order.id, 1 + below(refundable), order.version).catch(() => {});
      },
      (order) =>
        order.closed === null &&
        chance(0.3) &&
        step(order, (trx, before) => close(desk, trx, before, "cancelled", owner)),
      (order) =>
        order.status === "unpaid" &&
        step(order, (trx, before) => close(desk, trx, before, "expired", { who: "shop" })),
      (order) => order.closed !== null && step(order, (trx, before) => reopen(desk, trx, before)),
      (order) =>
        order.closed === null &&
        !isSent(order) &&
        isPaid(order) &&
        step(order, (trx, before) => ship(desk, trx, before, "ES123")),
      (order) =>
        order.closed === null &&
        order.fulfilment === "shipped" &&
        step(order, (trx, before) => deliver(desk, trx, before)),
      (order) =>
        order.fulfilment === "delivered" &&
        step(order, (trx, before) => undeliver(desk, trx, before)),
      async (order) => {
        const events = await eventsOf(desk.db, order.id);
        const isOnce = events.every(({ kind }) => kind !== "shipped again" && kind !== "restocked");
        if (order.closed === null && order.fulfilment === "shipped" && isOnce)
          await step(order, (trx, before) => unship(desk, trx, before));
      },
      (order) =>
        order.closed === null &&
        isSent(order) &&
        chance(0.3) &&
        step(order, (trx, before) => shipAgain(desk, trx, before, "ES124")),
      (order) =>
        isSent(order) && chance(0.3) && step(order, (trx, before) => restock(desk, trx, before, 1)),
      // The owner acts on an outdated page.
      async (order) => {
        const work = () => Promise.reject(new Error("The version is outdated."));
        expect(await changeOrder(desk, order.id, order.version - 1, work)).toBeUndefined();
      },
      () => desk.pass(below(2) * day),
    ];

    const ids: string[] = [];
    const ledgers = new Map<string, Payment[]>();
    const taken = new Map<string, number>();
    for (let index = 0; index < 60; index++) {
      const { id, quantity } = await placed(desk, { quantity: 1 + below(3) });
      ids.push(id);
      taken.set(id, quantity);
      if (chance(0.4)) continue;
      booked.set(`cs_${index}`, []);
      const page = { providerPage: `cs_${index}`, providerPageOpen: 1 };
      await desk.db.updateTable("orders").set(page).where("id", "=", id).execute();
    }
    const reached = new Set<string>();
    for (let index = 0; index < steps[name]; index++) {
      const before = await reread(desk, { id: one(ids) });
      await one(actions)(before);
      const order = await reread(desk, before);
      const ledger = await ledgerOf(desk.db, order.id);
      reached.add(order.status);

      expect(order).toMatchObject(sumsOf(ledger));
      expect(order.status).toBe(orderStatus(order));
      expect(order.paymentStatus).toBe(paymentStatus(order));
      expect(order.owedBack).toBe(owedBack(order));
      // The ledger is append-only.
      const earlier = ledgers.get(order.id) ?? [];
      expect(ledger.slice(0, earlier.length)).toEqual(earlier);
      ledgers.set(order.id, ledger);
      await expectMails(desk, order, ledger);

      taken.set(order.id, await bottlesOf(desk, order));
      const all = [...taken.values()].reduce((sum, of) => sum + of, 0);
      expect(await stockOf(desk.db)).toBe(bottles - all);
    }
    // The few steps on PostgreSQL do not reach every status.
    if (name === "SQLite") expect(reached.size).toBe(9);

    for (const id of ids) {
      await reconcile(desk, id);
      const order = await reread(desk, { id });
      const ofProvider = (await ledgerOf(desk.db, id)).filter(({ who }) => who === "provider");
      expect(net(sumsOf(ofProvider))).toBe(held(order));
      const open = bookedFor(order).filter(({ isOpen }) => isOpen);
      expect(order.disputed).toBe(open.reduce((sum, { amount }) => sum + amount, 0));
      const lost = bookedFor(order).filter(
        ({ kind, isOpen, isReversed }) => kind === "chargeback" && !isOpen && !isReversed,
      );
      const recorded = (await eventsOf(desk.db, id)).map((event) => dataOf(event, "dispute lost"));
      expect(recorded.map((data) => data?.dispute)).toEqual(
        expect.arrayContaining(lost.map(({ id }) => id)),
      );
    }
  },
  120_000,
);

/** Every unreversed entry was announced. Every reversed one was never announced, or was corrected. */
async function expectMails({ db }: Desk, { id }: Order, ledger: Payment[]) {
  const mails = await db.selectFrom("mails").selectAll().where("orderId", "=", id).execute();
  const about = ({ id }: Payment) => mails.filter(({ cause }) => cause === `payment ${id}`);
  for (const entry of unreversed(ledger)) expect(about(entry)).not.toEqual([]);
  for (const back of ledger.filter(({ reverses }) => reverses !== null)) {
    const entry = ledger.find(({ id }) => id === back.reverses);
    const wasNotified = entry && about(entry).some(({ audience }) => audience === "shopper");
    const corrected = about(back).some(({ template }) => template === "correction");
    expect(corrected).toBe(wasNotified === true);
  }
}

/** The bottles that an order has taken from the stock. */
async function bottlesOf({ db }: Desk, order: Order): Promise<number> {
  if (order.closed && order.fulfilment === "unfulfilled") return 0;
  const events = await eventsOf(db, order.id);
  const parcels = 1 + events.filter(({ kind }) => kind === "shipped again").length;
  const returned = events.reduce(
    (sum, event) => sum + (dataOf(event, "restocked")?.bottles ?? 0),
    0,
  );
  return parcels * order.quantity - returned;
}

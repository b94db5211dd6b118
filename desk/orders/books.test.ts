import { expect, test } from "vitest";
import { amountMismatch } from "../../app/desk/shop/order-format.ts";
import { allowedFrom, balance, type OrderState } from "../../app/desk/shop/order-rules.ts";
import { day } from "../../app/desk/shop/time.ts";
import { formatPrice } from "../../app/shop/money.ts";
import { randomFrom } from "../../server/testing/random.ts";
import type { Desk } from "../context.ts";
import type { Order } from "../storage/tables.ts";
import { card, databases, newKey, now, placed, undisputed } from "../testing/desk.ts";
import { read, testShop } from "../testing/shop.ts";
import { expire } from "../upkeep/retention.ts";
import { acceptShort, correct, receive, refund, settle, undoDiscount } from "./money.ts";
import { accept, cancel, deliver, historyOf, ship } from "./orders.ts";
import { withdraw } from "./withdrawals.ts";

/** The number of bookings. The rules are the same on both, so PostgreSQL needs fewer. */
const bookings = { SQLite: 2_000, PostgreSQL: 200 };

/**
 * Makes thousands of valid and invalid bookings in random order. Afterwards the events, columns, states,
 * pages and emails must agree.
 */
test.each(databases)(
  "keeps books, states, pages and emails consistent after random bookings: %s",
  async (name) => {
    const { below, chance, one } = randomFrom(18_112_026);
    /** What the provider received and refunded, by its reference for the payment. */
    const provider = new Map<string, { received: number; refunded: number }>();
    const check = async ({ providerReference }: Order) => {
      const of = provider.get(providerReference ?? "") ?? { received: 0, refunded: 0 };
      return { ...of, ...undisputed, payment: providerReference };
    };
    const { desk, ask } = await testShop(name, { card: card({ check }) });

    const amounts = ({ total, received, refunded }: Order) =>
      [
        total,
        total - received + refunded,
        // A little short.
        total - received + refunded - 100,
        received - refunded,
        1,
        1000,
        total * 100,
      ].filter((amount) => amount > 0);
    const steps: ((order: Order) => Promise<unknown>)[] = [
      (order) => receive(desk, order.id, one(amounts(order)), order.received),
      (order) => receive(desk, order.id, one(amounts(order)), order.received),
      (order) => refund(desk, order.id, one(amounts(order)), order.refunded),
      (order) => refund(desk, order.id, balance(order), order.refunded),
      (order) => acceptShort(desk, order.id, order.received),
      (order) => undoDiscount(desk, order.id),
      (order) => correction(order, "received", order.received),
      (order) => correction(order, "refund", order.refunded),
      async ({ id, providerReference, total }) => {
        const at = provider.get(providerReference ?? "");
        if (at?.received === 0) at.received = total;
        else if (at) at.refunded = one([0, 1000, below(at.received), at.received]);
        await settle(desk, id);
      },
      (order) => ship(desk, order.id, "ES123", chance(0.5)),
      (order) => deliver(desk, order.id),
      (order) => accept(desk, order.id),
      async (order) => chance(0.2) && cancel(desk, order.id),
      async (order) =>
        chance(0.1) &&
        withdraw(desk, newKey(), {
          name: "Lucía Gómez",
          contract: order.id,
          email: order.email ?? "",
        }),
      async () => {
        desk.pass(below(2) * day);
        await expire(desk);
      },
    ];
    const correction = (order: Order, side: "received" | "refund", seen: number) =>
      correct(desk, order.id, { side, really: below(seen + 1), seen, note: "me equivoqué" });

    const ids: string[] = [];
    for (let index = 0; index < 60; index++) {
      const { id } = await placed(desk, { quantity: 1 + below(3) });
      ids.push(id);
      if (!chance(0.4)) continue;
      provider.set(`cs_${index}`, { received: 0, refunded: 0 });
      const reference = { providerReference: `cs_${index}` };
      await desk.db.updateTable("orders").set(reference).where("id", "=", id).execute();
    }
    let booked = 0;
    while (booked < bookings[name]) {
      const order = await now(desk, { id: one(ids) });
      // Sometimes the owner acts on an outdated page.
      const seen = chance(0.1) ? { ...order, received: 0, refunded: 1000 } : order;
      await one(steps)(seen);
      await agree(desk, await now(desk, order));
      booked++;
    }

    for (const id of ids) {
      const order = await now(desk, { id });
      const { status, text } = await read(ask(`/pedido/${order.token}`));
      expect(status).toBe(200);
      if (order.refunded > 0) expect(text).toContain(formatPrice(order.refunded));
    }
  },
  60_000,
);

async function agree(desk: Desk, order: Order): Promise<void> {
  const { id, state, received, refunded, total, discount, quantity, unitPrice } = order;
  const history = await historyOf(desk, order);
  const mails = await desk.db.selectFrom("mails").selectAll().where("about", "=", id).execute();
  const mailOf = (event: number, kind: string) =>
    mails.find((mail) => mail.kind === `${kind} ${event}`)?.text;

  const books = { received: 0, refund: 0, discount: 0 };
  let at: OrderState | undefined;
  for (const [index, { id: event, what, amount }] of history.entries()) {
    if (what === "received" || what === "refund" || what === "discount") books[what] += amount ?? 0;
    expect(books.refund).toBeGreaterThanOrEqual(0);
    const left = books.received - books.refund;
    if (what === "refund" && (amount ?? 0) > 0) {
      const text = mailOf(event, "refund");
      expect(text).toContain(formatPrice(amount ?? 0));
      expect(/\btodo\b/.test(text ?? "")).toBe(left === 0);
    }
    if (what in allowedFrom) {
      const to = what as OrderState;
      if (index > 0) expect(allowedFrom[to]).toContain(at);
      at = to;
      if (to === "paid") expect(left).toBeGreaterThan(0);
      if (to === "refunded") expect(left).toBeLessThanOrEqual(0);
      if (to === "expired") expect(left).toBe(0);
    }
  }
  expect(at).toBe(state);
  expect(books).toEqual({ received, refund: refunded, discount });
  expect(total + discount).toBe(quantity * unitPrice);

  const left = balance(order);
  if (state === "pending") expect(left).toBeLessThan(total);
  if (state === "paid") expect(received).toBeGreaterThanOrEqual(total);
  if (["paid", "shipped", "delivered"].includes(state) && received >= total) {
    expect(left).toBeGreaterThan(0);
  }
  const closed = ["expired", "cancelled", "refunded"].includes(state);
  const odd =
    left < 0 || (closed || state === "pending" ? left > 0 : left > total || received < total);
  expect(amountMismatch(order) !== undefined).toBe(odd);
}

import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { sendDue } from "../mail/outbox.ts";
import { personalDataOf } from "../orders/data-requests.ts";
import {
  amend,
  annotate,
  close,
  deliver,
  ship,
  shipAgain,
  track,
  undeliver,
} from "../orders/order-steps.ts";
import { eventsOf, findByToken, orderById } from "../orders/orders.ts";
import { noRecipient, place } from "../orders/place.ts";
import {
  closeWithdrawal,
  linkWithdrawal,
  possibleWithdrawals,
  rejectWithdrawal,
  withdraw,
  withdrawalsOf,
} from "../orders/withdrawals.ts";
import type { Recipient } from "../shop/order-status.ts";
import { day } from "../shop/time.ts";
import type { Order } from "../storage/tables.ts";
import {
  card,
  change,
  databases,
  enter,
  erase,
  lucia,
  mailsOf,
  newKey,
  paid,
  placed,
  placeRequest,
  reread,
  start,
  story,
  type TestDesk,
  testDesk,
} from "../testing/desk.ts";
import { erased, eraseOld, eraseOrder, erasePerson, keptFor } from "./erase.ts";
import { expire } from "./expiry.ts";

vi.spyOn(console, "error").mockImplementation(() => {});

const declared = { name: "Lucía Gómez", contract: "el perfume", email: "lucia@correo.example" };

/** Six years of 365.25 days. */
const sixYears = 189_345_600_000;

const sent = (desk: TestDesk, order: Order, tracking = "") =>
  change(desk, order, (trx, locked) => ship(desk, trx, locked, tracking));
const arrived = (desk: TestDesk, order: Order) =>
  change(desk, order, (trx, locked) => deliver(desk, trx, locked));
const isErased = async (desk: TestDesk, order: Order) =>
  (await reread(desk, order)).erasedAt !== null;

describe("an order is erasable", () => {
  const delivered = {
    closed: null,
    fulfilment: "delivered",
    deliveredAt: null,
    owedBack: 0,
    disputed: 0,
    refundKey: null,
    refundPending: 0,
    toDecide: null,
  } as Order;
  const arrivedAt = Date.parse("2026-11-01T10:00:00+01:00");
  const term = Date.parse("2026-11-16T23:59:59.999+01:00");

  test.each<[string, Partial<Order>, number, string | undefined]>([
    ["delivered on an unknown day", {}, term, undefined],
    ["shipped", { fulfilment: "shipped" }, term, "delivery"],
    ["unfulfilled", { fulfilment: "unfulfilled" }, term, "delivery"],
    ["expired", { fulfilment: "unfulfilled", closed: "expired" }, term, undefined],
    ["cancelled", { fulfilment: "shipped", closed: "cancelled" }, term, undefined],
    ["delivered, on the last day", { deliveredAt: arrivedAt }, term, "withdrawal term"],
    ["delivered, the next working day", { deliveredAt: arrivedAt }, term + day, "withdrawal term"],
    ["delivered, a day later", { deliveredAt: arrivedAt }, term + day + 1, undefined],
    ["owed a cent", { owedBack: 1 }, term, "refund"],
    ["disputed", { disputed: 1 }, term, "dispute"],
    ["refunded without an answer", { refundKey: "1" }, term, "refund"],
    ["refunded by a bank that has yet to accept it", { refundPending: 1 }, term, "refund"],
    ["withdrawn, and that is to decide", { toDecide: 1 }, term, "withdrawal"],
  ])("if it is %s", (_, changes, at, expected) => {
    expect(keptFor({ ...delivered, ...changes }, at)).toBe(expected);
  });
});

describe.each(databases)("%s", (database) => {
  const open = (changes: Parameters<typeof testDesk>[1] = {}) => testDesk(database, changes);

  test("erases unpaid orders after 30 days, and others after six years", async () => {
    const desk = await open();
    const unpaid = await placed(desk);
    const [begun, unshipped, sold] = [await placed(desk), await paid(desk), await paid(desk)];
    const returned = await placed(desk);
    await enter(desk, begun, 1);
    await enter(desk, returned, 4000);
    await enter(desk, returned, 4000, { kind: "refund" });
    await sent(desk, sold);
    desk.pass(8 * day);
    await arrived(desk, sold);
    await expire(desk);
    const erasedNow = async () => {
      const count = await eraseOld(desk);
      const all = [unpaid, begun, unshipped, sold, returned];
      return [count, ...(await Promise.all(all.map((order) => isErased(desk, order))))];
    };
    desk.pass(30 * day);
    expect(await erasedNow()).toEqual([0, false, false, false, false, false]);
    desk.pass(1);
    expect(await erasedNow()).toEqual([1, true, false, false, false, false]);
    // The refund was eight days before the delivery.
    desk.pass(sixYears - 30 * day - 1 - 8 * day);
    expect(await erasedNow()).toEqual([0, true, false, false, false, false]);
    desk.pass(1);
    expect(await erasedNow()).toEqual([1, true, false, false, false, true]);
    desk.pass(8 * day - 1);
    expect(await erasedNow()).toEqual([0, true, false, false, false, true]);
    desk.pass(1);
    expect(await erasedNow()).toEqual([1, true, false, false, true, true]);
  });

  test("keeps an order six years from the last entry of its ledger, which is no event", async () => {
    const desk = await open();
    const order = await paid(desk);
    await sent(desk, order);
    await arrived(desk, order);
    desk.pass(day);
    await enter(desk, order, 1, { kind: "refund" });
    desk.pass(sixYears);
    expect(await eraseOld(desk)).toBe(0);
    desk.pass(1);
    expect(await eraseOld(desk)).toBe(1);
  });

  test("nothing that is left of an order identifies a person", async () => {
    const desk = await open();
    const order = await placed(desk, { quantity: 2 });
    await enter(desk, order, 17_998, { note: "De Ana Gómez" });
    await change(desk, order, (trx, locked) => annotate(desk, trx, locked, "Su hermana es Ana"));
    const { quantity: _, ...details } = lucia;
    await change(desk, order, (trx, locked) =>
      amend(desk, trx, locked, { ...details, lastName: "Gómez Ruiz" }),
    );
    await sent(desk, order, "https://correos.example/lucia");
    for (const step of [shipAgain, track]) {
      await change(desk, order, (trx, locked) => step(desk, trx, locked, "A casa de Lucía"));
    }
    await arrived(desk, order);
    desk.pass(20 * day);
    const { id } = await withdraw(desk, newKey(), { ...declared, contract: order.id });
    await change(desk, order, (trx, locked) =>
      rejectWithdrawal(desk, trx, locked, id, "Lucía llega tarde"),
    );
    await change(desk, order, (trx, locked) => undeliver(desk, trx, locked));
    desk.pass(day);
    expect(await eraseOrder(desk, order.id, "owner")).toBe(false);
    expect(await reread(desk, order)).toMatchObject({ email: "lucia@correo.example" });
    await erase(desk, order);

    const left = await reread(desk, order);
    expect(left).toMatchObject({
      ...noRecipient,
      id: order.id,
      status: "delivered",
      paid: 17_998,
      total: 17_998,
      erasedAt: start + 21 * day,
    });
    expect(left.token).toMatch(/^[\w-]{22}$/);
    expect(left.token).not.toBe(order.token);
    const tables = ["orders", "payments", "events", "mails", "withdrawals"] as const;
    const all = await Promise.all(
      tables.map((table) => desk.db.selectFrom(table).selectAll().execute()),
    );
    expect(JSON.stringify(all)).not.toMatch(/luc[ií]a|g[oó]mez|\bana\b|600000000|mayor|\b28013\b/i);
    expect(await story(desk, order)).toEqual([
      "shopper placed",
      "owner note",
      "owner amended",
      "owner shipped",
      "owner shipped again",
      "owner tracking",
      "owner delivered",
      "shopper withdrawn",
      "owner rejected",
      "owner undelivered",
      "owner erased",
    ]);
    expect(await eraseOrder(desk, order.id, "owner")).toBe(false);
    expect(await eraseOrder(desk, "ZZZZZZZZ", "owner")).toBe(false);
  });

  test("every field of a recipient is erased", async () => {
    const desk = await open();
    const order = await placed(desk);
    await erase(desk, order);
    const left = await reread(desk, order);
    const fields = Object.keys(lucia).filter((field) => field !== "quantity");
    expect(fields.sort()).toEqual(Object.keys(noRecipient).sort());
    for (const field of fields) expect(left[field as keyof Recipient]).toBeNull();
  });

  test("the columns of an order that are not erased identify nobody", async () => {
    const desk = await open();
    const order = await reread(desk, await placed(desk));
    const kept = Object.keys(order).filter((column) => !(column in erased));
    expect(
      kept.sort(),
      "a new column: if it identifies a person, add it to `erased` in erase.ts, and if not, here",
    ).toEqual([
      "adjustment",
      "chargedBack",
      "closed",
      "deliveredAt",
      "discount",
      "disputed",
      "erasedAt",
      "fulfilment",
      "id",
      "method",
      "owedBack",
      "owedSince",
      "paid",
      "paidOn",
      "payUntil",
      "paymentStatus",
      "placedAt",
      "providerPage",
      "providerPageAmount",
      "providerPageOpen",
      "providerPayment",
      "quantity",
      "refundKey",
      "refundPending",
      "refunded",
      "removed",
      "requestKey",
      "returnFrom",
      "shipping",
      "status",
      "terms",
      "toDecide",
      "token",
      "total",
      "unitPrice",
      "vatPercent",
      "version",
      "withdrawnAt",
    ]);
  });

  test("neither its address nor a late retry opens an erased order, and a payment sends no email", async () => {
    const desk = await open();
    const request = placeRequest();
    const first = await place(desk, request);
    if (first.outcome !== "placed") throw new Error(first.outcome);
    const { order } = first;
    await erase(desk, order);
    expect(await findByToken(desk.db, order.token)).toBeUndefined();
    expect((await place(desk, request)).outcome).toBe("other body");
    expect(await findByToken(desk.db, (await reread(desk, order)).token)).toBeUndefined();
    await enter(desk, order, 8999);
    expect(await reread(desk, order)).toMatchObject({ paymentStatus: "paid", search: "" });
    expect(await mailsOf(desk, order)).toEqual([]);
  });

  test("keeps the withdrawals that are not its own", async () => {
    const desk = await open();
    const order = await placed(desk);
    await withdraw(desk, newKey(), { ...declared, contract: order.id });
    const other = await withdraw(desk, newKey(), declared);
    await erase(desk, order);
    expect(await desk.db.selectFrom("withdrawals").select("id").execute()).toEqual([
      { id: other.id },
    ]);
    expect(await possibleWithdrawals(desk.db, order)).toHaveLength(1);
  });

  /** Every row of every table, in lower case. */
  async function everything({ db }: TestDesk): Promise<string> {
    const tables = await db.introspection.getTables();
    const rows = tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db));
    return JSON.stringify(await Promise.all(rows)).toLowerCase();
  }
  const address = /(?<!santa)lucia@correo\.example/;

  /** An order that somebody else placed with Lucía's address, which the owner has corrected. */
  async function mistyped(desk: TestDesk) {
    const order = await placed(desk, { firstName: "Ana", email: "LUCIA@correo.example" });
    await sendDue(desk, async () => {});
    const { quantity: _, ...details } = lucia;
    await change(desk, order, (trx, locked) =>
      amend(desk, trx, locked, { ...details, firstName: "Ana", email: "ana@correo.example" }),
    );
    await change(desk, order, (trx, locked) =>
      annotate(desk, trx, locked, "Escribió «lucia@correo.example.», y no es suya"),
    );
    return order;
  }

  test("a person is erased at once wherever her address stands, and nobody else", async () => {
    const desk = await testDesk(database);
    const delivered = await paid(desk);
    await sent(desk, delivered, "lucia@correo.example, en mano");
    await arrived(desk, delivered);
    const unpaid = await placed(desk);
    await change(desk, unpaid, (trx, locked) =>
      close(desk, trx, locked, "cancelled", { who: "owner", note: "No lucia@correo.example" }),
    );
    const hers = await mistyped(desk);
    const namesake = await placed(desk, { email: "santalucia@correo.example" });
    const { id } = await withdraw(desk, newKey(), declared);
    expect(await closeWithdrawal(desk, id, "Ya no")).toBe(true);
    // Declared for somebody else, whose order stays.
    const gift = await paid(desk, { firstName: "Ana", email: "ana@correo.example" });
    const linked = await withdraw(desk, newKey(), { ...declared, contract: "su regalo" });
    await change(desk, gift, (trx, locked) => linkWithdrawal(desk, trx, locked, linked.id));
    await sendDue(desk, async () => {});
    desk.pass(30 * day);
    expect(await everything(desk)).toMatch(address);

    await erasePerson(desk, " Lucia@Correo.example ");
    expect(await everything(desk)).not.toMatch(address);
    expect(await personalDataOf(desk, "lucia@correo.example")).toBeUndefined();
    expect([await isErased(desk, delivered), await isErased(desk, unpaid)]).toEqual([true, true]);
    expect(await reread(desk, hers)).toMatchObject({ email: "ana@correo.example", erasedAt: null });
    expect((await reread(desk, namesake)).email).toBe("santalucia@correo.example");
    const recipients = await desk.db
      .selectFrom("mails")
      .select("recipient")
      .where("orderId", "=", namesake.id)
      .where("audience", "=", "shopper")
      .execute();
    expect(recipients).toEqual([{ recipient: "santalucia@correo.example" }]);
    expect(await withdrawalsOf(desk.db, gift.id)).toMatchObject([
      { contract: "su regalo", name: "(borrado)", email: "", mailbox: null },
    ]);
    const [amended, note] = (await eventsOf(desk.db, hers.id)).slice(-2);
    expect(JSON.parse(amended?.data ?? "")).toEqual({ before: { email: "(borrado)" } });
    expect(note?.note).toBe("Escribió «(borrado).», y no es suya");
  });

  test("what a person's orders and withdrawals are needed for stays, and goes later", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    await sent(desk, order);
    await change(desk, order, (trx, locked) =>
      annotate(desk, trx, locked, "lucia@correo.example llama por la tarde"),
    );
    const { id } = await withdraw(desk, newKey(), declared);
    const gone = await placed(desk);
    await change(desk, gone, (trx, locked) =>
      close(desk, trx, locked, "cancelled", { who: "owner" }),
    );
    await erasePerson(desk, "lucia@correo.example");
    expect(await isErased(desk, gone)).toBe(true);
    expect(await reread(desk, order)).toMatchObject({ email: "lucia@correo.example" });
    expect((await eventsOf(desk.db, order.id)).at(-1)?.note).toBe(
      "lucia@correo.example llama por la tarde",
    );
    expect((await personalDataOf(desk, "lucia@correo.example"))?.withdrawals).toMatchObject([
      { id, email: "lucia@correo.example" },
    ]);

    await arrived(desk, order);
    await closeWithdrawal(desk, id, "Ya no");
    desk.pass(30 * day);
    await erasePerson(desk, "lucia@correo.example");
    expect(await everything(desk)).not.toMatch(address);
  });

  test("erases a closed withdrawal without an order after six years, with its emails", async () => {
    const desk = await open();
    const { id } = await withdraw(desk, newKey(), declared);
    await withdraw(desk, newKey(), declared);
    const left = async () => {
      await eraseOld(desk);
      const rows = await desk.db.selectFrom("withdrawals").select("id").execute();
      return [rows.length, (await desk.db.selectFrom("mails").select("id").execute()).length];
    };
    desk.pass(sixYears + 1);
    expect(await left()).toEqual([2, 4]);
    await closeWithdrawal(desk, id, "Era de otra tienda");
    expect(await left()).toEqual([1, 2]);
  });

  test("asks the provider a last time, and keeps the order without an answer", async () => {
    const late = {
      kind: "payment",
      id: "pi_1",
      amount: 8999,
      at: start,
      isReversed: false,
    } as const;
    let check = () => Promise.reject(new Error("away"));
    const desk = await open({ card: card({ check: () => check(), isUnavailable: () => true }) });
    const [order, other] = [await placed(desk), await placed(desk)];
    desk.pass(8 * day);
    await expire(desk);
    await desk.db
      .updateTable("orders")
      .set({ providerPage: "1" })
      .where("id", "=", order.id)
      .execute();
    desk.pass(31 * day);
    // The other one is erased nevertheless.
    await expect(eraseOld(desk)).rejects.toThrow(`pedido ${order.id}: away`);
    expect([await isErased(desk, order), await isErased(desk, other)]).toEqual([false, true]);
    await expect(eraseOrder(desk, order.id, "owner")).rejects.toThrow("away");
    Object.assign(desk, {
      card: card({ check: async () => ({ isPageOpen: false, payment: "pi_1", entries: [late] }) }),
    });
    check = () => Promise.reject(new Error("away"));
    expect(await eraseOld(desk)).toBe(0);
    expect(await reread(desk, order)).toMatchObject({ erasedAt: null, owedBack: 8999 });
  });

  test("erases an order that the provider does not know", async () => {
    const check = () => Promise.reject(new Error("No such checkout.session"));
    const desk = await open({ card: card({ check, isUnknown: () => true }) });
    const order = await placed(desk);
    await desk.db.updateTable("orders").set({ providerPage: sql`id` }).execute();
    await change(desk, order, (trx, locked) =>
      close(desk, trx, locked, "cancelled", { who: "owner" }),
    );
    expect(await eraseOrder(desk, order.id, "owner")).toBe(true);
  });

  test("a concurrent payment prevents the erasure, or follows it", async () => {
    const desk = await open();
    const order = await placed(desk);
    desk.pass(8 * day);
    await expire(desk);
    const [isErasedNow] = await Promise.all([
      eraseOrder(desk, order.id, "shop"),
      enter(desk, order, 8999),
    ]);
    const { erasedAt } = await orderById(desk.db, order.id);
    expect(erasedAt !== null).toBe(isErasedNow);
  });
});

import { describe, expect, test } from "vitest";
import { expire } from "../jobs/expiry.ts";
import { day, minute } from "../shop/time.ts";
import type { Order, Withdrawal } from "../storage/tables.ts";
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
} from "../testing/desk.ts";
import { unlimited } from "../testing/limits.ts";
import { ledgerOf, reverse } from "./ledger.ts";
import { close, deliver, ship } from "./order-steps.ts";
import { stockOf } from "./stock.ts";
import {
  closeWithdrawal,
  linkWithdrawal,
  noteWithdrawal,
  openWithdrawals,
  possibleWithdrawals,
  rejectWithdrawal,
  reopenWithdrawal,
  unlinkWithdrawal,
  withdraw,
  withdrawalsOf,
} from "./withdrawals.ts";

const declared = {
  name: "Lucía Gómez",
  contract: "",
  email: "lucia@correo.example",
  bottles: null as number | null,
};

/** Lucía withdraws with the shop's form. */
const withdrawFrom = (desk: TestDesk, contract: string, changes: Partial<typeof declared> = {}) =>
  withdraw(desk, newKey(), { ...declared, contract, ...changes });

/** Gives an unpaid order a number that we know. */
async function numbered(desk: TestDesk, id: string): Promise<Order> {
  const { id: before } = await placed(desk);
  await desk.db.deleteFrom("mails").execute();
  await desk.db.deleteFrom("events").execute();
  await desk.db.updateTable("orders").set({ id }).where("id", "=", before).execute();
  return reread(desk, { id });
}

const waiting = async ({ db }: TestDesk) =>
  (await openWithdrawals(db)).map(({ contract }) => contract);

const stored = async ({ db }: TestDesk, { id }: { id: string }) =>
  db.selectFrom("withdrawals").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** The templates of the emails about withdrawals that have no order in their row. */
const mailsAbout = async ({ db }: TestDesk, { id }: { id: string }) => {
  const mails = db.selectFrom("mails").select("template").where("withdrawalId", "=", id);
  return (await mails.execute()).map(({ template }) => template).sort();
};

const link = (desk: TestDesk, order: Order, { id }: Withdrawal) =>
  change(desk, order, async (trx, locked) => [await linkWithdrawal(desk, trx, locked, id)]);
const unlink = (desk: TestDesk, order: Order, { id }: Withdrawal, words = "No desiste") =>
  change(desk, order, async (trx, locked) => [
    await unlinkWithdrawal(desk, trx, locked, id, words),
  ]);
const note = (desk: TestDesk, order: Order, on?: string) =>
  change(desk, order, (trx, locked) => noteWithdrawal(desk, trx, locked, { day: on }));

describe.each(databases)("%s", (database) => {
  const open = () => testDesk(database);

  test.each([
    ["7KQ2M9XA", "7kq2m9xa"],
    ["7KQ2M9XA", "7KQ2-M9XA"],
    ["7KQ2M9XA", "Pedido n.º 7kq2 m9xa"],
    ["7KQ2M9XA", "«7KQ2M9XA»"],
    ["7KQ2M9XA", "El perfume del 22 de noviembre, nº7KQ2M9XA."],
    ["7KQ2M9XA", "comprado este 7KQ2 M9XA mayo"],
    ["7KQ2M9XA", "PEDIDO7KQ2M9XA"],
    ["7KQ2M9XA", "7KQ.2M9/XA"],
    ["7KQ2M9XA", "7KQ2M9XA1, con una cifra de más"],
    // Order numbers contain no I, L or O.
    ["08GZ40P1", "O8gz-4opi"],
    ["08GZ40P1", "pedido 08GZ 4OPL"],
  ])("links order %s to «%s» of the same address, whatever its capitals", async (id, contract) => {
    const desk = await open();
    await numbered(desk, id);
    const email = "Lucia@Correo.Example";
    const withdrawal = await withdrawFrom(desk, contract, { email });
    expect(withdrawal).toMatchObject({ contract, email, at: start, orderId: id });
    expect(await reread(desk, { id })).toMatchObject({ status: "cancelled", withdrawnAt: start });
    expect(await mailsAbout(desk, withdrawal)).toEqual(["acknowledgement"]);
  });

  test.each([
    ["another address", { email: "otra@correo.example" }],
    ["another number", { contract: "7KQ2M9XB" }],
    ["a shorter number", { contract: "7KQ2M9X" }],
    ["no number", { contract: "el perfume de mayo" }],
  ])("only acknowledges a withdrawal with %s, and tells the owner", async (_, changes) => {
    const desk = await open();
    const order = await numbered(desk, "7KQ2M9XA");
    const withdrawal = await withdrawFrom(desk, order.id, changes);
    expect(withdrawal).toMatchObject({ orderId: null, closedAt: null });
    expect(await mailsAbout(desk, withdrawal)).toEqual(["acknowledgement", "owner withdrawal"]);
    expect(await reread(desk, order)).toMatchObject({ status: "unpaid", withdrawnAt: null });
    expect(await story(desk, order)).toEqual([]);
  });

  test("leaves a withdrawal of two orders to the owner", async () => {
    const desk = await open();
    const [one, other] = [await paid(desk), await paid(desk)];
    await withdrawFrom(desk, `${one.id} y ${other.id}`);
    expect(await reread(desk, one)).toMatchObject({ withdrawnAt: null });
    expect(await possibleWithdrawals(desk.db, other)).toHaveLength(1);
  });

  test("the same key again is the first withdrawal, with one email", async () => {
    const desk = await open();
    const order = await paid(desk);
    const key = newKey();
    const details = { ...declared, contract: order.id };
    const same = await Promise.all(Array.from({ length: 5 }, () => withdraw(desk, key, details)));
    desk.pass(day);
    same.push(await withdraw(desk, key, { ...details, contract: "otro" }));
    expect(same).toEqual(same.map(() => same[0]));
    expect(await mailsAbout(desk, { id: same[0]?.id ?? "" })).toEqual([
      "acknowledgement",
      "owner withdrawal",
    ]);
    expect((await story(desk, order)).slice(1)).toEqual([
      "shopper withdrawn",
      "shopper removed",
      "shop cancelled",
    ]);
    expect(await waiting(desk)).toEqual([]);
  });

  test("an unpaid order is cancelled: no task, no other email, and its bottle is back", async () => {
    const desk = await open();
    await setStock(desk, 5);
    const order = await placed(desk);
    const withdrawal = await withdrawFrom(desk, order.id);
    expect(await waiting(desk)).toEqual([]);
    expect(await mailsOf(desk, order)).toEqual(["placed"]);
    expect(await mailsAbout(desk, withdrawal)).toEqual(["acknowledgement"]);
    expect(await stockOf(desk.db)).toBe(5);
    desk.pass(9 * day);
    await expire(desk);
    expect(await story(desk, order)).toEqual([
      "shopper placed",
      "shopper withdrawn",
      "shopper removed",
      "shop cancelled",
    ]);
  });

  test("an order of which the shop holds a cent waits for its refund", async () => {
    const desk = await open();
    const order = await placed(desk);
    await enter(desk, order, 1);
    await withdrawFrom(desk, order.id);
    expect(await reread(desk, order)).toMatchObject({
      closed: "cancelled",
      withdrawnAt: start,
      owedBack: 1,
      owedSince: start,
    });
    expect(await enter(desk, order, 1, { kind: "refund" })).toMatchObject({ owedBack: 0 });
    expect(await waiting(desk)).toEqual([]);
  });

  test("a second withdrawal from an order tells the owner nothing new", async () => {
    const desk = await open();
    const order = await paid(desk);
    await withdrawFrom(desk, order.id);
    desk.pass(minute);
    const second = await withdrawFrom(desk, order.id);
    expect(await mailsAbout(desk, second)).toEqual(["acknowledgement"]);
    expect(await reread(desk, order)).toMatchObject({ withdrawnAt: start });
    await enter(desk, order, 8999, { kind: "refund" });
    expect(await waiting(desk)).toEqual([]);
  });

  test("a sent order owes the money until it is refunded, and again if that is reversed", async () => {
    const desk = await open();
    const order = await paid(desk);
    await change(desk, order, (trx, locked) => ship(desk, trx, locked, ""));
    const { id } = await withdrawFrom(desk, order.id);
    expect(await stored(desk, { id })).toMatchObject({ closedAt: start, answer: "" });
    expect(await enter(desk, order, 8998, { kind: "refund" })).toMatchObject({ owedBack: 1 });
    expect(await enter(desk, order, 1, { kind: "refund" })).toMatchObject({
      owedBack: 0,
      paymentStatus: "paid",
      closed: null,
    });
    const refund = (await ledgerOf(desk.db, order.id)).at(-1);
    if (!refund) throw new Error("There is no refund.");
    await change(desk, order, (trx, locked) =>
      reverse(desk, trx, locked, refund, { who: "provider" }),
    );
    expect(await reread(desk, order)).toMatchObject({ owedBack: 1 });
    // Money never opens it again.
    expect(await stored(desk, { id })).toMatchObject({ closedAt: start, answer: "" });
  });

  test("the owner closes one without an order, with a note, and opens it again", async () => {
    const desk = await open();
    const { id } = await withdrawFrom(desk, "el perfume");
    expect(await closeWithdrawal(desk, id, "Era de otra tienda")).toBe(true);
    expect(await closeWithdrawal(desk, id, "Otra vez")).toBe(false);
    expect(await stored(desk, { id })).toMatchObject({
      closedAt: start,
      answer: "Era de otra tienda",
    });
    expect(await reopenWithdrawal(desk, id)).toBe(true);
    expect(await reopenWithdrawal(desk, id)).toBe(false);
    expect(await waiting(desk)).toEqual(["el perfume"]);
    const linked = await withdrawFrom(desk, (await paid(desk)).id);
    expect(await closeWithdrawal(desk, linked.id, "No")).toBe(false);
    expect(await reopenWithdrawal(desk, linked.id)).toBe(false);
  });

  test("a number of bottles is taken off, and the order goes on with the others", async () => {
    const desk = await open();
    await setStock(desk, 5);
    const order = await paid(desk, { quantity: 3 });
    const { id } = await withdrawFrom(desk, order.id, { bottles: 1 });
    expect(await reread(desk, order)).toMatchObject({
      status: "paid",
      closed: null,
      quantity: 3,
      removed: 1,
      discount: 8999,
      owedBack: 8999,
    });
    expect(await stockOf(desk.db)).toBe(3);
    expect(await ledger(desk, order)).toEqual(["owner payment 26997", "shopper discount 8999"]);
    expect(await mailsOf(desk, order)).toEqual(["money", "placed"]);
    expect(await mailsAbout(desk, { id })).toEqual(["acknowledgement", "owner withdrawal"]);
    expect(await waiting(desk)).toEqual([]);
  });

  test("the same number again waits for the owner, and «todo» takes the rest", async () => {
    const desk = await open();
    const order = await paid(desk, { quantity: 2 });
    await withdrawFrom(desk, order.id, { bottles: 1 });
    const { id } = await withdrawFrom(desk, order.id, { bottles: 1 });
    expect(await reread(desk, order)).toMatchObject({ removed: 1, toDecide: start });
    expect(await waiting(desk)).toEqual([order.id]);
    expect(await mailsAbout(desk, { id })).toEqual(["acknowledgement", "owner withdrawal"]);
    await withdrawFrom(desk, order.id);
    expect(await reread(desk, order)).toMatchObject({ removed: 2, closed: "cancelled" });
    expect(await waiting(desk)).toEqual([]);
  });

  test("a number as large as the order is all of it", async () => {
    const desk = await open();
    const order = await paid(desk, { quantity: 2 });
    await withdrawFrom(desk, order.id, { bottles: 9 });
    expect(await reread(desk, order)).toMatchObject({ removed: 2, discount: 17_998 });
  });

  test("one that comes late takes nothing off before the owner decides", async () => {
    const desk = await open();
    const order = await paid(desk);
    await change(desk, order, (trx, locked) => ship(desk, trx, locked, ""));
    await change(desk, order, (trx, locked) => deliver(desk, trx, locked));
    desk.pass(20 * day);
    await withdrawFrom(desk, order.id);
    expect(await reread(desk, order)).toMatchObject({
      removed: 0,
      owedBack: 0,
      toDecide: start + 20 * day,
      withdrawnAt: null,
    });
    expect(await waiting(desk)).toEqual([order.id]);
  });

  test("an earlier version that opens a decided one changes nothing", async () => {
    const desk = await open();
    const order = await paid(desk);
    const { id } = await withdrawFrom(desk, order.id);
    const openAgain = desk.db.updateTable("withdrawals").set({ closedAt: null });
    // As the version before does when money moves.
    await openAgain.where("answer", "is", null).execute();
    expect(await stored(desk, { id })).toMatchObject({ closedAt: start });
    // As its owner's «Volver a abrirlo» does.
    await openAgain.execute();
    expect(await waiting(desk)).toEqual([]);
    expect(await reread(desk, order)).toMatchObject({ toDecide: null });
  });

  test("lists the oldest open ones first", async () => {
    const desk = await open();
    const order = await paid(desk);
    await change(desk, order, (trx, locked) => ship(desk, trx, locked, ""));
    await change(desk, order, (trx, locked) => deliver(desk, trx, locked));
    desk.pass(20 * day);
    for (const contract of ["el 0", order.id, "el 2"]) {
      await withdrawFrom(desk, contract);
      desk.pass(minute);
    }
    expect(await openWithdrawals(desk.db)).toMatchObject([
      { contract: "el 0", deliveredAt: null },
      { contract: order.id, deliveredAt: start },
      { contract: "el 2" },
    ]);
  });

  test("an unlinked one may concern the orders of its address, until it is closed", async () => {
    const desk = await open();
    const [order, other] = [await paid(desk), await paid(desk, { email: "ana@correo.example" })];
    const { id } = await withdrawFrom(desk, "el perfume", { email: "LUCIA@correo.example" });
    expect(await possibleWithdrawals(desk.db, order)).toMatchObject([{ id }]);
    expect(await possibleWithdrawals(desk.db, other)).toEqual([]);
    await closeWithdrawal(desk, id, "Era un regalo");
    expect(await possibleWithdrawals(desk.db, order)).toEqual([]);
  });

  test("the owner links one with its day, once, and the shopper is told", async () => {
    const desk = await open();
    const order = await paid(desk);
    const withdrawal = await withdrawFrom(desk, "el perfume");
    desk.pass(2 * day);
    await link(desk, order, withdrawal);
    expect(await reread(desk, order)).toMatchObject({ closed: "cancelled", withdrawnAt: start });
    expect(await link(desk, order, withdrawal)).toEqual([undefined]);
    expect(await mailsOf(desk, order)).toEqual(["money", "placed", "withdrawn"]);
    expect(await withdrawalsOf(desk.db, order.id)).toMatchObject([{ contract: "el perfume" }]);
  });

  test("records one that came by letter on an earlier day, and closes an unpaid order", async () => {
    const desk = await open();
    const order = await placed(desk);
    desk.pass(2 * day);
    await note(desk, order, "2026-11-23");
    expect(await reread(desk, order)).toMatchObject({
      status: "cancelled",
      withdrawnAt: Date.parse("2026-11-23T00:00:00+01:00"),
    });
    expect(await mailsOf(desk, order)).toEqual(["placed", "withdrawn"]);
    expect(await waiting(desk)).toEqual([]);
  });

  describe("the shopper does not withdraw", () => {
    test("an unpaid order is open again, with its bottle and a new term", async () => {
      const desk = await open();
      await setStock(desk, 5);
      const order = await placed(desk);
      const withdrawal = await withdrawFrom(desk, order.id);
      desk.pass(day);
      await unlink(desk, order, withdrawal);
      expect(await reread(desk, order)).toMatchObject({
        status: "unpaid",
        withdrawnAt: null,
        payUntil: Date.parse("2026-11-30T23:59:59.999+01:00"),
      });
      expect(await stockOf(desk.db)).toBe(4);
      expect(await stored(desk, withdrawal)).toMatchObject({
        orderId: null,
        closedAt: start + day,
        answer: "No desiste",
      });
      // The acknowledgement said that the order was over.
      expect(await mailsOf(desk, order)).toEqual(["placed", "reopened"]);
      expect(await unlink(desk, order, withdrawal)).toEqual([undefined]);
    });

    test("an email that has not left is deleted, and nothing else is sent", async () => {
      const desk = await open();
      const order = await paid(desk);
      await note(desk, order);
      const [withdrawal] = await withdrawalsOf(desk.db, order.id);
      if (!withdrawal) throw new Error("The withdrawal is not stored.");
      await unlink(desk, order, withdrawal);
      expect(await mailsOf(desk, order)).toEqual(["money", "placed"]);
      expect(await reread(desk, order)).toMatchObject({ withdrawnAt: null, status: "paid" });
    });

    test("an email that has left is corrected", async () => {
      const desk = await open();
      const order = await paid(desk);
      await note(desk, order);
      await desk.db.updateTable("mails").set({ attempts: 1, sentAt: start }).execute();
      const [withdrawal] = await withdrawalsOf(desk.db, order.id);
      if (!withdrawal) throw new Error("The withdrawal is not stored.");
      await unlink(desk, order, withdrawal);
      expect(await mailsOf(desk, order)).toEqual(["money", "placed", "reopened", "withdrawn"]);
    });

    test("an order that was refunded or closed by the owner meanwhile stays closed", async () => {
      const desk = await open();
      const [refunded, closed] = [await paid(desk), await paid(desk, { quantity: 2 })];
      const all = await withdrawFrom(desk, refunded.id);
      await enter(desk, refunded, 8999, { kind: "refund" });
      await unlink(desk, refunded, all);
      expect(await reread(desk, refunded)).toMatchObject({ closed: "cancelled", removed: 1 });
      const one = await withdrawFrom(desk, closed.id, { bottles: 1 });
      await change(desk, closed, (trx, locked) =>
        close(desk, trx, locked, "cancelled", { who: "owner" }),
      );
      await unlink(desk, closed, one);
      expect(await reread(desk, closed)).toMatchObject({ closed: "cancelled", removed: 0 });
    });

    test("what was taken off later stays off", async () => {
      const desk = await open();
      const order = await paid(desk, { quantity: 3 });
      const first = await withdrawFrom(desk, order.id, { bottles: 1 });
      await withdrawFrom(desk, order.id);
      await unlink(desk, order, first);
      expect(await reread(desk, order)).toMatchObject({ closed: "cancelled", removed: 3 });
    });

    test("it was meant for another order", async () => {
      const desk = await open();
      const [order, other] = [await paid(desk), await paid(desk)];
      const withdrawal = await withdrawFrom(desk, order.id);
      await unlink(desk, order, withdrawal, "Era el otro");
      await reopenWithdrawal(desk, withdrawal.id);
      await link(desk, other, withdrawal);
      expect(await reread(desk, order)).toMatchObject({ withdrawnAt: null });
      expect(await reread(desk, other)).toMatchObject({ withdrawnAt: start });
    });
  });

  test("rejects a late one with a reason, which the shopper gets", async () => {
    const desk = await open();
    const order = await paid(desk);
    await change(desk, order, (trx, locked) => ship(desk, trx, locked, ""));
    await change(desk, order, (trx, locked) => deliver(desk, trx, locked));
    desk.pass(20 * day);
    const withdrawal = await withdrawFrom(desk, order.id);
    const reject = () =>
      change(desk, order, async (trx, locked) => [
        await rejectWithdrawal(desk, trx, locked, withdrawal.id, "El plazo terminó"),
      ]);
    expect(await reject()).toMatchObject([{ withdrawnAt: null, status: "delivered" }]);
    expect(await reject()).toEqual([undefined]);
    expect(await stored(desk, withdrawal)).toMatchObject({
      orderId: null,
      answer: "El plazo terminó",
    });
    expect((await story(desk, order)).at(-1)).toBe("owner rejected El plazo terminó");
    const mail = await desk.db
      .selectFrom("mails")
      .select(["orderId", "data"])
      .where("template", "=", "withdrawal rejected")
      .executeTakeFirstOrThrow();
    expect(mail).toEqual({ orderId: order.id, data: '{"reason":"El plazo terminó"}' });
  });

  test.each([
    ["one that has not left is deleted", 0, []],
    ["one that was tried stays", 1, [{ dueAt: start + 120_000 }]],
  ])(
    "the email about a rejection waits two minutes; when the withdrawal is reopened, %s",
    async (_, attempts, left) => {
      const limits = { ...unlimited, undoWithin: 2 * minute };
      const desk = await testDesk(database, { limits });
      const order = await paid(desk);
      const { id } = await withdrawFrom(desk, order.id);
      await change(desk, order, (trx, locked) => rejectWithdrawal(desk, trx, locked, id, "Tarde"));
      const rejections = desk.db
        .selectFrom("mails")
        .select("dueAt")
        .where("template", "=", "withdrawal rejected");
      expect(await rejections.execute()).toEqual([{ dueAt: start + 120_000 }]);
      await desk.db.updateTable("mails").set({ attempts }).execute();
      expect(await reopenWithdrawal(desk, id)).toBe(true);
      expect(await rejections.execute()).toEqual(left);
      expect(await mailsAbout(desk, { id })).toContain("acknowledgement");
    },
  );

  test("neither of a concurrent payment and withdrawal is lost", async () => {
    const desk = await testDesk(database, { card: card({}) });
    const order = await placed(desk);
    await Promise.all([withdrawFrom(desk, order.id), enter(desk, order, 8999)]);
    expect(await reread(desk, order)).toMatchObject({
      paid: 8999,
      withdrawnAt: start,
      closed: "cancelled",
      owedBack: 8999,
    });
  });
});

import * as v from "valibot";
import { describe, expect, test, vi } from "vitest";
import { aboutWithdrawal, daysLate } from "../../app/desk/shop/order-words.ts";
import { day, hour, minute } from "../../app/desk/shop/time.ts";
import { withdrawal } from "../../app/desk/shop/withdrawal.ts";
import { sendDue } from "../mail/outbox.ts";
import type { Order } from "../storage/tables.ts";
import {
  card,
  databases,
  mailsOf,
  newKey,
  now,
  placed,
  start,
  story,
  type TestDesk,
  testDesk,
} from "../testing/desk.ts";
import { unlimited } from "../testing/limits.ts";
import { expire, forget, forgetOrder } from "../upkeep/retention.ts";
import { receive, refund, startPayment } from "./money.ts";
import { accept, cancel, deliver, ship, undo } from "./orders.ts";
import {
  confirmWithdrawal,
  declineWithdrawal,
  handleUnclear,
  handleWithdrawal,
  noteWithdrawal,
  reopenWithdrawal,
  reportWithdrawals,
  takeBackWithdrawal,
  unclearWithdrawals,
  unlinkWithdrawal,
  urgentWithdrawals,
  withdraw,
} from "./withdrawals.ts";

const declared = { name: "Lucía Gómez", contract: "", email: "lucia@correo.example" };

/** An order with a number that we know. */
async function numbered(desk: TestDesk): Promise<Order> {
  const { id } = await placed(desk);
  await desk.db.deleteFrom("events").where("orderId", "=", id).execute();
  await desk.db.deleteFrom("orderTerms").execute();
  return desk.db
    .updateTable("orders")
    .set({ id: "7KQ2M9XA" })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const acknowledged = { at: start, isAcknowledged: true };

/** Lucía withdraws from this order with the shop's form. */
const withdrawFrom = (desk: TestDesk, contract: string) =>
  withdraw(desk, newKey(), { ...declared, contract });

/** The stored withdrawals, and the orders that each means. */
async function rows({ db }: TestDesk) {
  const links = await db.selectFrom("withdrawalOrders").selectAll().orderBy("orderId").execute();
  const stored = await db.selectFrom("withdrawals").selectAll().orderBy("at").execute();
  return stored.map((row) => ({
    ...row,
    orders: links
      .filter(({ withdrawalId }) => withdrawalId === row.id)
      .map(({ orderId, certainty }) => `${certainty} ${orderId}`),
  }));
}

/** The contracts of the unhandled withdrawals, in the order of the counter. */
const waiting = async (desk: TestDesk) =>
  [...(await urgentWithdrawals(desk)), ...(await unclearWithdrawals(desk)).unclear].map(
    ({ contract }) => contract,
  );

describe.each(databases)("%s", (database) => {
  const open = () => testDesk(database);

  test.each([
    "7KQ2M9XA",
    "7kq2m9xa",
    "7KQ2-M9XA",
    "7kq2 m9xa",
    "Pedido n.º 7kq2-m9xa",
    "pedido 7KQ2 M9XA",
    "mi pedido 7KQ2M9XA de mayo",
    "7KQ2M9XA mayo",
    "«7KQ2M9XA»",
    "El perfume del 22 de noviembre, nº7KQ2M9XA.",
    "comprado este 7KQ2 M9XA",
  ])("reads «%s» as the order 7KQ2M9XA", async (contract) => {
    const desk = await open();
    const order = await numbered(desk);
    const details = { ...declared, contract };
    expect(await withdraw(desk, newKey(), details)).toEqual({ ...details, ...acknowledged });
    expect(await rows(desk)).toMatchObject([{ ...details, orders: ["certain 7KQ2M9XA"] }]);
    expect(await story(desk, order)).toEqual(["shopper withdrawn", "shopper cancelled"]);
  });

  test("ignores capitals in email addresses", async () => {
    const desk = await open();
    await numbered(desk);
    const email = "Lucia@Correo.Example";
    await withdraw(desk, newKey(), { ...declared, email, contract: "7KQ2M9XA" });
    expect(await rows(desk)).toMatchObject([{ email, orders: ["certain 7KQ2M9XA"] }]);
  });

  test("reads O, I and L as 0 and 1", async () => {
    const desk = await open();
    const { id } = await placed(desk);
    await desk.db.deleteFrom("events").where("orderId", "=", id).execute();
    await desk.db.deleteFrom("orderTerms").execute();
    await desk.db.updateTable("orders").set({ id: "08GZ40P1" }).where("id", "=", id).execute();
    for (const contract of ["O8GZ4OP1", "08gz-4opi", "pedido 08GZ 4OPL"]) {
      await withdraw(desk, newKey(), { ...declared, contract });
    }
    expect((await rows(desk)).map(({ orders }) => orders)).toEqual(
      Array(3).fill(["certain 08GZ40P1"]),
    );
  });

  test("withdraws from all orders that a declaration names", async () => {
    const desk = await open();
    const both = [await placed(desk), await placed(desk)];
    for (const { id } of both) await receive(desk, id, 8999, 0);
    const contract = `Pedidos ${both.map(({ id }) => id).join(" y ")}`;
    await withdraw(desk, newKey(), { ...declared, contract });
    for (const order of both) {
      expect(await now(desk, order)).toMatchObject({ withdrawnAt: start });
      expect(await ship(desk, order.id, "")).toBe(false);
    }
    const [row] = await rows(desk);
    expect(row?.orders).toEqual(both.map(({ id }) => `certain ${id}`).sort());
    const told = desk.db
      .selectFrom("mails")
      .select("subject")
      .where("kind", "=", "owner withdrawn");
    const { subject } = await told.executeTakeFirstOrThrow();
    for (const { id } of both) expect(subject).toContain(id);

    // The declaration stays a task until the last of its orders is refunded.
    const [first, second] = both.map(({ id }) => id) as [string, string];
    await refund(desk, first, 8999, 0);
    expect(await takeBackWithdrawal(desk, first)).toBe(true);
    expect(await waiting(desk)).toEqual([contract]);
    expect(await handleWithdrawal(desk, row?.id ?? "")).toEqual({ owed: 8999, perhaps: [] });
    expect(await waiting(desk)).toEqual([contract]);
    await refund(desk, second, 8999, 0);
    expect(await handleWithdrawal(desk, row?.id ?? "")).toBeUndefined();
    expect(await waiting(desk)).toEqual([]);
  });

  describe("if only the number or only the address matches", () => {
    async function perhaps(changes: Partial<typeof declared>) {
      const desk = await open();
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      await withdraw(desk, newKey(), { ...declared, contract: order.id, ...changes });
      const [row] = await rows(desk);
      return { desk, order, id: row?.id ?? "", orders: row?.orders };
    }

    test.each([
      ["the number", { email: "lopes@correo.example" }],
      ["the address", { contract: "el perfume de mayo" }],
      ["the address, and the number of nobody", { contract: "ZZZZ9999" }],
    ])("asks before shipping: %s", async (_, changes) => {
      const { desk, order, orders } = await perhaps(changes);
      expect(orders).toEqual([`perhaps ${order.id}`]);
      expect(await now(desk, order)).toMatchObject({ withdrawnAt: null });
      expect(await ship(desk, order.id, "")).toBe(false);
      expect(await ship(desk, order.id, "", true)).toBe(true);
    });

    test("the owner confirms it", async () => {
      const { desk, order, id } = await perhaps({ email: "lopes@correo.example" });
      desk.pass(day);
      expect(await confirmWithdrawal(desk, order.id, id)).toBe(true);
      expect(await confirmWithdrawal(desk, order.id, id)).toBe(false);
      expect(await now(desk, order)).toMatchObject({ withdrawnAt: start, state: "paid" });
      expect((await rows(desk))[0]?.orders).toEqual([`certain ${order.id}`]);
      expect(await mailsOf(desk, order)).toContain("withdrawn");
    });

    test("the owner denies it, and the order can be shipped", async () => {
      const { desk, order, id } = await perhaps({ email: "lopes@correo.example" });
      expect(await unlinkWithdrawal(desk, order.id, id)).toBe(true);
      expect(await unlinkWithdrawal(desk, order.id, id)).toBe(false);
      expect((await rows(desk))[0]).toMatchObject({ orders: [], handledAt: null });
      expect(await ship(desk, order.id, "")).toBe(true);
    });
  });

  describe("if it means one order, and perhaps another", () => {
    const atWork = "lucia.trabajo@correo.example";

    test.each<[string, number, (desk: TestDesk, meant: Order) => Promise<unknown>]>([
      ["unpaid", 0, async () => {}],
      ["withdrawn before", 8999, (desk, { id }) => withdrawFrom(desk, id)],
      ["paid", 8999, async () => {}],
    ])("the owner is told, and decides: the one is %s", async (_, paid, before) => {
      const desk = await open();
      const [meant, other] = [await placed(desk), await placed(desk, { email: atWork })];
      if (paid > 0) await receive(desk, meant.id, paid, 0);
      await receive(desk, other.id, 8999, 0);
      await before(desk, meant);
      desk.pass(minute);
      const contract = `${meant.id} y ${other.id}`;
      await withdraw(desk, newKey(), { ...declared, contract });
      expect(await waiting(desk)).toContain(contract);
      const told = desk.db.selectFrom("mails").select("text").where("kind", "=", "owner withdrawn");
      expect((await told.execute()).map(({ text }) => text).join()).toContain(
        `Quizá es también del pedido ${other.id}.`,
      );

      // No step on the one decides about the other.
      const { id } = (await rows(desk)).find((row) => row.contract === contract) ?? { id: "" };
      if (paid > 0) await refund(desk, meant.id, paid, 0);
      expect(await handleWithdrawal(desk, id)).toEqual({ owed: 0, perhaps: [other.id] });
      expect(await takeBackWithdrawal(desk, meant.id)).toBe(true);
      expect(await waiting(desk)).toEqual([contract]);
      expect(await ship(desk, other.id, "")).toBe(false);

      expect(await handleWithdrawal(desk, id, { owed: 0, perhaps: [other.id] })).toBeUndefined();
      expect(await waiting(desk)).toEqual([]);
      expect(await ship(desk, other.id, "")).toBe(true);
    });

    test("is no task once the owner denies the other", async () => {
      const desk = await open();
      const [meant, other] = [await placed(desk), await placed(desk, { email: atWork })];
      await withdraw(desk, newKey(), { ...declared, contract: `${meant.id} y ${other.id}` });
      const [row] = await rows(desk);
      expect(await unlinkWithdrawal(desk, other.id, row?.id ?? "")).toBe(true);
      expect(await waiting(desk)).toEqual([]);
    });

    test("is a task until the owner has decided about each", async () => {
      const desk = await open();
      const both = [await placed(desk), await placed(desk, { address: "Calle Menor, 2" })];
      for (const { id } of both) await receive(desk, id, 8999, 0);
      await withdraw(desk, newKey(), { ...declared, contract: "mis perfumes" });
      const [row] = await rows(desk);
      const [first, second] = both.map(({ id }) => id) as [string, string];
      await confirmWithdrawal(desk, first, row?.id ?? "");
      await refund(desk, first, 8999, 0);
      expect(await handleWithdrawal(desk, row?.id ?? "")).toEqual({ owed: 0, perhaps: [second] });
      expect(await ship(desk, second, "")).toBe(false);
    });

    test.each([
      ["cancelled", async (desk: TestDesk, id: string) => cancel(desk, id)],
      [
        "refunded",
        async (desk: TestDesk, id: string) => {
          await receive(desk, id, 8999, 0);
          await refund(desk, id, 8999, 0);
        },
      ],
    ])("asks about the address's other orders if the number is of a %s one", async (_, end) => {
      const desk = await open();
      const [over, other] = [await placed(desk), await placed(desk, { address: "Calle Menor, 2" })];
      await end(desk, over.id);
      await receive(desk, other.id, 8999, 0);
      await withdrawFrom(desk, over.id);
      const [row] = await rows(desk);
      expect(row).toMatchObject({ handledAt: null, toldAt: start });
      expect(row?.orders.sort()).toEqual([`certain ${over.id}`, `perhaps ${other.id}`]);
      expect(await ship(desk, other.id, "")).toBe(false);
    });
  });

  test("declarations without a certain order hide no other, however many there are", async () => {
    const desk = await open();
    const email = "malo@correo.example";
    const bait = [await placed(desk, { email }), await placed(desk, { email: "b@correo.example" })];
    for (let count = 0; count < 60; count++) {
      // They name the first for certain, which only the first of them withdraws.
      const contract = count < 30 ? "un perfume" : bait.map(({ id }) => id).join(" y ");
      await withdraw(desk, newKey(), { ...declared, contract, email });
      desk.pass(minute);
    }
    const order = await placed(desk);
    await receive(desk, order.id, 8999, 0);
    await withdrawFrom(desk, order.id);
    expect((await urgentWithdrawals(desk)).map(({ contract }) => contract)).toEqual([
      bait.map(({ id }) => id).join(" y "),
      order.id,
    ]);
    const page = await unclearWithdrawals(desk);
    expect([page.unclear.length, page.unclearCount]).toEqual([50, 59]);
    expect((await unclearWithdrawals(desk, page.next)).unclear).toHaveLength(9);
  });

  describe("after its term", () => {
    /** A paid order that was delivered on the first day, and withdrawn this many days later. */
    async function late(days: number) {
      const desk = await open();
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      await ship(desk, order.id, "");
      await deliver(desk, order.id);
      desk.pass(days * day);
      await withdraw(desk, newKey(), { ...declared, contract: order.id });
      return { desk, order };
    }

    test.each([
      [14, 0],
      [15, 1],
      [300, 286],
    ])("%i days after the delivery it is late by %i", async (days, expected) => {
      const { desk, order } = await late(days);
      const withdrawn = await now(desk, order);
      expect(daysLate(withdrawn)).toBe(expected);
      expect(/Te devolvemos|Tienes hasta/.test(aboutWithdrawal(withdrawn))).toBe(expected === 0);
    });

    test("is declined with a reason, which the shopper gets", async () => {
      const { desk, order } = await late(20);
      expect(await declineWithdrawal(desk, order.id, "El plazo terminó.")).toBe(true);
      expect(await declineWithdrawal(desk, order.id, "El plazo terminó.")).toBe(false);
      expect(await now(desk, order)).toMatchObject({ withdrawnAt: null, state: "delivered" });
      expect(await waiting(desk)).toEqual([]);
      const { text } = await desk.db
        .selectFrom("mails")
        .select("text")
        .where("kind", "like", "declined%")
        .executeTakeFirstOrThrow();
      expect(text).toContain("El plazo terminó.");
    });

    test("one in time can't be declined", async () => {
      const { desk, order } = await late(14);
      expect(await declineWithdrawal(desk, order.id, "No.")).toBe(false);
      expect(await now(desk, order)).toMatchObject({ withdrawnAt: start + 14 * day });
    });

    test("counts from the day that the owner gives for the delivery", async () => {
      const desk = await open();
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      await ship(desk, order.id, "");
      desk.pass(10 * day);
      await deliver(desk, order.id, "2026-11-23");
      desk.pass(6 * day);
      expect(await noteWithdrawal(desk, order.id, "2026-12-07")).toBe(true);
      expect(daysLate(await now(desk, order))).toBe(0);
      expect(await takeBackWithdrawal(desk, order.id)).toBe(true);
      expect(await noteWithdrawal(desk, order.id, "2026-12-08")).toBe(true);
      expect(daysLate(await now(desk, order))).toBe(1);
    });
  });

  test.each([
    ["another number", { contract: "8KQ2M9XA", email: "otra@correo.example" }],
    ["a longer number", { contract: "7KQ2M9XAB", email: "otra@correo.example" }],
    ["no number", { contract: "El perfume que compré en mayo", email: "otra@correo.example" }],
  ])("stores and acknowledges %s without an order", async (_, change) => {
    const desk = await open();
    const order = await numbered(desk);
    const details = { ...declared, ...change };
    expect(await withdraw(desk, newKey(), details)).toEqual({ ...details, ...acknowledged });
    expect(await rows(desk)).toMatchObject([{ orders: [] }]);
    expect(await story(desk, order)).toEqual([]);
    const recipients: string[] = [];
    await sendDue(desk, async ({ kind, recipient }) => {
      if (kind === "withdrawn") recipients.push(recipient);
    });
    expect(recipients).toEqual([{ ...declared, ...change }.email]);
  });

  test("the same key again is the same withdrawal, with one email", async () => {
    const desk = await open();
    const order = await numbered(desk);
    const key = newKey();
    const details = { ...declared, contract: "7KQ2M9XA" };
    const at = await Promise.all(Array.from({ length: 5 }, () => withdraw(desk, key, details)));
    desk.pass(day);
    at.push(await withdraw(desk, key, { ...details, contract: "otro pedido" }));
    expect(at).toEqual(at.map(() => ({ ...details, ...acknowledged })));
    expect(await rows(desk)).toHaveLength(1);
    expect(await story(desk, order)).toEqual(["shopper withdrawn", "shopper cancelled"]);
    const mails = desk.db.selectFrom("mails").select("id").where("kind", "=", "withdrawn");
    expect(await mails.execute()).toHaveLength(1);
  });

  test("deletes a handled withdrawal after six years, with its emails", async () => {
    const desk = await open();
    await withdraw(desk, newKey(), { ...declared, contract: "el perfume" });
    desk.pass(189_345_600_001);
    await forget(desk);
    expect(await rows(desk)).toHaveLength(1);
    for (const { id } of await rows(desk)) await handleWithdrawal(desk, id);
    await forget(desk);
    expect(await rows(desk)).toEqual([]);
    expect(await desk.db.selectFrom("mails").selectAll().execute()).toEqual([]);
  });

  test("deletes a withdrawal without a certain order 30 days after it was handled", async () => {
    const desk = await open();
    const order = await placed(desk);
    await receive(desk, order.id, 8999, 0);
    await withdraw(desk, newKey(), { ...declared, contract: order.id });
    const junk = { ...declared, contract: "nada", email: "otra@correo.example" };
    await withdraw(desk, newKey(), junk);
    await withdraw(desk, newKey(), { ...junk, contract: `quizá ${order.id}` });
    const { unclear } = await unclearWithdrawals(desk);
    desk.pass(31 * day);
    await forget(desk);
    await handleUnclear(
      desk,
      unclear.map(({ id }) => id),
    );
    desk.pass(30 * day);
    await forget(desk);
    expect(await rows(desk)).toHaveLength(3);
    desk.pass(1);
    await forget(desk);
    expect((await rows(desk)).map(({ contract }) => contract)).toEqual([order.id]);
  });

  test("forgetting an order forgets its withdrawals", async () => {
    const desk = await open();
    const order = await placed(desk);
    await withdraw(desk, newKey(), { ...declared, contract: order.id });
    await withdraw(desk, newKey(), {
      ...declared,
      contract: "otro",
      email: "otra@correo.example",
    });
    await forgetOrder(desk, order.id, "owner", true);
    expect((await rows(desk)).map(({ contract }) => contract)).toEqual(["otro"]);
    expect(await desk.db.selectFrom("mails").select("kind").execute()).toHaveLength(2);
  });

  test("forgetting an order keeps a declaration that only perhaps means it", async () => {
    const desk = await open();
    const order = await placed(desk);
    await withdraw(desk, newKey(), {
      ...declared,
      contract: order.id,
      email: "otra@correo.example",
    });
    expect((await rows(desk))[0]?.orders).toEqual([`perhaps ${order.id}`]);
    await forgetOrder(desk, order.id, "owner", true);
    expect(await rows(desk)).toMatchObject([{ contract: order.id, orders: [] }]);
    expect((await unclearWithdrawals(desk)).unclear).toHaveLength(1);
  });

  test("cancels an unpaid order: asks for no transfer, and it does not expire", async () => {
    const desk = await open();
    const order = await placed(desk);
    await withdraw(desk, newKey(), { ...declared, contract: order.id });
    expect(await now(desk, order)).toMatchObject({ state: "cancelled", withdrawnAt: start });
    desk.pass(8 * day);
    await expire(desk);
    expect(await story(desk, order)).toEqual([
      "shopper pending",
      "shopper withdrawn",
      "shopper cancelled",
    ]);
  });

  test("a paid order stays paid until it is refunded", async () => {
    const desk = await open();
    const order = await placed(desk);
    await receive(desk, order.id, 8999, 0);
    desk.pass(minute);
    await withdraw(desk, newKey(), { ...declared, contract: order.id });
    desk.pass(minute);
    await withdraw(desk, newKey(), { ...declared, contract: order.id });
    expect(await now(desk, order)).toMatchObject({ state: "paid", withdrawnAt: start + minute });
    expect(await noteWithdrawal(desk, order.id)).toBe(false);
  });

  test("an unpaid order's withdrawal is no task, and sends one email", async () => {
    const desk = await open();
    const order = await placed(desk);
    await withdraw(desk, newKey(), { ...declared, contract: order.id });
    expect(await waiting(desk)).toEqual([]);
    expect(await mailsOf(desk, order)).toEqual(["pending"]);
    const mails = await desk.db
      .selectFrom("mails")
      .select(["kind", "text"])
      .where("kind", "like", "%withdrawn%")
      .execute();
    expect(mails).toMatchObject([{ kind: "withdrawn" }]);
    expect(mails[0]?.text).toContain(
      `El pedido ${order.id} queda anulado, y no debes nada por él.`,
    );
    expect(mails[0]?.text).not.toContain("devolvemos el dinero");
  });

  test("lists those of orders oldest first, then the others newest first", async () => {
    const desk = await open();
    const stranger = { ...declared, email: "otra@correo.example" };
    const numbers = [];
    for (let count = 0; count < 3; count++) {
      const { id } = await placed(desk);
      await receive(desk, id, 8999, 0);
      numbers.push(id);
      await withdraw(desk, newKey(), { ...declared, contract: id });
      await withdraw(desk, newKey(), { ...stranger, contract: `el ${count}` });
      desk.pass(minute);
    }
    expect(await waiting(desk)).toEqual([...numbers, "el 2", "el 1", "el 0"]);
    const first = await unclearWithdrawals(desk, undefined, 1);
    expect(first).toMatchObject({ unclear: [{ contract: "el 2" }], unclearCount: 3 });
    const others = await unclearWithdrawals(desk, first.next, 2);
    expect(others).toMatchObject({ unclear: [{ contract: "el 1" }, { contract: "el 0" }] });
    expect(others.next).toBeUndefined();
    // Exactly those that a page showed, and none that has withdrawn an order.
    const urgent = (await urgentWithdrawals(desk)).map(({ id }) => id);
    await handleUnclear(desk, [...urgent, ...others.unclear.map(({ id }) => id)]);
    expect(await waiting(desk)).toEqual([...numbers, "el 2"]);
    const last = first.unclear[0]?.id ?? "";
    await handleWithdrawal(desk, last);
    expect(await waiting(desk)).toEqual(numbers);
    await reopenWithdrawal(desk, last);
    expect(await waiting(desk)).toEqual([...numbers, "el 2"]);
  });

  test("reverses a withdrawal, which can be recorded again", async () => {
    const desk = await open();
    const order = await placed(desk);
    await receive(desk, order.id, 8999, 0);
    const noted = await Promise.all(
      Array.from({ length: 5 }, () => noteWithdrawal(desk, order.id)),
    );
    expect(noted.filter(Boolean)).toHaveLength(1);
    expect(await takeBackWithdrawal(desk, order.id)).toBe(true);
    expect(await takeBackWithdrawal(desk, order.id)).toBe(false);
    expect(await now(desk, order)).toMatchObject({ state: "paid", withdrawnAt: null });
    expect(await waiting(desk)).toEqual([]);
    expect(await noteWithdrawal(desk, order.id)).toBe(true);
    expect(await waiting(desk)).toEqual([order.id]);
  });

  describe("of an order by card", () => {
    const ways: [string, (desk: TestDesk, order: Order) => Promise<unknown>][] = [
      ["by the form", (desk, { id }) => withdrawFrom(desk, id)],
      ["by letter", (desk, { id }) => noteWithdrawal(desk, id)],
      [
        "as the owner confirms",
        async (desk, { id }) => {
          await withdrawFrom(desk, "mi perfume");
          const [row] = await rows(desk);
          await confirmWithdrawal(desk, id, row?.id ?? "");
        },
      ],
    ];

    test.each(ways.flatMap(([way, step]) => [0, 1000].map((paid) => [way, paid, step] as const)))(
      "ends its payment: %s, after %i cents",
      async (_, paid, step) => {
        const ended: string[] = [];
        const end = async ({ id }: Order) => void ended.push(id);
        const desk = await testDesk(database, { card: card({ end }) });
        const order = await placed(desk);
        if (paid > 0) await receive(desk, order.id, paid, 0);
        expect(await startPayment(desk, order)).toBe("https://pago.example/1");
        await step(desk, order);
        await vi.waitFor(() => expect(ended).toEqual([order.id]));
        expect(await waiting(desk)).toHaveLength(paid > 0 ? 1 : 0);
        if (paid > 0) await refund(desk, order.id, paid, 0);
        expect(await startPayment(desk, await now(desk, order))).toBeUndefined();
      },
    );

    test("opens no page to pay on if it arrives meanwhile", async () => {
      const start = async ({ id }: Order) => {
        await withdrawFrom(desk, id);
        return { address: "https://pago.example/1", reference: "1" };
      };
      const desk: TestDesk = await testDesk(database, { card: card({ start }) });
      const order = await placed(desk);
      expect(await startPayment(desk, order)).toBeUndefined();
      expect(await now(desk, order)).toMatchObject({ providerReference: null });
    });
  });

  describe("accepting an order by mistake", () => {
    /** An order that expired, was paid late, and then withdrawn. */
    async function late() {
      const desk = await open();
      const order = await placed(desk);
      desk.pass(9 * day);
      await expire(desk);
      await receive(desk, order.id, 8999, 0);
      await withdrawFrom(desk, order.id);
      return { desk, order, at: desk.now() };
    }

    test("is undone with its withdrawal, which waits again", async () => {
      const { desk, order, at } = await late();
      desk.pass(minute);
      await withdrawFrom(desk, order.id);
      const [, repeated] = await rows(desk);
      desk.pass(minute);
      expect(await accept(desk, order.id)).toBe(true);
      expect(await waiting(desk)).toEqual([]);
      desk.pass(minute);
      expect(await undo(desk, order.id, "paid")).toBe(true);
      expect(await now(desk, order)).toMatchObject({ state: "expired", withdrawnAt: at });
      expect(await waiting(desk)).toEqual([order.id]);
      // The second declaration was closed before, and stays so.
      expect((await rows(desk))[1]).toEqual(repeated);
    });

    test("is undone with the withdrawal that had cancelled the order, which is no task", async () => {
      const desk = await open();
      const order = await placed(desk);
      await withdrawFrom(desk, order.id);
      desk.pass(day);
      await receive(desk, order.id, 8999, 0);
      await accept(desk, order.id);
      desk.pass(minute);
      expect(await undo(desk, order.id, "paid")).toBe(true);
      expect(await now(desk, order)).toMatchObject({ state: "cancelled", withdrawnAt: start });
      expect(await waiting(desk)).toEqual([]);
    });

    test("and undoing that leaves a withdrawal reversed that was reversed before", async () => {
      const { desk, order } = await late();
      await takeBackWithdrawal(desk, order.id);
      await accept(desk, order.id);
      expect(await undo(desk, order.id, "paid")).toBe(true);
      expect(await now(desk, order)).toMatchObject({ state: "expired", withdrawnAt: null });
      expect(await waiting(desk)).toEqual([]);
    });
  });

  test("acknowledges repeated withdrawals of one order a few times only", async () => {
    const desk = await testDesk(database, { limits: { ...unlimited, acknowledgements: 3 } });
    const order = await placed(desk);
    await receive(desk, order.id, 8999, 0);
    for (let count = 0; count < 10; count++) {
      await withdraw(desk, newKey(), { ...declared, contract: order.id });
    }
    const mails = await desk.db
      .selectFrom("mails")
      .select("kind")
      .where("kind", "like", "%withdrawn")
      .orderBy("kind")
      .execute();
    expect(mails.map(({ kind }) => kind)).toEqual([
      "owner withdrawn",
      ...Array(3).fill("withdrawn"),
    ]);
    expect(await waiting(desk)).toHaveLength(1);
    expect((await story(desk, order)).filter((event) => /withdrawn/.test(event))).toHaveLength(1);
  });

  test("a flood silences nobody: each address is acknowledged, and a digest tells the owner", async () => {
    const limits = { ...unlimited, acknowledgements: 2, withdrawalMails: 5 };
    const desk = await testDesk(database, { limits });
    const post = (email: string) =>
      withdraw(desk, newKey(), { ...declared, contract: "el perfume", email });
    const told = async () => {
      const mails = desk.db.selectFrom("mails").select(["kind", "text", "subject"]);
      const all = await mails.where("kind", "like", "owner%").orderBy("createdAt").execute();
      return all.filter(({ kind }) => kind !== "owner withdrawn");
    };
    for (let index = 0; index < 30; index++) await post(`robot${index}@correo.example`);
    await reportWithdrawals(desk);
    await reportWithdrawals(desk);
    expect(await told()).toMatchObject([{ subject: "Otros 25 desistimientos" }]);

    expect(await post("lucia@correo.example")).toMatchObject({ isAcknowledged: true });
    expect(await post("LUCIA@correo.example")).toMatchObject({ isAcknowledged: true });
    expect(await post("lucia@correo.example")).toMatchObject({ isAcknowledged: false });
    desk.pass(hour - 1);
    await reportWithdrawals(desk);
    expect(await told()).toHaveLength(1);
    desk.pass(1);
    await reportWithdrawals(desk);
    const [, second] = await told();
    expect(second?.subject).toBe("Otros 3 desistimientos");
    expect(second?.text).toContain("lucia@correo.example");
    expect((await unclearWithdrawals(desk)).unclearCount).toBe(33);
  });
});

test.each([
  [{ name: "L" }, "name"],
  [{ name: "   " }, "name"],
  [{ contract: "" }, "contract"],
  [{ email: "lucia" }, "email"],
  [{ name: "L".repeat(201) }, "name"],
  [{ contract: "7".repeat(201) }, "contract"],
])("asks for %o again", (change, field) => {
  const { issues = [] } = v.safeParse(withdrawal, { ...declared, contract: "7", ...change });
  expect(Object.keys(v.flatten(issues as never).nested ?? {})).toEqual([field]);
});

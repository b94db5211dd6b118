import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { randomFrom } from "../../server/testing/random.ts";
import { fill } from "../demo/fill.ts";
import { eraseOrder } from "../jobs/erase.ts";
import { isOver, type List, listOf } from "../shop/order-status.ts";
import { refundTerm } from "../shop/order-texts.ts";
import { day } from "../shop/time.ts";
import type { Order } from "../storage/tables.ts";
import {
  change,
  databases,
  enter,
  lucia,
  newKey,
  paid,
  placed,
  reread,
  testDesk,
} from "../testing/desk.ts";
import {
  countByStatus,
  currentConditions,
  type Filter,
  lastClosedWithdrawals,
  listOrders,
  ordersToDecide,
  ordersToPack,
  ordersToSettle,
  unpaidOrders,
} from "./order-list.ts";
import { amend, close, ship, track } from "./order-steps.ts";
import { closeWithdrawal, possibleWithdrawals, withdraw } from "./withdrawals.ts";

const ids = (orders: Pick<Order, "id">[]) => orders.map(({ id }) => id);

describe.each(databases)("%s", (database) => {
  test("pages through the list, newest first, also by status and by name", async () => {
    const desk = await testDesk(database);
    const placedIds: string[] = [];
    for (let index = 0; index < 103; index++) {
      const { id } = await placed(desk, { email: `a${index}@correo.example` });
      placedIds.unshift(id);
      desk.pass(index % 2);
    }
    const text = "gómez";
    const lists: [filter: Filter, atOnce?: number][] = [
      [{}],
      [{ status: "unpaid" }],
      [{ text }],
      [{ text }, 1],
      [{ text }, 50],
      [{ text }, 51],
      [{ text }, 103],
    ];
    for (const [filter, atOnce] of lists) {
      const pages: string[][] = [];
      let before: string | undefined;
      do {
        const { orders, next } = await listOrders(desk, filter, before, atOnce);
        pages.push(ids(orders));
        before = next;
      } while (before);
      expect(pages.map((page) => page.length)).toEqual([50, 50, 3]);
      expect(pages[0]?.slice(-1)).not.toEqual(pages[1]?.slice(0, 1));
      expect(pages.flat().toSorted()).toEqual(placedIds.toSorted());
    }
    expect(await listOrders(desk, { status: "paid" })).toEqual({ orders: [], next: undefined });
    // An invalid cursor shows the first page.
    for (const cursor of ["x", "~", "1e999~A", "99999999999999999999~A", "-1~A"])
      expect((await listOrders(desk, {}, cursor)).orders).toHaveLength(50);
  });

  test("counts the orders of each status", async () => {
    const desk = await testDesk(database);
    const parcel = await paid(desk);
    await change(desk, parcel, (trx, order) => ship(desk, trx, order, ""));
    await paid(desk);
    await placed(desk);
    await enter(desk, await placed(desk), 8998);
    expect(await countByStatus(desk)).toEqual({
      shipped: 1,
      paid: 1,
      unpaid: 1,
      "partially paid": 1,
      "partially refunded": 0,
      refunded: 0,
      delivered: 0,
      expired: 0,
      cancelled: 0,
    });
  });

  test("stops counting at 1000", async () => {
    const desk = await testDesk(database);
    await fill(desk.db, { orders: 2000, until: desk.now(), days: 900 });
    const { delivered, ...others } = await countByStatus(desk);
    expect(delivered).toBe(1000);
    expect(others.expired).toBeGreaterThan(0);
    expect(others.expired).toBeLessThan(1000);
  });

  test("packs what is paid, oldest first, and what is overpaid", async () => {
    const desk = await testDesk(database);
    const parcels: Order[] = [];
    for (let count = 0; count < 7; count++) {
      parcels.push(await paid(desk));
      desk.pass(1);
    }
    const [withdrawn, sent, tooMuch, disputed, ...others] = parcels as [Order, Order, Order, Order];
    const { email } = lucia;
    await withdraw(desk, newKey(), { name: "Lucía", contract: withdrawn.id, email });
    await change(desk, sent, (trx, order) => ship(desk, trx, order, ""));
    await enter(desk, tooMuch, 1);
    await enter(desk, disputed, 8999, { kind: "chargeback", who: "provider", providerId: "1" });
    const { orders, count } = await ordersToPack(desk, 3);
    expect([ids(orders), count]).toEqual([ids([tooMuch, ...others].slice(0, 3)), 4]);
  });

  test("leaves an order of which a part of the money went back to the owner, until it is sent", async () => {
    const desk = await testDesk(database);
    const [refunded, disputed, overpaid] = [await paid(desk), await paid(desk), await paid(desk)];
    await enter(desk, refunded, 1000, { kind: "refund" });
    await enter(desk, overpaid, 1000);
    for (const { id } of [disputed, overpaid])
      await enter(desk, { id }, 1000, { kind: "chargeback", who: "provider", providerId: id });
    // The bank has taken no more than the overpayment.
    expect(ids((await ordersToPack(desk, 5)).orders)).toEqual([overpaid.id]);
    const undecided = async () => new Set(ids((await ordersToDecide(desk, 5)).orders));
    expect(await undecided()).toEqual(new Set([refunded.id, disputed.id]));
    await change(desk, refunded, (trx, current) => ship(desk, trx, current, ""));
    expect(await undecided()).toEqual(new Set([disputed.id]));
  });

  test("packs nothing for an address or a number that an open withdrawal without an order states", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    desk.pass(1);
    const other = await paid(desk, { email: "ana@correo.example" });
    const declared = { name: "Lucía", contract: "El perfume", email: "LUCIA@correo.example" };
    const { id } = await withdraw(desk, newKey(), declared);
    expect(ids((await ordersToPack(desk, 5)).orders)).toEqual([other.id]);
    expect((await ordersToDecide(desk, 5)).orders).toMatchObject([{ id: order.id, isMeant: true }]);
    expect(await lastClosedWithdrawals(desk)).toEqual([]);
    await closeWithdrawal(desk, id, "Era de otra tienda");
    expect((await ordersToPack(desk, 5)).count).toBe(2);
    expect(ids((await ordersToPack(desk, 1)).orders)).toEqual([order.id]);
    expect(await lastClosedWithdrawals(desk)).toMatchObject([{ id, answer: "Era de otra tienda" }]);
    const spelled = `${other.id.slice(0, 4).toLowerCase()}-${other.id.slice(4)}`;
    await withdraw(desk, newKey(), { ...declared, contract: spelled, email: "c@correo.example" });
    expect(ids((await ordersToPack(desk, 5)).orders)).toEqual([order.id]);
  });

  test("lists orders that are owed back, or that are sent or closed and disputed or unpaid", async () => {
    const desk = await testDesk(database);
    const settle = async () => ids((await ordersToSettle(desk, 50)).orders);
    const next = async (changes = {}) => {
      desk.pass(1);
      return placed(desk, changes);
    };
    const unpaid = await next();
    const isPaid = await next();
    await enter(desk, isPaid, 8999);
    const part = await next();
    await enter(desk, part, 8998);
    const tooMuch = await next();
    await enter(desk, tooMuch, 9000);
    const late = await next();
    await change(desk, late, (trx, order) => close(desk, trx, order, "expired", { who: "shop" }));
    expect(await settle()).toEqual(ids([tooMuch]));
    await enter(desk, late, 1);
    const disputed = await next();
    const disputedAndSent = await next();
    for (const { id } of [disputed, disputedAndSent])
      await desk.db.updateTable("orders").set({ disputed: 1 }).where("id", "=", id).execute();
    const sent = await next();
    const sentInPart = await next();
    await enter(desk, sentInPart, 1);
    for (const one of [disputedAndSent, sent, sentInPart])
      await change(desk, one, (trx, order) => ship(desk, trx, order, ""));
    expect(await settle()).toEqual(ids([tooMuch, late, disputedAndSent, sent, sentInPart]));
    expect(await ordersToSettle(desk, 2)).toMatchObject({
      orders: [{ id: tooMuch.id }, { id: late.id }],
      count: 5,
    });
    expect(new Set(ids((await unpaidOrders(desk, 50)).orders))).toEqual(
      new Set(ids([unpaid, part])),
    );
    expect(ids((await ordersToDecide(desk, 50)).orders)).toEqual([disputed.id]);
    // Part of a parcel came back: nothing is left to do.
    await enter(desk, sent, 8999);
    await enter(desk, sent, 5000, { kind: "refund" });
    await enter(desk, tooMuch, 1, { kind: "refund" });
    expect(await settle()).toEqual(ids([late, disputedAndSent, sentInPart]));
  });

  test("lists what has to be refunded first for the withdrawal whose term ends first", async () => {
    const desk = await testDesk(database);
    const { email } = lucia;
    const surplus = await paid(desk);
    await enter(desk, surplus, 1);
    const [later, sooner, paidLate] = [
      await paid(desk, { quantity: 2 }),
      await paid(desk),
      await placed(desk),
    ];
    const withdrawn = (contract: string, bottles: number | null = null) =>
      withdraw(desk, newKey(), { name: "Lucía", contract, email, bottles });
    await withdrawn(later.id, 1);
    await withdrawn(paidLate.id);
    desk.pass(1);
    await enter(desk, later, 8999, { kind: "refund" });
    desk.pass(day);
    await withdrawn(sooner.id);
    desk.pass(day);
    // After the refund, the term counts from the next withdrawal.
    await withdrawn(later.id);
    desk.pass(day);
    // A payment that came after the withdrawal has its own term.
    await enter(desk, paidLate, 8999);
    const { orders } = await ordersToSettle(desk, 50);
    expect(ids(orders)).toEqual(ids([sooner, later, paidLate, surplus]));
    expect(orders.map((order) => refundTerm(order))).toEqual([
      Date.parse("2026-12-07T23:59:59.999+01:00"),
      Date.parse("2026-12-08T23:59:59.999+01:00"),
      Date.parse("2026-12-09T23:59:59.999+01:00"),
      undefined,
    ]);
  });

  test("each open order is in one list, the one that the rules say", async () => {
    const desk = await testDesk(database);
    const { below, chance, one } = randomFrom(20_261_129);
    const emails = ["a@correo.example", "b@correo.example", "c@correo.example"];
    const template = await placed(desk, { quantity: 3 });
    const orders = Array.from({ length: 1500 }, (_, index) => {
      const closed = chance(0.2) ? one(["expired", "cancelled"] as const) : null;
      const {
        paymentStatus,
        status,
        owedBack,
        toDecide,
        withdrawnAt,
        returnFrom,
        owedSince,
        paidOn,
        ...row
      } = template;
      return {
        ...row,
        id: `A${String(index).padStart(7, "0")}`,
        token: `t${index}`,
        requestKey: `k${index}`,
        email: chance(0.03) ? one(emails) : `n${index}@correo.example`,
        fulfilment: one(["unfulfilled", "unfulfilled", "shipped", "delivered"] as const),
        closed,
        removed: chance(0.3) ? below(4) : 0,
        paid: one([0, 9000, 26_997, 30_000]),
        refunded: chance(0.2) ? one([1000, 26_997, 30_000]) : 0,
        chargedBack: chance(0.1) ? one([500, 26_997]) : 0,
        disputed: chance(0.1) ? 500 : 0,
        discount: one([0, 0, 8999, 26_997]),
      };
    });
    for (let from = 0; from < orders.length; from += 250)
      await desk.db
        .insertInto("orders")
        .values(orders.slice(from, from + 250))
        .execute();
    for (let index = 0; index < 60; index++) {
      const order = one(orders);
      const isLinked = chance(0.6);
      await desk.db
        .insertInto("withdrawals")
        .values({
          id: `w${String(index).padStart(3, "0")}`,
          requestKey: `w${index}`,
          name: "Lucía",
          contract: chance(0.5) ? `pedido ${order.id.toLowerCase()}` : "el perfume",
          email: chance(0.3) ? one(emails).toUpperCase() : "z@correo.example",
          at: index,
          orderId: isLinked ? order.id : null,
          closedAt: chance(0.3) ? index : null,
        })
        .execute();
    }
    const conditions = await currentConditions(desk.db);
    const lists = new Map<string, List[]>();
    for (const [list, condition] of Object.entries(conditions) as [List, typeof conditions.done][])
      for (const { id } of await desk.db
        .selectFrom("orders")
        .select("id")
        .where(condition)
        .execute())
        lists.set(id, [...(lists.get(id) ?? []), list]);
    const counts = new Map<string, number>();
    for (const { id } of orders) {
      const order = await reread(desk, { id });
      const isMeant = (await possibleWithdrawals(desk.db, order)).length > 0;
      const list = listOf(order, isMeant);
      counts.set(String(list), (counts.get(String(list)) ?? 0) + 1);
      // What is over is closed by its next change, and until then in no list of things to do.
      if (isOver(order)) continue;
      expect([order, lists.get(id)]).toEqual([order, list && [list]]);
    }
    expect([...counts.values()].every((count) => count > 20)).toBe(true);
    expect(counts.size).toBe(6);
  });

  test("finds an order by its number in any spelling, whatever else matches", async () => {
    const desk = await testDesk(database);
    const { id } = await placed(desk);
    await placed(desk, { address: `Calle ${id}, 1` });
    const halves = [id.slice(0, 4), id.slice(4)];
    for (const text of [` ${id.toLowerCase()} `, halves.join("-"), halves.join(" ").toLowerCase()])
      expect([text, ids((await listOrders(desk, { text })).orders)]).toEqual([text, [id]]);
  });

  test("finds an order by parts of its words and amounts, in any spelling", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk, {
      firstName: "Íñigo",
      lastName: "D’Alembert Jiménez",
      email: "curro.J@correo.example",
      phone: "+34 612345678",
      address: "C/ Alcalá, 14, 3.º B",
      city: "Alcorcón",
      postalCode: "08018",
      quantity: 3,
    });
    await enter(desk, order, 26_997);
    await change(desk, order, (trx, current) => ship(desk, trx, current, "PK 1234 5678 9ES"));
    await change(desk, order, (trx, current) => track(desk, trx, current, "PK12345678901ES"));
    const others = [await placed(desk), await placed(desk, { lastName: "Alembique" })];
    const found = async (text: string) => ids((await listOrders(desk, { text })).orders);
    for (const text of [
      "JIMENEZ INIGO",
      "d'alembert",
      "D ALEMBERT",
      "dalembert jim",
      "curro.j@correo",
      "612345678",
      "tel 612 34 56 78",
      "Teléfono: +34 612.34.56.78",
      "móvil612345678",
      "nº 14 jimenez",
      "correo curro.j@correo.example",
      "+34 612 34 56 78",
      "0034 612 345 678",
      "alcorcon",
      "08018",
      "alcala 14",
      "pk12345678901es",
      "269,97",
      "269.97 €",
      "EUR 269,97",
      "269,97EUR",
      "€ 269,97",
      "269,97 jimenez",
    ]) {
      expect([text, await found(text)]).toEqual([text, [order.id]]);
    }
    expect((await found("89,99")).sort()).toEqual(ids(others).sort());
    for (const text of [
      "jimenez luis",
      "269,98",
      "89,99 jimenez",
      "269,97 14,00",
      "612345679",
      "PK 1234 5678 9ES",
      "noorder0",
      "%",
      "_",
      "\\",
      "x".repeat(200),
    ]) {
      expect([text, await found(text)]).toEqual([text, []]);
    }
  });

  test("finds an order by its number in a bank statement's line, but not by a surname of eight letters", async () => {
    const desk = await testDesk(database);
    const [order, other] = [await placed(desk), await placed(desk, { lastName: "Martínez" })];
    const { id } = order;
    const found = async (text: string) => ids((await listOrders(desk, { text })).orders);
    for (const text of [
      `TRANSF DE RUIZ SOTO MARTA ${id}`,
      `ref ${id.slice(0, 4)} ${id.slice(4)}`,
      `Aurelia/${id.toLowerCase()}/89,99`,
      `${id.slice(0, 3)}-${id.slice(3)}`,
      `PEDIDO${id}`,
      `${id}MARTA`,
      `tel 612 pedido ${id.slice(0, 2)} ${id.slice(2, 6)} ${id.slice(6)}`,
    ]) {
      expect([text, await found(text)]).toEqual([text, [id]]);
    }
    expect(await found("martinez")).toEqual([other.id]);
    expect(await found("TRANSF DE MARTINEZ")).toEqual([]);
  });

  test("finds names with letters that keyboards lack", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk, { lastName: "Groß-Łukasz", address: "Calle Mayor 7, 4º A" });
    const found = async (text: string) => ids((await listOrders(desk, { text })).orders);
    const other = await placed(desk, { firstName: "Jürgen", lastName: "Schaefer" });
    for (const text of ["JUERGEN", "jurgen", "Jürgen schäfer", "schaefer"])
      expect([text, await found(text)]).toEqual([text, [other.id]]);
    for (const text of ["lukasz", "GROSS", "groß", "Łukasz", "4o", "4º"])
      expect([text, await found(text)]).toEqual([text, [order.id]]);
  });

  test("finds an order by its parcel, in any spelling of its address", async () => {
    const desk = await testDesk(database);
    const [order] = [await paid(desk), await paid(desk)];
    const tracking = "https://mygls.gls-spain.es/e/11013600011564/28013";
    await change(desk, order, (trx, current) => ship(desk, trx, current, tracking));
    const found = async (text: string) => ids((await listOrders(desk, { text })).orders);
    for (const text of [
      "11013600011564",
      "envío 1101 3600 0115 64",
      "https://mygls.gls-spain.es/e/11013600011564",
      "mygls.gls-spain.es/e/11013600011564/28013",
    ])
      expect([text, await found(text)]).toEqual([text, [order.id]]);
  });

  test("finds an order by an amount that was paid, and by its total", async () => {
    const desk = await testDesk(database);
    const found = async (text: string) => ids((await listOrders(desk, { text })).orders);
    const tooMuch = await placed(desk);
    await enter(desk, tooMuch, 9999);
    const exact = await paid(desk, { lastName: "Curro" });
    expect(await found("99,99")).toEqual([tooMuch.id]);
    expect(await found("99,99 curro")).toEqual([]);
    expect((await found("89,99")).sort()).toEqual(ids([tooMuch, exact]).sort());
    // A round amount, without its decimals.
    const round = await placed(desk, { lastName: "Vidal" });
    await enter(desk, round, 16_000);
    expect(await found("160")).toEqual([round.id]);
    expect(await found("vidal 160")).toEqual([round.id]);
    expect(await found("vidal 1600")).toEqual([]);
  });

  test("finds an order by its corrected details, and not after they are erased", async () => {
    const desk = await testDesk(database);
    const found = async (text: string) => ids((await listOrders(desk, { text })).orders);
    const order = await placed(desk, { lastName: "Müller" });
    const { quantity: _, ...details } = lucia;
    await change(desk, order, (trx, current) =>
      amend(desk, trx, current, { ...details, lastName: "Zurbano" }),
    );
    expect(await found("zurbano")).toEqual([order.id]);
    expect(await found("muller")).toEqual([]);
    await change(desk, order, (trx, current) =>
      close(desk, trx, current, "cancelled", { who: "owner" }),
    );
    expect(await eraseOrder(desk, order.id, "owner")).toBe(true);
    expect(await found("zurbano")).toEqual([]);
    expect(await found(order.id)).toEqual([order.id]);
  });
});

test("gives way to requests while it searches SQLite", async () => {
  const desk = await testDesk("SQLite");
  for (let count = 0; count < 5; count++) await placed(desk, { email: `a${count}@correo.example` });
  const ended: string[] = [];
  const search = listOrders(desk, { text: "nadie" }, undefined, 1).then(() => ended.push("search"));
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  ended.push("three turns");
  await search;
  expect(ended).toEqual(["three turns", "search"]);
});

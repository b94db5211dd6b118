import { describe, expect, test } from "vitest";
import { day, minute } from "../../app/desk/shop/time.ts";
import type { Desk } from "../context.ts";
import { receive, refund } from "../orders/money.ts";
import { annotate, findByToken, place, ship } from "../orders/orders.ts";
import { withdraw } from "../orders/withdrawals.ts";
import {
  attempt,
  card,
  databases,
  mailsOf,
  newKey,
  now,
  placed,
  start,
  story,
  testDesk,
  undisputed,
} from "../testing/desk.ts";
import { expire, forget, forgetOrder, remind } from "./retention.ts";

describe.each(databases)("%s", (database) => {
  const open = (changes: Partial<Desk> = {}) => testDesk(database, changes);

  test("an order can be paid for seven days, the last one in full", async () => {
    const desk = await open();
    const order = await placed(desk);
    const begun = await placed(desk);
    await receive(desk, begun.id, 1, 0);
    desk.pass(Date.parse("2026-11-29T23:59:59.999+01:00") - start);
    await expire(desk);
    expect((await now(desk, order)).state).toBe("pending");
    desk.pass(1);
    await expire(desk);
    expect(await story(desk, order)).toEqual(["shopper pending", "desk expired"]);
    expect((await now(desk, begun)).state).toBe("pending");
  });

  test("reminds of an unpaid order once, on its fourth day", async () => {
    const desk = await open();
    const [order, paid, begun] = [await placed(desk), await placed(desk), await placed(desk)];
    await receive(desk, paid.id, 8999, 0);
    await receive(desk, begun.id, 1, 0);
    const reminded = async () =>
      (await desk.db.selectFrom("mails").selectAll().where("kind", "=", "reminder").execute()).map(
        ({ about }) => about,
      );
    desk.pass(Date.parse("2026-11-25T23:59:59.999+01:00") - start);
    await remind(desk);
    expect(await reminded()).toEqual([]);
    desk.pass(1);
    for (let times = 0; times < 2; times++) await remind(desk);
    expect(await reminded()).toEqual([order.id]);
    const { text } = await desk.db
      .selectFrom("mails")
      .select("text")
      .where("kind", "=", "reminder")
      .executeTakeFirstOrThrow();
    expect(text).toContain("Puedes pagar por transferencia hasta el domingo 29 de noviembre");
  });

  test("expires more than a hundred orders", async () => {
    const desk = await open();
    for (let count = 0; count < 101; count++) await placed(desk);
    desk.pass(8 * day);
    await expire(desk);
    await expire(desk);
    const left = desk.db.selectFrom("orders").select("id").where("state", "=", "pending");
    expect(await left.execute()).toEqual([]);
  });

  test("forgets unpaid orders after 30 days, and others after six years", async () => {
    const desk = await open();
    const unpaid = await placed(desk);
    const begun = await placed(desk);
    await receive(desk, begun.id, 1, 0);
    const unshipped = await placed(desk);
    await receive(desk, unshipped.id, 8999, 0);
    const sold = await placed(desk);
    await receive(desk, sold.id, 8999, 0);
    desk.pass(8 * day);
    await ship(desk, sold.id, "");
    await expire(desk);
    const forgotten = async () => {
      await forget(desk);
      const all = [unpaid, begun, unshipped, sold];
      const orders = await Promise.all(all.map((order) => now(desk, order)));
      return orders.map(({ forgottenAt }) => forgottenAt !== null);
    };
    desk.pass(30 * day);
    expect(await forgotten()).toEqual([false, false, false, false]);
    desk.pass(1);
    expect(await forgotten()).toEqual([true, false, false, false]);
    // Six years of 365.25 days after the last event.
    desk.pass(189_345_600_000 - 30 * day - 1);
    expect(await forgotten()).toEqual([true, false, false, false]);
    desk.pass(1);
    expect(await forgotten()).toEqual([true, false, false, true]);
  });

  test("forgets an order whose partial payment was refunded", async () => {
    const desk = await open();
    const order = await placed(desk);
    await receive(desk, order.id, 4000, 0);
    await refund(desk, order.id, 4000, 0);
    desk.pass(8 * day);
    await expire(desk);
    desk.pass(31 * day);
    await forget(desk);
    expect((await now(desk, order)).forgottenAt).not.toBeNull();
  });

  test("asks the provider a last time before forgetting, and keeps the order without an answer", async () => {
    const late = async () => ({ received: 8999, refunded: 0, ...undisputed });
    let answer: typeof late = () => Promise.reject(new Error("away"));
    const desk = await open({ card: card({ check: () => answer(), isUnavailable: () => true }) });
    const order = await placed(desk);
    await desk.db.updateTable("orders").set({ providerReference: "1" }).execute();
    desk.pass(8 * day);
    await expire(desk);
    desk.pass(31 * day);
    await forget(desk);
    expect((await now(desk, order)).forgottenAt).toBeNull();
    answer = late;
    await forget(desk);
    expect(await now(desk, order)).toMatchObject({ forgottenAt: null, received: 8999 });
  });

  test("forgets an order that the provider does not know", async () => {
    const check = () => Promise.reject(new Error("No such checkout.session"));
    const desk = await open({ card: card({ check }) });
    const order = await placed(desk);
    await desk.db.updateTable("orders").set({ providerReference: "1" }).execute();
    desk.pass(8 * day);
    await expire(desk);
    desk.pass(31 * day);
    await forget(desk);
    expect((await now(desk, order)).forgottenAt).not.toBeNull();
  });

  test.each([
    ["is not paid yet", async () => {}],
    ["is not shipped yet", (desk: Desk, id: string) => receive(desk, id, 8999, 0)],
    [
      "was withdrawn from, and waits for that",
      async (desk: Desk, id: string) => {
        await receive(desk, id, 8999, 0);
        await ship(desk, id, "");
        const email = "lucia@correo.example";
        await withdraw(desk, newKey(), { name: "Lucía Gómez", contract: id, email });
      },
    ],
  ])("does not forget an order that %s without a question", async (_, happens) => {
    const desk = await open();
    const order = await placed(desk);
    await happens(desk, order.id);
    expect(await forgetOrder(desk, order.id, "owner")).toBe("unfinished");
    expect((await now(desk, order)).email).toBe("lucia@correo.example");
    expect(await forgetOrder(desk, order.id, "owner", true)).toBe("forgotten");
    expect((await now(desk, order)).email).toBeNull();
  });

  test("nothing left of a forgotten order identifies a person", async () => {
    const desk = await open();
    const order = await placed(desk, { quantity: 2 });
    await receive(desk, order.id, 17_998, 0);
    await annotate(desk, order.id, "Su hermana se llama Ana");
    await ship(desk, order.id, "https://correos.example/lucia");
    desk.pass(day);
    // It is on its way, and may be withdrawn from.
    expect(await forgetOrder(desk, order.id, "owner")).toBe("unfinished");
    expect(await forgetOrder(desk, order.id, "owner", true)).toBe("forgotten");
    const left = await now(desk, order);
    expect(left).toEqual({
      ...order,
      state: "shipped",
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
    expect(await story(desk, order)).toEqual([
      "shopper pending",
      "owner received 17998",
      "owner paid",
      "owner note",
      "owner shipped",
      "owner forgotten",
    ]);
    expect(await forgetOrder(desk, order.id, "owner")).toBe("unknown");
  });

  test("neither its address nor a late retry opens a forgotten order", async () => {
    const desk = await open();
    const asked = attempt();
    const first = await place(desk, asked);
    if (first.outcome !== "placed") throw new Error(first.outcome);
    await forgetOrder(desk, first.order.id, "owner", true);
    expect(await findByToken(desk, first.order.token)).toBeUndefined();
    expect((await place(desk, asked)).outcome).toBe("other body");
    expect(await findByToken(desk, (await now(desk, first.order)).token)).toBeUndefined();
  });

  test("a forgotten order can change its state, without emails", async () => {
    const desk = await open();
    const order = await placed(desk);
    await forgetOrder(desk, order.id, "owner", true);
    await receive(desk, order.id, 8999, 0);
    expect((await now(desk, order)).state).toBe("paid");
    expect(await mailsOf(desk, order)).toEqual([]);
  });

  test("loses no order when the clock is set back an hour", async () => {
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

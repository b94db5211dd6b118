import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { withdrawal } from "../../app/desk/shop/withdrawal.ts";
import { day, hour, minute } from "../context.ts";
import { sendDue } from "../mail/outbox.ts";
import type { Order } from "../storage/schema.ts";
import {
  databases,
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
import { receive } from "./money.ts";
import {
  handleWithdrawal,
  noteWithdrawal,
  openWithdrawals,
  takeBackWithdrawal,
  withdraw,
} from "./withdrawals.ts";

const declared = { name: "Lucía Gómez", contract: "", email: "lucia@correo.example" };

/** An order with a number that we know. */
async function numbered(desk: TestDesk): Promise<Order> {
  const { id } = await placed(desk);
  await desk.db.deleteFrom("events").where("orderId", "=", id).execute();
  return desk.db
    .updateTable("orders")
    .set({ id: "7KQ2M9XA" })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const received = { at: start, isAcknowledged: true };

const rows = ({ db }: TestDesk) => db.selectFrom("withdrawals").selectAll().execute();

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
    expect(await withdraw(desk, newKey(), { ...declared, contract })).toEqual(received);
    expect(await rows(desk)).toMatchObject([{ ...declared, contract, orderId: "7KQ2M9XA" }]);
    expect(await story(desk, order)).toEqual(["shopper withdrawn", "shopper cancelled"]);
  });

  test("ignores capitals in email addresses", async () => {
    const desk = await open();
    await numbered(desk);
    const email = "Lucia@Correo.Example";
    await withdraw(desk, newKey(), { ...declared, email, contract: "7KQ2M9XA" });
    expect(await rows(desk)).toMatchObject([{ email, orderId: "7KQ2M9XA" }]);
  });

  test.each([
    ["another number", { contract: "8KQ2M9XA" }],
    ["a longer number", { contract: "7KQ2M9XAB" }],
    ["no number", { contract: "El perfume que compré en mayo" }],
    ["another address", { contract: "7KQ2M9XA", email: "otra@correo.example" }],
  ])("stores and acknowledges %s without an order", async (_, change) => {
    const desk = await open();
    const order = await numbered(desk);
    expect(await withdraw(desk, newKey(), { ...declared, ...change })).toEqual(received);
    expect(await rows(desk)).toMatchObject([{ orderId: null }]);
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
    at.push(await withdraw(desk, key, details));
    expect(at).toEqual(at.map(() => received));
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

  test("forgetting an order forgets its withdrawals", async () => {
    const desk = await open();
    const order = await placed(desk);
    await withdraw(desk, newKey(), { ...declared, contract: order.id });
    await withdraw(desk, newKey(), { ...declared, contract: "otro" });
    await forgetOrder(desk, order.id, "owner", true);
    expect((await rows(desk)).map(({ contract }) => contract)).toEqual(["otro"]);
    expect(await desk.db.selectFrom("mails").select("kind").execute()).toHaveLength(2);
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

  test("lists unhandled withdrawals, oldest first", async () => {
    const desk = await open();
    for (let count = 0; count < 30; count++) {
      await withdraw(desk, newKey(), { ...declared, contract: `el ${count}` });
      desk.pass(minute);
    }
    const waiting = async () => (await openWithdrawals(desk)).map(({ contract }) => contract);
    expect(await waiting()).toHaveLength(30);
    const [first] = await openWithdrawals(desk);
    await handleWithdrawal(desk, first?.id ?? "");
    expect((await waiting())[0]).toBe("el 1");
    expect(await waiting()).toHaveLength(29);
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
    expect(await openWithdrawals(desk)).toEqual([]);
    expect(await noteWithdrawal(desk, order.id)).toBe(true);
    expect(await openWithdrawals(desk)).toHaveLength(1);
  });

  test("acknowledges repeated withdrawals of one order a few times only", async () => {
    const desk = await testDesk(database, {
      limits: { ...unlimited, strangersMails: { perEmail: 3, perHour: 20 } },
    });
    const order = await placed(desk);
    const contract = `${order.id} entra en https://evil.example`;
    for (let count = 0; count < 10; count++) {
      await withdraw(desk, newKey(), { ...declared, contract });
    }
    const mails = await desk.db
      .selectFrom("mails")
      .select("kind")
      .where("kind", "like", "%withdrawn")
      .execute();
    expect(mails).toHaveLength(6);
    expect(await openWithdrawals(desk)).toHaveLength(1);
    expect((await story(desk, order)).filter((event) => /withdrawn/.test(event))).toHaveLength(1);
  });

  test("stores withdrawals beyond the limit without sending emails", async () => {
    const desk = await testDesk(database, {
      limits: { ...unlimited, strangersMails: { perEmail: 3, perHour: 5 } },
    });
    const order = await placed(desk);
    const acknowledged = async () => {
      const mails = desk.db.selectFrom("mails").select("recipient").where("kind", "=", "withdrawn");
      return (await mails.execute()).map(({ recipient }) => recipient);
    };
    const post = (email: string, contract = "el perfume") =>
      withdraw(desk, newKey(), { ...declared, contract, email });
    for (const name of ["Una", "una", "UNA"]) await post(`${name}@correo.example`);
    expect(await acknowledged()).toHaveLength(3);
    expect(await post("una@correo.example")).toEqual({ at: start, isAcknowledged: false });
    for (const name of ["dos", "tres", "cuatro"]) await post(`${name}@correo.example`);
    expect(await acknowledged()).toHaveLength(4);
    // The first withdrawal from an order is always acknowledged.
    await post("lucia@correo.example", order.id);
    expect(await acknowledged()).toContain("lucia@correo.example");
    expect(await openWithdrawals(desk)).toHaveLength(8);
    desk.pass(hour);
    await post("cinco@correo.example");
    expect(await acknowledged()).toContain("cinco@correo.example");
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

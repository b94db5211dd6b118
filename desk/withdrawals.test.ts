import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { withdrawal } from "../app/shop/withdrawal.ts";
import { day } from "./context.ts";
import { forget, forgetOrder } from "./orders.ts";
import { sendDue } from "./outbox.ts";
import type { Order } from "./schema.ts";
import {
  databases,
  newKey,
  placed,
  start,
  story,
  type TestDesk,
  testDesk,
} from "./testing/desk.ts";
import { withdraw } from "./withdrawals.ts";

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
  ])("«%s» is the order 7KQ2M9XA", async (contract) => {
    const desk = await open();
    const order = await numbered(desk);
    expect(await withdraw(desk, newKey(), { ...declared, contract })).toBe(start);
    expect(await rows(desk)).toMatchObject([{ ...declared, contract, orderId: "7KQ2M9XA" }]);
    expect(await story(desk, order)).toEqual(["shopper withdrawn"]);
  });

  test("an e-mail address is the same in capitals", async () => {
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
  ])("%s is taken as well, and acknowledged, and belongs to no order", async (_, change) => {
    const desk = await open();
    const order = await numbered(desk);
    expect(await withdraw(desk, newKey(), { ...declared, ...change })).toBe(start);
    expect(await rows(desk)).toMatchObject([{ orderId: null }]);
    expect(await story(desk, order)).toEqual([]);
    const recipients: string[] = [];
    await sendDue(desk, async ({ kind, recipient }) => {
      if (kind === "withdrawn") recipients.push(recipient);
    });
    expect(recipients).toEqual([{ ...declared, ...change }.email]);
  });

  test("the same key again is the same withdrawal, of the same moment, with one mail", async () => {
    const desk = await open();
    const order = await numbered(desk);
    const key = newKey();
    const details = { ...declared, contract: "7KQ2M9XA" };
    const at = await Promise.all(Array.from({ length: 5 }, () => withdraw(desk, key, details)));
    desk.pass(day);
    at.push(await withdraw(desk, key, details));
    expect(new Set(at)).toEqual(new Set([start]));
    expect(await rows(desk)).toHaveLength(1);
    expect(await story(desk, order)).toEqual(["shopper withdrawn"]);
    const mails = desk.db.selectFrom("mails").select("id").where("kind", "=", "withdrawn");
    expect(await mails.execute()).toHaveLength(1);
  });

  test("what a withdrawal leaves behind goes after six years, its mail too", async () => {
    const desk = await open();
    await withdraw(desk, newKey(), { ...declared, contract: "el perfume" });
    desk.pass(189_345_600_000);
    await forget(desk);
    expect(await rows(desk)).toHaveLength(1);
    desk.pass(1);
    await forget(desk);
    expect(await rows(desk)).toEqual([]);
    expect(await desk.db.selectFrom("mails").selectAll().execute()).toEqual([]);
  });

  test("who is taken out of an order is taken out of its withdrawals", async () => {
    const desk = await open();
    const order = await placed(desk);
    await withdraw(desk, newKey(), { ...declared, contract: order.id });
    await withdraw(desk, newKey(), { ...declared, contract: "otro" });
    await forgetOrder(desk, order.id, "owner");
    expect((await rows(desk)).map(({ contract }) => contract)).toEqual(["otro"]);
    expect(await desk.db.selectFrom("mails").select("kind").execute()).toHaveLength(1);
    expect(await story(desk, order)).toEqual([
      "shopper pending",
      "shopper withdrawn",
      "owner forgotten",
    ]);
  });
});

test.each([
  [{ name: "L" }, "name"],
  [{ name: "   " }, "name"],
  [{ contract: "" }, "contract"],
  [{ email: "lucia" }, "email"],
  [{ name: "L".repeat(201) }, "name"],
  [{ contract: "7".repeat(201) }, "contract"],
])("%o is asked for again", (change, field) => {
  const { issues = [] } = v.safeParse(withdrawal, { ...declared, contract: "7", ...change });
  expect(Object.keys(v.flatten(issues as never).nested ?? {})).toEqual([field]);
});

test("200 characters are taken", () => {
  const long = { ...declared, name: "L".repeat(200), contract: "7".repeat(200) };
  expect(v.safeParse(withdrawal, long).success).toBe(true);
});

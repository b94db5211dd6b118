import { expect, test } from "vitest";
import { sendDue } from "../mail/outbox.ts";
import { hour } from "../shop/time.ts";
import {
  change,
  databases,
  enter,
  lucia,
  newKey,
  placed,
  start,
  testDesk,
} from "../testing/desk.ts";
import { personalDataOf } from "./data-requests.ts";
import { amend, annotate } from "./order-steps.ts";
import { linkWithdrawal, noteWithdrawal, withdraw } from "./withdrawals.ts";

test.each(databases)("exports all about a person, but no secret, on %s", async (database) => {
  const desk = await testDesk(database);
  const order = await placed(desk);
  const other = await placed(desk, { email: "ana@correo.example" });
  await enter(desk, order, 8999, { note: "De su hermana" });
  await change(desk, order, (trx, locked) => annotate(desk, trx, locked, "Llama por la tarde"));
  await change(desk, order, (trx, locked) => noteWithdrawal(desk, trx, locked));
  const declared = { name: "Lucía", contract: "el perfume", email: "LUCIA@correo.example" };
  await withdraw(desk, newKey(), declared);
  await withdraw(desk, newKey(), { ...declared, email: "ana@correo.example" });

  const person = await personalDataOf(desk, " Lucia@Correo.Example ");
  expect(person).toMatchObject({
    orders: [
      {
        id: order.id,
        address: "Calle Mayor, 1",
        payments: [{ amount: 8999, note: "De su hermana" }, { kind: "discount" }],
        events: [
          { kind: "placed" },
          { note: "Llama por la tarde" },
          { kind: "withdrawn" },
          { kind: "removed" },
          { kind: "cancelled" },
        ],
      },
    ],
  });
  expect(person?.withdrawals.map(({ contract }) => contract).sort()).toEqual(
    [order.id, "el perfume"].sort(),
  );
  expect(person?.mails.map(({ template }) => template).sort()).toEqual([
    "acknowledgement",
    "money",
    "owner order placed",
    "owner withdrawal",
    "placed",
    "withdrawn",
  ]);
  const text = JSON.stringify(person);
  expect(text).not.toContain(other.id);
  const { token, requestKey, fingerprint } = order;
  for (const key of [token, requestKey, fingerprint]) expect(text).not.toContain(key);
  expect(await personalDataOf(desk, "nadie@correo.example")).toBeUndefined();
  expect(start).toBe(person?.orders[0]?.placedAt);
});

test.each(databases)("exports a withdrawal that somebody else declared, on %s", async (name) => {
  const desk = await testDesk(name);
  const order = await placed(desk);
  const { id } = await withdraw(desk, newKey(), {
    name: "Ana",
    contract: "el regalo",
    email: "ana@correo.example",
  });
  await change(desk, order, (trx, locked) => linkWithdrawal(desk, trx, locked, id));
  const person = await personalDataOf(desk, "lucia@correo.example");
  expect(person?.withdrawals).toMatchObject([{ id, contract: "el regalo" }]);
});

test.each(databases)("of an earlier address says only that it was there, on %s", async (name) => {
  const desk = await testDesk(name);
  const order = await placed(desk, { lastName: "Secreto", email: "Luisa@correo.example" });
  await sendDue(desk, async () => {});
  desk.pass(hour);
  const { quantity: _, ...details } = lucia;
  await change(desk, order, (trx, locked) => amend(desk, trx, locked, details));
  desk.pass(hour);
  await enter(desk, order, 8999);
  await sendDue(desk, async () => {});

  const person = await personalDataOf(desk, "luisa@CORREO.example");
  expect(person).toEqual({
    orders: [],
    withdrawals: [],
    mails: [],
    earlier: [
      {
        from: start,
        until: start + hour,
        mails: [{ id: expect.any(String), subject: expect.any(String), sentAt: start }],
      },
    ],
  });
  // Whoever has it now gets the whole.
  const [now] = (await personalDataOf(desk, "lucia@correo.example"))?.orders ?? [];
  expect(now?.id).toBe(order.id);
  // An address that only contains it was never there.
  expect(await personalDataOf(desk, "uisa@correo.example")).toBeUndefined();
});

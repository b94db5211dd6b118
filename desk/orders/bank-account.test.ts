import { describe, expect, test, vi } from "vitest";
import type { Desk } from "../storage/desk.ts";
import { change, databases, mailsOf, paid, placed, testDesk, times } from "../testing/desk.ts";
import { confirmAccount } from "./bank-account.ts";
import { makeLink } from "./email-links.ts";
import { close, deliver } from "./order-steps.ts";
import { readFacts } from "./stored-facts.ts";

vi.spyOn(console, "log").mockImplementation(() => {});

const oldIban = "ES9121000418450200051332";
const iban = "ES7921000813610123456789";

const accountOf = async ({ db }: Desk) => (await readFacts(db)).iban;

const ownersMails = async ({ db }: Desk) =>
  (
    await db
      .selectFrom("mails")
      .select("template")
      .where("audience", "=", "owner")
      .where("orderId", "is", null)
      .orderBy("dueAt")
      .execute()
  ).map(({ template }) => template);

describe.each(databases)("a new account on %s", (database) => {
  test("takes effect when its link is used, and is announced to those who have yet to pay by transfer", async () => {
    const desk = await testDesk(database);
    const waiting = await placed(desk);
    const done = await paid(desk, { email: "b@correo.example" });
    const cancelled = await placed(desk, { email: "c@correo.example" });
    await change(desk, cancelled, (trx, order) =>
      close(desk, trx, order, "cancelled", { who: "owner" }),
    );
    const handedOver = await placed(desk, { email: "d@correo.example" });
    await change(desk, handedOver, (trx, order) => deliver(desk, trx, order));
    const messages = async (order: { id: string }) =>
      (await mailsOf(desk, order)).filter((template) => template === "account changed").length;

    expect(await confirmAccount(desk, await makeLink(desk, iban))).toBe(iban);
    expect(await accountOf(desk)).toBe(iban);
    expect(await Promise.all([waiting, handedOver, done, cancelled].map(messages))).toEqual([
      1, 1, 0, 0,
    ]);
    expect(await ownersMails(desk)).toEqual(["owner setting changed"]);

    expect(await confirmAccount(desk, await makeLink(desk, oldIban))).toBe(oldIban);
    expect([await accountOf(desk), await messages(waiting)]).toEqual([oldIban, 2]);
    // This account is in use already.
    expect(await confirmAccount(desk, await makeLink(desk, oldIban))).toBe(oldIban);
    expect(await messages(waiting)).toBe(2);
  });

  test("takes effect once for two concurrent presses, and for no other link", async () => {
    const desk = await testDesk(database);
    const secret = await makeLink(desk, iban);
    const presses = await times(2, () => confirmAccount(desk, secret));
    expect(presses.sort()).toEqual([iban, undefined]);
    expect(await ownersMails(desk)).toEqual(["owner setting changed"]);
    for (const other of [secret, `${secret}A`, "", await makeLink(desk)])
      expect(await confirmAccount(desk, other)).toBeUndefined();
  });
});

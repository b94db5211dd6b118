import { describe, expect, test, vi } from "vitest";
import { sendAgain, sendDue } from "../mail/outbox.ts";
import { databases, placed, type TestDesk, testDesk } from "../testing/desk.ts";
import { announceAccount } from "./account.ts";
import { receive } from "./money.ts";

vi.spyOn(console, "log").mockImplementation(() => {});

const old = "ES91 2100 0418 4502 0005 1332";
const iban = "ES79 2100 0813 6101 2345 6789";

/** The same desk, started with another account. */
const moved = (desk: TestDesk): TestDesk => ({
  ...desk,
  iban: iban.replaceAll(" ", ""),
});

const mailsTo = (desk: TestDesk, about: string) =>
  desk.db
    .selectFrom("mails")
    .selectAll()
    .where("about", "=", about)
    .where("kind", "not like", "owner%")
    .orderBy("createdAt")
    .orderBy("kind")
    .execute();

describe.each(databases)("%s: another account", (database) => {
  test("is told to everybody who waits with the old one, once", async () => {
    const desk = await testDesk(database);
    await announceAccount(desk);
    const [waiting, paid] = [await placed(desk), await placed(desk)];
    await receive(desk, paid.id, 8999, 0);
    await sendDue(desk, async () => {});
    const unsent = await placed(desk);
    await announceAccount(desk);
    expect(await mailsTo(desk, waiting.id)).toHaveLength(1);

    desk.pass(1);
    await announceAccount(moved(desk));
    await announceAccount(moved(desk));
    const [, news, ...more] = await mailsTo(desk, waiting.id);
    expect(news?.subject).toBe(`Tu pedido ${waiting.id}: hemos cambiado de cuenta`);
    expect(news?.text).toContain(iban);
    expect(news?.text).toContain(`/pedido/${waiting.token}`);
    expect(more).toEqual([]);
    expect((await mailsTo(desk, paid.id)).map(({ kind }) => kind)).not.toContainEqual(
      expect.stringContaining(iban),
    );
    const [first, ...others] = await mailsTo(desk, unsent.id);
    expect(others).toEqual([]);
    for (const text of [first?.text, first?.html]) {
      expect(text).toContain(iban);
      expect(text).not.toContain(old);
    }
  });

  test("is in an email that is sent again while the order is unpaid", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    await sendDue(desk, async () => {});
    const [mail] = await mailsTo(desk, order.id);
    desk.pass(1);
    await sendAgain(moved(desk), mail?.id ?? "");
    const [first, again] = await mailsTo(desk, order.id);
    expect(first?.text).toContain(old);
    expect(again?.text).toContain(iban);
    expect(again?.text).not.toContain(old);
    expect(again?.html).toContain(iban);
  });
});

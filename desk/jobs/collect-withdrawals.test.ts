import { describe, expect, test } from "vitest";
import { type RenderedMail, renderMail } from "../mail/render.ts";
import { withdraw } from "../orders/withdrawals.ts";
import { day, hour, minute } from "../shop/time.ts";
import { databases, newKey, paid, type TestDesk, testDesk, times } from "../testing/desk.ts";
import { collectWithdrawals } from "./collect-withdrawals.ts";

const declare = (desk: TestDesk, email: string, contract = "Mi perfume, bit.ly/x") =>
  withdraw(desk, newKey(), { name: "Ana", contract, email });

/** The queued emails of this template. */
async function queued(desk: TestDesk, template: string): Promise<RenderedMail[]> {
  const rows = await desk.db
    .selectFrom("mails")
    .selectAll()
    .where("template", "=", template)
    .orderBy("createdAt")
    .execute();
  const mails = await Promise.all(rows.map((row) => renderMail(desk, desk.db, row)));
  return mails.filter((mail) => mail !== undefined);
}
const countOf = async (desk: TestDesk, template: string) => (await queued(desk, template)).length;

describe.each(databases)("%s", (database) => {
  test("acknowledges three a day to a mailbox at once, and the others in one email without the typed text", async () => {
    const desk = await testDesk(database);
    for (const email of ["ana@c.example", "ana+1@c.example", "Ana@C.example"])
      await declare(desk, email);
    expect(await countOf(desk, "acknowledgement")).toBe(3);
    desk.pass(hour);
    await declare(desk, "ana+2@c.example");
    desk.pass(minute);
    await declare(desk, "ana+3@c.example");
    await declare(desk, "luis@c.example");
    expect(await countOf(desk, "acknowledgement")).toBe(4);
    await collectWithdrawals(desk);
    expect(await queued(desk, "acknowledgements")).toEqual([]);
    desk.pass(day);
    await collectWithdrawals(desk);
    await collectWithdrawals(desk);
    const [together, ...more] = await queued(desk, "acknowledgements");
    expect(more).toEqual([]);
    expect(together).toMatchObject({
      recipient: "ana+2@c.example",
      subject: "Hemos recibido más desistimientos tuyos",
      text: expect.stringContaining(
        "Hemos recibido otros 2 desistimientos con tu dirección, el primero el 22 de noviembre de 2026 a las 11:05 y el último el 22 de noviembre de 2026 a las 11:06.",
      ),
    });
    expect(together?.text).not.toMatch(/bit|Mi perfume|Ana/);
    await declare(desk, "ana@c.example");
    expect(await countOf(desk, "acknowledgement")).toBe(5);
  });

  test("keeps to three when many arrive at once", async () => {
    const desk = await testDesk(database);
    await times(8, (index) => declare(desk, `ana+${index}@c.example`));
    expect(await countOf(desk, "acknowledgement")).toBe(3);
  });

  test("makes up for the days of a week in which the server was off", async () => {
    const desk = await testDesk(database);
    for (let count = 0; count < 4; count++) await declare(desk, "ana@c.example");
    desk.pass(7 * day);
    await collectWithdrawals(desk);
    expect(await countOf(desk, "acknowledgements")).toBe(1);
  });

  test("emails the owner about three a day that match no order, about the others the next day, and about all that match", async () => {
    const desk = await testDesk(database);
    for (let index = 0; index < 5; index++) await declare(desk, `a${index}@c.example`);
    expect(await countOf(desk, "owner withdrawal")).toBe(3);
    const order = await paid(desk);
    await declare(desk, order.email ?? "", order.id);
    expect(await countOf(desk, "owner withdrawal")).toBe(4);
    desk.pass(day);
    await collectWithdrawals(desk);
    await collectWithdrawals(desk);
    expect(await queued(desk, "owner withdrawals")).toMatchObject([
      {
        subject: "Otros 2 desistimientos que no encajan con ningún pedido",
        text: expect.stringContaining("Llegaron el 22 de noviembre de 2026"),
      },
    ]);
  });
});

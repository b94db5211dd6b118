import { describe, expect, test } from "vitest";
import { renderMail } from "../mail/render.ts";
import { day } from "../shop/time.ts";
import { databases, enter, placed, setStock, type TestDesk, testDesk } from "../testing/desk.ts";
import { warnOfUnpaidStock } from "./unpaid-stock.ts";

async function warnings(desk: TestDesk): Promise<(string | undefined)[]> {
  await warnOfUnpaidStock(desk);
  const rows = await desk.db
    .selectFrom("mails")
    .selectAll()
    .where("template", "=", "owner unpaid stock")
    .execute();
  const mails = await Promise.all(rows.map((row) => renderMail(desk, desk.db, row)));
  return mails.map((mail) => mail?.text);
}

describe.each(databases)("%s", (database) => {
  test("warns when several unpaid orders hold more than is left to sell, once a week", async () => {
    const desk = await testDesk(database);
    await setStock(desk, 12);
    await placed(desk, { quantity: 4 });
    await placed(desk, { quantity: 2, email: "a@correo.example" });
    expect(await warnings(desk)).toEqual([]);
    await placed(desk, { quantity: 1, email: "b@correo.example" });
    const [first, ...more] = await warnings(desk);
    expect(more).toEqual([]);
    expect(first).toContain(
      "3 pedidos sin pagar tienen reservados 7 frascos, y quedan 5 por vender. Si no te fías de alguno, anúlalos juntos.",
    );
    expect(first).toContain(
      "Ver los pedidos sin pagar: https://aurelia.example/mostrador/sin-pagar",
    );
    desk.pass(7 * day - 1);
    expect(await warnings(desk)).toHaveLength(1);
    desk.pass(1);
    expect(await warnings(desk)).toHaveLength(2);
  });

  test("does not warn about a single order, paid orders, or an uncounted stock", async () => {
    const desk = await testDesk(database);
    await placed(desk, { quantity: 4 });
    await placed(desk, { quantity: 5, email: "a@correo.example" });
    expect(await warnings(desk)).toEqual([]);
    await setStock(desk, 0);
    const [order] = await desk.db.selectFrom("orders").selectAll().execute();
    if (order) await enter(desk, { id: order.id }, order.total);
    expect(await warnings(desk)).toEqual([]);
  });
});

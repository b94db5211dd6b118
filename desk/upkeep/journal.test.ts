import { beforeEach, describe, expect, test, vi } from "vitest";
import { appendEvent, ship } from "../orders/orders.ts";
import { transact } from "../storage/database.ts";
import { databases, placed, testDesk } from "../testing/desk.ts";
import { journal } from "./journal.ts";
import { forgetOrder } from "./retention.ts";

const log: string[] = [];
beforeEach(() => void log.splice(0));
vi.spyOn(console, "log").mockImplementation((line) => void log.push(line));

describe.each(databases)("%s", (database) => {
  test("logs each event of an order once, without names", async () => {
    const desk = await testDesk(database);
    await placed(desk);
    const tell = await journal(desk);
    await tell();
    expect(log).toEqual([]);
    const { id } = await placed(desk);
    await transact(desk.db, (trx) =>
      appendEvent(desk, trx, id, "received", { who: "owner", amount: 8999 }),
    );
    await tell();
    const paid = { state: "paid", received: 8999 } as const;
    await desk.db.updateTable("orders").set(paid).where("id", "=", id).execute();
    await ship(desk, id, "https://correos.example/PQ1");
    await forgetOrder(desk, id, "owner", true);
    await forgetOrder(desk, (await placed(desk)).id, "desk", true);
    await tell();
    await tell();
    expect(log.slice(0, 4)).toEqual([
      `Pedido ${id}: pendiente de pago (comprador).`,
      `Pedido ${id}: dinero recibido, 89,99 € (mostrador).`,
      `Pedido ${id}: enviado (mostrador).`,
      `Pedido ${id}: datos personales borrados (mostrador).`,
    ]);
    expect(log).toHaveLength(5);
    expect(log[4]).toMatch(/: pendiente de pago \(comprador\)\.$/);
  });

  if (database === "PostgreSQL")
    test("does not skip an event that is committed late", async () => {
      const desk = await testDesk(database);
      const first = await placed(desk);
      const second = await placed(desk);
      const tell = await journal(desk);
      const late = await desk.db.startTransaction().execute();
      await appendEvent(desk, late, first.id, "note", { who: "owner" });
      await transact(desk.db, (trx) => appendEvent(desk, trx, second.id, "note", { who: "owner" }));
      await tell();
      await late.commit().execute();
      await tell();
      expect(log).toEqual([
        `Pedido ${second.id}: nota (mostrador).`,
        `Pedido ${first.id}: nota (mostrador).`,
      ]);
    });
});

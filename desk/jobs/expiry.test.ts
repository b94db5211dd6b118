import { describe, expect, test } from "vitest";
import { enterOrder } from "../orders/enter-order.ts";
import { extend, reopen, ship, shipAgain, undeliver } from "../orders/order-steps.ts";
import { stockOf } from "../orders/stock.ts";
import { withdraw } from "../orders/withdrawals.ts";
import { day } from "../shop/time.ts";
import {
  change,
  databases,
  enter,
  mailsOf,
  newKey,
  paid,
  placed,
  reread,
  setStock,
  soldInPerson,
  story,
  type TestDesk,
  testDesk,
} from "../testing/desk.ts";
import { expire, presumeDelivered, remindDue } from "./expiry.ts";

/** Moves the clock to this moment. */
const passTo = (desk: TestDesk, moment: string) => desk.pass(Date.parse(moment) - desk.now());

const statusOf = async (desk: TestDesk, order: { id: string }) =>
  (await reread(desk, order)).status;

describe.each(databases)("%s", (database) => {
  test("an order can be paid for seven days, the last one in full", async () => {
    const desk = await testDesk(database);
    await setStock(desk, 10);
    const [order, begun, settled] = [await placed(desk), await placed(desk), await paid(desk)];
    await enter(desk, begun, 1);
    passTo(desk, "2026-11-29T23:59:59.999+01:00");
    expect(await expire(desk)).toBe(0);
    expect(await statusOf(desk, order)).toBe("unpaid");
    desk.pass(1);
    expect(await expire(desk)).toBe(1);
    expect(await expire(desk)).toBe(0);
    expect(await story(desk, order)).toEqual(["shopper placed", "shop expired"]);
    expect(await mailsOf(desk, order)).toEqual(["expired", "placed"]);
    expect(await stockOf(desk.db)).toBe(8);
    expect(await statusOf(desk, begun)).toBe("partially paid");
    expect(await statusOf(desk, settled)).toBe("paid");
  });

  test("an order with more days expires after them", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    desk.pass(6 * day);
    await change(desk, order, (trx, locked) => extend(desk, trx, locked, 3));
    passTo(desk, "2026-12-01T23:59:59.999+01:00");
    await expire(desk);
    expect(await statusOf(desk, order)).toBe("unpaid");
    desk.pass(1);
    await expire(desk);
    expect(await statusOf(desk, order)).toBe("expired");
  });

  test("expires more than a hundred orders", async () => {
    const desk = await testDesk(database);
    for (let count = 0; count < 101; count++) await placed(desk);
    desk.pass(8 * day);
    expect([await expire(desk), await expire(desk)]).toEqual([100, 1]);
  });

  test("two servers expire an order once", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    desk.pass(8 * day);
    await Promise.all([expire(desk), expire(desk), expire(desk)]);
    expect(await story(desk, order)).toEqual(["shopper placed", "shop expired"]);
  });

  test("reminds of an unpaid order once, on its fourth day", async () => {
    const desk = await testDesk(database);
    const [order, , begun] = [await placed(desk), await paid(desk), await placed(desk)];
    await enter(desk, begun, 1);
    // Nobody to write to.
    await enterOrder(desk, soldInPerson({ isPaid: false, isDelivered: false }));
    const reminded = async () => {
      const mails = desk.db
        .selectFrom("mails")
        .select("orderId")
        .where("template", "=", "reminder");
      return (await mails.execute()).map(({ orderId }) => orderId);
    };
    passTo(desk, "2026-11-25T23:59:59.999+01:00");
    await remindDue(desk);
    expect(await reminded()).toEqual([]);
    desk.pass(1);
    await remindDue(desk);
    await remindDue(desk);
    expect(await reminded()).toEqual([order.id]);
    // Nobody is reminded after the deadline.
    await placed(desk);
    desk.pass(9 * day);
    await remindDue(desk);
    expect(await reminded()).toEqual([order.id]);
  });

  test("reminds of what is left of an order, and not of one that is withdrawn", async () => {
    const desk = await testDesk(database);
    const [part, all] = [await placed(desk, { quantity: 2 }), await placed(desk)];
    const declared = { name: "Lucía", email: "lucia@correo.example" };
    await withdraw(desk, newKey(), { ...declared, contract: part.id, bottles: 1 });
    await withdraw(desk, newKey(), { ...declared, contract: all.id });
    desk.pass(5 * day);
    await remindDue(desk);
    expect(await mailsOf(desk, part)).toEqual(["placed", "reminder"]);
    expect(await mailsOf(desk, all)).toEqual(["placed"]);
  });

  describe("a parcel", () => {
    async function shipped() {
      const desk = await testDesk(database);
      const order = await paid(desk);
      desk.pass(40 * day);
      await change(desk, order, (trx, locked) => ship(desk, trx, locked, ""));
      return { desk, order };
    }

    test("counts as delivered 30 days after it was shipped, silently, on an unknown day", async () => {
      const { desk, order } = await shipped();
      const mails = await mailsOf(desk, order);
      desk.pass(30 * day);
      await presumeDelivered(desk);
      expect(await statusOf(desk, order)).toBe("shipped");
      desk.pass(1);
      await presumeDelivered(desk);
      expect(await reread(desk, order)).toMatchObject({ status: "delivered", deliveredAt: null });
      expect((await story(desk, order)).at(-1)).toBe("shop delivered");
      expect(await mailsOf(desk, order)).toEqual(mails);
    });

    test.each([
      ["was sent again", "shipAgain"],
      ["has not arrived, as the owner says", "undeliver"],
    ])("that %s counts from then", async (_, step) => {
      const { desk, order } = await shipped();
      desk.pass(31 * day);
      if (step === "shipAgain") {
        await change(desk, order, (trx, locked) => shipAgain(desk, trx, locked, ""));
      } else {
        await presumeDelivered(desk);
        await change(desk, order, (trx, locked) => undeliver(desk, trx, locked));
      }
      desk.pass(30 * day);
      await presumeDelivered(desk);
      expect(await statusOf(desk, order)).toBe("shipped");
      desk.pass(1);
      await presumeDelivered(desk);
      expect(await statusOf(desk, order)).toBe("delivered");
    });
  });

  test("a reopened order has a new deadline", async () => {
    const desk = await testDesk(database);
    const order = await placed(desk);
    desk.pass(8 * day);
    await expire(desk);
    await change(desk, order, (trx, locked) => reopen(desk, trx, locked));
    await expire(desk);
    expect(await statusOf(desk, order)).toBe("unpaid");
  });
});

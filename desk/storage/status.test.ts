import { expect, test } from "vitest";
import {
  type Closed,
  type Fulfilment,
  orderStatus,
  owedBack,
  paymentStatus,
} from "../shop/order-status.ts";
import { databases, enter, placed, reread, testDesk } from "../testing/desk.ts";

/** P, R, C and D of an order over 89,99, with what follows from them (docs/decisions). */
const cases: [
  sums: [paid: number, refunded: number, chargedBack: number, discount: number],
  state: [Fulfilment, Closed],
  follows: [payment: string, status: string, owedBack: number],
][] = [
  [
    [0, 0, 0, 0],
    ["unfulfilled", null],
    ["unpaid", "unpaid", 0],
  ],
  [
    [8998, 0, 0, 0],
    ["unfulfilled", null],
    ["partially paid", "partially paid", 0],
  ],
  [
    [8999, 0, 0, 0],
    ["unfulfilled", null],
    ["paid", "paid", 0],
  ],
  [
    [8000, 0, 0, 999],
    ["unfulfilled", null],
    ["paid", "paid", 0],
  ],
  [
    [8000, 0, 0, 998],
    ["unfulfilled", null],
    ["partially paid", "partially paid", 0],
  ],
  [
    [10_000, 0, 0, 0],
    ["unfulfilled", null],
    ["paid", "paid", 1001],
  ],
  [
    [10_000, 1001, 0, 0],
    ["unfulfilled", null],
    ["paid", "paid", 0],
  ],
  [
    [8999, 1, 0, 0],
    ["unfulfilled", null],
    ["partially refunded", "partially refunded", 0],
  ],
  [
    [8999, 8999, 0, 0],
    ["unfulfilled", null],
    ["refunded", "refunded", 0],
  ],
  [
    [8999, 9999, 0, 0],
    ["unfulfilled", null],
    ["refunded", "refunded", 0],
  ],
  [
    [8999, 0, 8999, 0],
    ["unfulfilled", null],
    ["refunded", "refunded", 0],
  ],
  [
    [8999, 0, 8999, 0],
    ["shipped", null],
    ["refunded", "refunded", 0],
  ],
  [
    [5000, 1000, 0, 0],
    ["unfulfilled", null],
    ["partially paid", "partially paid", 0],
  ],
  [
    [5000, 5000, 0, 0],
    ["unfulfilled", "cancelled"],
    ["refunded", "refunded", 0],
  ],
  [
    [0, 0, 0, 0],
    ["unfulfilled", "expired"],
    ["unpaid", "expired", 0],
  ],
  [
    [8999, 0, 0, 0],
    ["unfulfilled", "expired"],
    ["paid", "expired", 8999],
  ],
  [
    [8999, 1000, 0, 0],
    ["unfulfilled", "cancelled"],
    ["partially refunded", "cancelled", 7999],
  ],
  [
    [8999, 0, 0, 0],
    ["shipped", null],
    ["paid", "shipped", 0],
  ],
  [
    [8999, 1000, 0, 0],
    ["delivered", null],
    ["partially refunded", "delivered", 0],
  ],
  [
    [8999, 0, 0, 0],
    ["delivered", "cancelled"],
    ["paid", "cancelled", 8999],
  ],
  [
    [0, 0, 0, 8999],
    ["delivered", null],
    ["paid", "delivered", 0],
  ],
];

test.each(cases)("%j, %j: %j", (sums, [fulfilment, closed], follows) => {
  const [paid, refunded, chargedBack, discount] = sums;
  const order = { paid, refunded, chargedBack, discount, total: 8999, fulfilment, closed };
  expect([paymentStatus(order), orderStatus(order), owedBack(order)]).toEqual(follows);
});

test.each(databases)("%s computes the same", async (database) => {
  const desk = await testDesk(database);
  for (const [[paid, refunded, chargedBack, discount], [fulfilment, closed], follows] of cases) {
    const { id } = await placed(desk);
    await desk.db
      .updateTable("orders")
      .set({ paid, refunded, chargedBack, discount, fulfilment, closed })
      .where("id", "=", id)
      .execute();
    const order = await reread(desk, { id });
    expect([order.paymentStatus, order.status, order.owedBack]).toEqual(follows);
  }
});

test.each(databases)("%s: payments are summed", async (database) => {
  const desk = await testDesk(database);
  const order = await placed(desk);
  expect(await enter(desk, order, 8000)).toMatchObject({ paid: 8000, status: "partially paid" });
  expect(await enter(desk, order, 999)).toMatchObject({ paid: 8999, status: "paid" });
});

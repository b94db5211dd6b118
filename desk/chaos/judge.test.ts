import { expect, test } from "vitest";
import { addEntry, ledgerOf } from "../orders/ledger.ts";
import { annotate, close, restock, ship } from "../orders/order-steps.ts";
import { storeText } from "../orders/terms.ts";
import { withdraw } from "../orders/withdrawals.ts";
import { day, minute } from "../shop/time.ts";
import { transact } from "../storage/database.ts";
import { change, newKey, placed, setStock, testDesk } from "../testing/desk.ts";
import { shopEmail } from "./constants.ts";
import type { Evidence } from "./evidence.ts";
import { judge } from "./judge.ts";
import { judgeLimits, judgeRefusal } from "./judge-limits.ts";
import type { Delivery } from "./mail-server.ts";
import { Record } from "./record.ts";
import { type Rows, readRows, watchLeases, watchPlacing } from "./rows.ts";

/** A shop without violations, with one order: paid, shipped, one of two bottles restocked, cancelled, withdrawn. */
async function correctShop() {
  const desk = await testDesk("SQLite", {
    renderTerms: async () =>
      "Cada frasco cuesta 89,99\u00a0€. Si el pedido no llega a 50\u00a0€, cuesta 9,99\u00a0€.",
  });
  const { db } = desk;
  await watchPlacing(db);
  await watchLeases(db);
  await setStock(desk, 10);
  const order = await placed(desk, { quantity: 2 });
  const { id, requestKey, email } = order;
  await change(desk, order, (trx, order) =>
    addEntry(desk, trx, order, { kind: "payment", who: "owner", amount: 17_998 }),
  );
  await change(desk, order, (trx, order) => ship(desk, trx, order, "ES1"));
  await change(desk, order, (trx, order) => restock(desk, trx, order, 1));
  const note = "Se arrepiente";
  await change(desk, order, (trx, order) =>
    close(desk, trx, order, "cancelled", { who: "owner", note }),
  );
  await change(desk, order, (trx, order) => annotate(desk, trx, order, "Llamó"));
  const key = newKey();
  await withdraw(desk, key, { name: "Lucía Gómez", contract: id, email: email ?? "" });
  await db.updateTable("mails").set({ sentAt: desk.now() }).execute();

  const record = new Record();
  const address = email ?? "";
  record.attempts.set(requestKey, {
    email: address,
    quantity: 2,
    number: id,
    total: 17_998,
    acknowledged: new Set(),
  });
  record.withdrawals.set(key, { contract: id, email: address, bottles: null });
  const press = (step: string, fields: { [name: string]: string }) =>
    record.presses.push({ order: id, step, fields, isDone: true });
  press("pago", { importe: "179,98" });
  press("enviado", { seguimiento: "ES1" });
  press("reponer", { frascos: "1" });
  press("anulado", { nota: note });
  press("nota", { nota: "Llamó" });
  const { mails } = await readRows(db);
  const deliveries = mails.map(
    ({ id, audience }): Delivery => ({
      id,
      to: audience === "owner" ? shopEmail : address,
      text: "",
      at: 1_000,
      shop: 0,
      isAnswered: true,
    }),
  );
  const evidence: Evidence = {
    record,
    deliveries,
    shops: [0, 1].map((number) => ({ number })),
    stripe: { sessions: new Map(), refunds: [], disputes: [] },
    clock: 0,
    stockAtStart: 10,
  };
  return { desk, db, order, evidence, record, deliveries, press };
}

type CorrectShop = Awaited<ReturnType<typeof correctShop>>;

/** Sends the first email a second time, from this shop. */
const sendAgain = ({ deliveries }: CorrectShop, shop: number) => {
  const [first] = deliveries;
  if (first) deliveries.push({ ...first, shop, at: first.at + 500 });
};

/** Leases the first email until this time of the shops. It is taken after a real second, which is a minute for them. */
const lease = ({ db, deliveries }: CorrectShop, dueAt: number) =>
  db
    .insertInto("leases" as never)
    .values({ mailId: deliveries[0]?.id, dueAt, takenAt: 1_000 } as never)
    .execute();

test.each<[fault: string, plant: (shop: CorrectShop) => unknown, report: RegExp[]]>([
  ["nothing", () => {}, []],
  ["a bottle too many", ({ desk }) => setStock(desk, 10), [/^10 bottles are left.* should be 9/]],
  [
    "an order that leaves a negative stock",
    ({ db, order: { id } }) =>
      db
        .insertInto("placings" as never)
        .values({ orderId: id, bottles: -1, open: "" } as never)
        .execute(),
    [/was accepted, and left -1 bottles/],
  ],
  [
    "terms of another price",
    async ({ db, order: { id } }) => {
      const text = "Cada frasco cuesta 95,00\u00a0€. Si no llega a 50\u00a0€, cuesta 9,99\u00a0€.";
      const terms = await transact(db, (trx) => storeText(trx, text, 0));
      await db.updateTable("orders").set({ terms }).where("id", "=", id).execute();
    },
    [/costs 8999 a bottle, and its terms quote 9500/],
  ],
  [
    "a price of another time",
    ({ record }) => {
      const [attempt] = record.attempts.values();
      Object.assign(attempt ?? {}, { from: 2_000, to: 3_000 });
      const change = { price: 9500, sentAt: 1_000, answeredAt: 1_500, isDone: true };
      record.prices.push(change, { ...change, price: 8999, sentAt: 3_500, answeredAt: 4_000 });
    },
    [/costs 8999 a bottle, which was not the price then/],
  ],
  [
    "a receipt together with others, of the first withdrawal",
    ({ desk, db, evidence }) => {
      evidence.clock = desk.now();
      const mails = db.updateTable("mails").set({ template: "acknowledgements" });
      return mails.where("template", "=", "acknowledgement").execute();
    },
    [/has not one receipt/],
  ],
  [
    "an email to somebody else",
    ({ deliveries: [first] }) => first && Object.assign(first, { to: "otra@correo.example" }),
    [/went to otra@correo.example/],
  ],
  [
    "an email that was never delivered",
    ({ deliveries }) => deliveries.splice(0, 1),
    [/never came to the mail server/],
  ],
  [
    "an email without a cause",
    ({ db }) =>
      db.updateTable("mails").set({ cause: "event 99" }).where("template", "=", "money").execute(),
    [/has an email «money» about nothing/, /the email «money» about its payment is missing/],
  ],
  [
    "a step that is lost",
    ({ press }) => press("nota", { nota: "Otra" }),
    [/«note: Otra» was acknowledged/],
  ],
  [
    "a payment of another amount",
    ({ record: { presses } }) => Object.assign(presses[0]?.fields ?? {}, { importe: "1,00" }),
    [/«payment 17998» is stored 1 times, and was done 0 times/, /«payment 100» was acknowledged/],
  ],
  [
    "a lost order",
    ({ record: { attempts } }) =>
      attempts.set("a", {
        email: "",
        quantity: 1,
        number: "7KQ2M9XA",
        total: 1,
        acknowledged: new Set(),
      }),
    [/7KQ2M9XA was acknowledged/, /^7KQ2M9XA costs/],
  ],
  [
    "an order that nobody placed",
    ({ record: { attempts }, order: { requestKey } }) => attempts.delete(requestKey),
    [/^Nobody has ordered/],
  ],
  [
    "a wrong sum",
    ({ db }) => db.updateTable("orders").set({ paid: 1 }).execute(),
    [/«paid» is 1, and should be 17998/, /«owedBack»/],
  ],
  [
    "a withdrawal from another order",
    ({ db }) => db.updateTable("withdrawals").set({ orderId: null }).execute(),
    [/is linked to null, and by the history to/],
  ],
  [
    "a withdrawal that is decided, and open again",
    ({ db }) => db.updateTable("withdrawals").set({ closedAt: null }).execute(),
    [/is decided, and open/],
  ],
  [
    "bottles that were taken off without an event",
    ({ db }) => db.updateTable("orders").set({ removed: 1 }).execute(),
    [/«removed» is 1, and should be 2/],
  ],
  [
    "bottles of which the discount is dropped",
    async ({ db }) => {
      await db.deleteFrom("payments").where("kind", "=", "discount").execute();
      await db.updateTable("orders").set({ discount: 0 }).execute();
    },
    [/: the discount for 2 is missing/],
  ],
  [
    "bottles that were sold for another part of the price",
    async ({ db }) => {
      await db
        .updateTable("payments")
        .set({ amount: 100 })
        .where("kind", "=", "discount")
        .execute();
      await db.updateTable("orders").set({ discount: 100 }).execute();
    },
    [/: 2 of 2 cost 100, not 17998/],
  ],
  [
    "a payment that Stripe does not know",
    async ({ db, order: { id } }) => {
      const [entry] = await ledgerOf(db, id);
      await db
        .updateTable("payments")
        .set({ providerId: "pi_1" })
        .where("id", "=", entry?.id ?? 0)
        .execute();
    },
    [/^Stripe does not know pi_1/],
  ],
  ["an email twice", (shop) => sendAgain(shop, 1), [/was sent twice, by shop 0, which ran on/]],
  [
    "an email twice from a shop that was killed later",
    (shop) => {
      sendAgain(shop, 0);
      Object.assign(shop.evidence.shops[0] ?? {}, { killedAt: 2_000 });
    },
    [/was sent twice/],
  ],
  [
    "a shop that goes on sending",
    ({ deliveries, evidence: { shops } }) => {
      Object.assign(shops[0] ?? {}, { stoppedAt: 999 });
      const [first] = deliveries;
      // More than the six that it may be sending.
      while (first && deliveries.length < 7)
        deliveries.push({ ...first, id: `${deliveries.length}` });
    },
    [/^Shop 0 has sent 7 emails/],
  ],
  [
    "an email again after a kill",
    (shop) => {
      sendAgain(shop, 1);
      Object.assign(shop.evidence.shops[0] ?? {}, { killedAt: 1_100 });
    },
    [],
  ],
  [
    "a second copy of an email that was read just after its shop was killed",
    (shop) => {
      sendAgain(shop, 1);
      Object.assign(shop.evidence.shops[0] ?? {}, { killedAt: 999, endedAt: 1_300 });
    },
    [],
  ],
  [
    "an email again after an answer was lost",
    (shop) => {
      Object.assign(shop.deliveries[0] ?? {}, { isAnswered: false });
      sendAgain(shop, 0);
    },
    [],
  ],
  [
    "an email again after a shop that ran on hung up",
    (shop) => {
      Object.assign(shop.deliveries[0] ?? {}, { hungUpAt: 1_100 });
      sendAgain(shop, 0);
    },
    [],
  ],
  [
    "an email again after a stopped shop hung up before the answer",
    (shop) => {
      Object.assign(shop.deliveries[0] ?? {}, { hungUpAt: 1_100 });
      Object.assign(shop.evidence.shops[0] ?? {}, { endedAt: 1_150 });
      sendAgain(shop, 1);
    },
    [/was sent twice, by shop 0, which ended after 150 ms/],
  ],
  [
    "an email again after a clock was wrong",
    async (shop) => {
      await lease(shop, 60_000 - 2 * day);
      sendAgain(shop, 0);
    },
    [],
  ],
  [
    "an email twice during a lease by a correct clock",
    async (shop) => {
      await lease(shop, 60_000 + 15 * minute);
      sendAgain(shop, 0);
    },
    [/was sent twice/],
  ],
])("the judge of the chaos test is right about %s", async (_, plant, report) => {
  const shop = await correctShop();
  await plant(shop);
  const reported = judge(await readRows(shop.db), shop.evidence);
  expect(reported).toEqual(report.map((line) => expect.stringMatching(line)));
});

/** What the judge says of D, the order of five bottles at minute 100: A, B and C are of minutes 10, 20 and 90. */
function judgeFifth(open: string, bottles: number | null, acknowledged: string[]) {
  const record = new Record();
  const orders = Object.entries({ A: 10, B: 20, C: 90, D: 100 }).map(([id, at]) => {
    const email = id === "B" ? "Ana+1@correo.example" : "ana@correo.example";
    record.attempts.set(id, { email, quantity: 5, acknowledged: new Set(acknowledged) });
    return { id, requestKey: id, quantity: 5, placedAt: at * minute };
  });
  const rows = { orders, placings: [{ orderId: "D", bottles, open: `${open} D/unpaid/5` }] };
  return judgeLimits(rows as unknown as Rows, { record } as Evidence);
}

test.each<[open: string, bottles: number | null, acknowledged: string[], report: RegExp[]]>([
  ["A/unpaid/1 B/unpaid/1", 5, [], []],
  ["A/unpaid/1 B/unpaid/1 C/unpaid/1", 5, ["C"], [/D was accepted, though .* has 3 open orders/]],
  ["A/unpaid/9 B/unpaid/6", 5, [], [/D was accepted, though .* has 2 open orders/]],
  ["A/unpaid/9 B/unpaid/6", null, [], []],
  ["A/unpaid/9 B/paid/6", 5, [], []],
  ["C/paid/1", 5, [], [/D was accepted, and .* was not asked about C/]],
  ["C/paid/1", 5, ["A"], [/was not asked about C/]],
])(
  "the judge knows the limits of a mailbox with %s, %s bottles, asked about %s",
  (open, bottles, acknowledged, report) => {
    expect(judgeFifth(open, bottles, acknowledged)).toEqual(
      report.map((line) => expect.stringMatching(line)),
    );
  },
);

test("a refusal needs a reason, before or afterwards", () => {
  const open = (id: string, status: string) => ({
    id,
    status,
    email: "ana@correo.example",
    kept: 1,
    placedAt: 0,
  });
  const request = { email: "ana@correo.example", quantity: 1 };
  const two = [open("A", "unpaid"), open("B", "unpaid")];
  const paid = open("C", "paid");
  expect(judgeRefusal(request, undefined, two, two)).toEqual([
    expect.stringMatching("refused 1 bottles"),
  ]);
  expect(judgeRefusal(request, undefined, [...two, paid], [...two, paid])).toHaveLength(1);
  expect(judgeRefusal(request, undefined, two, [...two, paid])).toEqual([]);
  expect(judgeRefusal(request, undefined, [...two, open("C", "unpaid")], two)).toEqual([]);
  expect(judgeRefusal(request, "C", two, two)).toEqual(["ana@correo.example was asked about C."]);
  expect(judgeRefusal(request, "B", two, [])).toEqual([]);
});

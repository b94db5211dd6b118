import { describe, expect, test } from "vitest";
import {
  type Doubt,
  doubtsAbout,
  due,
  type EntryKind,
  hasRecipient,
  isInPerson,
  isOver,
  isPayable,
  type LedgerEntry,
  type List,
  listOf,
  mayReopen,
  net,
  type OrderState,
  outstanding,
  owedBack,
  type Standing,
  shareOf,
  sumsOf,
  withEntry,
} from "./order-status.ts";

const nothing = { paid: 0, refunded: 0, chargedBack: 0, discount: 0 };

/** An order over 89,99. */
const order = (changes: Partial<OrderState> = {}): OrderState => ({
  ...nothing,
  total: 8999,
  fulfilment: "unfulfilled",
  closed: null,
  ...changes,
});

const entry = (kind: EntryKind, amount: number, reverses: number | null = null): LedgerEntry => ({
  kind,
  amount,
  reverses,
});

describe("the sums of a ledger", () => {
  test("are 0 without entries", () => {
    expect(sumsOf([])).toEqual(nothing);
  });

  test("add each kind on its own", () => {
    const entries = [
      entry("payment", 5000),
      entry("discount", 100),
      entry("payment", 3899),
      entry("refund", 1000),
      entry("chargeback", 7899),
      entry("refund", 1),
    ];
    expect(sumsOf(entries)).toEqual({
      paid: 8899,
      refunded: 1001,
      chargedBack: 7899,
      discount: 100,
    });
  });

  test.each<[EntryKind, keyof typeof nothing]>([
    ["payment", "paid"],
    ["refund", "refunded"],
    ["chargeback", "chargedBack"],
    ["discount", "discount"],
  ])("leave out a %s that was reversed", (kind, sum) => {
    expect(sumsOf([entry(kind, 500), entry(kind, 300), entry(kind, 500, 1)])).toEqual({
      ...nothing,
      [sum]: 300,
    });
  });
});

test("an entry changes the sums as if it were stored, and leaves the original order as it was", () => {
  const before = order({ paid: 8999, refunded: 1000 });
  expect(withEntry(before, entry("refund", 7999))).toEqual({ ...before, refunded: 8999 });
  expect(withEntry(before, entry("payment", 8999, 1))).toEqual({ ...before, paid: 0 });
  expect(withEntry(before, entry("discount", 1))).toEqual({ ...before, discount: 1 });
  expect(withEntry(before, entry("chargeback", 1))).toEqual({ ...before, chargedBack: 1 });
  expect(before).toEqual(order({ paid: 8999, refunded: 1000 }));
});

test("the shop holds the payments minus refunds and chargebacks, and a discount lowers what is due", () => {
  expect(net({ ...nothing, paid: 8999, refunded: 1000, chargedBack: 7999 })).toBe(0);
  expect(net({ ...nothing, paid: 8999, refunded: 1000, chargedBack: 8000 })).toBe(-1);
  expect(due(order({ discount: 999 }))).toBe(8000);
});

test.each<[string, Partial<OrderState>, owed: number, unpaid: number]>([
  ["nothing was paid", {}, 0, 8999],
  ["a cent is missing", { paid: 8998 }, 0, 1],
  ["all is paid", { paid: 8999 }, 0, 0],
  ["a cent too much was paid", { paid: 9000 }, 1, 0],
  ["it was paid twice", { paid: 17_998 }, 8999, 0],
  ["it was paid twice, and one went back", { paid: 17_998, refunded: 8999 }, 0, 0],
  ["the rest is a discount", { paid: 8000, discount: 999 }, 0, 0],
  ["the discount is a cent short", { paid: 8000, discount: 998 }, 0, 1],
  ["it was paid before the discount", { paid: 8999, discount: 999 }, 999, 0],
  ["it is a gift", { discount: 8999 }, 0, 0],
  ["part of it was returned", { paid: 8999, refunded: 3000 }, 0, 0],
  ["all of it was returned", { paid: 8999, refunded: 8999 }, 0, 0],
  ["more than all was returned", { paid: 8999, refunded: 9000 }, 0, 0],
  ["it was paid again after a refund", { paid: 17_998, refunded: 8999 }, 0, 0],
  ["the bank took it back", { paid: 8999, chargedBack: 8999 }, 0, 0],
  ["part of a short payment went back", { paid: 5000, refunded: 1000 }, 0, 4999],
  ["a short payment went back", { paid: 5000, refunded: 5000 }, 0, 0],
  ["it was closed unpaid", { closed: "expired" }, 0, 8999],
  ["a cent came for a closed order", { closed: "expired", paid: 1 }, 1, 8998],
  ["it was cancelled after it was paid", { closed: "cancelled", paid: 8999 }, 8999, 0],
  [
    "it was cancelled and a cent is left",
    { closed: "cancelled", paid: 8999, refunded: 8998 },
    1,
    0,
  ],
  ["it was cancelled and refunded", { closed: "cancelled", paid: 8999, refunded: 8999 }, 0, 0],
  [
    "it was cancelled after a chargeback",
    { closed: "cancelled", paid: 8999, chargedBack: 8999 },
    0,
    0,
  ],
])("if %s, computes what is owed back and what is outstanding", (_, changes, owed, missing) => {
  expect([owedBack(order(changes)), outstanding(order(changes))]).toEqual([owed, missing]);
});

test("an order can be paid until it is paid or closed", () => {
  const payable = (changes: Partial<OrderState> = {}) => isPayable(order(changes));
  expect(payable()).toBe(true);
  expect(payable({ paid: 8998 })).toBe(true);
  expect(payable({ fulfilment: "shipped" })).toBe(true);
  expect(payable({ paid: 8999 })).toBe(false);
  expect(payable({ paid: 8999, refunded: 8999 })).toBe(false);
  expect(payable({ closed: "expired" })).toBe(false);
  expect(payable({ closed: "cancelled" })).toBe(false);
});

/** Two bottles over 89,99 in all. */
const standing = (changes: Partial<Standing> = {}): Standing => ({
  ...order(),
  quantity: 2,
  removed: 0,
  disputed: 0,
  toDecide: null,
  ...changes,
});

test("a closed order may be opened again while it has its data, and would not be over at once", () => {
  const may = (changes: Partial<Standing>, erasedAt: number | null = null) =>
    mayReopen({ ...standing(changes), erasedAt });
  expect(may({})).toBe(false);
  expect(may({ closed: "expired" })).toBe(true);
  expect(may({ closed: "expired" }, 1)).toBe(false);
  expect(may({ closed: "cancelled", paid: 8999 })).toBe(true);
  expect(may({ closed: "cancelled", paid: 8999, refunded: 8998 })).toBe(true);
  expect(may({ closed: "cancelled", paid: 8999, refunded: 8999 })).toBe(false);
  expect(may({ closed: "cancelled", removed: 1 })).toBe(true);
  expect(may({ closed: "cancelled", removed: 2 })).toBe(false);
});

test("an open order that was not sent is over once nothing is kept, or its money is back", () => {
  const over = (changes: Partial<Standing>) => isOver(standing({ paid: 8999, ...changes }));
  expect(over({})).toBe(false);
  expect(over({ refunded: 8998 })).toBe(false);
  expect(over({ refunded: 8999 })).toBe(true);
  expect(over({ refunded: 8999, disputed: 1 })).toBe(true);
  expect(over({ refunded: 4000, chargedBack: 4999 })).toBe(true);
  expect(over({ refunded: 4000, chargedBack: 4999, disputed: 4999 })).toBe(false);
  expect(over({ chargedBack: 8999 })).toBe(true);
  expect(over({ chargedBack: 8999, disputed: 8999 })).toBe(false);
  expect(over({ refunded: 8999, fulfilment: "shipped" })).toBe(false);
  expect(over({ refunded: 8999, closed: "expired" })).toBe(false);
  expect(over({ paid: 0 })).toBe(false);
  expect(over({ removed: 1 })).toBe(false);
  expect(over({ removed: 2 })).toBe(true);
  expect(over({ removed: 2, fulfilment: "delivered" })).toBe(false);
  // A gift of which an overpayment went back is still to send.
  expect(over({ discount: 8999, paid: 100, refunded: 100 })).toBe(false);
});

test("bottles that are taken off cost their part of what is due, and the last one all of it", () => {
  const share = (changes: Partial<Standing>, bottles: number, shipping = 0) =>
    shareOf({ ...standing(changes), shipping }, bottles);
  expect(share({}, 1)).toBe(4500);
  expect(share({ removed: 1, discount: 4500 }, 1)).toBe(4499);
  expect(share({}, 2)).toBe(8999);
  expect(share({}, 1, 999)).toBe(4000);
  expect(share({}, 2, 999)).toBe(8999);
  expect(share({ discount: 8500 }, 1, 999)).toBe(0);
  expect(share({ quantity: 3 }, 2)).toBe(5999);
});

test.each<[string, Partial<Standing>, isMeant: boolean, List | undefined, Doubt[]]>([
  ["unpaid", {}, false, "waits for payment", []],
  ["paid in part", { paid: 1 }, false, "waits for payment", []],
  ["paid", { paid: 8999 }, false, "to send", []],
  ["overpaid", { paid: 9999 }, false, "to send", []],
  ["sent", { paid: 8999, fulfilment: "shipped" }, false, "under way", []],
  ["sent unpaid", { fulfilment: "shipped" }, false, "under way", []],
  ["arrived", { paid: 8999, fulfilment: "delivered" }, false, "done", []],
  ["closed", { paid: 8999, closed: "expired" }, true, undefined, []],
  ["over, and left open by an earlier version", { removed: 2 }, false, undefined, []],
  ["perhaps withdrawn", { paid: 8999 }, true, "to decide", ["unlinked withdrawal"]],
  ["perhaps withdrawn, and sent", { fulfilment: "shipped" }, true, "under way", []],
  ["disputed", { paid: 8999, disputed: 1 }, false, "to decide", ["dispute"]],
  ["disputed and sent", { disputed: 1, fulfilment: "delivered" }, false, "done", []],
  ["refunded in part", { paid: 8999, refunded: 1 }, false, "to decide", ["partial refund"]],
  [
    "refunded in part and sent",
    { paid: 8999, refunded: 1, fulfilment: "shipped" },
    false,
    "under way",
    [],
  ],
  ["withdrawn late", { fulfilment: "delivered", toDecide: 0 }, false, "to decide", ["withdrawal"]],
])("an order that is %s is in one list", (_, changes, isMeant, list, doubts) => {
  expect(listOf(standing(changes), isMeant)).toBe(list);
  expect(doubtsAbout(standing(changes), isMeant)).toEqual(doubts);
});

test("a sale in person has no recipient, and neither has an order whose data was erased", () => {
  expect(hasRecipient({ firstName: "Lucía" })).toBe(true);
  expect(hasRecipient({ firstName: null })).toBe(false);
  expect(isInPerson({ firstName: null, erasedAt: null })).toBe(true);
  expect(isInPerson({ firstName: null, erasedAt: 1 })).toBe(false);
  expect(isInPerson({ firstName: "Lucía", erasedAt: null })).toBe(false);
});

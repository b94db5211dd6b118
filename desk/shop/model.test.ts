import { describe, expect, test } from "vitest";
import {
  accepts,
  acceptsShortfall,
  arrives,
  cancels,
  disputes,
  expires,
  loses,
  type Model,
  type ModelStep,
  pays,
  placedModel,
  putsBack,
  refunds,
  rejects,
  reopens,
  restocks,
  revalues,
  reverses,
  ships,
  shipsAgain,
  summaryOf,
  takesOff,
  undelivers,
  unlinks,
  unships,
  wins,
  withdraws,
  withdrawsLate,
} from "../testing/model.ts";
import { bottlesHeld, parcelsOf } from "./bottles.ts";
import { due, isOver, kept, listOf, net, outstanding, owedBack, settled } from "./order-status.ts";

const steps: Record<string, ModelStep> = {
  "pays all": pays(outstanding),
  "pays 50,00": pays(() => 5000),
  "pays too much": pays((order) => due(order) + 1000),
  "refunds what is owed": refunds(owedBack),
  "refunds all": refunds(net),
  "refunds 20,00": refunds(() => 2000),
  "disputes all": disputes(net),
  "disputes 50,00": disputes(() => 5000),
  wins,
  loses,
  "reverses a payment": reverses("payment"),
  "reverses a refund": reverses("refund"),
  "reverses a discount": reverses("discount"),
  "accepts a shortfall": acceptsShortfall,
  ships,
  unships,
  "ships again": shipsAgain,
  "arrives on a day": arrives(true),
  "arrives some day": arrives(false),
  undelivers,
  restocks,
  cancels,
  expires,
  reopens,
  "withdraws 1": withdraws(1),
  "withdraws all": withdraws(null),
  "withdraws late": withdrawsLate,
  "takes 1 off": takesOff(1),
  "takes 1 off for 10,00": takesOff(1, 1000),
  accepts: accepts(),
  "accepts for 0,00": accepts(0),
  rejects,
  "puts back": putsBack,
  unlinks,
  "revalues to 30,00": revalues(3000),
};

/** The steps that another one takes back at once. */
const inverses: [step: string, inverse: string][] = [
  ["takes 1 off", "puts back"],
  ["takes 1 off for 10,00", "puts back"],
  ["accepts", "puts back"],
  ["accepts for 0,00", "puts back"],
  ["withdraws 1", "unlinks"],
  ["withdraws all", "unlinks"],
  ["withdraws late", "unlinks"],
  ["ships", "unships"],
  ["arrives on a day", "undelivers"],
  ["arrives some day", "undelivers"],
  ["cancels", "reopens"],
  ["pays all", "reverses a payment"],
  ["pays 50,00", "reverses a payment"],
  ["refunds what is owed", "reverses a refund"],
  ["refunds all", "reverses a refund"],
  ["refunds 20,00", "reverses a refund"],
  ["accepts a shortfall", "reverses a discount"],
];

/** What is wrong with an order after a step. */
function faultsOf(model: Model): string[] {
  const { order, events } = model;
  const { sent, returned } = parcelsOf(order, events);
  const isOpen = order.closed === null;
  const isUnsent = order.fulfilment === "unfulfilled";
  // Set aside on the shelf, or away: counted in sums of its own.
  const taken = isUnsent ? (isOpen ? order.quantity - order.removed : 0) : model.away;
  const checks: [string, boolean][] = [
    [
      "the discount is not between 0 and the total",
      order.discount < 0 || order.discount > order.total,
    ],
    ["an entry is of nothing", model.entries.some(({ amount }) => amount <= 0)],
    [
      "more or fewer bottles are off than were ordered",
      kept(order) < 0 || kept(order) > order.quantity,
    ],
    ["nothing is kept, and it is to send", isOpen && isUnsent && kept(order) === 0],
    ["it is over and open", isOver(order)],
    ["it is in no list", isOpen !== (listOf(order, false) !== undefined)],
    ["more is kept than was sent", !isUnsent && kept(order) > sent],
    ["more came back than was sent", returned > sent],
    ["settling twice is not settling once", settled(settled(order)) !== settled(order)],
    ["the stock is wrong", bottlesHeld(order, events) !== taken],
    [
      "closed, and not all of the money is owed back",
      !isOpen && owedBack(order) !== Math.max(0, net(order)),
    ],
    [
      "withdrawn and sent, and the money is not owed back",
      kept(order) === 0 && isOpen && owedBack(order) !== Math.max(0, net(order) - due(order)),
    ],
  ];
  return checks.filter(([, isWrong]) => isWrong).map(([fault]) => fault);
}

const keyOf = (model: Model) => JSON.stringify(summaryOf(model));

/** Walks all orders that these steps lead to, by the shortest ways. @returns how many there are, and what is wrong */
function walk(start: Model, depth: number) {
  const seen = new Map([[keyOf(start), ""]]);
  const wrong: string[] = [];
  let front: [Model, string[]][] = [[start, []]];
  for (let length = 1; length <= depth; length++) {
    const next: typeof front = [];
    for (const [model, path] of front) {
      for (const [name, step] of Object.entries(steps)) {
        const after = step(model);
        if (!after) continue;
        const way = [...path, name];
        const key = keyOf(after);
        for (const inverse of inverses.filter(([of]) => of === name).map(([, by]) => by)) {
          const back = steps[inverse]?.(after);
          // Bottles that were restocked before they were taken off can't be put back.
          const isTaken = after.order.removed > model.order.removed;
          if (isTaken && !summaryOf(after).mayPutBack) continue;
          if (back && keyOf(back) !== keyOf(model))
            wrong.push(`${[...way, inverse].join(", ")}: ends elsewhere`);
        }
        if (seen.has(key)) continue;
        seen.set(key, way.join(", "));
        for (const fault of faultsOf(after)) wrong.push(`${way.join(", ")}: ${fault}`);
        next.push([after, way]);
      }
    }
    front = next;
  }
  return { count: seen.size, wrong };
}

/** Takes these steps. @throws if one is not possible */
const after = (start: Model, ...way: (ModelStep | string)[]): Model =>
  way.reduce((model, named) => {
    const step = typeof named === "string" ? steps[named] : named;
    const next = step?.(model);
    if (!next) throw new Error(`It can't be: ${named}`);
    return next;
  }, start);

const two = placedModel(2, 9000, 1000);

test.each<[string, Model, depth: number]>([
  ["two bottles with shipping", two, 4],
  ["two paid ones", after(two, "pays all"), 4],
  ["two sent ones", after(two, "pays all", "ships"), 4],
  ["two delivered ones", after(two, "pays all", "ships", "arrives on a day"), 4],
  [
    "three, of which one is withdrawn",
    after(placedModel(3, 8999, 0), "pays all", "withdraws 1"),
    4,
  ],
  ["a gift", placedModel(2, 0, 0), 4],
])("%s: whatever happens, the rules hold", (_, start, depth) => {
  const { count, wrong } = walk(start, depth);
  expect(wrong.slice(0, 10)).toEqual([]);
  expect(count).toBeGreaterThan(500);
});

describe("the order of two things does not matter:", () => {
  const paid = after(two, "pays all");
  const sent = after(paid, "ships");
  /** What both ways have in common: the state and the money, but not the history. */
  const endOf = (model: Model) => {
    const { order, owedBack, held } = summaryOf(model);
    return { order, owedBack, held };
  };
  const refundsOne = refunds(() => 9000);

  test.each<[string, Model, string | ModelStep, string | ModelStep]>([
    ["a refund and a withdrawal, unsent", paid, refundsOne, "withdraws 1"],
    ["a refund and a withdrawal, sent", sent, refundsOne, "withdraws 1"],
    ["a late payment and a withdrawal of one", two, pays(() => 19_000), "withdraws 1"],
    ["a late payment and a withdrawal of all", two, pays(() => 19_000), "withdraws all"],
    ["a dispute and taking one off, unsent", paid, "disputes 50,00", "takes 1 off"],
    ["a dispute and taking one off, sent", sent, "disputes 50,00", "takes 1 off"],
  ])("%s", (_, start, one, other) => {
    expect(endOf(after(start, one, other))).toEqual(endOf(after(start, other, one)));
  });

  test.each([
    ["unsent", paid],
    ["sent", sent],
    ["unpaid", two],
    ["with a price that does not divide", placedModel(3, 3333, 999)],
  ])("one bottle and then the others, or all at once, %s", (_, start) => {
    const others = kept(start.order) - 1;
    const parts = after(start, "withdraws 1", withdraws(others), "accepts");
    expect(endOf(parts)).toEqual(endOf(after(start, "withdraws all")));
    expect(due(parts.order)).toBe(0);
  });
});

test("the same form sent twice takes one bottle off, and the second waits for the owner", () => {
  const twice = after(two, "pays all", "withdraws 1", "withdraws 1");
  expect(kept(twice.order)).toBe(1);
  expect(listOf(twice.order, false)).toBe("to decide");
  expect(kept(after(twice, "withdraws all").order)).toBe(0);
});

test("a discount is a share of what is due but for the shipping, and all of it with the last bottle", () => {
  const one = after(two, "withdraws 1");
  expect([due(one.order), outstanding(one.order)]).toEqual([10_000, 10_000]);
  expect(due(after(one, "withdraws all").order)).toBe(0);
  expect(due(after(placedModel(3, 3333, 0), "withdraws 1").order)).toBe(6666);
});

test("value that was lost is still due", () => {
  const back = after(two, "pays all", "ships", "arrives on a day", "withdraws all");
  expect(owedBack(back.order)).toBe(19_000);
  const lost = after(back, revalues(15_000));
  expect([due(lost.order), owedBack(lost.order)]).toEqual([4000, 15_000]);
  expect(owedBack(after(lost, "refunds what is owed").order)).toBe(0);
});

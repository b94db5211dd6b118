import { expect, test } from "vitest";
import { bottlesHeld } from "./bottles.ts";
import type { EventKind } from "./order-status.ts";

type Event = EventKind | `${"restocked" | "removed" | "put back"} ${number}`;

/** Three bottles with these events. */
const held = (state: Parameters<typeof bottlesHeld>[0], ...events: Event[]) =>
  bottlesHeld(
    state,
    events.map((event) => {
      const [, kind = event, bottles] = /^(.*) (\d)$/.exec(event) ?? [];
      const data = bottles ? JSON.stringify({ bottles: Number(bottles) }) : null;
      return { kind: kind as EventKind, data };
    }),
  );

test("an order that is not sent holds its bottles until it is closed", () => {
  const waiting = { fulfilment: "unfulfilled", quantity: 3, removed: 0 } as const;
  expect(held({ ...waiting, closed: null })).toBe(3);
  expect(held({ ...waiting, closed: "cancelled" })).toBe(0);
});

test("an order that is not sent holds no bottles that were taken off", () => {
  const left = { fulfilment: "unfulfilled", quantity: 3, removed: 2 } as const;
  expect(held({ ...left, closed: null })).toBe(1);
  expect(held({ ...left, closed: "cancelled" })).toBe(0);
});

test.each<[number, ...Event[]]>([
  [3, "shipped"],
  [6, "shipped", "shipped again"],
  [1, "shipped", "restocked 2"],
  [0, "shipped", "restocked 2", "restocked 1"],
  [4, "shipped", "restocked 2", "shipped again"],
  // «unshipped» cancels the earlier parcels and their returns.
  [3, "shipped", "restocked 2", "unshipped", "shipped"],
  [3, "shipped", "shipped again", "unshipped", "shipped"],
  [3, "shipped", "restocked 2", "shipped"],
  // A sale that was handed over.
  [3, "delivered"],
  [3, "shipped", "delivered", "undelivered", "delivered"],
  [2, "removed 1", "shipped"],
  [3, "shipped", "removed 1"],
  [2, "shipped", "removed 1", "restocked 1"],
  [5, "shipped", "removed 1", "shipped again"],
  [6, "shipped", "removed 1", "put back 1", "shipped again"],
  [2, "delivered", "removed 1", "restocked 1"],
])("an order that has left holds %i bottles after %s %s %s %s", (bottles, ...events) => {
  const sent = { closed: null, fulfilment: "shipped", quantity: 3, removed: 0 } as const;
  expect(held(sent, ...events)).toBe(bottles);
});

import { expect, test } from "vitest";
import { bottlesHeld } from "./bottles.ts";
import type { EventKind } from "./order-status.ts";

type Event = EventKind | `restocked ${number}`;

/** Three bottles with these events. */
const held = (state: Parameters<typeof bottlesHeld>[0], ...events: Event[]) =>
  bottlesHeld(
    state,
    events.map((event) => {
      const [, bottles] = /^restocked (\d)$/.exec(event) ?? [];
      if (!bottles) return { kind: event as EventKind, data: null };
      return { kind: "restocked", data: JSON.stringify({ bottles: Number(bottles) }) };
    }),
  );

test("an order that is not sent holds its bottles until it is closed", () => {
  const waiting = { fulfilment: "unfulfilled", quantity: 3 } as const;
  expect(held({ ...waiting, closed: null })).toBe(3);
  expect(held({ ...waiting, closed: "cancelled" })).toBe(0);
});

test.each<[number, ...Event[]]>([
  [3, "shipped"],
  [6, "shipped", "shipped again"],
  [1, "shipped", "restocked 2"],
  [0, "shipped", "restocked 2", "restocked 1"],
  [4, "shipped", "restocked 2", "shipped again"],
  // «unshipped» cancels the earlier parcels and their returns.
  [3, "shipped", "restocked 2", "unshipped"],
  [3, "shipped", "shipped again", "unshipped", "shipped"],
  [3, "shipped", "restocked 2", "shipped"],
  // A sale in person.
  [3],
])("an order that has left holds %i bottles after %s %s %s %s", (bottles, ...events) => {
  const sent = { closed: null, fulfilment: "shipped", quantity: 3 } as const;
  expect(held(sent, ...events)).toBe(bottles);
});

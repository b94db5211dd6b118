import { expect, test } from "vitest";
import { day, hour, minute } from "../../app/desk/shop/time.ts";
import { type Clock, reasonToDistrust, timeSinceClockSet } from "./clock.ts";

const now = Date.UTC(2026, 10, 22, 9, 5);
const clock = (changes: Partial<Clock> = {}): Clock => ({
  wall: now,
  steadyFor: hour,
  lastCleaning: now - 2 * hour,
  newestEvent: now - minute,
  builtAt: now - 30 * day,
  ...changes,
});

const far = "el reloj marca una hora muy alejada de la última limpieza";
const early = "el reloj marca una hora anterior al último pedido";
const unbuilt = "el reloj marca una hora anterior a la construcción de la tienda";

test.each<[string, Partial<Clock>, string | undefined]>([
  ["has run an hour since a cleaning today", {}, undefined],
  ["has not run an hour", { steadyFor: hour - 1 }, ""],
  ["is a day from the last cleaning", { lastCleaning: now - day }, undefined],
  ["is more than a day from it", { lastCleaning: now - day - 1 }, far],
  [
    "is more than a day from it, for a day less a bit",
    { lastCleaning: 1, steadyFor: day - 1 },
    far,
  ],
  ["is more than a day from it, for a day", { lastCleaning: 1, steadyFor: day }, undefined],
  ["is before the last cleaning", { lastCleaning: now + 1 }, far],
  ["is before the last cleaning, for a day", { lastCleaning: now + 1, steadyFor: day }, undefined],
  ["is at the newest order", { newestEvent: now }, undefined],
  ["is before the newest order", { newestEvent: now + 1 }, early],
  ["is before the newest order, for a day", { newestEvent: now + 1, steadyFor: day }, undefined],
  ["is at the build", { builtAt: now }, undefined],
  ["is before the build", { builtAt: now + 1 }, unbuilt],
  ["is before the build, for a year", { builtAt: now + 1, steadyFor: 365 * day }, unbuilt],
  ["is the first of a shop", { lastCleaning: undefined, newestEvent: undefined }, undefined],
  [
    "is the first of a shop, within its first hour",
    { lastCleaning: undefined, newestEvent: undefined, steadyFor: hour - 1 },
    "",
  ],
  ["knows orders and of no cleaning", { lastCleaning: undefined }, ""],
  [
    "knows orders and of no cleaning, for a day",
    { lastCleaning: undefined, steadyFor: day },
    undefined,
  ],
  ["jumped 40 days a minute ago", { wall: now + 40 * day, steadyFor: minute }, far],
  ["jumped 7 years an hour ago", { wall: now + 2557 * day }, far],
])("a clock that %s", (_, changes, doubts) => {
  expect(reasonToDistrust(clock(changes))).toBe(doubts);
});

test("knows since when the clock has not been set by more than a minute", () => {
  let wall = now;
  let running = 5_000;
  const steady = timeSinceClockSet(
    () => wall,
    () => running,
  );
  const pass = (time: number, set = 0) => {
    wall += time + set;
    running += time;
    return steady();
  };
  expect(steady()).toEqual({ steadyFor: 0, jump: 0 });
  expect(pass(hour)).toEqual({ steadyFor: hour, jump: 0 });
  expect(pass(hour, minute)).toEqual({ steadyFor: 2 * hour, jump: 0 });
  expect(pass(minute, 1)).toEqual({ steadyFor: 0, jump: minute + 1 });
  expect(pass(hour)).toEqual({ steadyFor: hour, jump: 0 });
  expect(pass(minute, -40 * day)).toEqual({ steadyFor: 0, jump: -40 * day });
  expect(pass(day)).toEqual({ steadyFor: day, jump: 0 });
});

import { expect, test } from "vitest";
import { daysLeft, dayWords, shortDay } from "./times.ts";

/** A Sunday. */
const now = Date.parse("2026-11-22T10:05:00+01:00");

test.each([
  ["2026-11-22", "hoy"],
  ["2026-11-23", "hoy"],
  ["2026-11-21", "ayer"],
  ["2026-11-20", "el viernes"],
  ["2026-11-16", "el lunes"],
  ["2026-11-15", "el 15 de noviembre"],
])("%s is «%s»", (on, words) => {
  expect(dayWords(on, now)).toBe(words);
});

test.each([
  ["2026-01-01T00:00:00+01:00", "1\u00a0ene"],
  ["2025-12-31T23:59:59+01:00", "31\u00a0dic 2025"],
])("%s is «%s» in a list", (time, words) => {
  expect(shortDay(Date.parse(time), now)).toBe(words);
});

test.each([
  ["2026-11-21T23:59:59+01:00", "Ha vencido"],
  ["2026-11-22T23:59:59+01:00", "Último día"],
  ["2026-11-23T23:59:59+01:00", "Queda un día"],
  ["2026-11-29T23:59:59+01:00", "Quedan 7\u00a0días"],
])("until %s: «%s»", (until, words) => {
  expect(daysLeft(Date.parse(until), now)).toBe(words);
});

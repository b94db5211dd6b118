import { expect, test } from "vitest";
import { daysLeft, dayWords } from "./times.ts";

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
  ["2026-11-21T23:59:59+01:00", "ha vencido"],
  ["2026-11-22T23:59:59+01:00", "hoy es el último día"],
  ["2026-11-23T23:59:59+01:00", "queda un día"],
  ["2026-11-29T23:59:59+01:00", "quedan 7\u00a0días"],
])("until %s: «%s»", (until, words) => {
  expect(daysLeft(Date.parse(until), now)).toBe(words);
});

import { expect, test } from "vitest";
import { dayOf, endOfPeriod, endOfTerm, startOf, startOfDay } from "./time.ts";

test("counts calendar days in Madrid, from any hour of five years", () => {
  // The expected dates are computed independently: in UTC, without Temporal or clock changes.
  const later = (date: string, days: number) =>
    new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
  const wrong = [];
  for (
    let time = Date.parse("2026-01-01"), turn = 0;
    time < Date.parse("2031-01-01");
    time += 60 * 60_000, turn++
  ) {
    const days = [7, 14, 30][turn % 3] ?? 0;
    const end = endOfPeriod(time, days);
    const date = dayOf(time);
    if (dayOf(end) !== later(date, days) || dayOf(end + 1) !== later(date, days + 1)) {
      wrong.push({ time, days });
    }
  }
  expect(wrong).toEqual([]);
});

test.each([
  ["2026-10-20T00:30:00+02:00", 14, "2026-11-03T23:59:59.999+01:00"],
  ["2027-03-20T23:30:00+01:00", 14, "2027-04-03T23:59:59.999+02:00"],
  ["2028-02-28T12:00:00+01:00", 1, "2028-02-29T23:59:59.999+01:00"],
])("a period from %s of %i days ends at %s", (from, days, end) => {
  expect(endOfPeriod(Date.parse(from), days)).toBe(Date.parse(end));
});

test.each([
  ["on a Friday", "2026-11-20T10:00:00+01:00", "2026-12-04T23:59:59.999+01:00"],
  ["on a Saturday", "2026-11-21T10:00:00+01:00", "2026-12-07T23:59:59.999+01:00"],
  ["on a Sunday", "2026-11-22T23:59:59.999+01:00", "2026-12-07T23:59:59.999+01:00"],
  ["on a Monday", "2026-11-23T00:00:00+01:00", "2026-12-07T23:59:59.999+01:00"],
  ["on a Sunday of 25 hours", "2026-10-11T12:00:00+02:00", "2026-10-26T23:59:59.999+01:00"],
  ["the Saturday before 23 hours", "2027-03-13T12:00:00+01:00", "2027-03-29T23:59:59.999+02:00"],
  ["on a Saturday, in another year", "2026-12-19T12:00:00+01:00", "2027-01-04T23:59:59.999+01:00"],
])("14 days that would end %s, from %s, end at %s", (_, from, end) => {
  expect(new Date(endOfTerm(Date.parse(from), 14)).toISOString()).toBe(new Date(end).toISOString());
});

test("a day starts at midnight in Madrid, also across a clock change", () => {
  const time = Date.parse("2026-03-30T01:00:00+02:00");
  expect(startOfDay(time, 0)).toBe(Date.parse("2026-03-30T00:00:00+02:00"));
  expect(startOfDay(time, -1)).toBe(Date.parse("2026-03-29T00:00:00+01:00"));
});

test("a day starts at midnight in Madrid, and what is no date has no start", () => {
  expect(startOf("2026-11-22")).toBe(Date.parse("2026-11-22T00:00:00+01:00"));
  expect(startOf("2026-07-01")).toBe(Date.parse("2026-07-01T00:00:00+02:00"));
  for (const day of ["", "hoy", "2026-02-30", "2026-11-2", "x2026-11-22", "2026-11-22T10:00"])
    expect(startOf(day), day).toBeUndefined();
});

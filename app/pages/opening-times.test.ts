import { expect, test } from "vitest";
import { facts } from "../shop/facts.ts";
import { openingTimes } from "./opening-times.ts";

test("the hours of the shop", () => {
  expect(openingTimes(facts.openingHours)).toBe("De lunes a viernes, de 9:00 a 18:00.");
});

const weekdaysClosed = { day: "Lunes a viernes", hours: "—", status: "Cerrado" };

test.each([
  ["Sábados", "10:00-14:00", "Sábados, de 10:00 a 14:00."],
  [
    "Lunes a viernes",
    "9:00 – 14:00 y 16:00 – 19:00",
    "De lunes a viernes, de 9:00 a 14:00 y de 16:00 a 19:00.",
  ],
  ["Lunes a viernes", "de 9 a 18 h", "De lunes a viernes, de 9 a 18 h."],
])("the first open days, %s %s, read «%s»", (day, hours, sentence) => {
  const row = { day, hours, status: "Cualquier consulta" };
  expect(openingTimes([weekdaysClosed, row, ...facts.openingHours])).toBe(sentence);
});

test("no sentence for a shop that is closed or gives no hours", () => {
  expect(openingTimes([weekdaysClosed])).toBeUndefined();
  expect(openingTimes([])).toBeUndefined();
});

import { expect, test } from "vitest";
import { facts } from "../shop/facts.ts";
import { openingTimes } from "./opening-times.ts";

test("the hours of the shop, and when they are for urgent matters only", () => {
  expect(openingTimes(facts.openingHours)).toBe(
    "De lunes a viernes, de 9:00 a 18:00. Sábados, de 10:00 a 14:00, solo asuntos urgentes.",
  );
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
])("the open days, %s %s, read «%s»", (day, hours, sentence) => {
  const row = { day, hours, status: "Cualquier consulta" };
  expect(openingTimes([weekdaysClosed, row])).toBe(sentence);
});

test("a status is said only where it differs from that of the first hours", () => {
  const row = (day: string, status: string) => ({ day, hours: "10:00-14:00", status });
  expect(
    openingTimes([
      row("Lunes", "Todo"),
      row("Martes", "Todo"),
      row("Sábados", "Solo urgencias"),
      row("Domingos", ""),
    ]),
  ).toBe(
    "Lunes, de 10:00 a 14:00. Martes, de 10:00 a 14:00. Sábados, de 10:00 a 14:00, solo urgencias. Domingos, de 10:00 a 14:00.",
  );
});

test("no sentence for a shop that is closed or gives no hours", () => {
  expect(openingTimes([weekdaysClosed])).toBeUndefined();
  expect(openingTimes([])).toBeUndefined();
});

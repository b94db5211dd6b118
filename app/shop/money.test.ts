import { expect, test } from "vitest";
import { formatAmount, formatEuros, formatPrice, readAmount } from "./money.ts";

test.each([
  [0, "0,00\u00a0€"],
  [999, "9,99\u00a0€"],
  [8999, "89,99\u00a0€"],
  [26997, "269,97\u00a0€"],
  [89990, "899,90\u00a0€"],
  [123456, "1234,56\u00a0€"],
  [1234567, "12.345,67\u00a0€"],
])("writes %i cents as «%s»", (cents, price) => {
  expect(formatPrice(cents)).toBe(price);
});

test("formats prices as Intl does for Spain", () => {
  const spain = new Intl.NumberFormat("es-ES", { style: "currency", currency: "EUR" });
  for (let cents = 1; cents < 1e10; cents = Math.ceil(cents * 1.37)) {
    expect(formatPrice(cents)).toBe(spain.format(cents / 100));
    expect(formatPrice(-cents)).toBe(spain.format(-cents / 100));
  }
});

test("formats a bare amount with a decimal comma and no sign", () => {
  expect(formatAmount(1001)).toBe("10,01");
  expect(formatAmount(1)).toBe("0,01");
});

test("formats a threshold without unneeded decimals", () => {
  expect(formatEuros(5000)).toBe("50\u00a0€");
  expect(formatEuros(6050)).toBe("60,50\u00a0€");
});

test.each([
  ["89,99", 8999],
  [" 89.99 ", 8999],
  ["89,9", 8990],
  ["1.089,99", 108_999],
  ["€ 95", 9500],
  ["€95", 9500],
  ["95 €", 9500],
  ["EUR 89,99", 8999],
  ["89,99EUR", 8999],
  ["95 euros", 9500],
  ["999.999,99", 99_999_999],
  ["89 euro", 8900],
])("reads «%s» as %i cents", (text, cents) => {
  expect(readAmount(text)).toBe(cents);
});

test.each([
  "",
  "€",
  "eur",
  "ochenta",
  "-1",
  "1e5",
  "89,999",
  "1.08,99",
  "89,99 $",
  "8€9",
  "1.089.99",
  "1.000.000",
])("«%s» is no amount", (text) => {
  expect(readAmount(text)).toBeUndefined();
});

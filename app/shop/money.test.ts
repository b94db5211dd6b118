import { expect, test } from "vitest";
import { formatAmount, formatEuros, formatPrice } from "./money.ts";

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

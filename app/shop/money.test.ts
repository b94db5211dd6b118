import { expect, test } from "vitest";
import { formatAmount, formatEuros, formatPrice } from "./money.ts";

test.each([
  [0, "0,00\u00a0€"],
  [999, "9,99\u00a0€"],
  [8999, "89,99\u00a0€"],
  [26997, "269,97\u00a0€"],
  [89990, "899,90\u00a0€"],
  [123456, "1234,56\u00a0€"],
])("%i cents is written «%s»", (cents, price) => {
  expect(formatPrice(cents)).toBe(price);
});

test("an amount alone has a decimal comma and no sign", () => {
  expect(formatAmount(1001)).toBe("10,01");
  expect(formatAmount(1)).toBe("0,01");
});

test("a threshold in a sentence has decimals only if it needs them", () => {
  expect(formatEuros(5000)).toBe("50\u00a0€");
  expect(formatEuros(6050)).toBe("60,50\u00a0€");
});

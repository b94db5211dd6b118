import { expect, test } from "vitest";
import { normalizePhone, normalizePostalCode } from "./normalize.ts";

test.each([
  "+34 612 34 56 78",
  "+34\u00a0612\u00a034\u00a056\u00a078",
  "\u202a+34 612 345 678\u202c",
  "612 34 56 78",
  "612345678",
  "612.34.56.78",
  "0034612345678",
  "0034 612 345 678",
  "(+34) 612-345-678",
  "+34‑612‑345‑678",
  "tel:+34612345678",
  "TEL:612345678",
  "34612345678",
  "34 612 34 56 78",
  " +34 612345678\n",
])("normalizes the telephone «%s»", (spelling) => {
  expect(normalizePhone(spelling)).toBe("+34 612345678");
});

test.each([
  "",
  "+34",
  "61234567",
  "6123456789",
  "+33 612345678",
  "+34 34612345678",
  "0033612345678",
  "3434612345678",
  "+34 33612345678",
  "+34 +33 612345678",
  "0034 34612345678 1",
  "612345678 ext. 2",
  "612345678, 698765432",
  "Llámame al 612345678",
])("leaves the telephone «%s» as it is", (spelling) => {
  expect(normalizePhone(spelling)).toBeUndefined();
});

test("removes white space from a postal code, and guesses nothing else", () => {
  expect(normalizePostalCode("28 013")).toBe("28013");
  expect(normalizePostalCode(" 08018\u00a0")).toBe("08018");
  for (const text of ["", "2801", "280134", "28013 Madrid", "E-28013", "28-013"]) {
    expect(normalizePostalCode(text)).toBeUndefined();
  }
});

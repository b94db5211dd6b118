import { expect, test } from "vitest";
import { fingerprintOf, orderNumber } from "./place.ts";

const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Draws these numbers, one after the other. */
const drawing = (...numbers: string[]) => {
  const left = numbers.map((number) =>
    Buffer.from(Array.from(number, (sign) => letters.indexOf(sign))),
  );
  return () => left.shift() ?? Buffer.alloc(8);
};

test("a spreadsheet reads no order number as a number", () => {
  expect(orderNumber(drawing("7E274394", "00012345", "7E27439E"))).toBe("7E27439E");
  expect(orderNumber(drawing("7KQ2M9XA"))).toBe("7KQ2M9XA");
});

test("an empty field does not change the fingerprint", () => {
  const before = { firstName: "Lucía", quantity: 1 };
  expect(fingerprintOf([8999, { ...before, later: "" }])).toBe(fingerprintOf([8999, before]));
  expect(fingerprintOf([8999, { ...before, later: "x" }])).not.toBe(fingerprintOf([8999, before]));
});

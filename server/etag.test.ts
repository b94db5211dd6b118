import { expect, test } from "vitest";
import { etagOf, isCurrent } from "./etag.ts";

test("the ETag depends on the bytes", () => {
  expect(etagOf(Buffer.from("a"))).toMatch(/^"[\w-]{22}"$/);
  expect(etagOf(Buffer.from("a"))).not.toBe(etagOf(Buffer.from("b")));
});

test.each([
  [undefined, false],
  ["", false],
  ["a", false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b"', false],
  ["*", true],
  [" * ", true],
])("If-None-Match %j: %s", (header, current) => {
  expect(isCurrent(header, '"a"')).toBe(current);
});

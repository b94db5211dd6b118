import { expect, test } from "vitest";
import { readPort } from "./port.ts";

test.each([
  ["0", 0],
  ["3000", 3000],
  ["65535", 65_535],
])("%s is a port", (value, port) => {
  expect(readPort(value)).toBe(port);
});

test.each(["abc", "-1", "65536", "30 00", "3000.5", "0x50", "300000"])(
  "%s is not a port",
  (value) => {
    expect(readPort(value)).toBeUndefined();
  },
);

import { expect, test } from "vitest";
import { canIncrease, canReduce } from "./quantity.ts";

test("an order holds from 1 to 10 bottles", () => {
  expect([1, 2, 9, 10].map(canReduce)).toEqual([false, true, true, true]);
  expect([1, 2, 9, 10].map(canIncrease)).toEqual([true, true, true, false]);
});

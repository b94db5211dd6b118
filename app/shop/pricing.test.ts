import { expect, test } from "vitest";
import { priceOrder } from "./pricing.ts";

test("one bottle costs 89,99 € and ships free", () => {
  expect(priceOrder(1)).toEqual({
    subtotal: 8999,
    shippingCost: 0,
    missingForFreeShipping: 0,
    total: 8999,
  });
});

test("ten bottles cost ten times one, without a cent of drift", () => {
  expect(priceOrder(10).total).toBe(89990);
  expect(priceOrder(3).total).toBe(26997);
});

test("a cent under 50 € pays 9,99 € of shipping and lacks that cent", () => {
  expect(priceOrder(1, 4999)).toEqual({
    subtotal: 4999,
    shippingCost: 999,
    missingForFreeShipping: 1,
    total: 5998,
  });
});

test("50 € exactly ship free", () => {
  expect(priceOrder(1, 5000)).toMatchObject({ shippingCost: 0, total: 5000 });
  expect(priceOrder(2, 2500)).toMatchObject({ shippingCost: 0, missingForFreeShipping: 0 });
});

test("a cheaper product reaches free shipping by quantity", () => {
  expect(priceOrder(1, 2000)).toMatchObject({ missingForFreeShipping: 3000, total: 2999 });
  expect(priceOrder(2, 2000)).toMatchObject({ missingForFreeShipping: 1000, total: 4999 });
  expect(priceOrder(3, 2000)).toMatchObject({ missingForFreeShipping: 0, total: 6000 });
});

import { expect, test } from "vitest";
import { facts } from "./facts.ts";
import { priceOrder, pricePer100Ml } from "./pricing.ts";

test("one bottle costs 89,99 € and ships free", () => {
  expect(priceOrder(1, facts)).toEqual({
    subtotal: 8999,
    shippingCost: 0,
    missingForFreeShipping: 0,
    total: 8999,
  });
});

test("ten bottles cost exactly ten times as much as one", () => {
  expect(priceOrder(10, { ...facts, price: 8999 }).total).toBe(89990);
  expect(priceOrder(3, { ...facts, price: 8999 }).total).toBe(26997);
});

test("a cent under 50 € pays 9,99 € shipping and is one cent short", () => {
  expect(priceOrder(1, { ...facts, price: 4999 })).toEqual({
    subtotal: 4999,
    shippingCost: 999,
    missingForFreeShipping: 1,
    total: 5998,
  });
});

test("50 € exactly ship free", () => {
  expect(priceOrder(1, { ...facts, price: 5000 })).toMatchObject({ shippingCost: 0, total: 5000 });
  expect(priceOrder(2, { ...facts, price: 2500 })).toMatchObject({
    shippingCost: 0,
    missingForFreeShipping: 0,
  });
});

test("a cheaper product reaches free shipping by quantity", () => {
  expect(priceOrder(1, { ...facts, price: 2000 })).toMatchObject({
    missingForFreeShipping: 3000,
    total: 2999,
  });
  expect(priceOrder(2, { ...facts, price: 2000 })).toMatchObject({
    missingForFreeShipping: 1000,
    total: 4999,
  });
  expect(priceOrder(3, { ...facts, price: 2000 })).toMatchObject({
    missingForFreeShipping: 0,
    total: 6000,
  });
});

test.each([
  [8999, 50, "179,98\u00a0€/100\u00a0ml"],
  [8999, 100, "89,99\u00a0€/100\u00a0ml"],
  [3999, 75, "53,32\u00a0€/100\u00a0ml"],
  [4999, 30, "166,63\u00a0€/100\u00a0ml"],
])("%i cents for %i ml are %s", (price, milliliters, unitPrice) => {
  expect(pricePer100Ml(price, milliliters)).toBe(unitPrice);
});

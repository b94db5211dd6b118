import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { facts } from "../../shop/facts.ts";
import { OrderTotals } from "./order-totals.tsx";

/** The visible text, without markup. */
const read = (quantity: number, price: number) =>
  renderToStaticMarkup(<OrderTotals quantity={quantity} prices={{ ...facts, price }} />).replace(
    /<[^>]+>/g,
    " ",
  );

test("shows neither charge nor hint at today's price, which ships free", () => {
  const text = read(1, 8999);
  expect(text).toContain("¡Gratis!");
  expect(text).not.toContain("Añade");
});

test("charges 9,99 € for a cheaper product, and shows the amount missing for free shipping", () => {
  const text = read(1, 3999);
  expect(text).toContain("Añade €10,01 más para envío gratuito");
  expect(text).toContain("9,99\u00a0€");
  expect(text).toContain("49,98\u00a0€");
  expect(text).not.toContain("¡Gratis!");
});

test("charges for shipping one cent below 50 €, but not at exactly 50 €", () => {
  expect(read(1, 4999)).toContain("Añade €0,01 más para envío gratuito");
  expect(read(1, 5000)).toContain("¡Gratis!");
  expect(read(1, 5000)).not.toContain("Añade");
});

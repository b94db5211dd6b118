import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Scent } from "../../shop/product.ts";
import { ScentFacts } from "./scent.tsx";

const read = (scent: Scent) =>
  renderToStaticMarkup(<ScentFacts scent={scent} />)
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
const ask = "¿Quieres saber a qué huele? Escríbenos o llámanos : te lo contamos.";

test("while nobody has told how it smells, home says where to ask", () => {
  expect(read({})).toBe(ask);
});

test("what the owner has told stands there instead", () => {
  const told = { family: "Floral", topNotes: "a", heartNotes: "b", baseNotes: "c" };
  expect(read(told)).toBe("Familia Floral Salida a Corazón b Fondo c");
  expect(read({ baseNotes: "c" })).toBe("Fondo c");
});

test("how to wear it does not say how it smells", () => {
  expect(read({ howToWear: "En las muñecas." })).toBe(`Cómo llevarlo En las muñecas. ${ask}`);
});

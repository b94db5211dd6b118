import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Scent } from "../../shop/product.ts";
import { ScentFacts } from "./scent.tsx";

const read = (scent: Scent) =>
  renderToStaticMarkup(<ScentFacts scent={scent} />)
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
const ask = "¿Quieres saber a qué huele? Escríbenos o llámanos y te lo contamos.";

test("says where to ask about the scent while it is not described", () => {
  expect(read({})).toBe(ask);
});

test("shows the owner's description of the scent", () => {
  const told = { family: "Floral", topNotes: "a", heartNotes: "b", baseNotes: "c" };
  expect(read(told)).toBe("Familia Floral Salida a Corazón b Fondo c");
  expect(read({ baseNotes: "c" })).toBe("Fondo c");
});

test("how to wear it is no description of the scent", () => {
  expect(read({ howToWear: "En las muñecas." })).toBe(`Cómo llevarlo En las muñecas. ${ask}`);
});

import * as v from "valibot";
import { expect, test } from "vitest";
import { declaration, withdrawal } from "./withdrawal.ts";

const declared = { name: "Lucía Gómez", contract: "7KQ2M9XA", email: "lucia@correo.example" };
const errorsOf = (changes: Partial<typeof declared>) =>
  v.safeParse(withdrawal, { ...declared, ...changes }).issues?.map(({ message }) => message);

test.each([
  { name: "M.ª José Núñez-Ferrer" },
  { name: "J.R.R. Tolkien" },
  { name: "Fco.Javier Ruiz" },
  { name: "L".repeat(60) },
  { contract: "c".repeat(100) },
  { name: "Lucía, www.evil.example", contract: "Está en https://aurelia.example/pedido/x" },
])("accepts %j", (changes) => {
  expect(errorsOf(changes)).toBeUndefined();
});

test.each([
  [{ name: "L" }, "Escribe tu nombre y apellidos"],
  [{ name: "L".repeat(61) }, "El nombre puede tener 60\u00a0caracteres como máximo"],
  [
    { contract: "\u202e \u0000" },
    "Escribe el número de pedido o, si no lo tienes, qué compraste y cuándo",
  ],
  [
    { contract: "c".repeat(101) },
    "El número de pedido puede tener 100\u00a0caracteres como máximo",
  ],
  [{ email: "lucia" }, "Introduce un email válido"],
])("refuses %j", (changes, message) => {
  expect(errorsOf(changes)).toContain(message);
});

test("the declaration quotes what was typed", () => {
  expect(declaration({ ...declared, bottles: null })).toBe(
    "«Desisto del siguiente contrato: 7KQ2M9XA».",
  );
  expect(declaration({ ...declared, bottles: 2 })).toBe(
    "«Desisto de 2\u00a0frascos del siguiente contrato: 7KQ2M9XA».",
  );
});

test.each([
  ["1", 1],
  ["9", 9],
  [undefined, null],
  ["", null],
  ["0", null],
  ["10", null],
  ["2.5", null],
  ["todos", null],
])("a choice of «%s» bottles is %s", (bottles, expected) => {
  expect(v.parse(withdrawal, { ...declared, bottles })).toMatchObject({ bottles: expected });
});

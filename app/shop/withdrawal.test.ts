import { expect, test } from "vitest";
import { hasWebAddress } from "./withdrawal.ts";

test.each([
  "Lucía Gómez",
  "M.ª José Núñez-Ferrer",
  "J. R. R. Tolkien",
  "J.R.R. Tolkien",
  "Fco.Javier Ruiz",
  "Patrick O'Neill, hijo",
])("«%s» is a name", (name) => {
  expect(hasWebAddress(name)).toBe(false);
});

test.each(["https://evil.example", "Tu banco: www.evil", "entra en evil.example/ya", "Lucía.es"])(
  "«%s» is an address",
  (name) => {
    expect(hasWebAddress(name)).toBe(true);
  },
);

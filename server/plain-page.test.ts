import { expect, test } from "vitest";
import { plainPage } from "./plain-page.ts";

test("a plain page needs no other file", () => {
  expect(plainPage(405, "Brisa")).toBe(
    '<!DOCTYPE html><html lang="es"><meta charset="utf-8">' +
      '<meta name="viewport" content="width=device-width, initial-scale=1">' +
      "<title>Método no permitido · Brisa</title><h1>Método no permitido</h1>" +
      "<p>Esta dirección solo se puede leer.</p>" +
      '<p><a href="/">Volver al Inicio</a></p></html>\n',
  );
});

test.each([
  [400, "Petición no válida", "No hemos entendido lo que pide tu navegador."],
  [408, "Tiempo agotado", "La petición ha tardado demasiado en llegar."],
  [500, "Algo ha fallado", "El fallo es nuestro. Vuelve a intentarlo dentro de un momento."],
] as const)("%i says «%s»", (status, title, text) => {
  expect(plainPage(status, "Brisa")).toContain(`<h1>${title}</h1><p>${text}</p>`);
});

import { expect, test } from "vitest";
import { termsText } from "./terms-text.ts";

const page = (main: string) =>
  `<html><body><header>Menú</header><main>${main}</main><footer>Pie</footer></body></html>`;
const text = (...pages: string[]) => termsText(pages.map(page), "https://brisa.es");

test("joins the pages without headers and footers", () => {
  expect(text("<h1>Términos</h1><p>Uno.</p>", "<h1>Devolución</h1><p>Dos.</p>")).toBe(
    "TÉRMINOS\n\nUno.\n\n\n\nDEVOLUCIÓN\n\nDos.\n",
  );
});

test("writes absolute URLs, except where the text is the address", () => {
  expect(text('<p>Desista <a href="/desistimiento#a">aquí</a>.</p>')).toBe(
    "Desista aquí (https://brisa.es/desistimiento#a).\n",
  );
  expect(text('<p><a href="mailto:a@b.es">a@b.es</a>, <a href="tel:+3491">+34 91</a></p>')).toBe(
    "a@b.es, +34 91\n",
  );
});

test("replaces a picture with its text, address and caption", () => {
  expect(
    text('<figure><img src="/aviso.svg" alt="Aviso."><figcaption>Pie.</figcaption></figure>'),
  ).toBe("Aviso. (https://brisa.es/aviso.svg)\n\nPie.\n");
});

test("keeps list numbers, sets titles apart, and trims lines", () => {
  expect(text("<ol><li>Uno</li><li><h3>Dos</h3><p>Más.</p></li></ol>")).toBe(
    " 1. Uno\n\n\n 2. DOS\n\n    Más.\n",
  );
});

test("leaves out screen-only parts, and keeps numbers with their units", () => {
  const long = "palabra ".repeat(30).trim();
  expect(
    text(`<p>14\u00a0días ${long}</p><div class="mt-1 print:hidden"><a href="/">Inicio</a></div>`),
  ).toBe(`14\u00a0días ${long}\n`);
});

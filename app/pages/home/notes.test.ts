import { expect, test } from "vitest";
import { notesSentence } from "./notes.ts";

test.each([
  ["", "", "", ""],
  [
    "bergamota, neroli",
    "jazmín",
    "cedro",
    "Salida: bergamota, neroli. Corazón: jazmín. Fondo: cedro. ",
  ],
  ["", "", "cedro", "Fondo: cedro. "],
])("the notes «%s», «%s», «%s» read «%s»", (top, heart, base, sentence) => {
  expect(notesSentence({ top, heart, base })).toBe(sentence);
});

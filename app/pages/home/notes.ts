import type { Notes } from "../../shop/facts.ts";

/** The pyramid of a perfume, without the steps that the owner has not described. */
const pyramid = ({ top, heart, base }: Notes) =>
  [
    { step: "Salida", notes: top },
    { step: "Corazón", notes: heart },
    { step: "Fondo", notes: base },
  ].filter(({ notes }) => notes);

/** The pyramid in a sentence, for search engines: «Salida: bergamota. Corazón: jazmín. Fondo: cedro. » */
export const notesSentence = (notes: Notes) =>
  pyramid(notes)
    .map(({ step, notes }) => `${step}: ${notes}. `)
    .join("");

import type { Notes } from "../../shop/facts.ts";

const steps = [
  { key: "top", step: "Salida" },
  { key: "heart", step: "Corazón" },
  { key: "base", step: "Fondo" },
] as const;

/** The pyramid of a perfume, without the steps that the owner has not described. */
export const pyramid = (notes: Notes) =>
  steps.map((step) => ({ ...step, notes: notes[step.key] })).filter(({ notes }) => notes);

/** The pyramid in a sentence, for search engines: «Salida: bergamota. Corazón: jazmín. Fondo: cedro. » */
export const notesSentence = (notes: Notes) =>
  pyramid(notes)
    .map(({ step, notes }) => `${step}: ${notes}. `)
    .join("");

import { builtFacts } from "../../shop/built-facts.ts";
import type { ShownFacts } from "../../shop/shown-facts.ts";

/**
 * The facts of a page: a thread that renders pages starts with theirs (server/rendering.ts), and the checkout's
 * HTML carries them to its script, which is compiled once for all of them.
 */
const given = import.meta.env.SSR
  ? process.env.SHOWN_FACTS
  : document.getElementById("order")?.dataset.facts;

export const facts: ShownFacts = given ? JSON.parse(given) : builtFacts;

export const isOpen = facts.closed === "";

/** For the checkout's script, which shows neither the notes nor the notice. */
export const scriptFacts = { "data-facts": JSON.stringify({ ...facts, notes: {}, notice: "" }) };

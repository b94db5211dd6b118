import { builtFacts } from "../../shop/built-facts.ts";
import type { ShownFacts } from "../../shop/shown-facts.ts";

/**
 * The facts of a page. A thread that renders pages is started with their facts (server/rendering.ts), and the
 * checkout's HTML passes them to its script, which is compiled once for all facts.
 */
const json = import.meta.env.SSR
  ? process.env.SHOWN_FACTS
  : document.getElementById("order")?.dataset.facts;

export const facts: ShownFacts = json ? JSON.parse(json) : builtFacts;

export const isOpen = facts.closed === "";

/** For the checkout's script, which shows neither the notes nor the notice nor the terms. */
export const scriptFacts = {
  "data-facts": JSON.stringify({ ...facts, notes: {}, notice: "", terms: "" }),
};

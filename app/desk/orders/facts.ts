import { show, shown } from "../shop/shown-facts.ts";

export const isOpen = () => shown.closed === "";

/** The checkout's HTML carries the facts to its script, which is compiled once for all of them. */
export const shownFacts = () => ({ "data-facts": JSON.stringify({ ...shown, notice: "" }) });

const island = typeof document === "undefined" ? null : document.getElementById("order");
if (island?.dataset.facts) show(JSON.parse(island.dataset.facts));

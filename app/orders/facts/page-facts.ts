export { facts } from "../../shop/facts.ts";

/** A shop with simulated orders is never closed, and its facts are compiled into its script. */
export const isOpen: boolean = true;
export const scriptFacts: { "data-facts"?: string } = {};

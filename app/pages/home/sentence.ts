import { shop } from "../../shop/shop.ts";

/** The house in one sentence, in the lines of the first view. */
export const sentenceLines = ["La luz de la tarde", `en ${shop.city},`, "hecha perfume."];

/** The first sentence on the page, and the one that search engines show. */
export const sentence = sentenceLines.join(" ");

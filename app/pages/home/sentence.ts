import { shop } from "../../shop/shop.ts";

/** What the house is, in one sentence: the first on the page, and what search engines show. */
export const sentence = `La luz de la tarde en ${shop.city}, hecha perfume.`;

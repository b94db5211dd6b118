import { shop } from "../../shop/shop.ts";

/** The house in one sentence: the first on the page, and the one that search engines show. */
export const sentence = `La luz de la tarde en ${shop.city}, hecha perfume.`;

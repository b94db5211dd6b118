import { shop } from "../shop/shop.ts";

/** No street is known, and none is invented. */
export const postalAddress = `${shop.city}, ${shop.country.name}`;

/** Nothing is sold, so that nobody has to say who sells it. */
export const Identity = () => null;

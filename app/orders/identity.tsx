import { shop } from "../shop/shop.ts";

/** No street is known, and none is invented. */
export const postalAddress = `${shop.city}, ${shop.country.name}`;

/** Orders are simulated, so no seller has to be named. */
export const Identity = () => null;

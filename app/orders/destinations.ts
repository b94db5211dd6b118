import { type Country, countries } from "../shop/countries.ts";

/** The countries that are offered: all of the specification. */
export const destinations: readonly Country[] = countries;

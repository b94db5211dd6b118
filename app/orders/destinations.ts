import { type Country, countries } from "../shop/countries.ts";

/** All countries of spec §3. */
export const destinations: readonly Country[] = countries;

import { type Country, countries } from "../../app/shop/countries.ts";
import { shipsTo } from "../shop/deliverable-order.ts";

/** The countries that the owner ships to. */
export const destinations: readonly Country[] = countries.filter(([code]) => shipsTo(code));

import { type Country, countries } from "../../shop/countries.ts";
import { SHIPS_TO } from "../../shop/settings.ts";

/** The countries that are offered: those that the owner ships to. */
export const destinations: readonly Country[] = countries.filter(([code]) =>
  SHIPS_TO.split(",").includes(code),
);

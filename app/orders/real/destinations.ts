import { type Country, countries } from "../../shop/countries.ts";

/** The countries that are offered: those that the owner ships to. */
export const destinations: readonly Country[] = countries.filter(([code]) =>
  process.env.SHIPS_TO?.split(",").includes(code),
);

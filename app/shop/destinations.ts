import { countries } from "./countries.ts";

/** The countries that are offered: with an order desk, those that the owner ships to. */
export const destinations =
  process.env.ORDER_DESK === "real"
    ? countries.filter(([code]) => process.env.SHIPS_TO?.split(",").includes(code))
    : countries;

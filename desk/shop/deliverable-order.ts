import * as v from "valibot";
import type { CountryCode } from "../../app/shop/countries.ts";
import { order, type ShippingDetails, text } from "../../app/shop/order.ts";
import { atMost } from "./at-most.ts";
import { SHIPS_TO } from "./settings.ts";

/** The maximum length of each field: the room on a parcel's label, and RFC 5321 for emails. */
export const maxLengths: Record<keyof ShippingDetails, number> = {
  firstName: 60,
  lastName: 100,
  email: 254,
  phone: 30,
  address: 200,
  city: 100,
  postalCode: 20,
  country: 2,
};

export const shipsTo = (country: string): country is CountryCode =>
  SHIPS_TO.split(",").includes(country);

const fiveDigits = /^\d{5}$/;
const fourDigits = /^\d{4}$/;

/** The postal codes of each country. The form takes five digits (spec §5), the owner all of them. */
const postalCodes: Record<CountryCode, RegExp> = {
  ES: fiveDigits,
  DE: fiveDigits,
  FR: fiveDigits,
  IT: fiveDigits,
  PT: /^\d{4}-\d{3}$/,
  CH: fourDigits,
  AT: fourDigits,
};

/** Whether the form refuses the postal codes of a country that the owner ships to. */
export const refusesPostalCodes = SHIPS_TO.split(",")
  .filter(shipsTo)
  .some((country) => postalCodes[country] !== fiveDigits);

/**
 * Emails greet shoppers by name, and anybody can make the shop email any address: a name with an obvious web address is
 * refused. `preventAutolinks` (mail/mail-format.ts) breaks up the others.
 */
const noWebAddress = (name: string) =>
  v.check<string, string>(
    (value) => !/\/|www\.|https?:/i.test(value),
    `${name} no puede llevar una dirección web`,
  );

/** Postal codes beyond the customs border: the Canaries, Ceuta and Melilla. */
const beyondCustoms = /^(35|38|51|52)\d{3}$/;

const { firstName, lastName, address, city, country } = order.entries;

const deliverableEntries = {
  ...order.entries,
  firstName: v.pipe(
    firstName,
    atMost(maxLengths.firstName, "El nombre"),
    noWebAddress("El nombre"),
  ),
  lastName: v.pipe(
    lastName,
    atMost(maxLengths.lastName, "El apellido"),
    noWebAddress("El apellido"),
  ),
  address: v.pipe(address, atMost(maxLengths.address, "La dirección")),
  city: v.pipe(city, atMost(maxLengths.city, "La ciudad")),
  country: v.pipe(country, v.check(shipsTo, "No enviamos a ese país")),
};

type Place = Pick<ShippingDetails, "country" | "postalCode">;

const isWithinCustoms = ({ country, postalCode }: Place) =>
  country !== "ES" || !beyondCustoms.test(postalCode);
const outsideCustoms = "No enviamos a Canarias, Ceuta ni Melilla";

/** An order that the owner can ship: the form's rules, and those of the delivery. */
export const deliverableOrder = v.pipe(
  v.object(deliverableEntries),
  v.forward(v.partialCheck([["country"], ["postalCode"]], isWithinCustoms, outsideCustoms), [
    "postalCode",
  ]),
);

const { quantity: _, ...recipientEntries } = deliverableEntries;

const hasPostalCodeOf = ({ country, postalCode }: Place) =>
  !shipsTo(country) || postalCodes[country].test(postalCode);

/**
 * A recipient that the owner enters: with a telephone and a postal code of any country. Shoppers who order by telephone
 * may have no email, and get the confirmation on paper.
 */
export const ownersRecipient = v.pipe(
  v.object({
    ...recipientEntries,
    email: v.union([v.pipe(text, v.literal("")), recipientEntries.email]),
    phone: v.pipe(text, v.regex(/^\+?\d[\d ().-]{5,28}$/, "Introduce un teléfono válido")),
    postalCode: text,
  }),
  v.forward(
    v.partialCheck(
      [["country"], ["postalCode"]],
      hasPostalCodeOf,
      "Introduce un código postal de ese país",
    ),
    ["postalCode"],
  ),
  v.forward(v.partialCheck([["country"], ["postalCode"]], isWithinCustoms, outsideCustoms), [
    "postalCode",
  ]),
);

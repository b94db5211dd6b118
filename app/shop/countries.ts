/** The countries that the shop ships to, in the order of spec §3: [code, label]. */
export const countries = [
  ["ES", "España"],
  ["DE", "Alemania"],
  ["FR", "Francia"],
  ["IT", "Italia"],
  ["PT", "Portugal"],
  ["CH", "Suiza"],
  ["AT", "Austria"],
] as const;

export type Country = (typeof countries)[number];
/** @public */
export type CountryCode = Country[0];

import { settings } from "./settings.ts";

/** The scent, which only the owner can describe. Home shows the fields that are filled in. */
export interface Scent {
  /** Such as «Cítrica amaderada». */
  family?: string;
  topNotes?: string;
  heartNotes?: string;
  baseNotes?: string;
  howToWear?: string;
}

const milliliters = 50;

/** The one product of the shop (spec §3). */
export const product = {
  name: "Perfume signature",
  /** The part of its name that is said in English, if there is one. */
  englishWord: "signature",
  concentration: "Eau de Parfum",
  milliliters,
  volume: `${milliliters}\u00a0ml`,
  /** In cents, with VAT. «89,99» without its comma is the price in cents. */
  price: Number(settings.PRODUCT_PRICE.replace(",", "")),
  scent: {} as Scent,
} as const;

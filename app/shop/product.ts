import { settings } from "./settings.ts";

/**
 * «89,99» without its comma is the price in cents.
 * @public Used by the order desk, which reads a changed price with it.
 */
export const toCents = (price: string) => Number(price.replace(",", ""));

const milliliters = 50;

/** The one product of the shop (spec §3). */
export const product = {
  name: "Perfume signature",
  /** The part of its name that is said in English, if there is one. */
  englishWord: "signature",
  concentration: "Eau de Parfum",
  milliliters,
  volume: `${milliliters}\u00a0ml`,
  /** In cents, with VAT. Where the owner changes it while the shop runs, the order desk sets it. */
  price: toCents(settings.PRODUCT_PRICE),
  /** What one smells at first, after a while and at last. Empty until the owner describes it. */
  notes: {
    top: settings.PRODUCT_NOTES_TOP,
    heart: settings.PRODUCT_NOTES_HEART,
    base: settings.PRODUCT_NOTES_BASE,
  },
};

export type Notes = (typeof product)["notes"];

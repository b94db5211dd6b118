import { settings } from "./settings.ts";

const milliliters = 50;

/** The one product of the shop (spec §3). */
export const product = {
  name: "Perfume signature",
  /** The part of its name that is said in English, if there is one. */
  englishWord: "signature",
  concentration: "Eau de Parfum",
  milliliters,
  volume: `${milliliters}\u00a0ml`,
  /** What one smells at first, after a while and at last. Empty until the owner describes it. */
  notes: {
    top: settings.PRODUCT_NOTES_TOP,
    heart: settings.PRODUCT_NOTES_HEART,
    base: settings.PRODUCT_NOTES_BASE,
  },
};

export type Notes = (typeof product)["notes"];

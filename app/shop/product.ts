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

/** The one product of the shop (spec §3). Its price is in cents and includes VAT. */
export const product = {
  name: "Perfume signature",
  /** The part of its name that is said in English, if there is one. */
  englishWord: "signature",
  concentration: "Eau de Parfum",
  milliliters,
  volume: `${milliliters}\u00a0ml`,
  price: 8999,
  scent: {} as Scent,
} as const;

/** The one product of the shop (spec §3). Its price is in cents and includes VAT. */
export const product = {
  name: "Perfume signature",
  /** The part of its name that is read as English. */
  englishWord: "signature",
  concentration: "Eau de Parfum",
  volume: "50\u00a0ml",
  price: 8999,
} as const;

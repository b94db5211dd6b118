const milliliters = 50;

/** The one product of the shop (spec §3). */
export const product = {
  name: "Perfume signature",
  /** The English word in its name, if there is one. */
  englishWord: "signature",
  concentration: "Eau de Parfum",
  milliliters,
  volume: `${milliliters}\u00a0ml`,
};

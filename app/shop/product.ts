export const product = {
  concentration: "Eau de Parfum",
  volume: "50\u00a0ml",
};

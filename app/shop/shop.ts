/** Everything the shop says about itself stands here once; pages and legal texts quote it. */
export const shop = {
  brand: "Aurelia",
};

/** Who sells in the tests: the shop is built with it (build.ts), and their processes know it (vitest.config.ts). */
export const seller = {
  SELLER_NAME: "Perfumes Aurelia, S. L.",
  SELLER_TAX_ID: "B12345674",
  SELLER_ADDRESS: "Calle del Pez, 1, 28004 Madrid",
};

/** All that the tests' shop is built with. */
export const built = {
  ...seller,
  SHIPS_TO: "ES,DE,FR,IT",
  GUARANTEE_NOTICE: "desk/demo-notice.svg",
};

/** The owner's of which nothing is said here: an empty one has its own value. */
export const unset = { SITE_URL: "", SHOP_EMAIL: "", SHOP_PHONE: "", STRIPE_SECRET_KEY: "" };

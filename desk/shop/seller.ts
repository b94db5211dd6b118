import * as settings from "./settings.ts";

/** The seller, where orders are real. */
export const seller = {
  name: settings.SELLER_NAME,
  taxId: settings.SELLER_TAX_ID,
  address: settings.SELLER_ADDRESS,
  /** A company's entry in the commercial register; empty for others. */
  register: settings.SELLER_REGISTER,
  /** The body of consumer arbitration that the seller adheres to; empty if to none. */
  arbitration: settings.SELLER_ARBITRATION,
  vatPercent: 21,
  /** New orders are paid on Stripe's page; without it, by transfer. */
  takesCards: settings.takesCards,
} as const;

/** The text of the perfume's label. */
export const label = {
  maker: settings.PRODUCT_MAKER,
  identifier: settings.PRODUCT_IDENTIFIER,
  warnings: settings.PRODUCT_WARNINGS,
  ingredients: settings.PRODUCT_INGREDIENTS,
} as const;

/** How many days after an unpaid order its shopper is reminded. */
export const remindAfterDays = 4;

/** The periods that the legal texts promise: to pay, and to keep data. */
export const saleTerms = { payWithinDays: 7, unpaidKeptDays: 30, keptYears: 6 } as const;

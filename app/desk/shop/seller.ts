import {
  PRODUCT_IDENTIFIER,
  PRODUCT_INGREDIENTS,
  PRODUCT_MAKER,
  PRODUCT_WARNINGS,
  SELLER_ADDRESS,
  SELLER_ARBITRATION,
  SELLER_NAME,
  SELLER_REGISTER,
  SELLER_TAX_ID,
  takesCards,
} from "./settings.ts";

/** The seller, where orders are real. */
export const seller = {
  name: SELLER_NAME,
  taxId: SELLER_TAX_ID,
  address: SELLER_ADDRESS,
  /** A company's entry in the commercial register; empty for others. */
  register: SELLER_REGISTER,
  /** The body of consumer arbitration that the seller adheres to; empty if to none. */
  arbitration: SELLER_ARBITRATION,
  vatPercent: 21,
  /** New orders are paid on Stripe's page; without it, by transfer. */
  takesCards,
} as const;

/** The text of the perfume's label. */
export const label = {
  maker: PRODUCT_MAKER,
  identifier: PRODUCT_IDENTIFIER,
  warnings: PRODUCT_WARNINGS,
  ingredients: PRODUCT_INGREDIENTS,
} as const;

/** How many days after an unpaid order its shopper is reminded. */
export const remindAfterDays = 4;

/** The periods that the legal texts promise: to pay, and to keep data. */
export const saleTerms = { payWithinDays: 7, unpaidKeptDays: 30, keptYears: 6 } as const;

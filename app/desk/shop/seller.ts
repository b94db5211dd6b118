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

/** Who sells, where orders are real. */
export const seller = {
  name: SELLER_NAME,
  taxId: SELLER_TAX_ID,
  address: SELLER_ADDRESS,
  /** Of a company; else empty. */
  register: SELLER_REGISTER,
  /** The body of consumer arbitration that the seller adheres to; empty if to none. */
  arbitration: SELLER_ARBITRATION,
  vatPercent: 21,
  /** New orders are paid on Stripe's page; without it, by transfer. */
  takesCards,
} as const;

/** What the perfume's own label says. */
export const label = {
  maker: PRODUCT_MAKER,
  identifier: PRODUCT_IDENTIFIER,
  warnings: PRODUCT_WARNINGS,
  ingredients: PRODUCT_INGREDIENTS,
} as const;

/** The day since when the legal texts of real orders say what they say: each order keeps it. */
export const termsVersion = "2026-11-22";

/** What those texts promise: until when one pays, and what is forgotten when. */
export const saleTerms = { payWithinDays: 7, unpaidKeptDays: 30, keptYears: 6 } as const;

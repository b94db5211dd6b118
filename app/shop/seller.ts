/**
 * Who sells, where orders are real: what the owner has set (desk-settings.ts), written into the pages
 * when the shop is built.
 */
export const seller = {
  name: process.env.SELLER_NAME ?? "",
  taxId: process.env.SELLER_TAX_ID ?? "",
  address: process.env.SELLER_ADDRESS ?? "",
  vatPercent: 21,
  /** New orders are paid on Stripe's page; without it, by transfer. */
  takesCards: Boolean(process.env.STRIPE_SECRET_KEY),
} as const;

/** The day since when the legal texts of real orders say what they say: each order keeps it. */
export const termsVersion = "2026-11-22";

/** What those texts promise: until when one pays, and what is forgotten when. */
export const saleTerms = { payWithinDays: 7, unpaidKeptDays: 30, keptYears: 6 } as const;

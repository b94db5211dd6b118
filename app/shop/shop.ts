import { settings } from "./settings.ts";

/**
 * Values in pages and legal texts that don't change while the shop runs. Those that may change are in facts.ts, the
 * product is in product.ts.
 */
export const shop = {
  brand: "Aurelia",
  siteUrl: settings.SITE_URL,
  city: "Madrid",
  /** The prefix of the postal codes of the city and its surroundings. */
  cityPostalPrefix: "28",
  country: { code: "ES", name: "España" },
  copyrightYear: 2025,
  legalTextsUpdated: "1 de enero de 2025",

  /** The shop's own promises. The legal periods are below. */
  returns: { days: 14, refundPercent: 100 },
  /**
   * Consumer law, in calendar days: delivery, withdrawal, refund (RDL 1/2007, arts. 66 bis, 107-108);
   * guarantee in years (art. 120).
   */
  law: { deliveryDays: 30, sendBackDays: 14, refundDays: 14, guaranteeYears: 3 },
};

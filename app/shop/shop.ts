import { settings } from "./settings.ts";

/**
 * The facts that pages, legal texts and the photographs' label quote. The product and its price are in
 * product.ts, shipping in pricing.ts. Where the owner changes some of them while the shop runs,
 * the order desk sets them.
 */
export const shop = {
  brand: "Aurelia",
  siteUrl: settings.SITE_URL,
  email: settings.SHOP_EMAIL,
  emailLink: `mailto:${settings.SHOP_EMAIL}`,
  phone: settings.SHOP_PHONE,
  phoneLink: `tel:${settings.SHOP_PHONE.replaceAll(" ", "")}`,
  city: "Madrid",
  country: { code: "ES", name: "España" },
  founded: 2020,
  copyrightYear: 2025,
  legalTextsUpdated: "1 de enero de 2025",

  /** «500+» in figures, «más de 500» in sentences; the ingredients likewise. */
  customers: 500,
  fragrances: 25,
  ingredients: 50,
  mastersYears: 20,
  lastingHours: 12,
  goldKarats: 24,

  cityDeliveryHours: "24-48",
  emailReplyHours: 24,
  /** The shop's own promises. The legal periods are below. */
  returns: { days: 14, authorizationHours: 24, refundWorkingDays: "5-7", refundPercent: 100 },
  /**
   * Consumer law, in calendar days: delivery, withdrawal, refund (RDL 1/2007, arts. 66 bis, 107-108);
   * guarantee in years (art. 120).
   */
  law: { deliveryDays: 30, sendBackDays: 14, refundDays: 14, guaranteeYears: 3 },

  openingHours: [
    { day: "Lunes a viernes", hours: "9:00-18:00", status: "Cualquier consulta" },
    { day: "Sábados", hours: "10:00-14:00", status: "Solo asuntos urgentes" },
    { day: "Domingos y festivos", hours: "—", status: "Cerrado" },
  ],
};

import { toCents } from "./money.ts";
import { settings } from "./settings.ts";

/** The notes of the perfume. Empty ones are not shown. */
export interface Notes {
  top?: string;
  heart?: string;
  base?: string;
}

const notes: Notes = {
  top: settings.PRODUCT_NOTES_TOP,
  heart: settings.PRODUCT_NOTES_HEART,
  base: settings.PRODUCT_NOTES_BASE,
};

/** The facts that the owner of a shop may change. Amounts are in cents. */
export const facts = {
  /** Of one bottle, with VAT. */
  price: toCents(settings.PRODUCT_PRICE),
  /** Charged under the threshold, free from it on (spec §9). */
  shipping: { cost: 999, freeFrom: 5000 },
  notes,
  email: settings.SHOP_EMAIL,
  phone: settings.SHOP_PHONE,
  founded: 2020,

  /** «500+» in figures, «más de 500» in sentences; the ingredients likewise. */
  customers: 500,
  fragrances: 25,
  ingredients: 50,
  mastersYears: 20,
  lastingHours: 12,
  goldKarats: 24,

  cityDeliveryHours: "24-48",
  emailReplyHours: 24,
  /** After a request to return a bottle. */
  authorizationHours: 24,
  /** After a returned bottle has arrived. */
  refundWorkingDays: "5-7",

  openingHours: [
    { day: "Lunes a viernes", hours: "9:00-18:00", status: "Cualquier consulta" },
    { day: "Sábados", hours: "10:00-14:00", status: "Solo asuntos urgentes" },
    { day: "Domingos y festivos", hours: "—", status: "Cerrado" },
  ],
};

export type Facts = typeof facts;

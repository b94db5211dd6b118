import { facts } from "#orders/facts/page-facts.ts";
import { shop } from "../../shop/shop.ts";

/** The house: https://schema.org/OnlineStore. */
export const houseData = {
  "@context": "https://schema.org",
  "@type": "OnlineStore",
  "@id": `${shop.siteUrl}/#shop`,
  name: shop.brand,
  url: `${shop.siteUrl}/`,
  logo: `${shop.siteUrl}/icon-512.png`,
  email: facts.email,
  telephone: facts.phone,
  foundingDate: facts.founded ? String(facts.founded) : undefined,
  address: {
    "@type": "PostalAddress",
    addressLocality: shop.city,
    addressCountry: shop.country.code,
  },
};

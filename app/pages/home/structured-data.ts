import { href } from "react-router";
import { destinations } from "#orders/destinations.ts";
import { shipping } from "../../shop/pricing.ts";
import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";
import { sentence } from "./sentence.ts";

const euros = (cents: number) => (cents / 100).toFixed(2);
const milliliters = (value: number) => ({
  "@type": "QuantitativeValue",
  value,
  unitCode: "MLT",
});
const countryCodes = destinations.map(([code]) => code);

const returnPolicy = {
  "@type": "MerchantReturnPolicy",
  "@id": `${shop.siteUrl}/#returns`,
  applicableCountry: countryCodes,
  returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
  merchantReturnDays: shop.returns.days,
  returnMethod: "https://schema.org/ReturnByMail",
  returnFees: "https://schema.org/ReturnFeesCustomerResponsibility",
  refundType: "https://schema.org/FullRefund",
  merchantReturnLink: shop.siteUrl + href("/politica-de-devolucion"),
};

/** The shop itself: https://schema.org/OnlineStore. */
export const storeData = {
  "@context": "https://schema.org",
  "@type": "OnlineStore",
  "@id": `${shop.siteUrl}/#shop`,
  name: shop.brand,
  url: `${shop.siteUrl}/`,
  logo: `${shop.siteUrl}/icon-512.png`,
  email: shop.email,
  telephone: shop.phone,
  foundingDate: String(shop.founded),
  address: {
    "@type": "PostalAddress",
    addressLocality: shop.city,
    addressCountry: shop.country.code,
  },
  hasMerchantReturnPolicy: returnPolicy,
};

/** The one product and its one offer, equal to what the page shows: https://schema.org/Product. */
export function productData(image: string) {
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: `${shop.brand} · ${product.name}`,
    description: `${sentence} ${product.concentration}, ${product.volume}.`,
    image: shop.siteUrl + image,
    brand: { "@type": "Brand", name: shop.brand },
    offers: {
      "@type": "Offer",
      url: shop.siteUrl + href("/checkout"),
      price: euros(product.price),
      priceCurrency: "EUR",
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        price: euros(product.price),
        priceCurrency: "EUR",
        // This much costs the price; programs reckon what the other costs.
        referenceQuantity: {
          ...milliliters(product.milliliters),
          valueReference: milliliters(100),
        },
      },
      availability: "https://schema.org/InStock",
      itemCondition: "https://schema.org/NewCondition",
      seller: { "@id": storeData["@id"] },
      hasMerchantReturnPolicy: { "@id": returnPolicy["@id"] },
      shippingDetails: {
        "@type": "OfferShippingDetails",
        shippingRate: {
          "@type": "MonetaryAmount",
          value: euros(product.price < shipping.freeFrom ? shipping.cost : 0),
          currency: "EUR",
        },
        shippingDestination: { "@type": "DefinedRegion", addressCountry: countryCodes },
      },
    },
  };
}

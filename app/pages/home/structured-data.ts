import { href } from "react-router";
import { destinations } from "#orders/destinations.ts";
import { facts } from "#orders/facts/page-facts.ts";
import { availability, gtin } from "#orders/offer.tsx";
import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";
import { notesSentence } from "./notes.ts";
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

const storeId = `${shop.siteUrl}/#shop`;

/** The shop itself: https://schema.org/OnlineStore. */
export const storeData = () => ({
  "@context": "https://schema.org",
  "@type": "OnlineStore",
  "@id": storeId,
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
  hasMerchantReturnPolicy: returnPolicy,
});

const days = (minValue: number, maxValue: number) => ({
  "@type": "QuantitativeValue",
  minValue,
  maxValue,
  unitCode: "DAY",
});

const shippingRate = () => ({
  "@type": "MonetaryAmount",
  value: euros(facts.price < facts.shipping.freeFrom ? facts.shipping.cost : 0),
  currency: "EUR",
});

/** Delivery around the city within the promised hours (spec §9), in days. */
function cityDelivery() {
  const [from, to = from] = facts.cityDeliveryHours
    .split("-")
    .map((hours) => Math.ceil(Number(hours) / 24));
  return from && to
    ? [
        {
          "@type": "OfferShippingDetails",
          shippingRate: shippingRate(),
          shippingDestination: {
            "@type": "DefinedRegion",
            addressCountry: shop.country.code,
            postalCodePrefix: shop.cityPostalPrefix,
          },
          deliveryTime: {
            "@type": "ShippingDeliveryTime",
            handlingTime: days(0, 0),
            transitTime: days(from, to),
          },
        },
      ]
    : [];
}

/** Elsewhere, delivery takes at most as long as the law allows. */
const shippingDetails = () => [
  ...cityDelivery(),
  {
    "@type": "OfferShippingDetails",
    shippingRate: shippingRate(),
    shippingDestination: { "@type": "DefinedRegion", addressCountry: countryCodes },
    deliveryTime: {
      "@type": "ShippingDeliveryTime",
      transitTime: days(1, shop.law.deliveryDays),
    },
  },
];

/**
 * The one product and its one offer, equal to what the page shows: https://schema.org/Product.
 * @param images the product's picture in three ratios: 1:1, 4:3 and 16:9
 */
export function productData(images: string[]) {
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: `${shop.brand} · ${product.name}`,
    description: `${sentence} ${notesSentence(facts.notes)}${product.concentration}, ${product.volume}.`,
    image: images.map((image) => shop.siteUrl + image),
    gtin,
    brand: { "@type": "Brand", name: shop.brand },
    offers: {
      "@type": "Offer",
      url: shop.siteUrl + href("/checkout"),
      price: euros(facts.price),
      priceCurrency: "EUR",
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        price: euros(facts.price),
        priceCurrency: "EUR",
        valueAddedTaxIncluded: true,
        // The price is for the first quantity; consumers of the data compute that for the second.
        referenceQuantity: {
          ...milliliters(product.milliliters),
          valueReference: milliliters(100),
        },
      },
      availability: `https://schema.org/${availability()}`,
      itemCondition: "https://schema.org/NewCondition",
      seller: { "@id": storeId },
      hasMerchantReturnPolicy: { "@id": returnPolicy["@id"] },
      shippingDetails: shippingDetails(),
    },
  };
}

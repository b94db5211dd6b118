import { href } from "react-router";
import square from "../../app/photos/hero-wide.avif?w=1080&aspect=1:1&fit=cover&position=right&format=jpg&quality=82&as=url";
import classic from "../../app/photos/hero-wide.avif?w=1200&aspect=4:3&fit=cover&position=right&format=jpg&quality=82&as=url";
import wide from "../../app/photos/hero-wide.avif?w=1200&aspect=16:9&fit=cover&position=right&format=jpg&quality=82&as=url";
import { product } from "../../app/shop/product.ts";
import { shop } from "../../app/shop/shop.ts";
import { label } from "../shop/seller.ts";
import { destinations } from "./destinations.ts";
import { facts } from "./facts/page-facts.ts";

const euros = (cents: number) => (cents / 100).toFixed(2);
const milliliters = (value: number) => ({
  "@type": "QuantitativeValue",
  value,
  unitCode: "MLT",
});
const countryCodes = destinations.map(([code]) => code);

/** The product's GTIN, if the owner has set one. */
const gtin = /^EAN (\d{13})$/.exec(label.identifier)?.[1];

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

/** The house with its terms of return, and the perfume with its offer. */
export const structuredData = (house: { "@id": string; "@type": string }, description: string) => [
  { ...house, hasMerchantReturnPolicy: returnPolicy },
  productData(house["@id"], description),
];

/** The one product and its one offer, equal to what the page shows: https://schema.org/Product. */
function productData(seller: string, description: string) {
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: `${shop.brand} · ${product.name}`,
    description,
    image: [square, classic, wide].map((image) => shop.siteUrl + image),
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
      availability: `https://schema.org/${facts.closed ? "OutOfStock" : "InStock"}`,
      itemCondition: "https://schema.org/NewCondition",
      seller: { "@id": seller },
      hasMerchantReturnPolicy: { "@id": returnPolicy["@id"] },
      shippingDetails: shippingDetails(),
    },
  };
}
